"""The view state of one viewer of the quest: a fold over the events told to it, and the table they make."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from woozle.arena.views.knowledge import CourseKnowledge
from woozle.arena.views.panels import Document, FigureColumn, FigureTable, SeatCard, TableView, panels
from woozle.core.game import Event
from woozle.core.line import Line
from woozle.core.request import Request, Seat
from woozle.games.quest import events as quest
from woozle.games.quest.views import figures, pages
from woozle.games.quest.views.course import Course, Lane
from woozle.games.quest.views.figures import Figures
from woozle.games.quest.views.lines import lines
from woozle.games.quest.views.questions import question

_ESTIMATE = "Points if it ended now. Rivals have shown nothing yet."
_AS_SEEN = f"{figures.STALE}: as last seen. Points if it ended now."
_AS_IF = "Points as if it were over now."


@dataclass(slots=True)
class Knowledge(CourseKnowledge[Course]):
    """The view state of one viewer. shown: figures that rivals have shown."""

    course: Course = field(default_factory=Course)
    shown: dict[Seat, Figures] = field(default_factory=dict)

    def see(self, event: Event) -> list[Line]:
        told = list(lines(event, self))
        if isinstance(event, quest.Glimpse):
            step = event.facts.get("step", self._step - event.age)
            self.shown[event.seat] = figures.of_glimpse(event, str(int(step) + 1) if isinstance(step, int | float) else "")
        else:
            self.course.learn(event)
        return told

    def copy(self) -> Knowledge:
        return replace(self, course=self.course.copy(), shown=dict(self.shown))

    @property
    def lane(self) -> Lane:
        """The viewer's own progress."""
        return self.course.lane(self.me)

    def look(self, request: Request | None = None) -> TableView:
        asked = question(request, self) if request else None
        course = self.course
        return TableView(
            title=self._title(),
            goal="you see everything" if self.sees_all else goal(course.briefing),
            prompt=asked.prompt if asked else self._waiting(),
            seats=tuple(map(self._fill_card, self.cards())),
            question=asked,
            panels=panels(self._figures() if course.seats and self._has_figures else None, self._page()),
            is_over=course.is_over,
            is_idle=self.me is None or self.me in course.stopped,
        )

    @property
    def _has_figures(self) -> bool:
        """Return whether there is anything to compare: whoever plays has none before a text was scored."""
        return self.sees_all or self.me is None or self.course.is_over or bool(self.lane.works or self.shown)

    @property
    def _step(self) -> int:
        """The step that the next Standing will begin, from 0."""
        return self.lane.standing.step + 1 if self.lane.standing else 0

    def _title(self) -> str:
        if self.course.is_over:
            return "The match is over"
        steps = [lane.standing for lane in self.course.lanes.values() if lane.standing]
        return f"Step {max(step.step for step in steps) + 1} of {steps[0].total}" if steps else "Quest"

    def _waiting(self) -> str:
        if self.course.is_over:
            return "The match is over."
        if self.sees_all:
            return "All write, each about its own passage."
        if self.me is None:
            return "All write, and nobody sees what."
        return "You have ended; the others go on." if self.me in self.course.stopped else "You wait until all have taken this step."

    def _page(self) -> Document | None:
        course, lane = self.course, self.lane
        if self.sees_all and course.last:
            return self._last_page(course.last)
        if lane.doing:
            again = lane.works.get(lane.doing.item) if isinstance(lane.doing, quest.Reconsidered) else None
            return pages.about(lane.doing, course.briefing, first=pages.lacking(again, course.words))
        if lane.works:
            return pages.list_texts(lane.works.items(), lane.worst, course.words)
        if course.briefing and self.me:
            return pages.opening(course.briefing, course.demands)
        return pages.rules(course.briefing, course.demands) if course.briefing else None

    def _last_page(self, seat: Seat) -> Document:
        """Return what the seat that acted last wrote about, and its text."""
        about = self.course.about[seat]
        work = self.course.lane(seat).works.get(about.item)
        page = pages.about(about, self.course.briefing, *(_text(seat, work, self.number(seat), self.course.words) if work else ()))
        return replace(page, title=f"{seat} · {page.title}")

    def _figures(self) -> FigureTable:
        course = self.course
        if self.sees_all:
            known = {seat: course.lane(seat).figures(self._doing(seat), is_told=True) for seat in course.seats}
            when, note = FigureColumn("does", leaves=4, is_cut=True), _AS_IF
        else:
            is_told = course.briefing is not None and course.briefing.scores_told
            known = dict(self.shown)
            if self.me and self.lane.standing:
                known[self.me] = self.lane.figures(str(self._step), is_told=is_told)
            estimate = _AS_SEEN if self.shown else _ESTIMATE if self.me else ""
            when, note = FigureColumn("step", is_number=True), estimate if is_told else "Points are told at the end."
        stale = set() if self.sees_all else {*self.shown}
        current = {seat: known[seat] for seat in known.keys() - stale}
        known |= {seat: figures.of_tally(tally, current.get(seat, Figures())) for seat, tally in course.tallies.items()}
        return figures.standing(
            course.seats,
            known,
            course.briefing,
            when=when,
            note="" if course.is_over else note,
            me=self.me,
            finals=figures.finals(course.tallies, course.briefing),
            stale=stale - {*course.tallies},
        )

    def _doing(self, seat: Seat) -> str:
        if seat in self.course.stopped:
            return "ended"
        match self.course.lane(seat).doing:
            case quest.Given(_, item):
                return f"writes {item}"
            case quest.Reconsidered(_, item):
                return f"reviews {item}"
        return ""

    def _fill_card(self, card: SeatCard) -> SeatCard:
        if self.sees_all:
            does, works = self._doing(card.name), self.course.lane(card.name).works
            return replace(card, is_speaking=does not in ("", "ended"), status=f"{len(works)} written", note=does)
        stopped = self.course.stopped.get(card.name)
        return card if stopped is None else replace(card, note=f"ended after step {stopped}")


def goal(briefing: quest.Briefing | None) -> str:
    """Return the rule of winning in a few words."""
    return "most points wins" if briefing else ""


def _text(seat: Seat, work: pages.Work, number: int, words: int) -> Iterator[Line]:
    h = "" if work.h is None else f" · {pages.out_of_100(work.h)}"
    yield Line("")
    yield Line(work.text or "Nothing.", "speech", who=number, label=f"{seat} wrote{h}")
    yield from pages.lacking(work, words)
