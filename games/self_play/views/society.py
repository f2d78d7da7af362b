"""The society as a table: who can ask whom, who has which tool, who has control or waits, what each did and how right it was."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from woozle.arena.views.panels import UNKNOWN, FigureColumn, FigureRow, FigureTable
from woozle.arena.views.words import RIGHT_SIGNS
from woozle.core.line import Tone
from woozle.core.names import seat_letters
from woozle.core.request import Seat
from woozle.games.self_play.events import ANSWER
from woozle.games.self_play.views.course import Course, Step
from woozle.games.self_play.views.labels import reach, tools

_COLUMNS = (
    FigureColumn("seat", is_cut=True),
    FigureColumn("can search", is_cut=True),
    FigureColumn("can ask", leaves=1, is_cut=True),
    FigureColumn("has done"),
)
_LONGEST = 40  # characters of what a seat did
_NOW = FigureColumn("now")


def society(course: Course) -> FigureTable | None:
    """Return a row for each seat, in which unknown cells are empty; None before anything is known."""
    if not course.equipped:
        return None
    columns = _COLUMNS if course.is_over else (_COLUMNS[0], _NOW, *_COLUMNS[1:])
    return FigureTable(columns, tuple(_rows(course)))


def _rows(course: Course) -> Iterator[FigureRow]:
    for letter, (number, seat) in zip(seat_letters(course.seats), enumerate(course.seats, 1), strict=True):
        equipped = course.equipped.get(seat)
        can_ask = "all others" if equipped and len(equipped.reaches) == len(course.seats) - 1 > 1 else ""
        cells = (
            seat,
            *(() if course.is_over else (now(course, seat),)),
            (tools(equipped) if equipped else "") or UNKNOWN,
            can_ask or (reach(equipped.reaches) if equipped else "") or UNKNOWN,
            list_steps(course, seat) or UNKNOWN,
        )
        yield FigureRow(cells, number, letter, _tones(course, seat, len(cells) - 1))


def now(course: Course, seat: Seat) -> str:
    """Return a seat's state: its turn, or what it waits for and its place in line."""
    if seat == course.active:
        return "▸ turn"
    if seat not in course.stack:
        return ""
    place = course.stack[::-1].index(seat) + 1
    return f"{place}. {'for replies' if course.waits_for_replies(seat) else 'to be asked'}"


def list_steps(course: Course, seat: Seat) -> str:
    """Return a seat's steps: `SEARCH ×2, ANSWER ✗`; the last ones if there are too many."""
    steps = groupby(f"{step.acted.action}{RIGHT_SIGNS[course.is_right(step)]}" for step in course.steps_of(seat))
    counted = ((step, len(list(times))) for step, times in steps)
    told = ", ".join(step if number == 1 else f"{step} ×{number}" for step, number in counted)
    return told if len(told) <= _LONGEST else f"…{told[1 - _LONGEST :]}"


def tone(course: Course, step: Step) -> Tone:
    """Return the tone of a reply beside the key: sure and right is good, sure and wrong is bad."""
    match course.is_right(step), step.acted.action == ANSWER:
        case (None, _):
            return "plain"
        case (True, True):
            return "good"
        case (False, True):
            return "bad"
    return "notice" if course.knew_better(step) else "plain"


def _tones(course: Course, seat: Seat, place: int) -> dict[int, Tone]:
    """Return the tones of a row. place: column of the seat's actions."""
    tones: dict[int, Tone] = {}
    if seat == course.active:
        tones[1] = "notice"
    replies = [step for step in course.steps_of(seat) if step.is_reply]
    if replies and (last := tone(course, replies[-1])) != "plain":
        tones[place] = last
    return tones
