"""The view state of one viewer of any game: a fold over the events told to it, and the table they make."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any, Self

from woozle.arena.views.any_game.figures import Figures
from woozle.arena.views.any_game.lines import facts_of, kind_of, lines, phase_of, seat_of
from woozle.arena.views.any_game.questions import question
from woozle.arena.views.line import Line
from woozle.arena.views.panels import Document, SeatCard, TableView, panels
from woozle.arena.views.rules import HEADING, of_briefing
from woozle.arena.views.viewers import EVERYTHING
from woozle.core.game import EVERYONE, PUBLIC, Event, Game
from woozle.core.names import seat_letters
from woozle.core.request import Request, Seat
from woozle.players.registry import Prompt


class Knowledge:
    """Facts that a viewer has observed so far. viewer: a seat, PUBLIC or EVERYTHING; kind: the game; prompt: its words;
    title: its name for people.
    """

    def __init__(self, viewer: Seat, kind: type[Game[Any]], prompt: Prompt, title: str) -> None:
        self.me: Seat | None = None if viewer in (PUBLIC, EVERYTHING) else viewer
        self._viewer, self._kind, self._prompt, self._title = viewer, kind, prompt, title
        self._seats: list[Seat] = []
        self._events: list[Event] = []
        self._figures = Figures()
        self._roles: Mapping[Seat, str] = {}
        self._part = ""

    def see(self, event: Event) -> list[Line]:
        self._learn(event)
        return list(lines(event, self._prompt, self.me, self._seats))

    def look(self, request: Request | None = None) -> TableView:
        asked = question(request, self._seats) if request else None
        role = self._roles.get(self.me or "", "")
        title = self._title
        return TableView(
            title=f"{title}: {self._part}" if self._part else title,
            role=role.replace("_", " ").upper(),
            is_sought=bool(role) and role == self._kind.hidden_role,
            prompt=asked.prompt if asked else "The match goes on.",
            seats=tuple(self._cards()),
            question=asked,
            panels=panels(
                self._figures.table(self._seats, self._roles, self.me) if self._seats else None,
                Document(HEADING, tuple(self._page())),
            ),
            is_idle=self.me is None,
            is_talk=True,
        )

    def copy(self) -> Self:
        other = type(self)(self._viewer, self._kind, self._prompt, self._title)
        other._seats, other._events = list(self._seats), list(self._events)
        other._figures, other._roles, other._part = self._figures.copy(), self._roles, self._part
        return other

    def _learn(self, event: Event) -> None:
        self._events.append(event)
        seats = facts_of(event).get("seats")
        if not self._seats and isinstance(seats, tuple):
            self._seats += [str(seat) for seat in seats][: self._kind.max_seats]
        seat = seat_of(event)
        if seat and seat not in self._seats and len(self._seats) < self._kind.max_seats:
            self._seats.append(seat)  # a game that does not say at first who plays
        if not seat:
            self._part = phase_of(event) if isinstance(facts_of(event).get("number"), int) else kind_of(event).lower()
        self._figures.learn(event, self._seats)
        if not self._roles and self._kind.role_names:
            self._roles = self._kind.roles([(each, EVERYONE) for each in self._events])

    def _page(self) -> Iterator[Line]:
        """Yield the viewer's role, as a model is told it first; then the rules."""
        if self.me and self._events:
            yield from (Line(each, "private") for each in islice(self._prompt.guide(self.me, self._events), 1))
        yield from map(Line, of_briefing(self._kind.name, *(each for each in self._events[:1] if "seats" in facts_of(each))))

    def _cards(self) -> Iterator[SeatCard]:
        for number, (letter, seat) in enumerate(zip(seat_letters(self._seats), self._seats, strict=True), 1):
            yield SeatCard(number, letter, seat, is_you=seat == self.me, status=self._roles.get(seat, "").replace("_", " "))
