"""The moments of a match of the ship that are worth going to."""

from __future__ import annotations

from woozle.core.game import Event
from woozle.core.games.ship import events as ship
from woozle.tui.present.reel import Mark


def mark(event: Event, at: int) -> Mark | None:
    """What an Event, the last of so many, marks. Each tick goes on with the free roam, if it does not begin it."""
    match event:
        case ship.Killed(killer, victim, _):
            return Mark(at, "†", f"{killer} kills {victim}", is_bad=True)
        case ship.Briefing():
            return _part(at, "boarding")
        case ship.Tick():
            return _part(at, "free roam")
        case ship.MeetingCalled(_, caller, cause, _):
            return _part(at, f"{caller} {'reports a body' if cause == 'report' else 'presses the button'}")
        case ship.Ballot(_, _, ejected, _):
            return _part(at, f"{ejected or 'nobody'} is ejected")
        case ship.Ended(winner, _, _):
            return _part(at, f"the {'geese' if winner == 'goose' else 'ducks'} win")
    return None


def _part(at: int, words: str) -> Mark:
    return Mark(at, "┬", words, is_phase=True)
