"""Drawings of toys and keepsakes, for a shelf."""

from __future__ import annotations

from collections.abc import Mapping

from woozle.games.undercover.players.scenes import colours
from woozle.games.undercover.players.scenes.canvas import Pen, Sketch
from woozle.games.undercover.players.scenes.shapes import arc, bend, box, oval, profile, smooth
from woozle.games.undercover.scenes.graph import Thing


def _ball(pen: Pen, thing: Thing) -> None:
    pen.shadow(80)
    pen.own(oval(0, 46, 45))
    if thing.pattern == "plain":
        seam = colours.outline(pen.colour)
        pen.line(arc((-52, 60), 50, 50, -0.14, 0.1), seam, 0, 0.6)
        pen.line(arc((52, 32), 50, 50, 0.36, 0.6), seam, 0, 0.6)
    pen.flat(smooth((-30, 58), (-24, 72), (-10, 79), (-20, 64)), colours.WHITE, 0.6)


def _bear(pen: Pen, thing: Thing) -> None:
    soft = colours.lighter(pen.colour, 0.55)
    pen.shadow(74)
    for side in (-1, 1):
        pen.own(oval(side * 24, 84, 12))
        pen.body(oval(side * 24, 84, 6), soft, 0)
        pen.own(oval(side * 32, 36, 10, 15))
    pen.own(smooth((0, 3), (-26, 8), (-31, 30), (-18, 52), (18, 52), (31, 30), (26, 8)))
    pen.body(oval(0, 26, 17, 18), soft, 0)
    for side in (-1, 1):
        pen.own(oval(side * 25, 10, 14, 11))
        pen.body(oval(side * 27, 10, 7.5, 6.5), soft, 0)
    pen.own(oval(0, 68, 33, 28))
    pen.body(oval(0, 60, 15, 11.5), soft, 0)
    pen.flat(oval(0, 65, 6, 4.2), colours.INK)
    pen.line([(0, 62), (0, 57)])
    pen.line(arc((0, 58), 6, 4.5, 0.5, 1))
    for side in (-1, 1):
        pen.dot(side * 13, 75, 4.6, colours.WHITE if pen.colour < "#40" else colours.INK)
        pen.dot(side * 13, 75, 3.4, colours.INK)


def _book(pen: Pen, thing: Thing) -> None:
    if thing.state == "open":
        _open_book(pen, thing.text)
        return
    pen.shadow(74)
    pen.body([(-30, 2), (36, 2), (39, 8), (39, 96), (33, 96), (-30, 96)], colours.CREAM, 0.4)
    for x in (34, 36.5):
        pen.line([(x, 8), (x, 92)], colours.darker(colours.CREAM, 0.25))
    pen.own(box(-37, 0, 32, 98, 3))
    pen.flat(box(-35, 1.5, -27, 96.5), colours.INK, 0.28)
    pen.body(box(-22, 54, 28, 80, 2), "#fdfaf2", 0)
    pen.words(3, 67, thing.text, 22, 44)
    for y in (30, 22):
        pen.line([(-14, y), (20, y)], colours.ink_on(pen.colour), 3)


def _open_book(pen: Pen, text: str) -> None:
    """Draw a book that lies open towards the reader, its title across the pages."""
    pen.shadow(104)
    pen.own([(-56, 1), (0, -1), (56, 1), (52, 68), (0, 60), (-52, 68)], 0.5)
    pen.own([(14, 12), (22, 12), (22, -3), (18, 1), (14, -3)], 0)
    for side in (-1, 1):
        edge = bend((0, 9), (side * 14, 14), (side * 34, 13), (side * 48, 11))
        far = bend((side * 44, 65), (side * 30, 69), (side * 12, 68), (0, 62))
        pen.body([*edge, *far], "#fdfaf2", 0.7)
        for row in range(3):
            y = 19 + row * 7
            pen.line(bend((side * 7, y + 1), (side * 24, y + 2), (side * 42, y)), "#a9a294", 2)
    pen.line([(0, 8), (0, 62)], colours.darker(colours.CREAM, 0.5), 1.6)
    pen.words(0, 51, text, 27, 80)


def _box(pen: Pen, thing: Thing) -> None:
    pen.shadow(88)
    if thing.state == "open":
        pen.body([(-40, 58), (40, 58), (35, 72), (-35, 72)], colours.HOLLOW, 0)
        pen.own([(-35, 72), (35, 72), (40, 88), (-40, 88)])
        pen.own([(-40, 58), (-35, 72), (-52, 82), (-56, 66)])
        pen.own([(40, 58), (35, 72), (52, 82), (56, 66)])
        pen.own(box(-40, 0, 40, 58))
    else:
        pen.body([(-40, 58), (40, 58), (34, 74), (-34, 74)], colours.lighter(pen.colour, 0.3), 0)
        pen.own(box(-40, 0, 40, 58))
        pen.body([(-6, 46), (6, 46), (6, 58), (5, 74), (-5, 74), (-6, 58)], "#e6d6ad", 0)
    pen.body(box(-33, 11, 33, 41, 2), "#fdfaf2", 0)
    pen.words(0, 26, thing.text, 27, 58)


def _shell(pen: Pen, thing: Thing) -> None:
    pen.shadow(72)
    pen.own(smooth((-12, 2), (-19, 14), (0, 18), (19, 14), (12, 2)), 0.6)
    tips = [(0.02 + 0.46 * step / 12) for step in range(13)]
    edge = [arc((0, 12), reach, reach * 1.55, turn, turn, 1)[0] for turn, reach in zip(tips, (46, 43) * 7, strict=False)]
    pen.own([(-10, 10), (10, 10), *bend(*edge)])
    for turn in (0.1, 0.17, 0.25, 0.33, 0.4):
        tip = arc((0, 12), 42, 66, turn, turn, 1)[0]
        pen.line([(0, 14), tip], colours.outline(pen.colour), 0, 0.75)
    pen.flat(smooth((-26, 48), (-20, 60), (-12, 66), (-18, 50)), colours.WHITE, 0.5)


def _vase(pen: Pen, thing: Thing) -> None:
    pen = pen.resize(0.97)
    pen.shadow(44)
    if thing.state == "full":
        blooms = ((-22, 78, "#f7d64f"), (22, 80, "#f3f0ea"), (0, 91, "#e86a8a"))
        for x, y, _ in blooms:
            pen.line(bend((0, 52), (x * 0.5, 64), (x, y)), "#4c7c41", 3)
        for side in (-1, 1):
            pen.body(smooth((0, 54), (side * 20, 58), (side * 33, 66), (side * 13, 66)), colours.LEAF, 0)
        for x, y, colour in blooms:
            for turn in range(5):
                petal = arc((x, y), 6.4, 6.4, turn / 5 + 0.05, turn / 5 + 0.05, 1)[0]
                pen.body(oval(*petal, 5.4), colour, 0)
            pen.dot(x, y, 4, "#8a5a24")
    pen.own(profile((15, 0), (26, 16), (27, 30), (13, 46), (12, 52), (17, 59)))
    pen.body(oval(0, 59, 17, 4), colours.darker(pen.colour, 0.6), 0)
    pen.flat(smooth((-19, 20), (-20, 30), (-14, 36), (-14, 22)), colours.WHITE, 0.5)
    if thing.state == "full":
        pen.line([(-6, 58), (-8, 66)], "#4c7c41", 3)
        pen.line([(5, 58), (8, 66)], "#4c7c41", 3)


SKETCHES: Mapping[str, Sketch] = {
    "ball": _ball,
    "bear": _bear,
    "book": _book,
    "box": _box,
    "shell": _shell,
    "vase": _vase,
}
