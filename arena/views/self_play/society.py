"""The society as a table: who can ask whom, who has which tool, who has control or waits, what each did and how right it was."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from woozle.arena.views.line import Tone
from woozle.arena.views.self_play.course import Course, Step
from woozle.arena.views.self_play.wording import reach, tools
from woozle.arena.views.views import Column, Sheet, SheetRow
from woozle.core.games.self_play.events import ANSWER
from woozle.core.naming import letters
from woozle.core.request import Seat

UNKNOWN = "–"
_SIGNS = {True: " ✓", False: " ✗", None: ""}
_COLUMNS = (
    Column("seat", is_cut=True),
    Column("can search", is_cut=True),
    Column("can ask", leaves=1, is_cut=True),
    Column("has done"),
)
_LONGEST = 40  # characters of what a seat did
_NOW = Column("now")


def society(course: Course) -> Sheet | None:
    """A row a seat, in which what the viewer does not know is left open; None before anything is known."""
    if not course.equipped:
        return None
    columns = _COLUMNS if course.is_over else (_COLUMNS[0], _NOW, *_COLUMNS[1:])
    return Sheet(columns, tuple(_rows(course)))


def _rows(course: Course) -> Iterator[SheetRow]:
    for letter, (number, seat) in zip(letters(course.seats), enumerate(course.seats, 1), strict=True):
        equipped = course.equipped.get(seat)
        can_ask = "all others" if equipped and len(equipped.reaches) == len(course.seats) - 1 > 1 else ""
        cells = (
            seat,
            *(() if course.is_over else (now(course, seat),)),
            (tools(equipped) if equipped else "") or UNKNOWN,
            can_ask or (reach(equipped.reaches) if equipped else "") or UNKNOWN,
            done(course, seat) or UNKNOWN,
        )
        yield SheetRow(cells, number, letter, _tones(course, seat, len(cells) - 1))


def now(course: Course, seat: Seat) -> str:
    """Who has control, and who waits for what, with their places in line."""
    if seat == course.active:
        return "▸ control"
    if seat not in course.stack:
        return ""
    place = course.stack[::-1].index(seat) + 1
    return f"{place}. {'for replies' if course.waits_for_replies(seat) else 'to be asked'}"


def done(course: Course, seat: Seat) -> str:
    """What a seat did, step by step: `SEARCH ×2, ANSWER ✗`; of more than can be shown, the last."""
    steps = groupby(f"{step.acted.action}{_SIGNS[course.is_right(step)]}" for step in course.steps_of(seat))
    counted = ((step, len(list(times))) for step, times in steps)
    told = ", ".join(step if number == 1 else f"{step} ×{number}" for step, number in counted)
    return told if len(told) <= _LONGEST else f"…{told[1 - _LONGEST :]}"


def tone(course: Course, step: Step) -> Tone:
    """How a reply is to be read beside what is right: sure and right is good, sure and wrong is bad."""
    match course.is_right(step), step.acted.action == ANSWER:
        case (None, _):
            return "plain"
        case (True, True):
            return "good"
        case (False, True):
            return "bad"
    return "notice" if course.knew_better(step) else "plain"


def _tones(course: Course, seat: Seat, place: int) -> dict[int, Tone]:
    """place: of what a seat has done."""
    tones: dict[int, Tone] = {}
    if seat == course.active:
        tones[1] = "notice"
    replies = [step for step in course.steps_of(seat) if step.is_reply]
    if replies and (last := tone(course, replies[-1])) != "plain":
        tones[place] = last
    return tones
