"""A scene as a picture: the background of its setting, and in front of it the things, each in the box of its place."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from woozle.core.errors import InputError
from woozle.core.request import Picture
from woozle.core.value import value
from woozle.games.undercover.players.scenes import animals, furniture, kitchen, outdoors, shelves, street
from woozle.games.undercover.players.scenes.backgrounds import background
from woozle.games.undercover.players.scenes.canvas import Canvas, Sketch
from woozle.games.undercover.scenes.graph import Scene, Setting, Size, Thing
from woozle.games.undercover.scenes.heights import unit_of_one
from woozle.games.undercover.scenes.validity import find_fault
from woozle.games.undercover.scenes.vocabulary import SHARE, Kind, Place, palette, vocabulary

_SHARE_OF_SEVERAL: Mapping[Size, float] = {"small": 0.62, "medium": 0.8, "large": 1.0}  # six small items would be tiny
_ROW = 0.44  # distance between two rows of things on the ground, as a share of the height of the box
_GAP = 0.94  # share of the width of its cell that an item may take
_WORTH = 1.25  # how much larger items must get for a second row


@value
class Item:
    """An item. x, y: position from the upper left, as shares of the picture's side; unit: length of its 100 units, likewise."""

    x: float
    y: float
    unit: float


@lru_cache(maxsize=512)
def items(thing: Thing, place: Place, kind: Kind) -> tuple[Item, ...]:
    """Return the items of a thing, those at the back first."""
    left, top, right, bottom = place.box
    across, up = right - left, bottom - top
    rows, unit = _rows(thing.count, place, kind)
    unit *= SHARE[thing.size] if thing.count == 1 else _SHARE_OF_SEVERAL[thing.size]
    step = up / 2 if place.is_high else up * _ROW
    found: list[Item] = []
    for number, count in enumerate(rows):
        behind = (len(rows) - 1 - number) * step
        cell = across / max(rows)
        first = place.x - cell * (count - 1) / 2
        foot = _foot(place, up if len(rows) == 1 else step, unit * kind.tall / 100)
        found += [Item(first + cell * at, bottom - behind - foot, unit) for at in range(count)]
    return tuple(found)


def _foot(place: Place, room: float, tall: float) -> float:
    """Return the height of an item above the bottom of its cell: on the ground enough for its shadow, else centred."""
    return (room - tall) / 2 if place.is_high else 0.035 * (place.box[3] - place.box[1])


def _rows(count: int, place: Place, kind: Kind) -> tuple[tuple[int, ...], float]:
    """Return the number of items in each row, from the back, and the largest unit that they can have."""
    if count == 1:
        return (1,), unit_of_one(place, kind)
    left, top, right, bottom = place.box
    across, up, wide, tall = right - left, bottom - top, kind.wide, kind.tall
    in_one = min(across / count * _GAP * 100 / wide, up * 0.965 * 100 / tall)
    if count < 3:
        return (count,), min(in_one, up)
    columns = (count + 1) // 2
    high = up / 2 * 0.94 if place.is_high else up * _ROW * 0.94
    in_two = min(across / columns * _GAP * 100 / wide, high * 100 / tall)
    if in_two < in_one * _WORTH:
        return (count,), min(in_one, up)
    return (count - columns, columns), min(in_two, up)


SKETCHES: Mapping[str, Sketch] = {
    **animals.SKETCHES, **furniture.SKETCHES, **kitchen.SKETCHES, **outdoors.SKETCHES, **shelves.SKETCHES, **street.SKETCHES,
}  # fmt: skip
"""The sketch of each kind, which draws it."""


_SMALLEST, _LARGEST = 256, 1024


class UndrawableError(InputError):
    """A scene that cannot be drawn, or a size out of range. The message says which, in a sentence."""


@lru_cache(maxsize=32)
def draw_scene(scene: Scene, size: int) -> Picture:
    """Draw the scene as a PNG of `size` pixels a side, 256 to 1024. Raise UndrawableError for anything not in the vocabulary."""
    if wrong := find_fault(scene):
        raise UndrawableError(wrong)
    if not _SMALLEST <= size <= _LARGEST:
        raise UndrawableError(f"A picture is {_SMALLEST} to {_LARGEST} pixels wide, not {size}.")
    canvas = background(scene.setting, scene.look, size).copy()
    for thing in scene.things:
        canvas.put(_patch(thing, scene.setting, scene.look, size))
    return canvas.picture()


@lru_cache(maxsize=48)  # 240 KiB each at 512 pixels, 1 MiB at 1024; the two scenes of a pair share all but one
def _patch(thing: Thing, setting: Setting, look: int, size: int) -> Canvas:
    """Draw a thing in the box of its place. No two boxes overlap, so each is drawn separately."""
    words = vocabulary(setting)
    kind, place = words.kinds[thing.kind], words.places[thing.place]
    colour = "#{:02x}{:02x}{:02x}".format(*palette()[thing.colour])
    patch = background(setting, look, size).part(*place.box)
    for item in items(thing, place, kind):
        pen = patch.pen(item.x, item.y, item.unit, colour, thing.pattern)
        pen.hangs = place.is_high
        SKETCHES[thing.kind](pen, thing)
    return patch
