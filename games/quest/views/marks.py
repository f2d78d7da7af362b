"""Moments of the quest that are worth going to, and the seconds that spectators need to read an event."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from woozle.arena.views.match_timeline import Mark, part
from woozle.arena.views.speeds import to_read
from woozle.core.event import Event
from woozle.core.request import Seat
from woozle.games.quest import events as quest

_GLANCE = 1.0  # seconds to see what a seat is given, or what came of it


def marker(viewer: Seat) -> Callable[[Event, int], Mark | None]:
    """Return a function that marks the events of a viewer."""
    return partial(mark, me=viewer)


def mark(event: Event, at: int, me: Seat | None = None) -> Mark | None:
    """Return the mark of an event at a position. Each seat's Standing belongs to its step. me: who looks."""
    match event:
        case quest.Briefing():
            return part(at, "the start")
        case quest.Standing(_, step):
            return part(at, f"step {step + 1}")
        case quest.Reconsidered(seat, item):
            return Mark(at, "R", f"{'you revise' if seat == me else f'{seat} revises'} {item}")
        case quest.Stopped(seat):
            return Mark(at, "E", "you end early" if seat == me else f"{seat} ends early", is_bad=True)
        case quest.LeftOut(item):
            return Mark(at, "!", f"{item} is left out", is_bad=True)
        case quest.Tally():
            return part(at, "the scores")
    return None


def reading(event: Event, me: Seat | None) -> float:
    """Return the seconds that spectators need for an event; players have all of it on the table."""
    if me is not None:
        return 0.0
    match event:
        case quest.Written(_, _, text):
            return to_read(text)
        case quest.Given() | quest.Reconsidered() | quest.Scored() | quest.Glimpse() | quest.Tally():
            return _GLANCE
    return 0.0
