"""Matches of rules alone, for tests of a game: a function answers for all, and nothing is saved or timed."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias, TypeVar

from woozle.core.game import Event
from woozle.core.referee import Referee
from woozle.core.request import Answer, Forfeit, Request, Response, Seat
from woozle.core.usage import NOTHING, Usage

E = TypeVar("E", bound=Event)

Say: TypeAlias = Callable[[Request, Referee], Answer | Forfeit]
"""Answers a Request of the match that the Referee drives."""


def play_rules(referee: Referee, say: Say, *, seconds: float = 0.0, usage: Usage = NOTHING) -> Referee:
    """Play a match to its end, and return it: the oldest open request is answered first.

    Args:
        seconds, usage: What each answer of a seat costs; those of services cost nothing.
    """
    seats = frozenset(referee.game.seats)
    while referee.outcome is None:
        request = next(iter(referee.open.values()))
        cost = (seconds, usage) if request.to in seats else (0.0, NOTHING)
        referee.fold(Response(request.id, say(request, referee), *cost))
    return referee


def find_events(referee: Referee, kind: type[E], to: Seat | None = None) -> list[E]:
    """Return the Events of a kind so far, oldest first. to: of what a seat, a service or PUBLIC has observed; None for all."""
    observed = referee.view(to) if to is not None else [event for event, _ in referee.record]
    return [event for event in observed if isinstance(event, kind)]
