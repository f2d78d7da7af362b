"""The view state of one viewer of a debate: a fold over the events told to it, and the table they make."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from woozle.arena.views.knowledge import CourseKnowledge
from woozle.arena.views.panels import SeatCard, TableView, panels
from woozle.core.game import Event
from woozle.core.line import Line
from woozle.core.names import join_names
from woozle.core.request import Request, Seat
from woozle.core.words import RIGHT_SIGNS
from woozle.games.debate import events as debate
from woozle.games.debate.views import entropy
from woozle.games.debate.views.course import Course
from woozle.games.debate.views.graph import Rounds, graph_of
from woozle.games.debate.views.lines import lines, right, turn
from woozle.games.debate.views.pages import goal, page
from woozle.games.debate.views.questions import question


@dataclass(slots=True)
class Knowledge(CourseKnowledge[Course]):
    """The view state of one viewer. measured, chosen: the last of each, by seat."""

    course: Course = field(default_factory=Course)
    measured: debate.Measured | None = None
    chosen: dict[Seat, debate.Chosen] = field(default_factory=dict)

    def see(self, event: Event) -> list[Line]:
        told = [*lines(event, self), *self._secrets(event)]
        is_news = self.course.key is None
        self._learn(event)
        match event:
            case debate.Key() if is_news:
                told += self._turns()
            case debate.Answered(seat, number):
                told += turn(self.course, seat, number, self)
        return told

    def copy(self) -> Knowledge:
        return replace(self, course=self.course.copy(), chosen=dict(self.chosen))

    def look(self, request: Request | None = None) -> TableView:
        asked = question(request, self) if request else None
        course = self.course
        graph = graph_of(course, self.me)
        return TableView(
            title=course.title,
            goal=goal(course.briefing),
            prompt=asked.prompt if asked else self._waiting(),
            seats=tuple(map(self._fill_card, self.cards())),
            question=asked,
            panels=panels(page(course, *entropy.table(self.measured, self.chosen)), graph, Rounds(graph)),
            is_meeting=not course.is_over,
            is_over=course.is_over,
            is_idle=self.me is None or self.me in course.settled,
        )

    def _learn(self, event: Event) -> None:
        match event:
            case debate.Measured():
                self.measured = event
            case debate.Chosen(seat):
                self.chosen[seat] = event
            case _:
                self.course.learn(event)

    def _secrets(self, event: Event) -> Iterator[Line]:
        """Yield the lines of an event that only the record holds."""
        course = self.course
        match event:
            case debate.Key(_, _, _, wrong) if not course.number:
                yield Line(f"The right answer is {right(event, course)}.", "private")
                if wrong:
                    yield Line(f"{join_names(wrong)} {'is' if len(wrong) == 1 else 'are'} given a wrong first answer.", "private")
            case debate.Measured():
                yield Line(entropy.describe_entropies(event), "private")
            case debate.Chosen(seat):
                alpha = course.briefing.alpha if course.briefing else 0.0
                for sentence in entropy.describe_choice(event, self.measured, alpha, course.seats):
                    yield Line(sentence, "quiet", who=self.number(seat))
            case debate.Unmeasured(seat):
                yield Line(f"Nothing could be measured for {seat}, so it listens to all.", "notice", who=self.number(seat))
            case debate.Believed(seat, _, answer):
                is_right = course.is_right(answer)
                said = f"{seat} believes {answer}" if answer is not None else f"{seat} says nothing"
                yield Line(f"{said}{' ✓' if is_right else ' ✗'}", "good" if is_right else "bad", who=self.number(seat))

    def _turns(self) -> Iterator[Line]:
        """Yield the answers that turned, as far as the viewer can tell now."""
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

    def _fill_card(self, card: SeatCard) -> SeatCard:
        reply = self.course.last(card.name)
        if reply is None:
            return card
        said = f"says {reply.answer}" if reply.answer is not None else "no answer"
        return replace(card, status=said + (RIGHT_SIGNS[self.course.is_right(reply.answer)] if self.sees_all else ""))
