"""Moments of a debate worth going to, and seconds to read its events."""

from __future__ import annotations

from collections.abc import Callable

from woozle.arena.views.match_timeline import Mark, part
from woozle.arena.views.speeds import to_read
from woozle.core.event import Event
from woozle.core.names import join_names
from woozle.core.request import Seat
from woozle.core.state import copy_state, fold_events
from woozle.games.debate.events import Answered, Appealed, Briefing, Concluded, Key, Linked, RoundBegan
from woozle.games.debate.state import State

_LINK = 1.5  # seconds to see who listens to whom
_NOTICE = 2.0  # seconds to see what the table answers


def marker(viewer: Seat) -> Callable[[Event, int], Mark | None]:
    """Return a function that marks the events of a viewer, who may know by then what is right."""
    state = State(viewer)

    def mark_next(event: Event, at: int) -> Mark | None:
        found = mark(event, at, state)
        state.see(event)
        return found

    return mark_next


def mark(event: Event, at: int, state: State) -> Mark | None:
    """Return the moment that an event makes; turned answers only for those who know the right one. state: before the event."""
    match event:
        case Briefing():
            return part(at, "the start")
        case RoundBegan(number) | Linked(number):
            return part(at, f"round {number}")
        case Answered(seat, number) if state.key:
            return _mark_turn(at, fold_events(copy_state(state), [event]), seat, number)
        case Appealed():
            return part(at, "appeals")
        case Key() if state.round:
            return part(at, "the end")
    return None


def _mark_turn(at: int, state: State, seat: Seat, number: int) -> Mark | None:
    turned = state.find_turn(seat, number)
    glyph = {"misled": "!", "corrected": "✓", "": ""}[turned]
    return Mark(at, glyph, describe_turn(state, seat, number), is_bad=turned == "misled") if turned else None


def describe_turn(state: State, seat: Seat, number: int) -> str:
    """Return how the answer of a seat turned, with those it had heard who already answered so."""
    others = state.find_agreeing_speakers(seat, number)
    after = f" after hearing {join_names(others)}" if others else ""
    return f"{seat} turns {'wrong' if state.find_turn(seat, number) == 'misled' else 'right'}{after}"


def reading(event: Event, me: Seat | None) -> float:
    """Return the seconds that spectators need for an event before the next may come; players read while they are asked."""
    match event:
        case Answered(_, _, text, _, source) if me is None and source in ("said", "given"):
            return to_read(text)
        case Linked() if me is None:
            return _LINK
        case Concluded():
            return _NOTICE
    return 0.0
