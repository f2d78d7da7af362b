"""A match as one seat sees it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from woozle.arena.views.panels import TableView, without_turns

if TYPE_CHECKING:
    from woozle.arena.views.observer import Observer
    from woozle.core.game import Event
    from woozle.core.line import Line
    from woozle.core.request import Request


class SeatView:
    """What a seat knows, its table, and what it is asked. is_blind: whose turn it is stays hidden.

    failure: why the match cannot go on, in a sentence; empty otherwise.
    """

    def __init__(self, known: Observer, *, is_blind: bool = False) -> None:
        self._known, self._is_blind = known, is_blind
        self.request: Request | None = None
        self.is_over = False
        self.failure = ""
        self.table: TableView
        self.look()

    def look(self) -> TableView:
        """Look at the table anew."""
        table = self._known.look(self.request)
        self.table = without_turns(table) if self._is_blind else table
        return self.table

    def narrate(self, event: Event) -> list[Line]:
        """Take one more event, and return all its lines, with those that people are not shown."""
        return self._known.narrate(event)

    def reveal(self, events: Sequence[Event]) -> list[Line]:
        """Take events that were kept from the seat, and return their lines in the log."""
        return [line for event in events for line in self._known.see(event)]

    def find_steps(self, events: Sequence[Event]) -> tuple[int, Line] | None:
        """Return the index of the first of these events that is shown step by step, and its line; None if no event is."""
        known = self._known.copy()
        for at, event in enumerate(events):
            if line := next((line for line in known.narrate(event) if line.steps), None):
                return at, line
        return None

    @property
    def is_asked(self) -> bool:
        return self.table.question is not None

    @property
    def is_idle(self) -> bool:
        """Return whether the seat will not be asked anything more."""
        seats = self.table.seats
        return seats != () and not any(card.is_you and not card.out and not card.is_done for card in seats)
