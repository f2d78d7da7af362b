"""The view state of one viewer of self-play: a fold over the events told to it, and the table they make."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Self

from woozle.arena.views.line import Line
from woozle.arena.views.panels import SeatCard, TableView, panels
from woozle.arena.views.self_play import pages
from woozle.arena.views.self_play.course import Course
from woozle.arena.views.self_play.lines import judgements, lines, right
from woozle.arena.views.self_play.questions import question
from woozle.arena.views.self_play.society import now, society
from woozle.core.game import Event
from woozle.core.games.self_play import events as self_play
from woozle.core.games.self_play.events import ASK
from woozle.core.names import seat_letters
from woozle.core.request import Request, Seat


@dataclass(slots=True)
class Knowledge:
    """The view state of one viewer. me: its seat; None for spectators. sees_all: nothing of the record is hidden."""

    me: Seat | None
    sees_all: bool = False
    course: Course = field(default_factory=Course)

    def see(self, event: Event) -> list[Line]:
        """Take one more event and return its lines in the transcript."""
        told = list(lines(event, self))
        if self.sees_all and isinstance(event, self_play.Key) and not self.course.has_begun:
            told.insert(0, Line(right(event), "private"))
        self.course.learn(event)
        if isinstance(event, self_play.Concluded):
            told += [Line(words, "bad" if bad else "good", who=self.number(seat)) for seat, words, bad in judgements(self.course)]
        return told

    def copy(self) -> Self:
        """Return a copy to fold on without changing this one."""
        return replace(self, course=self.course.copy())

    def number(self, seat: Seat) -> int:
        """Return a seat's number, from 1; 0 for none."""
        return self.course.seats.index(seat) + 1 if seat in self.course.seats else 0

    def look(self, request: Request | None = None) -> TableView:
        """Return the table as it looks now, with the question to the viewer."""
        asked = question(request, self.course) if request else None
        course, cards = self.course, tuple(self._cards())
        is_looked_on = self.me is None or course.is_over
        return TableView(
            title=self._title(),
            you=next((card for card in cards if card.is_you), None),
            role=self._role(),
            goal=pages.goal(course),
            prompt=asked.prompt if asked else self._waiting(),
            seats=cards,
            question=asked,
            panels=panels(
                society(course) if is_looked_on else None,
                pages.own(course, self) if self.me else pages.whole(course, self),
            ),
            is_over=course.is_over,
            is_idle=self.me is None,
        )

    def _title(self) -> str:
        course = self.course
        if course.is_over:
            return "The match is over"
        if self.me or not course.briefing:
            return "Self-play"
        return f"Step {course.step} of {course.briefing.steps}"

    def _role(self) -> str:
        seats = self.course.seats
        if self.me is None or not seats:
            return ""
        return "ALONE" if len(seats) == 1 else "ASKER" if self.me == seats[0] else "HELPER"

    def _waiting(self) -> str:
        """Return the prompt while the viewer is asked nothing. A seat is not told who acts."""
        course, me = self.course, self.me
        if course.is_over:
            return "The match is over."
        if me is None:
            return f"{course.active} has control." if course.active else "All is said." if course.last else "A question is drawn."
        steps = course.steps_of(me)
        if steps and steps[-1].acted.action == ASK:
            return "You have asked. You go on once your friends have replied."
        if steps and steps[-1].is_reply:
            return "You have replied. The others go on."
        if steps:
            return "What you wanted is looked up."
        return "You wait. You are asked if somebody wants to know what you can find out."

    def _cards(self) -> Iterator[SeatCard]:
        course = self.course
        for letter, (number, seat) in zip(seat_letters(course.seats), enumerate(course.seats, 1), strict=True):
            is_active = self.me is None and seat == course.active
            status = now(course, seat) if self.me is None else ""
            yield SeatCard(number, letter, seat, is_you=seat == self.me, is_speaking=is_active, status=status)
