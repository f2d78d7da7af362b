"""The moments of the ship: those worth going to, the count of a vote step by step, and seconds to read an event."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from functools import partial

from woozle.arena.views.match_timeline import Mark, part
from woozle.arena.views.speeds import to_read
from woozle.arena.views.suspense import REVEAL, Stage
from woozle.core.event import Event
from woozle.core.line import shown_lines
from woozle.core.request import Seat
from woozle.games.ship import events as ship
from woozle.games.ship.state import State
from woozle.games.ship.words import tally

_NOTICE = 2.0  # seconds to see that a meeting was called, or that somebody was killed
_BALLOT = 4.0  # seconds to see who voted for whom


def stages(event: Event, state: State) -> list[Stage]:
    """Return the count of a ballot after each vote: in the order of seats, or, where votes are secret, each target in turn."""
    if not isinstance(event, ship.Ballot):
        return []
    votes = [(voter, target or "skip") for voter, target in (event.votes or {}).items()]
    named = [target for _, target in votes] or _in_turn(event.counts)
    told = []
    for number in range(1, len(named) + 1):
        so_far = dict(votes[:number])
        told.append(Stage(tuple(shown_lines(tally(Counter(named[:number]), so_far, state))), REVEAL / len(named)))
    return told


def _in_turn(counts: Mapping[str, int]) -> list[str]:
    rounds = range(max(counts.values(), default=0))
    return [target for number in rounds for target, count in counts.items() if count > number]


def marker(viewer: Seat) -> Callable[[Event, int], Mark | None]:
    """Return a function that marks the events of a viewer."""
    return partial(mark, me=viewer)


def mark(event: Event, at: int, me: Seat | None = None) -> Mark | None:
    """Return the mark of an event at a position; a tick belongs to the free roam, if it does not begin it. me: who looks."""
    match event:
        case ship.Killed(killer, victim, _):
            kills = "you kill" if killer == me else f"{killer} kills"
            return Mark(at, "†", f"{kills} {'you' if victim == me else victim}", is_bad=True)
        case ship.Briefing():
            return part(at, "boarding")
        case ship.Tick():
            return part(at, "free roam")
        case ship.MeetingCalled(_, caller, cause, _):
            who, reports, presses = ("you", "report", "press") if caller == me else (caller, "reports", "presses")
            return part(at, f"{who} {reports} a body" if cause == "report" else f"{who} {presses} the button")
        case ship.Ballot(_, _, ejected, team):
            who, are = ("you", "are") if ejected and ejected == me else (ejected or "nobody", "is")
            return part(at, f"{who}{f', a {team},' if team else ''} {are} ejected")
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
            return _BALLOT + (REVEAL if me else 0)
    return 0.0
