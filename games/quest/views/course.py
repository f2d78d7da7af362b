"""The course of the quest: a fold over the events that one viewer is told, with the visible progress of each seat."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Self

from woozle.core.game import Event, Forfeited
from woozle.core.request import Seat
from woozle.games.quest import events as quest
from woozle.games.quest.views import figures
from woozle.games.quest.views.figures import Figures
from woozle.games.quest.views.pages import Work

MOST_SEATS = 8  # of the quest; a transcript from elsewhere may claim more


@dataclass(slots=True)
class Lane:
    """A seat's texts by item. standing: at the start of its last step; doing: the item it writes about now.

    paid: its cost, told after each answer, None before the first; measured: of its last text.
    """

    standing: quest.Standing | None = None
    paid: quest.Paid | None = None
    doing: quest.Given | quest.Reconsidered | None = None
    works: dict[str, Work] = field(default_factory=dict)
    measured: quest.Measured | None = None

    def learn(self, event: Event) -> None:
        match event:
            case quest.Standing():
                self.standing, self.doing = event, None
            case quest.Paid():
                self.paid = event
            case quest.Given() | quest.Reconsidered():
                self.doing = event
            case quest.Written(_, item, text, _, is_review):
                before = self.works.get(item, Work())
                self.works[item] = Work(text, before.h, before.reviews + is_review, before.text, before.measured)
                self.doing = None
            case quest.Measured():
                self.measured = event
            case quest.Scored(_, item, of, h, is_kept) if item in self.works:
                work, made = self.works[item], self.measured if self.measured and self.measured.of == of else None
                self.works[item] = replace(work, h=h, measured=made) if is_kept else replace(work, text=work.before)
            case quest.Declined(_, item, _, is_review):
                work = self.works.get(item, Work(h=0.0))
                self.works[item] = replace(work, reviews=work.reviews + is_review)
                self.doing = None
            case Forfeited() if self.doing:
                work = self.works.get(self.doing.item, Work())
                self.works[self.doing.item] = replace(work, reviews=work.reviews + isinstance(self.doing, quest.Reconsidered))
                self.doing = None

    @property
    def worst(self) -> str:
        """Return the item to review while the seat decides; empty if there is none or it is not known."""
        is_fresh = self.standing and self.standing.done == len(self.works)
        return self.standing.worst if self.standing and is_fresh else ""

    def figures(self, when: str, *, is_told: bool) -> Figures:
        """Return the seat's figures. when: their first column; is_told: whether H is told."""
        if self.standing is None:
            return Figures(when)
        each_h = [work.h if work.text else 0.0 for work in self.works.values()]
        return figures.of_seat(self.paid or self.standing, when, each_h, is_told=is_told)

    def copy(self) -> Self:
        return replace(self, works=dict(self.works))


@dataclass(slots=True)
class Course:
    """The course of a match. lanes: of the seats whose work the viewer is told; about: the item each of them wrote about last.

    last: the seat that acted last; stopped: seats that ended early, with the number of their steps.
    """

    briefing: quest.Briefing | None = None
    demands: quest.Demands | None = None
    lanes: dict[Seat, Lane] = field(default_factory=dict)
    about: dict[Seat, quest.Given | quest.Reconsidered] = field(default_factory=dict)
    last: Seat = ""
    stopped: dict[Seat, int] = field(default_factory=dict)
    tallies: dict[Seat, quest.Tally] = field(default_factory=dict)

    def learn(self, event: Event) -> None:
        match event:
            case quest.Briefing():
                self.briefing = event
            case quest.Demands():
                self.demands = event
            case quest.Stopped(seat, step):
                self.stopped[seat] = step
            case quest.Tally(seat):
                self.tallies[seat] = event
            case quest.Given(seat) | quest.Reconsidered(seat):
                self.about[seat] = event
                self._follow(seat, event)
            case (
                quest.Standing(seat)
                | quest.Paid(seat)
                | quest.Written(seat)
                | quest.Measured(seat)
                | quest.Scored(seat)
                | quest.Declined(seat)
                | Forfeited(seat)
            ):
                self._follow(seat, event)

    def _follow(self, seat: Seat, event: Event) -> None:
        if seat in self.seats:
            self.lanes.setdefault(seat, Lane()).learn(event)
            self.last = seat if seat in self.about else self.last

    @property
    def seats(self) -> tuple[Seat, ...]:
        return self.briefing.seats[:MOST_SEATS] if self.briefing else ()

    @property
    def words(self) -> int:
        """The number of words of a summary that are read; 0 for all."""
        return self.demands.words if self.demands else 0

    @property
    def is_over(self) -> bool:
        return bool(self.tallies)

    def lane(self, seat: Seat | None) -> Lane:
        """Return the progress of a seat, as far as the viewer knows it."""
        return self.lanes.get(seat or "", Lane())

    def copy(self) -> Self:
        lanes = {seat: lane.copy() for seat, lane in self.lanes.items()}
        return replace(self, lanes=lanes, about=dict(self.about), stopped=dict(self.stopped), tallies=dict(self.tallies))
