"""Drawings of traffic, shops and signs, for a street."""

from __future__ import annotations

from collections.abc import Mapping

from woozle.games.undercover.players.scenes import colours
from woozle.games.undercover.players.scenes.canvas import Pen, Sketch
from woozle.games.undercover.players.scenes.shapes import arc, bend, box, oval, smooth
from woozle.games.undercover.scenes.graph import Thing

_TYRE, _PANE = "#33363d", "#a9d3e6"
_GOODS = ("#c98a4b", "#d9635a", "#7fae5a")


def _bicycle(pen: Pen, thing: Thing) -> None:
    pen.shadow(100)
    for x in (-33, 33):
        _spoked_wheel(pen, x, 21, 20)
    hub, seat, crank, head = (-33, 21), (-14, 55), (-5, 21), (24, 53)
    frame = ((hub, crank), (hub, (-12, 48)), (crank, seat), (crank, head), ((-12, 48), head), ((33, 21), (22, 60)))
    for colour, width in ((colours.outline(pen.colour), 8.5), (pen.colour, 5.6)):
        for start, end in frame:
            pen.line([start, end], colour, width)
    pen.line(bend((22, 60), (20, 68), (28, 71), (36, 67)), colours.INK, 4)
    pen.line([(-15, 58), (-15, 60)], colours.INK, 4)
    pen.flat(smooth((-27, 59), (-26, 65), (-6, 64), (-3, 60), (-16, 58)), colours.INK)
    pen.dot(-5, 21, 5.5, colours.DARK_METAL)
    pen.line([(-5, 21), (1, 10)], colours.DARK_METAL, 3)
    pen.line([(-3, 9), (5, 9)], colours.INK, 4)


def _spoked_wheel(pen: Pen, x: float, y: float, reach: float) -> None:
    for turn in range(4):
        ends = [arc((x, y), reach - 2, reach - 2, turn / 8 + half / 2, turn / 8 + half / 2, 1)[0] for half in (0, 1)]
        pen.line(ends, "#c9ced4", 1.3)
    pen.line(arc((x, y), reach, reach, 0, 1, 36), _TYRE, 4.4)
    pen.dot(x, y, 3, colours.DARK_METAL)


def _bin(pen: Pen, thing: Thing) -> None:
    pen.shadow(58)
    if thing.state == "full":
        pen.body(smooth((-30, 74), (-32, 88), (-14, 96), (0, 90), (14, 97), (30, 88), (28, 72), (0, 70)), "#efe9dc")
        pen.body(smooth((-6, 80), (4, 98), (14, 98), (8, 80)), "#f6d447", 0)
        pen.body([(12, 76), (30, 80), (26, 94), (10, 90)], "#c0573f", 0)
        pen.line([(-24, 84), (-14, 88), (-18, 78)], colours.darker(colours.STONE))
    pen.own([*arc((0, 6), 24, 6, 0.5, 1), *reversed(arc((0, 72), 32, 7, 0.5, 1))])
    for x in (-15, 0, 15):
        pen.line([(x * 0.85, 8), (x, 60)], colours.outline(pen.colour), 2.6, 0.55)
    rim = [*arc((0, 72), 34, 9, 0.5, 1), *reversed(arc((0, 77), 34, 9, 0.5, 1))]
    if thing.state == "full":
        pen.own(rim, 0.5)
        return
    pen.own(oval(0, 76, 34, 10), 0.5)
    pen.body(oval(0, 76, 28, 7), colours.HOLLOW, 0)


def _bus(pen: Pen, thing: Thing) -> None:
    pen.shadow(106)
    pen.own([(-55, 10), (55, 10), *reversed(bend((46, 78), (52, 74), (55, 40))), *reversed(bend((-55, 72), (-52, 77), (-46, 78)))])
    for left in (-49, -26, -3, 20):
        pen.body(box(left, 46, left + 20 if left < 20 else 40, 69, 3), _PANE, 0)
        pen.flat([(left + 4, 50), (left + 11, 65), (left + 15, 65), (left + 8, 50)], colours.WHITE, 0.5)
    pen.body([(43, 44), (53, 44), (52, 69), (43, 69)], _PANE, 0)
    pen.body(box(24, 13, 38, 42, 2), colours.lighter(_PANE, 0.3), 0)
    pen.line([(31, 13), (31, 42)])
    pen.body(box(-42, 13, 19, 43, 4), "#fdfaf2", 0)
    pen.words(-11.5, 28, thing.text, 33, 54)
    pen.dot(53, 20, 3.2, colours.LIGHT)
    for x in (-34, 32):
        _wheel(pen, x, 11, 11)


def _wheel(pen: Pen, x: float, y: float, reach: float) -> None:
    pen.body(oval(x, y, reach), _TYRE, 0)
    pen.body(oval(x, y, reach * 0.5), colours.METAL, 0)


