"""The end of a match, as the views of its game are given it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import Any

from woozle.core.game import Event, RecordEntry
from woozle.core.outcome import Outcome
from woozle.core.request import Seat
from woozle.core.value import value

HEADLINES: Mapping[str, str] = {"won": "You win", "lost": "You lose", "forfeited": "You gave up"}
"""How a match ended for its viewer, by the kind of the viewer's result."""


@value
class End:
    """The end of a match.

    players: the description of each, services included; several humans have a nickname each.
    me: the viewer's seat; None for spectators. config: of the match; None where it is not at hand.
    """

    record: Sequence[RecordEntry]
    outcome: Outcome
    players: Mapping[Seat, Mapping[str, Any]] = field(default_factory=dict)
    me: Seat | None = None
    config: Any = None

    @property
    def events(self) -> list[Event]:
        """All events of the match."""
        return [event for event, _ in self.record]

    @property
    def kind(self) -> str:
        """The kind of the viewer's result; empty for spectators."""
        result = self.outcome.results.get(self.me or "")
        return result.kind if result else ""

    @property
    def is_won(self) -> bool | None:
        """Whether the viewer won; None where the viewer neither won nor lost."""
        return self.kind == "won" if self.kind in HEADLINES else None
