"""The moments of a match of the quest that are worth going to, and how long people need for its Events."""

from __future__ import annotations

from woozle.arena.views.match_timeline import Mark, part
from woozle.arena.views.speeds import to_read
from woozle.core.game import Event
from woozle.core.games.quest import events as quest
from woozle.core.request import Seat

_GLANCE = 1.0  # seconds to see what a seat is given, or what came of it


def mark(event: Event, at: int) -> Mark | None:
    """Return the mark of an event at a position. Each seat's Standing belongs to its step."""
    match event:
        case quest.Briefing():
            return part(at, "the start")
        case quest.Standing(_, step):
            return part(at, f"step {step + 1}")
        case quest.Reconsidered(seat, item):
            return Mark(at, "R", f"{seat} reviews {item}")
        case quest.Stopped(seat):
            return Mark(at, "E", f"{seat} ends early", is_bad=True)
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
