"""The undercover game with nothing hidden: a fold over the whole record, for those who watch bots or a match that is over."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Self

from woozle.arena.views.line import Line
from woozle.arena.views.undercover import pictures
from woozle.arena.views.undercover.course import Course
from woozle.arena.views.undercover.knowledge import Knowledge
from woozle.arena.views.undercover.lines import change, lines
from woozle.arena.views.views import SeatCard, Table
from woozle.core.game import Event
from woozle.core.games.undercover import events as undercover
from woozle.core.request import Request, Seat


@dataclass(slots=True)
class Everything:
    """All that has happened so far. public: what everyone knows; weighed: the factors of votes that are not told of yet.

    hidden: who is the undercover; size: of a drawn picture, in pixels.
    """

    public: Knowledge = field(default_factory=lambda: Knowledge(None))
    hidden: Seat = ""
    size: int = 0
    weighed: dict[Seat, undercover.Weighed] = field(default_factory=dict)
    me: Seat | None = None

    def see(self, event: Event) -> list[Line]:
        """Take one more Event; what the transcript says of it."""
        told = [*(lines(event, self) if self.course.briefing else ()), *self._secrets(event)]
        self._learn(event)
        return told

    def look(self, request: Request | None = None) -> Table:
        """The table as it looks now. Those who see everything are asked nothing."""
        table, pair = self.public.look(), self.course.pair
        return replace(
            table,
            seats=tuple(map(self._card, table.seats)),
            picture=pictures.both(pair, self.size, self.hidden) if pair else None,
        )

    def copied(self) -> Self:
        """The same, to be folded on without changing this one."""
        return replace(self, public=self.public.copied(), weighed=dict(self.weighed))

    @property
    def course(self) -> Course:
        """How far the match is."""
        return self.public.course

    def number(self, seat: Seat) -> int:
        """A seat's number, from 1."""
        return self.public.number(seat)

    def _learn(self, event: Event) -> None:
        match event:
            case undercover.Role(seat, True):
                self.hidden = seat
            case undercover.Commission(size=size):
                self.size = size
            case undercover.Weighed(seat):
                self.weighed[seat] = event
            case undercover.Voted(seat):
                self.weighed.pop(seat, None)
        self.public.see(event)

    def _secrets(self, event: Event) -> Iterator[Line]:
        match event:
            case undercover.Briefing():
                yield from lines(event, self)
            case undercover.Commission(number, edit=edit) if edit:
                yield Line(f"Counterfactual {number}: {edit.instruction}", "quiet")
            case undercover.Pair() if not self.course.briefing:
                yield from _made(event)
            case undercover.Role(seat, True):
                yield Line(f"{seat} is the undercover.", "private", who=self.number(seat))
            case undercover.Voted(seat, _, target) if seat in self.weighed:
                yield from self._reasons(self.weighed[seat], target)

    def _reasons(self, weighed: undercover.Weighed, target: Seat | None) -> Iterator[Line]:
        """The factors that speak for a vote; whom the seat named, if that is another."""
        number = self.number(weighed.seat)
        if target and (of := weighed.factors.get(target)):
            yield Line(f"Against {target}: {_factors(of)}.", "quiet", who=number)
        if weighed.named != target:
            yield Line(f"It names {weighed.named or 'nobody'}, but the factors count.", "quiet", who=number)

    def _card(self, card: SeatCard) -> SeatCard:
        if card.name != self.hidden or self.course.revealed:
            return card
        return replace(card, status=" · ".join(filter(None, ("UNDERCOVER", card.status))))


def _made(pair: undercover.Pair) -> Iterator[Line]:
    if pair.score is None:
        return
    good = "good enough" if pair.is_accepted else "not good enough, but the best there was"
    yield Line(f"The counterfactual is {good}: score {pair.score:.3f}.", "quiet" if pair.is_accepted else "notice")
    if pair.edit:
        yield Line(f"What is changed: {change(pair)}.", "private")


def _factors(of: tuple[float, float, float, float]) -> str:
    names = ("inconsistency", "deviation", "accuracy", "suspicion")
    return ", ".join(f"{name} {number:.2f}" for name, number in zip(names, of, strict=True))
