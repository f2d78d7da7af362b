"""What one viewer of a debate knows: a fold over the Events that were told to it, and the table as it looks now."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Self

from woozle.arena.views.debate import seen
from woozle.arena.views.debate.course import Course
from woozle.arena.views.debate.lines import lines, turn
from woozle.arena.views.debate.pages import goal, page
from woozle.arena.views.debate.questions import question
from woozle.arena.views.line import Line
from woozle.arena.views.views import SeatCard, Table
from woozle.core.game import Event
from woozle.core.games.debate import events as debate
from woozle.core.naming import letters
from woozle.core.request import Request, Seat


@dataclass(slots=True)
class Knowledge:
    """What a viewer has observed so far. me: its seat; None for the public."""

    me: Seat | None
    course: Course = field(default_factory=Course)

    def see(self, event: Event) -> list[Line]:
        """Take one more Event; what the transcript says of it."""
        told = list(lines(event, self))
        self.course.learn(event)
        if isinstance(event, debate.Key):
            told += self._turns()
        return told

    def copied(self) -> Self:
        """The same, to be folded on without changing this one."""
        return replace(self, course=self.course.copied())

    def number(self, seat: Seat) -> int:
        """A seat's number, from 1."""
        return self.course.seats.index(seat) + 1 if seat in self.course.seats else 0

    def look(self, request: Request | None = None) -> Table:
        """The table as it looks now, with what is asked of the viewer."""
        asked = question(request, self) if request else None
        course, cards = self.course, tuple(self._cards())
        return Table(
            phase="over" if course.is_over else "meeting",
            title=course.title,
            you=next((card for card in cards if card.is_you), None),
            role="",
            goal=goal(course.briefing),
            is_duck=False,
            prompt=asked.prompt if asked else self._waiting(),
            chart=None,
            seats=cards,
            tasks=(),
            question=asked,
            page=page(course),
            graph=seen.graph(course, self.me),
            is_idle=self.me is None or self.me in course.settled,
        )

    def _turns(self) -> Iterator[Line]:
        """Whose answers turned, as far as the viewer can tell now."""
        for number, seat in self.course.turns():
            for line in turn(self.course, seat, number, self):
                yield replace(line, text=f"Round {number}: {line.text}")

    def _waiting(self) -> str:
        course = self.course
        if course.is_over:
            return "The match is over."
        if course.appeals and self.me:
            return "The others are asked aside, one by one."
        if self.me in course.settled:
            return "You have stopped; the others go on."
        return "The others answer." if self.me else "All answer."

    def _cards(self) -> Iterator[SeatCard]:
        course = self.course
        for letter, (number, seat) in zip(letters(course.seats), enumerate(course.seats, 1), strict=True):
            reply = course.last(seat)
            status = (f"says {reply.answer}" if reply.answer is not None else "no answer") if reply else ""
            yield SeatCard(number, letter, seat, is_you=seat == self.me, status=status)
