"""Animals: awake they sit or stand with open eyes, asleep they lie curled up."""

from __future__ import annotations

from collections.abc import Mapping

from woozle.games.undercover.players.scenes.canvas import Pen, Sketch
from woozle.games.undercover.players.scenes.colours import INK, WHITE, darker, lighter, lightness, outline
from woozle.games.undercover.players.scenes.shapes import arc, bend, oval, smooth
from woozle.games.undercover.scenes.graph import Thing

_BILL, _NOSE = "#f08a1d", "#e88a95"


def _bird(pen: Pen, thing: Thing) -> None:
    pen.own([(-38, 40), *bend((-38, 40), (-52, 46), (-55, 40)), (-52, 34), (-40, 32)], 0.5)
    pen.own(smooth((-4, 44), (-34, 62), (-38, 82), (-20, 80), (4, 62), (12, 46)))
    pen.own(smooth((-42, 36), (-20, 50), (8, 52), (26, 56), (40, 54), (44, 44), (36, 36), (14, 20), (-14, 22)))
    pen.own(smooth((-8, 42), (-12, 66), (-6, 90), (10, 84), (18, 62), (16, 44)))
    pen.body([(43, 50), (56, 46), (43, 42)], _BILL, 0)
    _eye(pen, 35, 48, 3.6)


def _cat(pen: Pen, thing: Thing) -> None:
    if thing.state == "asleep":
        _sleeping(pen)
        _cat_head(pen, -24, 30, is_asleep=True)
        _dreams(pen, 0, 60)
        return
    pen.shadow(66)
    pen.tube(bend((18, 8), (40, 8), (44, 26), (36, 42)), 13, 8.5)
    pen.own(smooth((0, 1), (-26, 2), (-25, 22), (-15, 50), (0, 58), (15, 50), (25, 22), (26, 2)))
    for side in (-1, 1):
        pen.own(oval(side * 10, 5, 9, 6), 0.4)
        pen.line([(side * 3, 10), (side * 4, 28)], outline(pen.colour))
    _cat_head(pen, 0, 66, is_asleep=False)


def _cat_head(pen: Pen, x: float, y: float, *, is_asleep: bool) -> None:
    for side in (-1, 1):
        pen.own([(x + side * 27, y + 2), (x + side * 25, y + 34), (x + side * 5, y + 18)], 0.4)
        pen.flat([(x + side * 22, y + 14), (x + side * 21.5, y + 26), (x + side * 13, y + 19)], _NOSE)
    pen.own(oval(x, y, 29, 23))
    ink = _features(pen)
    for side in (-1, 1):
        if is_asleep:
            pen.line(arc((x + side * 12, y + 4), 6, 5, 0.5, 1), ink, 2.2)
        else:
            _eye(pen, x + side * 12, y + 3, 5)
        for up in (-2, -7):
            pen.line([(x + side * 14, y - 7), (x + side * 31, y - 5 + up)], ink, 1.3)
    pen.flat([(x - 4, y - 3), (x + 4, y - 3), (x, y - 8)], _NOSE)
    _mouth(pen, x, y - 9, ink)


def _dog(pen: Pen, thing: Thing) -> None:
    if thing.state == "asleep":
        _sleeping(pen)
        _dog_head(pen, -19, 26, is_asleep=True)
        _dreams(pen, 0, 60)
        return
    pen.shadow(66)
    pen.tube(bend((22, 12), (38, 18), (44, 40)), 13, 8.5)
    pen.own(smooth((0, 1), (-26, 2), (-26, 20), (-18, 50), (0, 58), (18, 50), (28, 20), (28, 2)))
    for side in (-1, 1):
        pen.own([(side * 3, 0), (side * 17, 0), (side * 16, 32), (side * 5, 32)], 0)
        pen.own(oval(side * 11, 5, 10, 6), 0.4)
    pen.body([(-19, 44), (19, 44), (18, 51), (-18, 51)], "#b8433f", 0)
    pen.dot(0, 43, 4.5, "#f0c84a")
    _dog_head(pen, 0, 70, is_asleep=False)


