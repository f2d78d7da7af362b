"""Drawings of plants, toys and belongings, for a park."""

from __future__ import annotations

from collections.abc import Mapping

from woozle.games.undercover.players.scenes import colours
from woozle.games.undercover.players.scenes.canvas import Pen, Sketch
from woozle.games.undercover.players.scenes.shapes import arc, bend, box, cloud, oval, rotate, smooth
from woozle.games.undercover.scenes.graph import Thing


def _balloon(pen: Pen, thing: Thing) -> None:
    pen.line(bend((0, 30), (-4, 20), (5, 11), (0, 1)), colours.INK, 1.6)
    pen.own([(-6, 25), (6, 25), (0, 34)], 0.4)
    pen.own(smooth((0, 31), (-23, 46), (-32, 68), (-22, 91), (0, 99), (22, 91), (32, 68), (23, 46)))
    pen.flat(smooth((-22, 70), (-19, 84), (-9, 90), (-13, 76)), colours.WHITE, 0.65)


def _basket(pen: Pen, thing: Thing) -> None:
    pen.shadow(74)
    pen.tube(arc((0, 46), 39, 48, 0, 0.5), 8, 5)
    if thing.state == "full":
        pen.body(smooth((-34, 46), (-30, 66), (-12, 70), (-6, 48)), colours.BREAD)
        pen.body(oval(22, 56, 14), "#6aa84f")
        pen.body(oval(0, 58, 14), "#d63b3b")
        pen.body(smooth((-44, 48), (-20, 56), (-8, 44), (-22, 40)), "#f7f2e6")
    else:
        pen.body(oval(0, 48, 41, 10), colours.HOLLOW, 0)
    pen.own([*arc((0, 8), 31, 7, 0.5, 1), *reversed(arc((0, 48), 43, 9, 0.5, 1))])
    if thing.pattern == "plain":
        for y in (14, 24, 34):
            pen.line(arc((0, y + 5), 34 + y * 0.18, 7, 0.51, 0.99), colours.outline(pen.colour), 0, 0.7)
        for x in (-24, -8, 8, 24):
            pen.line([(x, 4), (x * 1.25, 40)], colours.outline(pen.colour), 0, 0.5)
    pen.tube(arc((0, 48), 43, 9, 0.5, 1), 8, 4.6, colours.lighter(pen.colour, 0.25))


def _bench(pen: Pen, thing: Thing) -> None:
    pen.shadow(102)
    for x in (-40, 40):
        pen.line([(x, 2), (x, 30)], colours.INK, 6)
        pen.line([(x, 28), (x + (3 if x > 0 else -3), 72)], colours.INK, 5)
    for y in (42, 54, 66):
        pen.own(box(-53, y, 53, y + 9, 3), 0.6)
    pen.own([(-56, 24), (56, 24), (56, 30), (50, 37), (-50, 37), (-56, 30)])
    pen.line([(-55, 30), (55, 30)], colours.outline(pen.colour))


def _cart(pen: Pen, thing: Thing) -> None:
    pen.shadow(96)
    for x in (-40, 40):
        pen.rod([(x, 44), (x, 82)], colours.DARK_METAL, 3.5)
    pen.own(box(-48, 16, 48, 50, 4))
    pen.body(box(-40, 20, 40, 45, 3), "#fdfaf2", 0)
    pen.words(0, 32.5, thing.text, 24, 72)
    pen.body(box(-53, 48, 53, 54, 2), colours.WOOD, 0.5)
    for x in (-30, 30):
        pen.body(oval(x, 12, 13), "#4a4f58", 0)
        pen.body(oval(x, 12, 6), "#e8e2d5", 0)
    for number in range(7):
        left = -52.5 + number * 15
        stripe = "#fdfaf2" if number % 2 else pen.colour
        low = reversed(arc((left + 7.5, 76), 7.5, 7, 0.5, 1, 8))
        pen.body([(left * 0.8, 98), ((left + 15) * 0.8, 98), *low], stripe, 0)


