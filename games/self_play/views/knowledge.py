"""The view state of one viewer of self-play: a fold over the events told to it, and the table they make."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from woozle.arena.views.knowledge import CourseKnowledge
from woozle.arena.views.panels import SeatCard, TableView, panels
from woozle.core.game import Event
from woozle.core.line import Line
from woozle.core.request import Request
from woozle.games.self_play import events as self_play
from woozle.games.self_play.events import ASK
from woozle.games.self_play.views import pages
from woozle.games.self_play.views.course import Course
from woozle.games.self_play.views.lines import judgements, lines, right
from woozle.games.self_play.views.questions import question
from woozle.games.self_play.views.society import now, society


@dataclass(slots=True)
class Knowledge(CourseKnowledge[Course]):
    """The view state of one viewer."""

    course: Course = field(default_factory=Course)

    def see(self, event: Event) -> list[Line]:
        told = list(lines(event, self))
        if self.sees_all and isinstance(event, self_play.Key) and not self.course.has_begun:
            told.insert(0, Line(right(event), "private"))
        self.course.learn(event)
        if isinstance(event, self_play.Concluded):
            told += [Line(each.sentence, each.tone, who=self.number(each.seat)) for each in judgements(self.course)]
        return told

    def look(self, request: Request | None = None) -> TableView:
        asked = question(request, self.course) if request else None
        course = self.course
        is_looked_on = self.me is None or course.is_over
        return TableView(
            title=self._title(),
            role=self._role(),
            goal=pages.goal(course),
            prompt=asked.prompt if asked else self._waiting(),
            seats=tuple(self.cards() if self.me else map(self._fill_card, self.cards())),
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
            return f"It's {course.active}'s turn." if course.active else "All is said." if course.last else "A question is drawn."
        steps = course.steps_of(me)
        if steps and steps[-1].acted.action == ASK:
            return "You have asked. You go on once your friends have replied."
        if steps and steps[-1].is_reply:
            return "You have replied. The others go on."
        if steps:
            return "What you wanted is looked up."
        return "You wait. You are asked if somebody wants to know what you can find out."

    def _fill_card(self, card: SeatCard) -> SeatCard:
        return replace(card, is_speaking=card.name == self.course.active, status=now(self.course, card.name))
