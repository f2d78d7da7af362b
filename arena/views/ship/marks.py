"""The moments of a match of the ship that are worth going to, and how long people need for its Events."""

from __future__ import annotations

from woozle.arena.views.match_timeline import Mark, part
from woozle.arena.views.speeds import to_read
from woozle.core.game import Event
from woozle.core.games.ship import events as ship
from woozle.core.request import Seat

_NOTICE = 2.0  # seconds to see that a meeting was called, or that somebody was killed
_BALLOT = 4.0  # seconds to see who voted for whom


def mark(event: Event, at: int) -> Mark | None:
    """Return the mark of an event at a position. A tick belongs to the free roam, if it does not begin it."""
    match event:
        case ship.Killed(killer, victim, _):
            return Mark(at, "†", f"{killer} kills {victim}", is_bad=True)
        case ship.Briefing():
            return part(at, "boarding")
        case ship.Tick():
            return part(at, "free roam")
        case ship.MeetingCalled(_, caller, cause, _):
            return part(at, f"{caller} {'reports a body' if cause == 'report' else 'presses the button'}")
        case ship.Ballot(_, _, ejected, _):
            return part(at, f"{ejected or 'nobody'} is ejected")
        case ship.Ended(winner, _, _):
            return part(at, f"the {'geese' if winner == 'goose' else 'ducks'} win")
    return None


def reading(event: Event, me: Seat | None) -> float:
    """Return the seconds that humans need for an event before the next may come; they know their own words."""
    match event:
        case ship.Spoke(seat, _, text) | ship.Said(seat, _, text) | ship.Overheard(seat, _, text) if seat != me:
            return to_read(text)
        case ship.MeetingCalled() | ship.Killed():
            return _NOTICE
        case ship.Ballot():
            return _BALLOT
    return 0.0
