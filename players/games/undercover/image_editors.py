"""Editors of real pictures: an image-edit API, or a pipeline of diffusers on this machine. Each is told one instruction."""

from __future__ import annotations

import asyncio
import base64
import hashlib
from collections.abc import Callable, Sequence
from functools import cache
from logging import CRITICAL
from threading import Lock
from typing import TYPE_CHECKING, Any, TypeAlias

from woozle.core.attempt import Picture
from woozle.core.game import Event
from woozle.core.games.undercover.events import Commission, Draw
from woozle.core.match import Halt
from woozle.core.request import Forfeit, Request, Response
from woozle.core.text import visible_line
from woozle.core.usage import NOTHING, Budget, Usage
from woozle.players.backends.backend import OF_THIS_REQUEST, Backend, BackendError, Chat, Message
from woozle.players.games.undercover.editor import commission, in_album
from woozle.players.models.config import Price, priced
from woozle.players.models.spec import ModelSpec
from woozle.players.paths import expanded, without_home
from woozle.players.pictures import album
from woozle.players.pictures.opening import PictureError, image_in, plain
from woozle.players.services.machine import be_quiet, device, first_line, needs_torch, path_of, unreadable

if TYPE_CHECKING:
    from PIL.Image import Image

Pipeline: TypeAlias = Callable[["Image", str, int], "Image"]
"""Edits a picture, given an instruction and a seed."""


class ApiEditor:
    """Has a server edit the picture. What it costs is counted; what fails of one picture is forfeited, of all halts the match."""

    is_person = False
    keeps_time = False
    answers_at_once = False

    def __init__(
        self, spec: ModelSpec, backend: Backend, *, seed: str = "", price: Price | None = None, budget: Budget | None = None
    ) -> None:
        """backend: where pictures are edited, as OpenAIImages. seed: for the header; servers take none."""
        self.spec = spec
        self._backend = backend
        self._seed = seed
        self._price = price
        self._budget = budget

    async def respond(self, request: Request, observation: Sequence[Event]) -> Response:
        """The picture and its copy. Raises Halt if the server fails, or the budget is used up."""
        if self._budget and (why := self._budget.used_up()):
            raise Halt(why)
        wanted = commission(observation)
        picture = in_album(wanted.picture)
        message = Message("user", (picture, wanted.edit.instruction if wanted.edit else ""))
        try:
            reply = await self._backend.chat(Chat(self.spec.model, (message,), sample=f"{wanted.number}"))
        except BackendError as error:
            if error.trouble in OF_THIS_REQUEST:
                return Response(request.id, Forfeit("error", str(error)))
            raise Halt(str(error)) from error
        usage = reply.usage if reply.is_cached else priced(reply.usage, self._price)
        if self._budget:
            self._budget.spend(usage, reply.seconds)
        try:
            copy = image_in(base64.b64decode(reply.text, validate=True), f"that {visible_line(self.spec.model)} made")
        except ValueError as error:  # what is no base64 is one too
            why = str(error) if isinstance(error, PictureError) else f"{visible_line(self.spec.model)} made no picture."
            return Response(request.id, Forfeit("error", why), usage=usage)
        return _made(request, picture, copy, usage)

    def describe(self) -> dict[str, Any]:
        """Which model edits."""
        asked = {"backend": self.spec.backend, "endpoint": self.spec.endpoint, "model": self.spec.model}
        return {"kind": "editor", "name": self.spec.backend, **asked, "seed": self._seed}


class DiffusersError(ValueError):
    """A pipeline that cannot edit here. Says why, in a sentence."""


class DiffusersEditor:
    """Has a pipeline of diffusers edit the picture, in a thread of its own, one picture at a time."""

    is_person = False
    keeps_time = False
    answers_at_once = False

    def __init__(self, place: str, pipeline: Callable[[], Pipeline]) -> None:
        """place: of its files, for the header. pipeline: loads it; raises DiffusersError."""
        self._place = place
        self._pipeline = pipeline
        self._lock = Lock()

    async def respond(self, request: Request, observation: Sequence[Event]) -> Response:
        """The picture and its copy. Raises Halt where the pipeline cannot be loaded."""
        wanted = commission(observation)
        picture = in_album(wanted.picture)
        try:
            copy = await asyncio.to_thread(self._edited, picture, wanted)
        except DiffusersError as error:
            raise Halt(str(error)) from error
        except RuntimeError as error:  # memory, most of all
            return Response(request.id, Forfeit("error", f"The picture could not be edited: {first_line(error)}."))
        return _made(request, picture, copy, NOTHING)

    def describe(self) -> dict[str, Any]:
        """Which pipeline edits."""
        return {"kind": "editor", "name": "diffusers", "place": without_home(self._place)}

    def _edited(self, picture: Picture, wanted: Commission) -> Image:
        instruction = wanted.edit.instruction if wanted.edit else ""
        named = f"{picture.digest} {instruction} {wanted.number}"
        seed = int.from_bytes(hashlib.sha256(named.encode()).digest()[:4], "big")
        with self._lock:
            copy = self._pipeline()(image_in(picture.data, picture.digest[:12]), instruction, seed)
        return copy.convert("RGB")


def check(place: str) -> None:
    """Raises DiffusersError unless there is such a pipeline on this machine. place: a folder, or a repository fetched before."""
    from importlib.util import find_spec

    if why := needs_torch() or ("" if find_spec("diffusers") else "diffusers is needed for that; install woozle[diffusers]."):
        raise DiffusersError(f"{visible_line(place)} cannot edit here: {why}")
    if not (expanded(place) / "model_index.json").is_file() and not _cached(place):
        raise DiffusersError(
            f"There is no pipeline {visible_line(place)} on this machine; name its folder, with its model_index.json."
        )


@cache
def pipeline(place: str) -> Pipeline:
    """The pipeline, for all matches of this process. Raises DiffusersError."""
    check(place)
    import torch
    from diffusers import DiffusionPipeline  # type: ignore[import-not-found,unused-ignore]
    from diffusers.utils import logging as talk  # type: ignore[import-not-found,unused-ignore]

    be_quiet()
    talk.set_verbosity(CRITICAL)
    talk.disable_progress_bar()
    try:
        loaded: Any = DiffusionPipeline.from_pretrained(path_of(place), local_files_only=True)
    except Exception as error:  # a dozen kinds, by what is broken
        raise DiffusersError(unreadable(place, error)) from error
    loaded = loaded.to(device())
    loaded.set_progress_bar_config(disable=True)

    def edited(image: Image, instruction: str, seed: int) -> Image:
        found: Image = loaded(image=image, prompt=instruction, generator=torch.Generator().manual_seed(seed)).images[0]
        return found

    return edited


def _cached(place: str) -> bool:
    from huggingface_hub import try_to_load_from_cache
    from huggingface_hub.errors import HFValidationError

    try:
        return isinstance(try_to_load_from_cache(place, "model_index.json"), str)
    except HFValidationError:
        return False


def _made(request: Request, picture: Picture, copy: Image, usage: Usage) -> Response:
    """The copy as large as the picture, and written in the same way."""
    original = image_in(picture.data, picture.digest[:12])
    other = plain(copy if copy.size == original.size else copy.resize(original.size))
    album.add(other)
    pictures = (picture,) if picture == other else (picture, other)
    return Response(request.id, Draw(picture=picture.digest, counterfactual=other.digest), usage=usage, pictures=pictures)
