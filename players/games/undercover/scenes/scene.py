"""A scene as a picture: the background of its setting, and before it the things, each in the box of its place."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from woozle.core.attempt import Picture
from woozle.core.games.undercover.scenes.graph import Scene, Setting, Thing
from woozle.core.games.undercover.scenes.validity import fault
from woozle.core.games.undercover.scenes.vocabulary import palette, vocabulary
from woozle.players.games.undercover.scenes import animals, furniture, kitchen, outdoors, shelves, street
from woozle.players.games.undercover.scenes.backgrounds import background
from woozle.players.games.undercover.scenes.canvas import Canvas
from woozle.players.games.undercover.scenes.layout import items
from woozle.players.games.undercover.scenes.sketch import Sketch

SKETCHES: Mapping[str, Sketch] = {
    **animals.SKETCHES, **furniture.SKETCHES, **kitchen.SKETCHES, **outdoors.SKETCHES, **shelves.SKETCHES, **street.SKETCHES,
}  # fmt: skip
"""How each kind is drawn."""


_SMALLEST, _LARGEST = 256, 1024


class UndrawableError(ValueError):
    """The scene holds what cannot be drawn, or its size is out of range; a sentence says what."""


@lru_cache(maxsize=32)
def drawn(scene: Scene, size: int) -> Picture:
    """The scene as a PNG. size: its width and height in pixels, 256 to 1024. Raises UndrawableError for what no vocabulary has."""
    if wrong := fault(scene):
        raise UndrawableError(wrong)
    if not _SMALLEST <= size <= _LARGEST:
        raise UndrawableError(f"A picture is {_SMALLEST} to {_LARGEST} pixels wide, not {size}.")
    canvas = background(scene.setting, scene.look, size).copy()
    for thing in scene.things:
        canvas.put(_patch(thing, scene.setting, scene.look, size))
    return canvas.picture()


@lru_cache(maxsize=48)  # of 240 KiB each for 512 pixels, 1 MiB for 1024: the other copy of a scene has all of them but one
def _patch(thing: Thing, setting: Setting, look: int, size: int) -> Canvas:
    """The box of a place with what stands there. No two boxes overlap, so each is drawn for itself."""
    words = vocabulary(setting)
    kind, place = words.kinds[thing.kind], words.places[thing.place]
    colour = "#{:02x}{:02x}{:02x}".format(*palette()[thing.colour])
    patch = background(setting, look, size).part(*place.box)
    for item in items(thing, place, kind):
        pen = patch.pen(item.x, item.y, item.unit, colour, thing.pattern)
        pen.hangs = place.is_high
        SKETCHES[thing.kind](pen, thing)
    return patch
