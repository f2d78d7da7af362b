"""Drawings of furniture, for rooms."""

from __future__ import annotations

from collections.abc import Mapping

from woozle.games.undercover.players.scenes import colours
from woozle.games.undercover.players.scenes.canvas import Pen, Sketch
from woozle.games.undercover.players.scenes.shapes import arc, bend, box, oval, rotate, smooth, trapeze
from woozle.games.undercover.scenes.graph import Thing


def _chair(pen: Pen, thing: Thing) -> None:
    pen.shadow(66)
    for x in (-20, 20):
        pen.rod([(x, 6), (x, 40)], colours.DARK_WOOD, 4.5)
    for x in (-27, 27):
        pen.rod([(x, 2), (x, 38)], colours.WOOD, 5.5)
    for x in (-22, 22):
        pen.rod([(x, 40), (x, 94)], colours.WOOD, 5.5)
    pen.own(box(-25, 56, 25, 96, 9))
    pen.own([(-34, 32), (34, 32), (34, 37), (26, 49), (-26, 49), (-34, 37)])
    pen.line([(-33, 37), (33, 37)], colours.outline(pen.colour), 0, 0.6)


def _clock(pen: Pen, thing: Thing) -> None:
    pen.shadow(58)
    pen.behind(oval(0, 46, 45))
    if not pen.hangs:
        for side in (-1, 1):
            pen.rod([(side * 22, 14), (side * 31, 2)], colours.DARK_METAL, 6)
    pen.own(oval(0, 46, 45))
    pen.body(oval(0, 46, 34), "#fdfaf2", 0)
    for hour in range(12):
        (x, y), (far_x, far_y) = (arc((0, 46), reach, reach, hour / 12, hour / 12, 1)[0] for reach in (26, 30.5))
        pen.line([(x, y), (far_x, far_y)], colours.INK, 4 if hour % 3 == 0 else 2)
    pen.line([(0, 46), (-13, 56)], colours.INK, 5)
    pen.line([(0, 46), (14, 66)], colours.INK, 3.4)
    pen.dot(0, 46, 4.2)


def _cushion(pen: Pen, thing: Thing) -> None:
    pen.shadow(84)
    pen.own(
        smooth(
            (-46, 5), (-22, 8), (22, 8), (46, 5), (45, 25), (45, 57), (46, 77), (22, 74), (-22, 74), (-46, 77), (-45, 57), (-45, 25)
        )
    )
    for x, y in ((-47, 6), (47, 6), (-47, 76), (47, 76)):
        pen.body(oval(x * 0.98, y, 5), colours.lighter(pen.colour, 0.4), 0)
    pen.body(oval(0, 41, 4.5), colours.darker(pen.colour), 0)
    for x, y in ((-14, 4), (14, 4), (-12, -8), (12, -8)):
        pen.line([(x * 0.4, 41 + y * 0.4), (x, 41 + y)], colours.outline(pen.colour), 0, 0.6)


def _guitar(pen: Pen, thing: Thing) -> None:
    pen.shadow(50)
    pen.body(box(-5, 48, 5, 90), colours.DARK_WOOD, 0.5)
    pen.body(trapeze(88, 6, 100, 8), "#4d3a2c", 0.5)
    for side in (-1, 1):
        for y in (91, 96):
            pen.dot(side * 10, y, 2.2, colours.METAL)
    half = ((25, 5), (31, 20), (20, 35), (23, 50), (10, 58))
    pen.own(smooth((0, 1), *half, (0, 56), *((-x, y) for x, y in reversed(half))))
    pen.body(oval(0, 36, 9), "#1d1a1a", 0)
    pen.body(box(-11, 14, 11, 19, 2), colours.DARK_WOOD, 0)
    for x in (-2.6, 0, 2.6):
        pen.line([(x, 17), (x, 90)], "#e8e4da", 0.9)


def _lamp(pen: Pen, thing: Thing) -> None:
    is_lit = thing.state == "lit"
    pen = pen.resize(0.94)
    if is_lit:
        pen.glow(0, 56, 52, strength=0.95)
    pen.shadow(48)
    pen.body(smooth((-25, 4), (0, 0), (25, 4), (20, 11), (0, 13), (-20, 11)), colours.DARK_METAL)
    pen.rod([(0, 12), (0, 52)], colours.METAL, 5)
    if is_lit:
        pen.flat([(-38, 52), (38, 52), (47, 4), (-47, 4)], colours.LIGHT, 0.45)
        pen.body(oval(0, 51, 11, 10), "#fff6c2", 0)
    else:
        pen.body(oval(0, 51, 9, 9), "#8f959d", 0)
    pen.own(trapeze(53, 38, 98, 22), 0 if is_lit else 1)
    if is_lit:
        pen.flat(trapeze(54, 37, 60, 35), "#fff2b0", 0.9)


