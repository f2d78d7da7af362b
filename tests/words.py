"""Events as models read them."""

from __future__ import annotations

from woozle.core.event import PUBLIC, Event
from woozle.core.line import texts
from woozle.core.request import Seat
from woozle.core.words import Narrator
from woozle.players.registry import prompt


def read_event(game: str, event: Event, me: Seat | None = None) -> list[str]:
    """Return the lines of an Event, for a seat or for spectators."""
    return texts(Narrator(prompt(game).words, me or PUBLIC)(event))
