"""The debate with nothing hidden: a fold over the whole record, for those who watch bots or a match that is over."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Self

from woozle.arena.views.debate import entropy
from woozle.arena.views.debate.course import Course
from woozle.arena.views.debate.knowledge import Knowledge
from woozle.arena.views.debate.lines import lines, right, turn
from woozle.arena.views.debate.pages import page
from woozle.arena.views.line import Line
from woozle.arena.views.views import SeatCard, Table
from woozle.core.game import Event
from woozle.core.games.debate import events as debate
from woozle.core.naming import listed
from woozle.core.request import Request, Seat


@dataclass(slots=True)
class Everything:
    """All that has happened so far. public: what everyone knows, and the key; measured, chosen: the last of each, by seat."""

    public: Knowledge = field(default_factory=lambda: Knowledge(None))
    measured: debate.Measured | None = None
    chosen: dict[Seat, debate.Chosen] = field(default_factory=dict)
    me: Seat | None = None

    def see(self, event: Event) -> list[Line]:
        """Take one more Event; what the transcript says of it."""
        told = [*lines(event, self), *self._secrets(event)]
        self._learn(event)
        if isinstance(event, debate.Answered):
            told += turn(self.course, event.seat, event.round, self)
        return told

    def look(self, request: Request | None = None) -> Table:
        """The table as it looks now. Those who see everything are asked nothing."""
        table = self.public.look()
        return replace(
            table,
            seats=tuple(map(self._card, table.seats)),
            page=page(self.course, *entropy.table(self.measured, self.chosen)),
        )

    def copied(self) -> Self:
        """The same, to be folded on without changing this one."""
        return replace(self, public=self.public.copied(), chosen=dict(self.chosen))

    @property
    def course(self) -> Course:
        """How far the debate is."""
        return self.public.course

    def number(self, seat: Seat) -> int:
        """A seat's number, from 1."""
        return self.public.number(seat)

    def _learn(self, event: Event) -> None:
        match event:
            case debate.Measured():
                self.measured = event
            case debate.Chosen(seat):
                self.chosen[seat] = event
            case _:
                self.course.learn(event)

    def _secrets(self, event: Event) -> Iterator[Line]:
        number = self.number(event.seat) if isinstance(event, debate.Chosen | debate.Unmeasured | debate.Believed) else 0
        match event:
            case debate.Key(_, _, _, wrong) if not self.course.number:
                yield Line(f"The right answer is {right(event, self.course)}.", "private")
                if wrong:
                    yield Line(f"{listed(wrong)} {'is' if len(wrong) == 1 else 'are'} given a wrong first answer.", "private")
            case debate.Measured():
                yield Line(entropy.measured(event), "private")
            case debate.Chosen(seat):
                alpha = self.course.briefing.alpha if self.course.briefing else 0.0
                for sentence in entropy.chosen(event, self.measured, alpha, self.course.seats):
                    yield Line(sentence, "quiet", who=number)
            case debate.Unmeasured(seat):
                yield Line(f"Nothing could be measured for {seat}, so it listens to all.", "notice", who=number)
            case debate.Believed(seat, _, answer):
                is_right = self.course.is_right(answer)
                said = f"{seat} believes {answer}" if answer is not None else f"{seat} says nothing"
                yield Line(f"{said}{' ✓' if is_right else ' ✗'}", "good" if is_right else "bad", who=number)

    def _card(self, card: SeatCard) -> SeatCard:
        reply = self.course.last(card.name)
        is_right = self.course.is_right(reply.answer) if reply else None
        mark = {True: " ✓", False: " ✗", None: ""}[is_right]
        return replace(card, status=f"{card.status}{mark}" if card.status else "")
