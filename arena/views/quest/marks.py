"""The moments of a match of the quest that are worth going to, and how long people need for its Events."""

from __future__ import annotations

from woozle.arena.views.reel import Mark, part
from woozle.arena.views.speeds import to_read
from woozle.core.game import Event
from woozle.core.games.quest import events as quest
from woozle.core.request import Seat

_GLANCE = 1.0  # seconds to see what a seat is given, or what came of it


def mark(event: Event, at: int) -> Mark | None:
    """What an Event, the last of so many, marks. The Standing of each seat goes on with the step."""
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
    """Seconds that those who look on need for an Event; who plays has all of it on the table."""
    if me is not None:
        return 0.0
    match event:
        case quest.Written(_, _, text):
            return to_read(text)
        case quest.Given() | quest.Reconsidered() | quest.Scored() | quest.Glimpse() | quest.Tally():
            return _GLANCE
    return 0.0
