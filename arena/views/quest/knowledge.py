"""The view state of one viewer of the quest: a fold over the events told to it, and the table they make."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Self

from woozle.arena.views.line import Line
from woozle.arena.views.panels import Document, FigureColumn, FigureTable, Question, SeatCard, TableView, panels
from woozle.arena.views.quest import figures, pages
from woozle.arena.views.quest.figures import Figures
from woozle.arena.views.quest.lane import Lane
from woozle.arena.views.quest.lines import lines
from woozle.arena.views.quest.questions import question
from woozle.core.game import Event
from woozle.core.games.quest import events as quest
from woozle.core.names import seat_letters
from woozle.core.request import Request, Seat

MOST_SEATS = 8  # of the quest; a transcript from elsewhere may claim more
_ESTIMATE = "Q now, against what rivals have shown; what they hide can only raise it."


@dataclass(slots=True)
class Knowledge:
    """The view state of one viewer. me: its seat; None for the public.

    asked: demands on a summary. lane: the viewer's own; shown: figures that rivals have shown.
    """

    me: Seat | None
    seats: tuple[Seat, ...] = ()
    briefing: quest.Briefing | None = None
    asked: quest.Demands | None = None
    lane: Lane = field(default_factory=Lane)
    shown: dict[Seat, Figures] = field(default_factory=dict)
    stopped: dict[Seat, int] = field(default_factory=dict)
    tallies: dict[Seat, quest.Tally] = field(default_factory=dict)

    def see(self, event: Event) -> list[Line]:
        """Take one more event and return its lines in the transcript."""
        told = list(lines(event, self))
        self._learn(event)
        return told

    def copy(self) -> Self:
        """Return a copy to fold on without changing this one."""
        shown, stopped, tallies = dict(self.shown), dict(self.stopped), dict(self.tallies)
        return replace(self, lane=self.lane.copy(), shown=shown, stopped=stopped, tallies=tallies)

    def number(self, seat: Seat) -> int:
        """Return a seat's number, from 1."""
        return self.seats.index(seat) + 1 if seat in self.seats else 0

    def look(self, request: Request | None = None) -> TableView:
        """Return the table as it looks now, with the question to the viewer."""
        asked = question(request, self) if request else None
        cards = tuple(self._cards())
        return TableView(
            title=self._title(),
            you=next((card for card in cards if card.is_you), None),
            goal=goal(self.briefing),
            prompt=self._prompt(asked),
            seats=cards,
            question=asked,
            panels=panels(self._figures() if self.seats else None, self._page()),
            is_over=bool(self.tallies),
            is_idle=self.me is None or self.me in self.stopped,
        )

    def _learn(self, event: Event) -> None:
        match event:
            case quest.Briefing():
                self.seats, self.briefing = event.seats[:MOST_SEATS], event
            case quest.Demands():
                self.asked = event
            case quest.Glimpse(seat, age, facts):
                step = facts.get("step", self._step - age)
                self.shown[seat] = figures.of_glimpse(event, str(int(step) + 1) if isinstance(step, int | float) else "")
            case quest.Stopped(seat, step):
                self.stopped[seat] = step
            case quest.Tally(seat):
                self.tallies[seat] = event
            case _:
                self.lane.learn(event)

    @property
    def _step(self) -> int:
        """The step that the next Standing will begin, from 0."""
        return self.lane.standing.step + 1 if self.lane.standing else 0

    def _title(self) -> str:
        if self.tallies:
            return "The match is over"
        step = self.lane.standing
        return f"Step {step.step + 1} of {step.total}" if step else "Quest"

    def _prompt(self, asked: Question | None) -> str:
        if asked:
            return asked.prompt
        if self.tallies:
            return "The match is over."
        if self.me is None:
            return "All write, and nobody sees what."
        return "You have ended; the others go on." if self.me in self.stopped else "You wait until all have taken this step."

    def _page(self) -> Document | None:
        lane = self.lane
        if lane.doing:
            again = lane.works.get(lane.doing.item) if isinstance(lane.doing, quest.Reconsidered) else None
            return pages.about(lane.doing, self.briefing, first=pages.lacking(again))
        if lane.works:
            return pages.list_texts(lane.works.items(), lane.worst)
        return pages.rules(self.briefing, self.asked) if self.briefing else None

    def _figures(self) -> FigureTable:
        is_told = self.briefing is not None and self.briefing.scores_told
        known = dict(self.shown)
        if self.me and self.lane.standing:
            known[self.me] = self.lane.figures(str(self._step), is_told=is_told)
        known |= {seat: figures.of_tally(tally, known.get(seat, Figures())) for seat, tally in self.tallies.items()}
        return figures.standing(
            self.seats,
            known,
            self.briefing,
            when=FigureColumn("step", is_number=True),
            note="" if self.tallies else _ESTIMATE if is_told else "H is told at the end, and Q with it.",
            me=self.me,
            finals=figures.finals(self.tallies, self.briefing),
        )

    def _cards(self) -> Iterator[SeatCard]:
        for letter, (number, seat) in zip(seat_letters(self.seats), enumerate(self.seats, 1), strict=True):
            note = f"ended after step {self.stopped[seat]}" if seat in self.stopped else ""
            yield SeatCard(number, letter, seat, seat == self.me, note=note)


def goal(briefing: quest.Briefing | None) -> str:
    """Return the rule of winning in a few words."""
    return f"the highest Q wins: H less {figures.share(briefing.beta)} of cost" if briefing else ""
