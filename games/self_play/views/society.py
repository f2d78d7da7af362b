"""The society as a table: who can ask whom, who has which tool, who has control or waits, what each did and how right it was."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from woozle.arena.views.panels import UNKNOWN, FigureColumn, FigureRow, FigureTable
from woozle.core.line import Tone
from woozle.core.names import seat_letters
from woozle.core.request import Seat
from woozle.core.words import RIGHT_SIGNS
from woozle.games.self_play.events import ANSWER
from woozle.games.self_play.state import State, Step
from woozle.games.self_play.words import reach, shorten

_COLUMNS = (
    FigureColumn("seat", is_cut=True),
    FigureColumn("can search", is_cut=True),
    FigureColumn("can ask", leaves=1, is_cut=True),
    FigureColumn("has done"),
)
_LONGEST = 40  # characters of what a seat did
_NOW = FigureColumn("now")


def society(state: State) -> FigureTable | None:
    """Return a row for each seat, in which unknown cells are empty; None before anything is known."""
    if not state.equipped:
        return None
    columns = _COLUMNS if state.is_over else (_COLUMNS[0], _NOW, *_COLUMNS[1:])
    return FigureTable(columns, tuple(_rows(state)))


def _rows(state: State) -> Iterator[FigureRow]:
    for letter, (number, seat) in zip(seat_letters(state.seats), enumerate(state.seats, 1), strict=True):
        equipped = state.equipped.get(seat)
        can_ask = "all others" if equipped and len(equipped.reaches) == len(state.seats) - 1 > 1 else ""
        cells = (
            seat,
            *(() if state.is_over else (now(state, seat),)),
            tools(state, seat) or UNKNOWN,
            can_ask or (reach(equipped.reaches) if equipped else "") or UNKNOWN,
            list_steps(state, seat) or UNKNOWN,
        )
        yield FigureRow(cells, number, letter, _tones(state, seat, len(cells) - 1))


def now(state: State, seat: Seat) -> str:
    """Return a seat's state: its turn, or what it waits for and its place in line."""
    if seat == state.active:
        return "▸ turn"
    if seat not in state.stack:
        return ""
    place = state.stack[::-1].index(seat) + 1
    return f"{place}. {'for replies' if state.waits_for_replies(seat) else 'to be asked'}"


def tools(state: State, seat: Seat) -> str:
    """Return a seat's tools: `encyclopaedia, sums`; empty if it has none, or they are not known."""
    equipped = state.equipped.get(seat)
    has = (shorten(equipped.library), "sums" if equipped.has_calculator else "") if equipped else ()
    return ", ".join(filter(None, has))


def list_steps(state: State, seat: Seat) -> str:
    """Return a seat's steps: `SEARCH ×2, ANSWER ✗`; the last ones if there are too many."""
    steps = groupby(f"{step.acted.action}{RIGHT_SIGNS[state.is_right(step)]}" for step in state.steps_of(seat))
    counted = ((step, len(list(times))) for step, times in steps)
    return shorten(", ".join(step if number == 1 else f"{step} ×{number}" for step, number in counted), _LONGEST)


def tone(state: State, step: Step) -> Tone:
    """Return the tone of a reply beside the key: sure and right is good, sure and wrong is bad."""
    match state.is_right(step), step.acted.action == ANSWER:
        case (None, _):
            return "plain"
        case (True, True):
            return "good"
        case (False, True):
            return "bad"
    return "notice" if state.knew_better(step) else "plain"


def _tones(state: State, seat: Seat, place: int) -> dict[int, Tone]:
    """Return the tones of a row. place: column of the seat's actions."""
    tones: dict[int, Tone] = {}
    if seat == state.active:
        tones[1] = "notice"
    replies = [step for step in state.steps_of(seat) if step.is_reply]
    if replies and (last := tone(state, replies[-1])) != "plain":
        tones[place] = last
    return tones
