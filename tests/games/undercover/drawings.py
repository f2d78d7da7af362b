"""Drawings of which the fingerprints are kept."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from io import BytesIO

from PIL import Image

from woozle.core.request import Picture
from woozle.games.undercover.players.scenes.scene import draw_scene
from woozle.games.undercover.scenes.graph import SETTINGS, Scene
from woozle.games.undercover.scenes.vocabulary import kinds

from tests.games.undercover.players.scenes.drawings import alone, one, setting_of, variants


def drawings() -> Iterator[tuple[str, Sequence[Image.Image]]]:
    """Yield each thing with each value of each of its fields, and each background."""
    for name, kind in sorted(kinds().items()):
        for field, values in variants(kind):
            yield f"{name}, {field}", [alone(one(kind, **{field: value}), 256) for value in values[:4]]
        if kind.most > 1:
            several = one(kind, count=kind.most, size=kind.sizes[-1])
            yield f"{name}, most and largest", [_opened(draw_scene(Scene(setting_of(kind), (several,), 3), 512))]
    for setting in SETTINGS:
        yield setting, [_opened(draw_scene(Scene(setting, (), look), 256)) for look in range(6)]


def _opened(picture: Picture) -> Image.Image:
    return Image.open(BytesIO(picture.data))
