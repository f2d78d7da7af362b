"""Editors of real pictures: an image-edit API, or a pipeline of diffusers on this machine. Each gets one instruction."""

from __future__ import annotations

import asyncio
import base64
import hashlib
from collections.abc import Callable, Sequence
from functools import cache
from logging import CRITICAL
from threading import Lock
from typing import TYPE_CHECKING, Any, TypeAlias

from woozle.core.game import Event
from woozle.core.match import Halt
from woozle.core.request import Forfeit, Picture, Request, Response
from woozle.core.text import visible_line
from woozle.core.usage import NOTHING, Budget, Usage
from woozle.games.undercover.events import Commission, Draw
from woozle.games.undercover.players.editor import find_commission, in_album
from woozle.players.backends.local.loaded_model import silence_libraries
from woozle.players.backends.model_client import OF_THIS_REQUEST, BackendError, Chat, Message, ModelClient
from woozle.players.models.config import Price, reply_cost
from woozle.players.models.spec import ModelSpec
from woozle.players.paths import expand_home, hide_home
from woozle.players.pictures import album
from woozle.players.pictures.image_files import PictureError, decode_image, plain_png
from woozle.players.services.service import ServiceError, ServicePlayer
from woozle.players.services.torch_models import device, first_line, missing_torch, path_of, unreadable

if TYPE_CHECKING:
    from PIL.Image import Image

Pipeline: TypeAlias = Callable[["Image", str, int], "Image"]
"""Edits a picture, given an instruction and a seed."""


class ApiEditor(ServicePlayer):
    """Has a server edit the picture. What it costs is counted; what fails of one picture is forfeited, of all halts the match."""

    def __init__(
        self, spec: ModelSpec, backend: ModelClient, *, seed: str = "", price: Price | None = None, budget: Budget | None = None
    ) -> None:
        """backend: where pictures are edited, as OpenAIImages. seed: for the header; servers take none."""
        asked = {"backend": spec.backend, "endpoint": spec.endpoint, "model": spec.model}
        cost = {"price": price.describe()} if price else {}
        super().__init__({"kind": "editor", "name": spec.backend, **asked, "seed": seed, **cost})
        self.spec = spec
        self._backend = backend
        self._price = price
        self._budget = budget

    async def respond(self, request: Request, observation: Sequence[Event]) -> Response:
        """Return the picture and its copy. Raise Halt if the server fails, or the budget is used up."""
        if self._budget and (why := self._budget.refusal()):
            raise Halt(why)
        wanted = find_commission(observation)
        picture = in_album(wanted.picture)
        message = Message("user", (picture, wanted.edit.instruction if wanted.edit else ""))
        try:
            reply = await self._backend.chat(Chat(self.spec.model, (message,), sample=f"{wanted.number}"))
        except BackendError as error:
            if error.trouble in OF_THIS_REQUEST:
                return Response(request.id, Forfeit("error", str(error)))
            raise Halt(str(error)) from error
        usage = reply_cost(reply, self._price)
        if self._budget:
            self._budget.spend(usage, reply.seconds)
        try:
            copy = decode_image(base64.b64decode(reply.text, validate=True), f"that {visible_line(self.spec.model)} made")
        except ValueError as error:  # what is no base64 is one too
            why = str(error) if isinstance(error, PictureError) else f"{visible_line(self.spec.model)} made no picture."
            return Response(request.id, Forfeit("error", why), usage=usage)
        return _respond_with(request, picture, copy, usage)


class DiffusersEditor(ServicePlayer):
    """Has a pipeline of diffusers edit the picture, in its own thread, one picture at a time."""

    def __init__(self, place: str, pipeline: Callable[[], Pipeline]) -> None:
        """place: of its files, for the header. pipeline: loads it; raises ServiceError."""
        super().__init__({"kind": "editor", "name": "diffusers", "place": hide_home(place)})
        self._pipeline = pipeline
        self._lock = Lock()

    async def respond(self, request: Request, observation: Sequence[Event]) -> Response:
        """Return the picture and its copy. Raise Halt where the pipeline cannot be loaded."""
        wanted = find_commission(observation)
        picture = in_album(wanted.picture)
        try:
            copy = await asyncio.to_thread(self._edit, picture, wanted)
        except ServiceError as error:
            raise Halt(str(error)) from error
        except RuntimeError as error:  # memory, most of all
            return Response(request.id, Forfeit("error", f"The picture could not be edited: {first_line(error)}."))
        return _respond_with(request, picture, copy, NOTHING)

    def _edit(self, picture: Picture, wanted: Commission) -> Image:
        instruction = wanted.edit.instruction if wanted.edit else ""
        named = f"{picture.digest} {instruction} {wanted.number}"
        seed = int.from_bytes(hashlib.sha256(named.encode()).digest()[:4], "big")
        with self._lock:
            copy = self._pipeline()(decode_image(picture.data, picture.digest[:12]), instruction, seed)
        return copy.convert("RGB")


def check(place: str) -> None:
    """Raise ServiceError unless there is such a pipeline on this machine: in a folder, or from a repository fetched before."""
    from importlib.util import find_spec

    if why := missing_torch() or ("" if find_spec("diffusers") else "diffusers is needed for that; install woozle[diffusers]."):
        raise ServiceError(f"{visible_line(place)} cannot edit here: {why}")
    if not (expand_home(place) / "model_index.json").is_file() and not _is_cached(place):
        raise ServiceError(
            f"There is no pipeline {visible_line(place)} on this machine; name its folder, with its model_index.json."
        )


@cache
def pipeline(place: str) -> Pipeline:
    """Return the pipeline, for all matches of this process. Raise ServiceError."""
    check(place)
    import torch
    from diffusers import DiffusionPipeline  # type: ignore[import-not-found,unused-ignore]
    from diffusers.utils import logging as talk  # type: ignore[import-not-found,unused-ignore]

    silence_libraries()
    talk.set_verbosity(CRITICAL)
    talk.disable_progress_bar()
    try:
        loaded: Any = DiffusionPipeline.from_pretrained(path_of(place), local_files_only=True)
    except Exception as error:  # a dozen kinds, by what is broken
        raise unreadable(place, error) from error
    loaded = loaded.to(device())
    loaded.set_progress_bar_config(disable=True)

    def edit(image: Image, instruction: str, seed: int) -> Image:
        found: Image = loaded(image=image, prompt=instruction, generator=torch.Generator().manual_seed(seed)).images[0]
        return found

    return edit


def _is_cached(place: str) -> bool:
    from huggingface_hub import try_to_load_from_cache
    from huggingface_hub.errors import HFValidationError

    try:
        return isinstance(try_to_load_from_cache(place, "model_index.json"), str)
    except HFValidationError:
        return False


def _respond_with(request: Request, picture: Picture, copy: Image, usage: Usage) -> Response:
    original = decode_image(picture.data, picture.digest[:12])
    other = plain_png(copy if copy.size == original.size else copy.resize(original.size))
    album.add(other)
    pictures = (picture,) if picture == other else (picture, other)
    return Response(request.id, Draw(picture=picture.digest, counterfactual=other.digest), usage=usage, pictures=pictures)
