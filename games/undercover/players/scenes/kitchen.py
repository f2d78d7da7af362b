"""Drawings of food and dishes, for a table."""

from __future__ import annotations

from collections.abc import Mapping

from woozle.games.undercover.players.scenes import colours
from woozle.games.undercover.players.scenes.canvas import Pen, Sketch
from woozle.games.undercover.players.scenes.shapes import arc, bend, box, oval, profile, smooth, trapeze
from woozle.games.undercover.scenes.graph import Thing


def _apple(pen: Pen, thing: Thing) -> None:
    pen.shadow(74)
    pen.rod(bend((0, 72), (2, 84), (9, 94)), "#6b4a2c", 4)
    pen.own(smooth((0, 3), (-22, 1), (-42, 28), (-43, 58), (-24, 78), (0, 72), (24, 78), (43, 58), (42, 28), (22, 1)))
    pen.body(smooth((8, 80), (22, 96), (42, 94), (30, 80)), colours.LEAF)
    pen.flat(smooth((-32, 52), (-28, 64), (-20, 68), (-24, 54)), colours.WHITE, 0.65)


def _cup(pen: Pen, thing: Thing) -> None:
    pen = pen.resize(0.93)
    pen.shadow(74, -8)
    pen.tube(arc((27, 36), 19, 20, -0.22, 0.22), 15, 9)
    pen.own([*arc((-6, 14), 29, 13, 0.5, 1), *reversed(arc((-6, 64), 37, 8, 0.5, 1))])
    pen.body(oval(-6, 64, 37, 10), colours.lighter(pen.colour, 0.45), 0)
    if thing.state == "full":
        pen.flat(oval(-6, 62.5, 32, 7.2), colours.COFFEE)
        pen.flat(oval(-13, 64, 13, 2.5), colours.lighter(colours.COFFEE, 0.3))
        for x in (-20, -4, 12):
            pen.line(bend((x - 3, 72), (x + 3, 79), (x - 3, 86), (x + 3, 94)), colours.INK, 7, 0.35)
            pen.line(bend((x - 3, 72), (x + 3, 79), (x - 3, 86), (x + 3, 94)), colours.WHITE, 4)
    else:
        pen.flat(oval(-6, 62.5, 32, 7.2), "#6d665e")
        pen.flat(oval(-6, 59.5, 26, 4), "#968e84")


def _plate(pen: Pen, thing: Thing) -> None:
    pen.shadow(100)
    pen.body(oval(0, 20, 54, 19), colours.darker(pen.colour), 0)
    pen.own(oval(0, 23, 54, 20), 0.4)
    pen.body(oval(0, 23, 35, 12.5), colours.lighter(pen.colour, 0.72), 0)
    if thing.state != "full":
        return
    pen.body(smooth((-30, 21), (-22, 38), (0, 46), (20, 39), (29, 22), (0, 15)), "#f1cf6c")
    for bow in ((-22, 24, -8, 36), (-12, 21, 6, 40), (2, 20, 18, 34), (-18, 31, 12, 26)):
        pen.line(bend(bow[:2], ((bow[0] + bow[2]) / 2, bow[3] + 5), (bow[2], bow[3] - 4)), "#c79632", 2)
    for x, y in ((-10, 38), (9, 37), (0, 46)):
        pen.body(oval(x, y, 8.5), "#8c4a2b")
    pen.body(smooth((3, 53), (12, 60), (20, 52), (10, 49)), colours.LEAF, 0)


def _bottle(pen: Pen, thing: Thing) -> None:
    pen.shadow(56)
    glass = profile((23, 0), (27, 4), (27, 55), (24, 65), (12, 77), (10.5, 86))
    pen.body(glass, colours.GLASS)
    if thing.state == "full":
        pen.flat(profile((20, 4), (23, 7), (23, 55), (20.5, 63), (10, 75), (8.5, 79)), pen.colour)
    else:
        pen.line([(-18, 5), (18, 5)], colours.darker(colours.GLASS, 0.25), 2.5)
    pen.flat(box(-21, 10, -17, 60, 2), colours.WHITE, 0.55)
    pen.own(box(-14, 84, 14, 97, 4))
    _label(pen, thing.text, 55, 21, 46)


def _label(pen: Pen, text: str, wide: float, low: float, high: float) -> None:
    half = wide / 2
    pen.own(box(-half, low - 7, half, high + 7), 0.3)
    pen.flat(box(-half + 0.8, low, half - 0.8, high), "#fdfaf2")
    pen.words(0, (low + high) / 2, text, (high - low) * 0.9, wide * 0.88)


