"""Backgrounds of scenes. They follow the setting and the number `look` alone, so they are the same in both copies.

Nothing here looks like a kind of thing: no clock on the wall, no tree on the horizon. Lines that matter (where the wall ends, where
a board or a road lies) fit the rows of places in vocabulary.toml, with room behind each row for the second row of a group.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from hashlib import sha256
from typing import TypeAlias

from woozle.games.undercover.players.scenes.canvas import Canvas, Pen
from woozle.games.undercover.players.scenes.colours import INK, WHITE, Colour, darker, lighter, mix
from woozle.games.undercover.players.scenes.shapes import Shape, bend, box, cloud, oval
from woozle.games.undercover.scenes.graph import Setting

_HORIZON = 63.0  # where the ground begins, in hundredths from below

Look: TypeAlias = Callable[[str], float]
"""A number from 0 up to 1 for each name of something that may look one way or another."""


@lru_cache(maxsize=6)  # of 3 MiB each for 512 pixels, 12 MiB for 1024
def background(setting: Setting, look: int, size: int) -> Canvas:
    """Return the empty scene, to be copied and never drawn on."""
    canvas = Canvas(size)
    _DRAWN[setting](canvas.pen(0, 1, 1), _look(look))
    return canvas


def _look(number: int) -> Look:
    return lambda name: int.from_bytes(sha256(f"{number} {name}".encode()).digest()[:6], "big") / 2**48


def _one(look: Look, name: str, of: Sequence[Colour]) -> Colour:
    return of[int(look(name) * len(of))]


def _sheet(pen: Pen, shape: Shape, colour: Colour) -> None:
    """Draw a large piece of ground or furniture, with a light outline, so that the things stand out before it."""
    pen.flat(shape, colour)
    pen.line([*shape, shape[0]], darker(colour, 0.32), 0.35)


def _room(pen: Pen, look: Look) -> None:
    _wall(pen, look)
    wood = _one(look, "floor", ("#d3ad80", "#c69b6d", "#dcbd95", "#bfa07d"))
    pen.flat(box(0, 0, 100, _HORIZON), wood)
    for number, y in enumerate((57.5, 50.5, 42.0, 32.0, 21.0, 8.5)):
        pen.line([(0, y), (100, y)], darker(wood, 0.22), 0.35)
        low = (50.5, 42.0, 32.0, 21.0, 8.5, 0.0)[number]
        for seam in range(3):
            x = (look(f"seam {number}") * 33 + seam * 36) % 100
            pen.line([(x, y), (x, low)], darker(wood, 0.22), 0.3)
    _sheet(pen, box(0, _HORIZON - 1.6, 100, _HORIZON + 1.4), "#f3eee4")
    cloth = _one(look, "carpet", ("#e9d9c4", "#cfdccb", "#d9d3e2", "#ccdae3", "#eed9cf"))
    _sheet(pen, oval(50, 33.5, 48.5, 15.5), darker(cloth, 0.16))
    pen.flat(oval(50, 33.7, 46, 13.8), cloth)
    pen.line([*oval(50, 33.7, 43, 12.2), (93, 33.7)], darker(cloth, 0.14), 0.5)


def _wall(pen: Pen, look: Look) -> None:
    paper = _one(look, "wall", ("#dfe8dc", "#e9e2d2", "#dbe5ec", "#ecdfd8", "#e4dfec", "#e8e6de"))
    pen.flat(box(0, _HORIZON, 100, 100), paper)
    faint = darker(paper, 0.055)
    kind = int(look("paper") * 3)
    if kind == 0:
        for stripe in range(13):
            pen.flat(box(stripe * 8, _HORIZON, stripe * 8 + 4, 100), faint)
    if kind == 1:
        for row in range(9):
            for column in range(17):
                pen.dot(column * 6 + row % 2 * 3 + 1, 66.5 + row * 4.2, 0.6, faint)
    pen.flat(box(0, _HORIZON, 100, _HORIZON + 5), INK, 0.05)


def _street(pen: Pen, look: Look) -> None:
    _sky(pen, look)
    houses = _one(look, "houses", ("#c3cfda", "#cdd0da", "#c6d3cf", "#d3cec6"))
    x = -3.0
    for number in range(16):
        wide, tall = 5 + look(f"wide {number}") * 6, 4 + look(f"tall {number}") * 9
        pen.flat(box(x, _HORIZON - 2, x + wide, _HORIZON + tall), mix(houses, WHITE, look(f"tone {number}") * 0.35))
        x += wide
    stone, road = "#d8d3c9", _one(look, "road", ("#7d828b", "#878991", "#74797f"))
    pen.flat(box(0, 0, 100, _HORIZON), stone)
    for x in range(-20, 130, 10):
        pen.line([(50 + (x - 50) * 0.94, _HORIZON), (x, 50)], darker(stone, 0.16), 0.3)
    pen.line([(0, 57.5), (100, 57.5)], darker(stone, 0.16), 0.3)
    pen.flat(box(0, 25, 100, 51.2), darker(stone, 0.42))
    _sheet(pen, box(-2, 50.2, 102, 52), lighter(stone, 0.4))
    pen.flat(box(-1, 25, 101, 50.2), road)
    pen.flat(box(-1, 48.8, 101, 50.2), INK, 0.16)
    for x in range(-4, 100, 18):
        pen.flat([(x, 38.3), (x + 10, 38.3), (x + 10.4, 39.8), (x + 0.4, 39.8)], "#f0ead6", 0.85)
    _sheet(pen, box(-2, 23.2, 102, 25.4), lighter(stone, 0.4))
    for x in range(-20, 140, 16):
        pen.line([(x, 23.2), (50 + (x - 50) * 1.22, 0)], darker(stone, 0.16), 0.35)
    pen.line([(0, 11.5), (100, 11.5)], darker(stone, 0.16), 0.35)


def _table(pen: Pen, look: Look) -> None:
    _wall(pen, look)
    wood = _one(look, "table", ("#b98459", "#a87650", "#c79a68", "#c8a27d"))
    pen.flat(box(0, _HORIZON - 5, 100, _HORIZON), darker(wood, 0.62), 0.35)
    _sheet(pen, [(-3, -3), (103, -3), (103, 44), (98.5, _HORIZON), (1.5, _HORIZON), (-3, 44)], wood)
    for number in range(9):
        y = 60.5 - number * (3 + number * 0.75)
        bow = look(f"grain {number}") * 3 - 1.5
        pen.line(bend((2 - number, y), (30, y + bow), (65, y - bow), (98 + number, y)), darker(wood, 0.16), 0.3, 0.8)
    cloth = _one(look, "cloth", ("#f1ebdd", "#dfe9ea", "#f0e0da", "#e3ead9"))
    _sheet(pen, [(3, -3), (97, -3), (90, 60.5), (10, 60.5)], cloth)
    pen.line([(6.5, -3), (13, 58.7), (87, 58.7), (93.5, -3)], darker(cloth, 0.2), 0.6)


def _shelf(pen: Pen, look: Look) -> None:
    wood = _one(look, "wood", ("#cda172", "#b88b62", "#d9bd97", "#c4976b"))
    back = darker(wood, 0.3)
    pen.flat(box(0, 0, 100, 100), back)
    for x in range(1, 10):
        pen.line([(x * 10 + look(f"plank {x}") * 2 - 1, 0), (x * 10 + look(f"plank {x}") * 2 - 1, 100)], darker(back, 0.12), 0.35)
    for y in (76.0, 52.0, 28.0, 4.0):
        pen.flat(box(0, y + 7.5, 100, y + 10.5), INK, 0.14)
        pen.flat([(0, y - 0.6), (100, y - 0.6), (97.5, y + 8.5), (2.5, y + 8.5)], lighter(wood, 0.25))
        pen.body(box(-2, y - 2.8, 102, y - 0.6), wood, 0.6)
        pen.flat(box(0, y - 5.6, 100, y - 3.0), INK, 0.2)
    for left, right in ((-2.0, 2.6), (97.4, 102.0)):
        _sheet(pen, box(left, -2, right, 102), wood)


def _park(pen: Pen, look: Look) -> None:
    _sky(pen, look)
    grass = _one(look, "grass", ("#a9cc7e", "#b3cf85", "#9fc985", "#b9cd86"))
    first, second = 66 + look("hill") * 4, 66 + look("other hill") * 4
    far = bend((-2, first), (25, first + 3), (55, 64), (80, second), (102, second + 2))
    pen.flat([(-2, 0), *far, (102, 0)], mix(grass, "#bcd6e6", 0.5))
    near = bend((-3, 62.5), (25, 64), (50, 63), (75, 64.2), (103, 62.5))
    _sheet(pen, [(-3, -3), *near, (103, -3)], lighter(grass, 0.14))
    upper, lower = bend((-3, 51), (30, 52), (65, 50.6), (103, 51.6)), bend((103, 26), (65, 25), (30, 26.4), (-3, 25.4))
    _sheet(pen, [*upper, *lower], "#e6d3a8")
    for number in range(26):
        x, y = look(f"pebble {number}") * 100, 27.5 + look(f"pebble row {number}") * 21
        pen.flat(oval(x, y, 0.55, 0.35), "#c6b083")
    pen.flat([(-2, -2), *bend((-2, 25.0), (30, 26.0), (65, 24.6), (102, 25.6)), (102, -2)], darker(grass, 0.06))
    for number in range(34):
        low, high, tall = (2, 22, 1.7) if number % 2 else (53.5, 61.5, 1.1)
        x, y = look(f"tuft {number}") * 100, low + look(f"tuft row {number}") * (high - low)
        for lean in (-0.8, 0, 0.8):
            pen.line([(x + lean * 0.4, y), (x + lean, y + tall)], darker(grass, 0.3), 0.28)


def _sky(pen: Pen, look: Look) -> None:
    sky = _one(look, "sky", ("#bfe0f2", "#cbe4f0", "#c6dcf3", "#d6e6ee"))
    for step in range(24):
        pen.flat(box(0, 60 + step * 40 / 24, 100, 100), mix(mix(sky, WHITE, 0.55), sky, step / 23))
    white = mix(sky, WHITE, 0.72)
    for number in range(3):
        x, y = 8 + number * 33 + look(f"cloud {number}") * 18, 76 + look(f"cloud row {number}") * 18
        for across, up, reach in ((0, 0, 3.4), (4.4, 0.9, 4.2), (8.8, 0, 3.2)):
            pen.flat(cloud(x + across, y + up, reach, 5, 0.06), white)
        pen.flat(box(x - 2.4, y - 3, x + 11, y, 1.5), white)


_DRAWN: Mapping[Setting, Callable[[Pen, Look], None]] = {
    "room": _room, "street": _street, "table": _table, "shelf": _shelf, "park": _park,
}  # fmt: skip
