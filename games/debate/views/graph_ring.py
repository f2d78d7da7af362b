"""The graph of a debate on a page: seats in a ring, and arrows between their boxes, in pixels of the drawing."""

from __future__ import annotations

from math import cos, hypot, pi, sin
from typing import NamedTuple

WIDE, TALL = 136, 48
"""The size of the box of a seat."""
WIDTH = 560
_LEAST, _EASY, _MORE, _MARGIN = 260, 5, 26, 6
_HEAD, _APART, _GAP = 9, 5, 3
MOST = 8
"""Seats whose boxes a ring keeps apart."""


class Arrow(NamedTuple):
    """An arrow as the path of a drawing, with the place of its sign."""

    path: str
    x: int
    y: int


def height(seats: int) -> int:
    """Return how high a drawing is."""
    return _LEAST + _MORE * max(0, seats - _EASY) if seats > 2 else TALL * 2


def corner(place: int, seats: int) -> tuple[int, int]:
    """Return the upper left corner of a seat's box: the ring begins at the top, and two seats stand side by side."""
    start = pi if seats == 2 else -pi / 2
    angle = start + 2 * pi * place / seats
    high = height(seats)
    return (
        round((WIDTH - WIDE) / 2 + (WIDTH - WIDE - 2 * _MARGIN) / 2 * cos(angle)),
        round((high - TALL) / 2 + (high - TALL - 2 * _MARGIN) / 2 * sin(angle)),
    )


def arrow(speaker: int, listener: int, seats: int, *, is_double: bool, has_head: bool) -> Arrow:
    """Return the arrow from one seat to another, by their places. is_double: whether there is one the other way, too."""
    (x1, y1), (x2, y2) = (_middle(place, seats) for place in (speaker, listener))
    length = hypot(x2 - x1, y2 - y1) or 1
    across, down = (x2 - x1) / length, (y2 - y1) / length
    shift = _APART if is_double else 0
    x1, x2, y1, y2 = x1 - down * shift, x2 - down * shift, y1 + across * shift, y2 + across * shift
    inside = min(WIDE / 2 / abs(across) if across else length, TALL / 2 / abs(down) if down else length) + _GAP
    x1, y1, x2, y2 = x1 + across * inside, y1 + down * inside, x2 - across * inside, y2 - down * inside
    path = f"M{x1:.0f} {y1:.0f}L{x2:.0f} {y2:.0f}"
    if has_head:
        wings = [(x2 - across * _HEAD + turn * down * _HEAD / 2, y2 - down * _HEAD - turn * across * _HEAD / 2) for turn in (1, -1)]
        path += f"M{wings[0][0]:.0f} {wings[0][1]:.0f}L{x2:.0f} {y2:.0f}L{wings[1][0]:.0f} {wings[1][1]:.0f}"
    return Arrow(path, round(x1 + (x2 - x1) * 0.72), round(y1 + (y2 - y1) * 0.72))


def _middle(place: int, seats: int) -> tuple[float, float]:
    x, y = corner(place, seats)
    return x + WIDE / 2, y + TALL / 2
