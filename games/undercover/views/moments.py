"""Moments of undercover worth going to, and seconds to read its events."""

from __future__ import annotations

from collections.abc import Callable

from woozle.arena.views.match_timeline import Mark, part
from woozle.arena.views.speeds import to_read
from woozle.arena.views.suspense import REVEAL, Stage
from woozle.core.event import Event
from woozle.core.line import shown_lines
from woozle.core.request import Seat
from woozle.games.undercover import events as undercover
from woozle.games.undercover.state import State
from woozle.games.undercover.words import say

_VOTE = 0.4  # seconds to see for whom somebody votes
_COUNT = 3.0  # seconds to see who is out
_NOTICE = 2.0  # seconds to see what the table answers, or who the undercover was


def stages(event: Event, state: State) -> list[Stage]:
    """Return a vote, which stands alone for a moment before the next one comes."""
    if not isinstance(event, undercover.Voted):
        return []
    return [Stage(tuple(shown_lines(say(event, state))), REVEAL / len(state.seats))]


def marker(viewer: Seat) -> Callable[[Event, int], Mark | None]:
    """Return a function that marks the events of a viewer."""
    return mark


def mark(event: Event, at: int) -> Mark | None:
    """Return the mark of an event at a position. A vote begins with the first event told of it."""
    match event:
        case undercover.Briefing():
            return part(at, "the start")
        case undercover.RoundBegan("reasoning", number):
            return part(at, f"round {number}")
        case undercover.RoundBegan("summary"):
            return part(at, "answering together")
        case undercover.Voted(_, vote, _, is_again):
            return part(at, f"vote {vote}{', after a tie' if is_again else ''}")
        case undercover.Counted(_, _, _, str(out), was):
            return Mark(at, "U" if was else "†", f"{out} is out{', the undercover' if was else ''}", is_bad=not was)
        case undercover.Revealed():
            return part(at, "the end")
    return None


def reading(event: Event, me: Seat | None) -> float:
    """Return the seconds that humans need for an event before the next may come; they know their own words."""
    match event:
        case undercover.Reasoned(seat, _, _, text) | undercover.Summarised(seat, _, _, text) if seat != me:
            return to_read(text)
        case undercover.Voted(seat) if seat != me:
            return _VOTE
        case undercover.Counted():
            return _COUNT
        case undercover.Concluded() | undercover.Revealed():
            return _NOTICE
    return 0.0