def _plant(pen: Pen, thing: Thing) -> None:
    pen.shadow(62)
    for number, turn in enumerate((0.16, -0.16, 0.105, -0.105, 0.045, -0.045, 0)):
        leaf = smooth((0, 40), (-9, 60), (-6, 84), (0, 99 - abs(turn) * 40), (6, 84), (9, 60))
        pen.body(rotate(leaf, turn, (0, 42)), colours.LEAF if number % 2 else colours.DARK_LEAF, 0.8)
        pen.line(rotate([(0, 46), (0, 90 - abs(turn) * 30)], turn, (0, 42)), colours.darker(colours.DARK_LEAF, 0.3))
    pen.own(trapeze(0, 24, 38, 33))
    pen.own(box(-38, 36, 38, 49, 3), 0.6)


def _poster(pen: Pen, thing: Thing) -> None:
    sheet = box(-41, 1, 41, 99)
    pen.behind(sheet)
    pen.body(sheet, "#fdfaf2", 0)
    pen.own(box(-36, 6, 36, 94), 0)
    light = colours.lighter(pen.colour, 0.6)
    pen.flat(oval(0, 68, 19), light)
    pen.flat([*bend((-36, 46), (-14, 60), (6, 48), (36, 62)), (36, 34), (-36, 34)], colours.darker(pen.colour, 0.35))
    pen.flat(oval(8, 74, 6), "#fdfaf2")
    pen.flat(box(-35, 8, 35, 36), "#fdfaf2")
    pen.words(0, 22, thing.text, 27, 66)
    for x in (-34, 34):
        pen.dot(x, 95, 2.6, "#7d838d")


def _television(pen: Pen, thing: Thing) -> None:
    pen.shadow(92)
    for side in (-1, 1):
        pen.rod([(side * 24, 14), (side * 32, 2)], colours.DARK_WOOD, 5.5)
        pen.rod([(side * 3, 76), (side * 20, 97)], colours.DARK_METAL, 3)
    if thing.state == "on":
        pen.glow(0, 45, 62, "#e6f6ff", 0.9)
    pen.own(box(-52, 12, 52, 78, 9))
    screen = box(-44, 19, 30, 71, 7)
    if thing.state == "on":
        pen.body(screen, "#8fd3f0", 0)
        pen.flat([*bend((-42, 38), (-24, 48), (-4, 36), (14, 47), (28, 40)), (28, 21), (-42, 21)], "#6fbf5a")
        pen.dot(14, 59, 7, "#ffe066")
        pen.body([(-24, 28), (-6, 28), (-6, 40), (-24, 40)], "#fdfaf2", 0)
        pen.body([(-27, 40), (-3, 40), (-15, 51)], "#d9534a", 0)
    else:
        pen.body(screen, "#32363f", 0)
        pen.flat([(-38, 50), (-18, 68), (-6, 68), (-38, 40)], colours.WHITE, 0.16)
    for y in (62, 50):
        pen.body(oval(41, y, 5), "#f2ede2", 0)
    for y in (26, 31, 36):
        pen.line([(36, y), (46, y)], colours.ink_on(pen.colour), 2)


def _window(pen: Pen, thing: Thing) -> None:
    if thing.state == "open":
        _open_window(pen)
        return
    pen.behind(box(-42, 2, 42, 98))
    pen.own(box(-42, 8, 42, 98))
    pen.body(box(-34, 16, 34, 91), "#9fcbe4", 0)
    for x in (-17, 17):
        pen.flat([(x - 12, 40), (x + 8, 84), (x + 13, 84), (x - 7, 40)], colours.WHITE, 0.5)
        pen.flat([(x - 12, 26), (x + 8, 70), (x + 10, 70), (x - 10, 26)], colours.WHITE, 0.5)
    pen.own(box(-4, 14, 4, 92), 0.4)
    pen.own(box(-36, 52, 36, 59), 0.4)
    pen.own(box(-47, 2, 47, 11, 2), 0.6)


def _open_window(pen: Pen) -> None:
    """Draw a window whose wings stand out to the left and the right, with the sky and a hill between them."""
    pen.behind(box(-42, 2, 42, 98))
    pen.own(box(-38, 8, 38, 98))
    pen.body(box(-31, 15, 31, 91), "#8fd0f5", 0)
    pen.flat([(-30, 16), (30, 16), *reversed(bend((-30, 38), (-8, 48), (12, 36), (30, 44)))], "#7fb95f")
    pen.flat(smooth((-16, 66), (-10, 74), (2, 77), (12, 72), (16, 66), (0, 63)), colours.WHITE)
    for side in (-1, 1):
        pen.own([(side * 34, 11), (side * 56, 3), (side * 56, 92), (side * 34, 95)], 0.6)
        pen.body([(side * 38, 17), (side * 52, 12), (side * 52, 47), (side * 38, 50)], "#cfe6f2", 0)
        pen.body([(side * 38, 56), (side * 52, 54), (side * 52, 85), (side * 38, 89)], "#cfe6f2", 0)
    pen.own(box(-42, 2, 42, 10, 2), 0.6)


SKETCHES: Mapping[str, Sketch] = {
    "chair": _chair,
    "clock": _clock,
    "cushion": _cushion,
    "guitar": _guitar,
    "lamp": _lamp,
    "plant": _plant,
    "poster": _poster,
    "television": _television,
    "window": _window,
}
