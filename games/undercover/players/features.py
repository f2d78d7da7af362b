"""Features of pictures by transformer models: a ViT for appearance, CLIP for meaning (MUG, C_vs and C_sc)."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from woozle.core.arithmetic import plain_sum
from woozle.core.match import Halt
from woozle.core.regular_files import SMALL, read_file
from woozle.core.text import visible_line
from woozle.games.undercover.claims.formulas import cosine01, naturalness
from woozle.players.services.service import ServiceError
from woozle.players.services.torch_models import ask_hub, device, first_line, load_pretrained, model_config, path_of

if TYPE_CHECKING:
    from PIL.Image import Image

Sort: TypeAlias = Literal["vit", "clip"]
Features: TypeAlias = Sequence[float]

SCALE = 1.0
"""s of C_na = 1 / (1 + d / s), where d is the squared distance of features of length 1, from 0 to 4."""

_LOOKS: Mapping[Sort, tuple[tuple[float, ...], tuple[float, ...]]] = {
    "vit": ((0.5, 0.5, 0.5), (0.5, 0.5, 0.5)),
    "clip": ((0.48145466, 0.4578275, 0.40821073), (0.26862954, 0.26130258, 0.27577711)),
}
"""Mean and deviation of each colour that a model was trained with, where its folder does not say."""

_FILES = ("config.json", "preprocessor_config.json", "*.safetensors", "model.safetensors.index.json")


def check(sort: Sort, place: str) -> None:
    """Raise ServiceError unless there is such a model on this machine: in a folder, or from a repository fetched before."""
    shown = visible_line(place)
    hint = f"{sort}:~/models/{sort}, or fetch it with `woozle pictures download {sort}:{shown}`"
    config = model_config(place, "compare", hint)
    if config.model_type != sort:
        raise ServiceError(f"{shown} is a model of the kind {visible_line(config.model_type)}, not {sort}; name another.")


def size(place: str) -> int:
    """Return how many bytes fetching a repository of huggingface.co takes. Raise ServiceError."""
    from huggingface_hub import HfApi

    files = ask_hub(place, lambda: HfApi().model_info(place, files_metadata=True)).siblings or []
    wanted = [each for each in files if any(Path(each.rfilename).match(name) for name in _FILES) and "/" not in each.rfilename]
    if not any(each.rfilename.endswith(".safetensors") for each in wanted):
        raise ServiceError(f"{visible_line(place)} has no .safetensors, and nothing else is read; name another.")
    return sum(each.size or 0 for each in wanted)


def download(place: str) -> Path:
    """Fetch a repository of huggingface.co, so that it is there from now on. Raise ServiceError."""
    from huggingface_hub import snapshot_download

    return Path(ask_hub(place, lambda: snapshot_download(place, allow_patterns=list(_FILES))))


class ImageEncoder:
    """A model that looks at whole pictures, squeezed into its square: what is at the edge may be what was changed."""

    def __init__(self, sort: Sort, place: str) -> None:
        """Raise ServiceError if the model is not on this machine."""
        check(sort, place)
        self._sort, self._place = sort, place
        self._model: Any = None
        self._lock = Lock()

    def features(self, images: Sequence[Image]) -> list[list[float]]:
        """Return the features of each picture, of length 1. Raise ServiceError where the model cannot be loaded."""
        import torch

        with self._lock:
            model = self._load()
            pixels = torch.stack([self._pixels(image) for image in images]).to(model.device)
            with torch.inference_mode():
                found = self._encode(model, pixels).float()
            return [list(map(float, each)) for each in torch.nn.functional.normalize(found, dim=-1)]

    def _load(self) -> Any:
        if self._model is None:
            from transformers import CLIPModel, ViTModel

            if self._sort == "clip":
                model = load_pretrained(CLIPModel, self._place)
            else:  # the pooler of most checkpoints is not trained, so it is left out
                model = load_pretrained(ViTModel, self._place, add_pooling_layer=False)
            self._model = model.eval().to(device())
            self._means, self._deviations, self._side = self._ways(model.config)
        return self._model

    def _encode(self, model: Any, pixels: Any) -> Any:
        if self._sort == "vit":
            return model(pixel_values=pixels).last_hidden_state[:, 0]
        found = model.get_image_features(pixel_values=pixels)
        return getattr(found, "pooler_output", found)  # transformers 5 wraps it

    def _pixels(self, image: Image) -> Any:
        import torch
        from PIL import Image as Images

        small = image.resize((self._side, self._side), Images.Resampling.BICUBIC)
        flat = torch.frombuffer(bytearray(small.tobytes()), dtype=torch.uint8).reshape(self._side, self._side, 3)
        return ((flat.float() / 255 - torch.tensor(self._means)) / torch.tensor(self._deviations)).permute(2, 0, 1)

    def _ways(self, config: Any) -> tuple[Sequence[float], Sequence[float], int]:
        means, deviations = _LOOKS[self._sort]
        with suppress(OSError, ValueError):
            said = json.loads(read_file(Path(path_of(self._place)) / "preprocessor_config.json", SMALL, follows_links=True))
            means, deviations = said.get("image_mean", means), said.get("image_std", deviations)
        return means, deviations, int(getattr(config, "vision_config", config).image_size)


shared_encoder = cache(ImageEncoder)
"""The model of a sort at a place, for all matches of this process."""


def compare_features(eyes: Mapping[Sort, ImageEncoder]) -> Callable[[Image, Image], Any]:
    """Return a comparison by these models: visual by the ViT, semantic by CLIP, a stand-in for naturalness by the latter of them.

    That stand-in is no FID, which is a distance between sets of pictures.
    """

    def scores(one: Image, other: Image) -> dict[str, float]:
        found: dict[str, float] = {}
        for sort, each in eyes.items():
            first, second = each.features((one, other))
            found["visual" if sort == "vit" else "semantic"] = cosine01(first, second)
            found["natural"] = naturalness(plain_sum((x - y) ** 2 for x, y in zip(first, second, strict=True)), SCALE)
        return found

    async def compare(one: Image, other: Image) -> Mapping[str, float] | str:
        try:
            return await asyncio.to_thread(scores, one, other)
        except ServiceError as error:
            raise Halt(str(error)) from error
        except RuntimeError as error:  # memory, most of all
            return f"The pictures could not be compared: {first_line(error)}."

    return compare
