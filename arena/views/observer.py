"""One viewer of a match: its state, the lines of what it observes, and its table."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Self

from woozle.arena.views.panels import SeatCard, TableView
from woozle.core.errors import InputError
from woozle.core.event import Event
from woozle.core.game import PUBLIC
from woozle.core.line import Line, shown_lines
from woozle.core.names import seat_letters
from woozle.core.request import Request, Seat
from woozle.core.state import EVERYTHING, State, copy_state
from woozle.core.suggestions import suggest


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


def viewers(seats: Sequence[Seat]) -> tuple[Seat, ...]:
    """Return all who can watch, in the order in which they are offered."""
    return (EVERYTHING, PUBLIC, *seats)


def allowed_viewers(seats: Sequence[Seat], people: Sequence[Seat], *, is_over: bool) -> tuple[Seat, ...]:
    """Return who may watch a transcript. Until people have played to the end, no one is shown what one of them must
    not know.
    """
    if is_over or not people:
        return viewers(seats)
    return tuple(people) if len(people) == 1 else (PUBLIC,)


def may_look(name: Seat | None, among: Sequence[Seat]) -> Seat:
    """Return the viewer of that name; the first for None. Raises ValueError, with a sentence, for one who may not watch."""
    if name is not None and name not in among:
        raise InputError(f"{name!r} cannot watch here; {suggest(name, among)}")
    return name or among[0]