def _flower(pen: Pen, thing: Thing) -> None:
    pen.shadow(30)
    pen.rod([(0, 1), (0, 66)], colours.STEM, 4.5)
    for side in (-1, 1):
        pen.body(smooth((0, 8), (side * 12, 26), (side * 27, 36), (side * 22, 18)), colours.LEAF)
    if thing.state == "open":
        for turn in range(7):
            petal = rotate(oval(0, 92, 9, 12), turn / 7, (0, 70))
            pen.own([(x, y - 4) for x, y in petal], 0.5)
        pen.body(oval(0, 66, 10.5), "#f2b632" if thing.colour not in ("yellow", "orange") else "#7a4a22")
        return
    pen.own(smooth((0, 56), (-14, 66), (-12, 84), (0, 98), (12, 84), (14, 66)))
    pen.line(bend((-6, 60), (-3, 78), (0, 94)), colours.outline(pen.colour))
    for side in (-1, 1):
        pen.body(smooth((0, 54), (side * 13, 58), (side * 17, 74), (side * 7, 66)), colours.STEM, 0.4)


def _kite(pen: Pen, thing: Thing) -> None:
    pen.line(bend((0, 40), (-10, 28), (6, 18), (-4, 2)), colours.INK, 1.6)
    for x, y, lean in ((-8, 27, 0.06), (1, 17, -0.08), (-2, 7, 0.05)):
        for side in (-1, 1):
            pen.body(rotate([(x, y), (x + side * 9, y + 5), (x + side * 9, y - 5)], lean, (x, y)), pen.colour, 0)
    pen.own([(0, 34), (34, 72), (0, 99), (-34, 72)])
    pen.line([(0, 34), (0, 99)], colours.outline(pen.colour))
    pen.line([(-34, 72), (34, 72)], colours.outline(pen.colour))


def _tent(pen: Pen, thing: Thing) -> None:
    pen.shadow(108)
    pen.own([(-54, 2), (54, 2), *bend((54, 2), (26, 44), (0, 82)), *bend((0, 82), (-26, 44), (-54, 2))])
    pen.line([(0, 80), (0, 88)], colours.DARK_WOOD, 3.5)
    if thing.state == "open":
        pen.body([(-19, 2), (19, 2), (0, 62)], colours.HOLLOW, 0)
        for side in (-1, 1):
            pen.body([(side * 19, 2), (side * 28, 3), (side * 17, 32), (0, 64)], colours.lighter(pen.colour, 0.45), 0.5)
        return
    pen.line([(0, 3), (0, 68)], colours.outline(pen.colour), 3)
    for y in range(8, 66, 8):
        pen.line([(-3, y), (3, y)], colours.outline(pen.colour), 1.6)
    for side in (-1, 1):
        pen.line([(side * 24, 3), (0, 66)], colours.outline(pen.colour), 0, 0.6)


def _tree(pen: Pen, thing: Thing) -> None:
    pen.shadow(44)
    pen.body([*bend((-13, 0), (-7, 10), (-6, 46)), *bend((6, 46), (7, 10), (13, 0))], colours.DARK_WOOD)
    for points in (((0, 26), (-14, 38), (-20, 48)), ((0, 30), (13, 40), (18, 50))):
        pen.rod(bend(*points), colours.DARK_WOOD, 4)
    for x, y, reach in ((-23, 53, 21), (23, 53, 21), (0, 72, 28)):
        pen.own(cloud(x, y, reach, 9))
    pen.flat(cloud(0, 54, 24, 9), pen.colour)
    for x, y in ((-24, 54), (8, 82), (24, 58), (-6, 64), (4, 46)):
        pen.line(arc((x, y), 6, 4.5, 0.55, 0.95), colours.outline(pen.colour), 0, 0.7)


SKETCHES: Mapping[str, Sketch] = {
    "balloon": _balloon,
    "basket": _basket,
    "bench": _bench,
    "cart": _cart,
    "flower": _flower,
    "kite": _kite,
    "tent": _tent,
    "tree": _tree,
}