def _car(pen: Pen, thing: Thing) -> None:
    pen.shadow(94)
    for x in (-36, 36):
        pen.body(box(x - 9, 0, x + 9, 26, 4), _TYRE, 0)
    pen.own([(-38, 46), *bend((-38, 46), (-30, 74), (-24, 82), (0, 84), (24, 82), (30, 74), (38, 46))])
    pen.body([(-31, 48), (-23, 75), (23, 75), (31, 48)], _PANE, 0)
    pen.flat([(-18, 51), (-8, 72), (2, 72), (-8, 51)], colours.WHITE, 0.5)
    for side in (-1, 1):
        pen.own(oval(side * 46, 52, 7, 5), 0.4)
    pen.own(smooth((-49, 12), (-50, 34), (-42, 50), (0, 53), (42, 50), (50, 34), (49, 12), (0, 9)))
    for side in (-1, 1):
        pen.body(oval(side * 36, 38, 8.5), "#fff4c4", 0.6)
    pen.flat(box(-20, 34, 20, 44, 3), colours.INK)
    for y in (37.5, 41):
        pen.line([(-17, y), (17, y)], colours.METAL, 1.2)
    pen.body(box(-28, 9, 28, 29, 2), "#fdfaf2", 0)
    pen.words(0, 19, thing.text, 19, 50)


def _shop(pen: Pen, thing: Thing) -> None:
    pen.shadow(106)
    pen.own(box(-52, 0, 52, 88), 0.6)
    pen.body(box(-55, 86, 55, 99, 2), colours.lighter(pen.colour, 0.25), 0.5)
    pen.body(box(-44, 70, 44, 94, 2), "#fdfaf2", 0)
    pen.words(0, 82, thing.text, 23, 80)
    if thing.state == "open":
        pen.body(box(-46, 10, 10, 52), "#ffe9a3", 0)
        for x, y in ((-36, 16), (-20, 16), (-4, 16)):
            pen.body(oval(x, y, 7), _GOODS[x % 3], 0)
        pen.line([(-18, 10), (-18, 52)])
        pen.body(box(20, 0, 44, 52), "#5b4636", 0)
        pen.flat(box(22, 1, 42, 50), "#ffe9a3")
        pen.body([(20, 0), (12, -1), (12, 47), (20, 52)], colours.darker(pen.colour, 0.1), 0)
    else:
        for left, right in ((-46, 10), (20, 44)):
            pen.body(box(left, 2 if left > 0 else 10, right, 52), "#9aa1ab", 0)
            for y in range(14, 52, 6):
                pen.line([(left + 1, y), (right - 1, y)], "#6d747f")
    for number in range(8):
        x = -52 + number * 13
        stripe = pen.colour if number % 2 else "#fdfaf2"
        pen.body([(x + 1, 68), (x + 12, 68), *reversed(arc((x + 6.5, 54), 6.5, 6, 0.5, 1, 8))], stripe, 0)


def _sign(pen: Pen, thing: Thing) -> None:
    pen.shadow(30)
    pen.rod([(0, 1), (0, 50)], colours.DARK_METAL, 6)
    board = box(-46, 46, 46, 98, 8)
    pen.own(board)
    frame = box(-40, 52, 40, 92, 5)
    pen.line([*frame, *frame[:2]], colours.ink_on(pen.colour), 2.6)
    pen.words(0, 72, thing.text, 34, 70, colours.ink_on(pen.colour))


def _street_lamp(pen: Pen, thing: Thing) -> None:
    is_lit, pen = thing.state == "lit", pen.resize(0.94)
    if is_lit:
        pen.glow(0, 76, 38, strength=1)
    pen.shadow(36)
    pen.own([(-16, 0), (16, 0), (13, 8), (6, 12), (6, 60), (-6, 60), (-6, 12), (-13, 8)])
    pen.own(box(-12, 56, 12, 62, 2), 0.4)
    pen.body([(-12, 62), (12, 62), (20, 87), (-20, 87)], "#ffe680" if is_lit else "#5d6671", 0)
    if is_lit:
        pen.flat(oval(0, 75, 9, 10), colours.WHITE)
    else:
        pen.flat([(-11, 67), (-6, 67), (-10, 84), (-15, 84)], colours.WHITE, 0.35)
    pen.own([(-24, 87), (24, 87), (9, 99), (-9, 99)], 0.4)


def _umbrella(pen: Pen, thing: Thing) -> None:
    pen.shadow(56 if thing.state == "open" else 30)
    if thing.state != "open":
        pen.line(bend((0, 14), (0, 5), (7, 2), (12, 9)), colours.INK, 5)
        pen.own(smooth((0, 10), (-11, 26), (-15, 60), (-9, 84), (0, 88), (9, 84), (15, 60), (11, 26)))
        pen.line([(0, 12), (-7, 60), (-4, 84)], colours.outline(pen.colour))
        pen.line([(0, 12), (8, 58), (5, 84)], colours.outline(pen.colour))
        pen.body(box(-17, 46, 17, 52, 2), colours.darker(pen.colour), 0)
        pen.line([(0, 88), (0, 98)], colours.DARK_METAL, 4)
        return
    pen.line(bend((0, 60), (0, 12), (5, 4), (12, 4), (15, 11)), colours.INK, 5)
    edge = [point for x in (-36, -12, 12, 36) for point in reversed(arc((x, 46), 12, 7, 0, 0.5, 10))]
    pen.own([*edge, *arc((0, 46), 48, 46, 0, 0.5, 30)])
    for x in (-24, 0, 24):
        pen.line(bend((x, 46), (x * 0.85, 70), (0, 92)), colours.outline(pen.colour))
    pen.line([(0, 92), (0, 98)], colours.DARK_METAL, 4)


SKETCHES: Mapping[str, Sketch] = {
    "bicycle": _bicycle,
    "bin": _bin,
    "bus": _bus,
    "car": _car,
    "shop": _shop,
    "sign": _sign,
    "street_lamp": _street_lamp,
    "umbrella": _umbrella,
}
