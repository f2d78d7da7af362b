"""Outlines for drawings: points, x to the right and y up. Curves are computed once."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import ceil, cos, sin, tau
from typing import TypeAlias

Point: TypeAlias = tuple[float, float]
Shape: TypeAlias = Sequence[Point]


def box(left: float, bottom: float, right: float, top: float, round_by: float = 0) -> Shape:
    """Return a rectangle, its corners rounded by that radius."""
    reach = min(round_by, (right - left) / 2, (top - bottom) / 2)
    if reach <= 0:
        return [(left, bottom), (right, bottom), (right, top), (left, top)]
    corners = (
        (right - reach, top - reach),
        (left + reach, top - reach),
        (left + reach, bottom + reach),
        (right - reach, bottom + reach),
    )
    return [point for turn, middle in enumerate(corners) for point in arc(middle, reach, reach, turn / 4, turn / 4 + 0.25, 6)]


def oval(x: float, y: float, across: float, up: float | None = None) -> Shape:
    """Return an ellipse by its middle and its radii; a circle if there is one radius."""
    return arc((x, y), across, across if up is None else up, 0, 1, 36)[:-1]


@lru_cache(maxsize=2048)
def arc(middle: Point, across: float, up: float, start: float, end: float, steps: int = 18) -> Shape:
    """Return a part of an ellipse, from start to end in turns: 0 points to the right, 0.25 up."""
    angles = [tau * (start + (end - start) * step / steps) for step in range(steps + 1)]
    return tuple((middle[0] + across * cos(angle), middle[1] + up * sin(angle)) for angle in angles)


def trapeze(bottom: float, low: float, top: float, high: float) -> Shape:
    """Straight sides, symmetric about x = 0: half the width `low` at the bottom, `high` at the top."""
    return [(-low, bottom), (low, bottom), (high, top), (-high, top)]


@lru_cache(maxsize=2048)
def smooth(*points: Point) -> Shape:
    """Return a closed curve through the points (Catmull and Rom)."""
    count = len(points)
    around = [[points[(at + step) % count] for step in (-1, 0, 1, 2)] for at in range(count)]
    return tuple(point for four in around for point in _between(four, 7))


@lru_cache(maxsize=2048)
def bend(*points: Point) -> Shape:
    """Return an open curve through the points (Catmull and Rom)."""
    padded = [points[0], *points, points[-1]]
    parts = [padded[at : at + 4] for at in range(len(points) - 1)]
    return (*(point for four in parts for point in _between(four, 7)), points[-1])


def mirror(*right: Point) -> Shape:
    """Return a shape that is symmetric about x = 0, by its right half from bottom to top."""
    return [*right, *((-x, y) for x, y in reversed(right))]


def profile(*right: Point) -> Shape:
    """Return a shape like `mirror`, but bent through the points, as if turned on a wheel."""
    return mirror(*bend(*right))


def rotate(shape: Shape, by: float, about: Point = (0, 0)) -> Shape:
    """Return the shape turned to the left. by: in full turns."""
    (x, y), cosine, sine = about, cos(tau * by), sin(tau * by)
    return [(x + (px - x) * cosine - (py - y) * sine, y + (px - x) * sine + (py - y) * cosine) for px, py in shape]


def cloud(x: float, y: float, reach: float, bumps: int = 9, depth: float = 0.14) -> Shape:
    """Return a round mass with a bumpy edge: leaves, smoke, wool."""
    steps = ceil(48 / bumps) * bumps
    angles = [tau * step / steps for step in range(steps)]
    far = [reach * (1 - depth + depth * abs(cos(angle * bumps / 2))) for angle in angles]
    return [(x + r * cos(angle), y + r * sin(angle)) for r, angle in zip(far, angles, strict=True)]


def _between(four: Sequence[Point], steps: int) -> Shape:
    """Return the curve from the second of four points to the third, without its end."""
    (x0, y0), (x1, y1), (x2, y2), (x3, y3) = four
    found: list[Point] = []
    for step in range(steps):
        t = step / steps
        a, b = -0.5 * t + t * t - 0.5 * t**3, 1 - 2.5 * t * t + 1.5 * t**3
        c, d = 0.5 * t + 2 * t * t - 1.5 * t**3, -0.5 * t * t + 0.5 * t**3
        found.append((a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3))
    return found
