"""One viewer of a match: its state, the lines of what it observes, and its table."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any, Self

from woozle.arena.views.panels import SeatCard, TableView
from woozle.core.event import Event
from woozle.core.line import Line, shown_lines
from woozle.core.names import seat_letters
from woozle.core.request import Request
from woozle.core.state import State, copy_state


@dataclass(slots=True)
class Observer:
    """A viewer's state, with the words and the table of its game.

    say: As in `Words`. show: Given the state and the request at hand, returns the table.
    """

    state: State
    say: Callable[[Event, Any], Iterator[Line]]
    show: Callable[[Any, Request | None], TableView]

    def see(self, event: Event) -> list[Line]:
        """Take one more Event, and return its lines in the log."""
        return shown_lines(self.narrate(event))

    def narrate(self, event: Event) -> list[Line]:
        """Take one more Event, and return all its lines, with those that people are not shown."""
        lines = list(self.say(event, self.state))
        self.state.see(event)
        return lines

    def look(self, request: Request | None = None) -> TableView:
        """Return the table as it looks now, with the question to the viewer."""
        return self.show(self.state, request)

    def copy(self) -> Self:
        """Return a copy to fold on without changing this one."""
        return replace(self, state=copy_state(self.state))


def seat_cards(state: State) -> Iterator[SeatCard]:
    """Yield a card for each seat, without anything known about it."""
    for number, (letter, seat) in enumerate(zip(seat_letters(state.seats), state.seats, strict=True), 1):
        yield SeatCard(number, letter, seat, is_you=seat == state.me)