def _dog_head(pen: Pen, x: float, y: float, *, is_asleep: bool) -> None:
    ink, ears = _features(pen), darker(pen.colour, 0.4) if lightness(pen.colour) > 0.2 else "#51545c"
    pen.own(smooth((x, y - 24), (x - 22, y - 14), (x - 24, y + 12), (x, y + 24), (x + 24, y + 12), (x + 22, y - 14)))
    muzzle = lighter(pen.colour, 0.6)
    pen.body(oval(x, y - 11, 15, 12), muzzle, 0)
    for side in (-1, 1):
        ear = smooth((14, 22), (28, 20), (36, -6), (28, -16), (20, 0))
        pen.body([(x + side * across, y + up) for across, up in ear], ears)
        if is_asleep:
            pen.line(arc((x + side * 10, y + 7), 5, 4.5, 0.5, 1), ink, 2.2)
        else:
            _eye(pen, x + side * 10, y + 6, 4.6)
    pen.flat(oval(x, y - 5, 6.5, 4.8), INK)
    pen.line([(x, y - 8), (x, y - 13)], INK, 1.6)
    _mouth(pen, x, y - 13, INK)
    if not is_asleep:
        pen.body(smooth((x - 4, y - 17), (x + 4, y - 17), (x + 3, y - 26), (x - 3, y - 26)), "#ee7f8c", 0)


def _sleeping(pen: Pen) -> None:
    """Draw a body curled up, with its tail around it."""
    pen.shadow(100)
    pen.own(smooth((-40, 3), (-48, 16), (-30, 38), (4, 50), (38, 42), (53, 22), (46, 4), (0, 0)))
    pen.line(arc((28, 14), 22, 18, 0.06, 0.4), outline(pen.colour))
    pen.tube(bend((50, 12), (30, 4), (8, 5), (-2, 8)), 13, 8.5)


def _duck(pen: Pen, thing: Thing) -> None:
    pen.shadow(64)
    is_asleep = thing.state == "asleep"
    if not is_asleep:
        for x in (-6, 10):
            pen.rod([(x, 2), (x, 14)], _BILL, 4)
            pen.body([(x - 11, 0), (x + 5, 0), (x + 1, 6), (x - 2, 6)], _BILL, 0)
    low = 0 if is_asleep else 10
    trunk = smooth((-34, 26), (-20, 4), (14, 2), (38, 16), (52, 44), (30, 38), (0, 42), (-24, 46))
    pen.own([(x, y + low) for x, y in trunk])
    if is_asleep:
        pen.own(oval(2, 48, 21, 19))
        pen.own(smooth((6, 26), (18, 36), (44, 36), (50, 22), (26, 8), (8, 12)), 0.8)
        pen.body(smooth((-16, 46), (-22, 36), (-12, 25), (-2, 36), (0, 44)), _BILL, 0)
        pen.line(arc((4, 51), 7, 6, 0.5, 1), _features(pen), 2.6)
        _dreams(pen, 2, 68)
        return
    pen.own(smooth((-36, 38), (-32, 64), (-12, 62), (-6, 44), (-20, 30)), 0)
    pen.own(oval(-20, 76, 21, 20))
    pen.body(smooth((-36, 76), (-54, 74), (-54, 66), (-36, 64)), _BILL, 0)
    _eye(pen, -26, 81, 4.6)
    pen.own(smooth((0, 42), (22, 48), (40, 40), (30, 24), (10, 22)), 0.8)


def _eye(pen: Pen, x: float, y: float, reach: float) -> None:
    pen.dot(x, y, reach * 1.3, WHITE)
    pen.dot(x, y, reach, INK)
    pen.dot(x - reach * 0.3, y + reach * 0.35, reach * 0.32, WHITE)


def _mouth(pen: Pen, x: float, y: float, ink: str) -> None:
    for side in (-4, 4):
        pen.line(arc((x + side, y), 4, 4, 0.5, 1), ink, 1.6)


def _features(pen: Pen) -> str:
    """Return the colour in which a face is drawn."""
    return INK if lightness(pen.colour) > 0.2 else "#d9dbe0"


def _dreams(pen: Pen, x: float, y: float) -> None:
    for step, height in ((0, 17), (1, 22), (2, 27)):
        left, low, wide = x + step * 16, y + step * 9, height * 0.38
        letter = [(left, low + wide * 1.2), (left + wide, low + wide * 1.2), (left, low), (left + wide, low)]
        pen.line(letter, WHITE, 7)
        pen.line(letter, "#39507e", 3.4)


SKETCHES: Mapping[str, Sketch] = {
    "bird": _bird,
    "cat": _cat,
    "dog": _dog,
    "duck": _duck,
}
