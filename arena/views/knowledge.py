"""The common part of games' view states: the viewer, and the course of the match as far as that viewer knows it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Generic, Protocol, Self, TypeVar

from woozle.arena.views.panels import SeatCard
from woozle.core.game import PUBLIC, Event
from woozle.core.names import seat_letters
from woozle.core.request import Seat
from woozle.core.state import EVERYTHING


class Course(Protocol):
    """The course of a match: a fold over the events that one viewer is told."""

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats of the match."""

    def learn(self, event: Event) -> None:
        """Fold one more event."""

    def copy(self) -> Self:
        """Return a copy to fold on without changing this one."""


CourseT = TypeVar("CourseT", bound=Course)


@dataclass(slots=True)
class CourseKnowledge(Generic[CourseT]):
    """The view state of one viewer: a seat, PUBLIC, or EVERYTHING, which sees the whole record."""

    viewer: Seat
    course: CourseT

    @property
    def me(self) -> Seat | None:
        """The viewer's seat; None for spectators."""
        return None if self.viewer in (PUBLIC, EVERYTHING) else self.viewer

    @property
    def sees_all(self) -> bool:
        """True if nothing of the record is hidden."""
        return self.viewer == EVERYTHING

    def copy(self) -> Self:
        return replace(self, course=self.course.copy())

    def number(self, seat: Seat) -> int:
        """Return a seat's number, from 1; 0 for none."""
        return self.course.seats.index(seat) + 1 if seat in self.course.seats else 0

    def cards(self) -> Iterator[SeatCard]:
        """Yield a card for each seat, without anything known about it."""
        seats = self.course.seats
        for number, (letter, seat) in enumerate(zip(seat_letters(seats), seats, strict=True), 1):
            yield SeatCard(number, letter, seat, is_you=seat == self.me)
