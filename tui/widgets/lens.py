"""Which part of a picture is shown, and how large: the sums behind zooming and moving about, without a pixel."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple, TypeAlias

from woozle.core.value import value

Pair: TypeAlias = tuple[float, float]
Crop: TypeAlias = tuple[float, float, float, float]
"""Left, top, right, bottom, in pixels of the picture."""

HALF: Pair = (1, 2)
"""Pixels across and down in one cell, where half blocks are drawn."""

_STEPS = (1.0, 1.5, 2.0, 3.0, 4.0, 6.0, 8.0)


class Frame(NamedTuple):
    """What of the picture stands in how many cells."""

    columns: int
    rows: int
    crop: Crop


@value
class Lens:
    """How much a picture is magnified, 1 for all of it, and the middle of the part that is shown, in shares of its sides."""

    zoom: float = 1.0
    x: float = 0.5
    y: float = 0.5

    def nearer(self, by: int) -> Lens:
        """One step nearer, or (-1) farther away; the same at the ends."""
        at = _STEPS.index(self.zoom) + by
        return replace(self, zoom=_STEPS[max(0, min(at, len(_STEPS) - 1))])


def framed(lens: Lens, size: tuple[int, int], room: tuple[int, int], cell: Pair = HALF) -> Frame:
    """What is seen through a lens. size: of the picture, in pixels; room: columns and rows there are; cell: pixels in each.

    The picture keeps its sides' proportion, and no part of the frame is outside it.
    """
    (width, height), (columns, rows), (across, down) = size, room, cell
    scale = min(columns * across / width, rows * down / height) * lens.zoom
    wide, high = min(width, columns * across / scale), min(height, rows * down / scale)
    left, top = _within(lens.x * width - wide / 2, width - wide), _within(lens.y * height - high / 2, height - high)
    shown = max(1, min(columns, round(wide * scale / across))), max(1, min(rows, round(high * scale / down)))
    return Frame(*shown, (left, top, left + wide, top + high))


def kept(lens: Lens, frame: Frame, size: tuple[int, int]) -> Lens:
    """The same with its middle where the part that it shows has it: at an edge that is not where it was moved to."""
    (left, top, right, bottom), (width, height) = frame.crop, size
    return replace(lens, x=(left + right) / 2 / width, y=(top + bottom) / 2 / height)


def moved(lens: Lens, frame: Frame, size: tuple[int, int], by: Pair) -> Lens:
    """Moved on. by: to the right and down, in shares of what is seen."""
    (left, top, right, bottom), (width, height) = frame.crop, size
    return replace(lens, x=lens.x + by[0] * (right - left) / width, y=lens.y + by[1] * (bottom - top) / height)


def nearer_at(lens: Lens, frame: Frame, size: tuple[int, int], at: Pair, by: int) -> Lens:
    """One step nearer or farther, around a point that stays where it is. at: in shares of what is seen."""
    then = lens.nearer(by)
    (left, top, right, bottom), (width, height) = frame.crop, size
    less = 1 - lens.zoom / then.zoom
    middle_x, middle_y = (left + right) / 2, (top + bottom) / 2
    x = middle_x + (at[0] - 0.5) * (right - left) * less
    y = middle_y + (at[1] - 0.5) * (bottom - top) * less
    return replace(then, x=x / width, y=y / height)


def whereabouts(frame: Frame, size: tuple[int, int]) -> str:
    """Which part is shown, in a word or two: `top left`; empty for all of it."""
    (left, top, right, bottom), (width, height) = frame.crop, size
    if right - left >= width and bottom - top >= height:
        return ""
    down = "" if bottom - top >= height else _third((top + bottom) / 2 / height, ("top", "", "bottom"))
    across = "" if right - left >= width else _third((left + right) / 2 / width, ("left", "", "right"))
    return " ".join(filter(None, (down, across))) or "middle"


def _third(share: float, words: tuple[str, str, str]) -> str:
    return words[0] if share < 0.4 else words[2] if share > 0.6 else words[1]


def _within(start: float, most: float) -> float:
    return max(0.0, min(start, most))