def _jar(pen: Pen, thing: Thing) -> None:
    pen.shadow(78)
    pen.body(profile((34, 0), (39, 5), (39, 62), (34, 72), (29, 77)), colours.GLASS)
    if thing.state == "full":
        pen.flat(profile((31, 4), (35, 8), (35, 61), (32, 68)), pen.colour)
        pen.flat(oval(0, 67, 31, 4), colours.lighter(pen.colour, 0.3))
    else:
        pen.line([(-29, 5), (29, 5)], colours.darker(colours.GLASS, 0.25), 2.5)
    pen.flat(box(-33, 12, -28, 64, 2), colours.WHITE, 0.5)
    pen.own(box(-34, 76, 34, 94, 5))
    for x in range(-26, 30, 9):
        pen.line([(x, 79), (x, 91)], colours.outline(pen.colour), 0, 0.35)
    _label(pen, thing.text, 79, 21, 46)


def _candle(pen: Pen, thing: Thing) -> None:
    is_lit, pen = thing.state == "lit", pen.resize(0.9)
    if is_lit:
        pen.glow(0, 80, 36, strength=1)
    pen.shadow(46)
    pen.body(smooth((-27, 4), (0, 0), (27, 4), (28, 11), (0, 15), (-28, 11)), colours.METAL)
    pen.own(box(-16, 8, 16, 66, 3))
    pen.body(oval(0, 65.5, 16, 5), colours.lighter(pen.colour, 0.5), 0)
    pen.line([(0, 65), (0, 75)], colours.INK, 3)
    if is_lit:
        pen.body(smooth((0, 68), (-13, 78), (-8, 90), (0, 104), (8, 90), (13, 78)), colours.FLAME, 0)
        pen.flat(smooth((0, 72), (-6, 79), (0, 92), (6, 79)), "#fff6c2")


def _cake(pen: Pen, thing: Thing) -> None:
    pen.shadow(72)
    pen.body(trapeze(0, 26, 18, 7), colours.METAL)
    pen.body(oval(0, 18, 50, 6), colours.lighter(colours.METAL))
    pen.body([*arc((0, 24), 40, 7, 0.5, 1), *reversed(arc((0, 58), 40, 7, 0.5, 1))], colours.CREAM)
    pen.own([*arc((0, 24), 40, 7, 0.5, 1), *reversed(arc((0, 34), 40, 7, 0.5, 1))], 0.5)
    drops = (
        (40, 62),
        (40, 42),
        (32, 34),
        (24, 44),
        (15, 46),
        (8, 33),
        (0, 32),
        (-7, 44),
        (-17, 45),
        (-24, 34),
        (-33, 36),
        (-40, 46),
    )
    pen.own([*bend(*drops, (-40, 62)), *arc((0, 62), 40, 7, 0.5, 0, 20)])
    pen.body(oval(0, 62, 40, 7.5), colours.lighter(pen.colour, 0.3), 0)
    for x, y in ((-24, 63), (24, 63), (0, 60)):
        pen.body(oval(x, y + 5, 6.5), "#c4253a")
    pen.line(bend((0, 70), (2, 77), (8, 82)), "#4b6b34", 2)


def _teapot(pen: Pen, thing: Thing) -> None:
    pen.shadow(76)
    pen.tube(arc((-32, 40), 19, 22, 0.2, 0.8), 11, 6)
    pen.own([(26, 18), *bend((30, 20), (42, 34), (44, 54), (55, 66)), (46, 70), *bend((44, 68), (34, 60), (32, 48), (24, 44))])
    pen.own(smooth((-20, 1), (-37, 16), (-38, 44), (-22, 64), (0, 68), (22, 64), (38, 44), (37, 16), (20, 1)))
    pen.own(smooth((-24, 64), (-14, 75), (0, 78), (14, 75), (24, 64), (0, 60)), 0.6)
    pen.body(oval(0, 82, 6), pen.colour)
    pen.flat(smooth((-30, 40), (-24, 54), (-17, 58), (-22, 42)), colours.WHITE, 0.5)


SKETCHES: Mapping[str, Sketch] = {
    "apple": _apple,
    "bottle": _bottle,
    "cake": _cake,
    "candle": _candle,
    "cup": _cup,
    "jar": _jar,
    "plate": _plate,
    "teapot": _teapot,
}
