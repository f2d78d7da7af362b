"""Where the items of a thing stand within the box of their place, and how large they are: one fills it, several share it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from woozle.core.games.undercover.scenes.graph import Size, Thing
from woozle.core.games.undercover.scenes.heights import unit_of_one
from woozle.core.games.undercover.scenes.vocabulary import SHARE, Kind, Place
from woozle.core.value import value

_SHARE_OF_SEVERAL: Mapping[Size, float] = {"small": 0.62, "medium": 0.8, "large": 1.0}  # what is small of six would be nothing
_ROW = 0.44  # how far behind the first row of things on the ground the second one stands, of the height of the box
_GAP = 0.94  # of the width of its cell, what an item may take
_WORTH = 1.25  # how much larger items must get for a second row


@value
class Item:
    """One item. x, y: where it stands, in parts of the picture's side from the upper left; unit: its hundred, likewise."""

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
    """How far above the bottom of its cell an item begins: on the ground just enough for its shadow, else in the middle."""
    return (room - tall) / 2 if place.is_high else 0.035 * (place.box[3] - place.box[1])


def _rows(count: int, place: Place, kind: Kind) -> tuple[tuple[int, ...], float]:
    """Return how many stand in each row, from the back, and the largest unit that they can have."""
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
