"""The quest with nothing hidden: a fold over the whole record, for spectators of bots or of a match that is over."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Self

from woozle.arena.views.line import Line
from woozle.arena.views.panels import Document, FigureColumn, SeatCard, TableView
from woozle.arena.views.quest import figures, pages
from woozle.arena.views.quest.knowledge import Knowledge
from woozle.arena.views.quest.lane import Lane
from woozle.arena.views.quest.lines import lines
from woozle.core.game import Event, Forfeited
from woozle.core.games.quest import events as quest
from woozle.core.request import Request, Seat

_AS_IF = "Q as if it were over now."


@dataclass(slots=True)
class Everything:
    """The whole quest so far. public: what everyone knows; about: the item each seat writes about; last: the last to act."""

    public: Knowledge = field(default_factory=lambda: Knowledge(None))
    lanes: dict[Seat, Lane] = field(default_factory=dict)
    about: dict[Seat, quest.Given | quest.Reconsidered] = field(default_factory=dict)
    last: Seat = ""
    me: Seat | None = None

    def see(self, event: Event) -> list[Line]:
        """Take one more event and return its lines in the transcript."""
        told = list(lines(event, self))
        if isinstance(event, quest.Briefing | quest.Demands | quest.Stopped | quest.LeftOut | quest.Tally):
            self.public.see(event)
        else:
            self._learn(event)
        return told

    def look(self, request: Request | None = None) -> TableView:
        """Return the table as it looks now. Viewers who see everything are asked nothing."""
        table = self.public.look()
        view = replace(
            table,
            title=self._title(table),
            goal="you see everything",
            prompt=table.prompt if self.public.tallies else "All write, each about its own passage.",
            seats=tuple(map(self._card, table.seats)),
        )
        standing = figures.standing(
            self.public.seats,
            {seat: self._figures(seat) for seat in self.public.seats},
            self.briefing,
            when=FigureColumn("does", leaves=4, is_cut=True),
            note="" if self.public.tallies else _AS_IF,
            finals=figures.finals(self.public.tallies, self.briefing),
        )
        return view.with_panels(standing, self._page())

    def copy(self) -> Self:
        """Return a copy to fold on without changing this one."""
        lanes = {seat: lane.copy() for seat, lane in self.lanes.items()}
        return replace(self, public=self.public.copy(), lanes=lanes, about=dict(self.about))

    @property
    def briefing(self) -> quest.Briefing | None:
        """The briefing of the match."""
        return self.public.briefing

    def number(self, seat: Seat) -> int:
        """Return a seat's number, from 1."""
        return self.public.number(seat)

    def _learn(self, event: Event) -> None:
        match event:
            case quest.Given(seat) | quest.Reconsidered(seat):
                self.about[seat] = event
            case (
                quest.Standing(seat)
                | quest.Paid(seat)
                | quest.Written(seat)
                | quest.Measured(seat)
                | quest.Scored(seat)
                | quest.Declined(seat)
                | Forfeited(seat)
            ):
                pass
            case _:
                return
        if seat in self.public.seats:
            self.lanes.setdefault(seat, Lane()).learn(event)
            self.last = seat if seat in self.about else self.last

    def _title(self, table: TableView) -> str:
        steps = [lane.standing for lane in self.lanes.values() if lane.standing]
        if self.public.tallies or not steps:
            return table.title
        return f"Step {max(step.step for step in steps) + 1} of {steps[0].total}"

    def _figures(self, seat: Seat) -> figures.Figures:
        shown = self.lanes.get(seat, Lane()).figures(self._does(seat), is_told=True)
        tally = self.public.tallies.get(seat)
        return figures.of_tally(tally, shown) if tally else shown

    def _does(self, seat: Seat) -> str:
        if seat in self.public.stopped:
            return "ended"
        doing = self.lanes.get(seat, Lane()).doing
        match doing:
            case quest.Given(_, item):
                return f"writes {item}"
            case quest.Reconsidered(_, item):
                return f"reviews {item}"
        return ""

    def _card(self, card: SeatCard) -> SeatCard:
        does = self._does(card.name)
        done = len(self.lanes[card.name].works) if card.name in self.lanes else 0
        return replace(card, is_speaking=does.startswith(("writes", "reviews")), status=f"{done} written", note=does)

    def _page(self) -> Document | None:
        about = self.about.get(self.last)
        if about is None:
            return None
        work = self.lanes[self.last].works.get(about.item)
        page = pages.about(about, self.briefing, *(_text(self.last, work, self.number(self.last)) if work else ()))
        return replace(page, title=f"{self.last} · {page.title}")


def _text(seat: Seat, work: pages.Work, number: int) -> Iterator[Line]:
    h = "" if work.h is None else f" · H {work.h:.3f}"
    yield Line("")
    yield Line(work.text or "Nothing.", "speech", who=number, label=f"{seat} wrote{h}")
    yield from pages.lacking(work)
