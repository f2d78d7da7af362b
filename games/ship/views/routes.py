"""The routes of a match of the ship that is over: where everybody was in each tick, on the map and in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby

from woozle.arena.views.words import room_title
from woozle.core.game import Event, RecordEntry
from woozle.core.request import Seat
from woozle.games.ship import events as ship
from woozle.games.ship.views.full_knowledge import FullKnowledge
from woozle.games.ship.views.panels import Map, Routes, RouteStep


@dataclass(slots=True)
class _Walk:
    """A fold over the record that keeps the map as each tick ends. fallen: seat numbers by the room in which they were killed."""

    known: FullKnowledge = field(default_factory=FullKnowledge)
    steps: list[RouteStep] = field(default_factory=list)
    places: dict[Seat, list[tuple[int, str]]] = field(default_factory=dict)
    kills: list[str] = field(default_factory=list)
    fallen: dict[str, tuple[int, ...]] = field(default_factory=dict)
    news: str = ""

    def take(self, event: Event) -> None:
        if isinstance(event, ship.Tick | ship.MeetingCalled | ship.Ended):
            after = ", after the meeting" if self.steps and self.steps[-1].title == self._meeting else ""
            self._keep(f"Tick {self.known.tick}{after}" if self.known.tick else "The start")
        self.known.see(event)
        match event:
            case ship.Killed(killer, victim, room):
                self.news = f"† {killer} kills {victim} in {room_title(room)}"
                self.kills.append(f"{killer} killed {victim} in {room_title(room)} at tick {self.known.tick}.")
                self.fallen[room] = (*self.fallen.get(room, ()), self.known.number(victim))
            case ship.Ballot(ejected=ejected):
                role = f", a {'duck' if self.known.is_duck(ejected) else 'goose'}," if ejected else ""
                self.news = f"{ejected or 'Nobody'}{role} is ejected"
                self._keep(self._meeting)

    @property
    def _meeting(self) -> str:
        return f"Meeting, tick {self.known.tick}"

    def _keep(self, title: str) -> None:
        """Keep the map, unless it is that of the meeting that was kept already."""
        shown = self.known.look().panel(Map)
        if shown is None or not shown.rooms or (self.known.is_meeting and not self.news):
            return
        rooms = tuple(replace(room, bodies=self.fallen.get(room.name, ())) for room in shown.rooms)
        self.steps.append(RouteStep(title, replace(shown, rooms=rooms), self.news))
        if not self.known.is_meeting:
            for seat in self.known.public.seats:
                member = self.known.crew[seat]
                if not member.fate:
                    place = f"→ {room_title(member.bound_for)}" if member.bound_for else room_title(member.room)
                    self.places.setdefault(seat, []).append((self.known.tick, place))
        self.news = ""


def routes_of(record: Sequence[RecordEntry]) -> tuple[Routes, tuple[str, ...]]:
    """Return the routes as a panel, and in words: a sentence for each seat, and one for each kill."""
    walk = _Walk()
    for event, _ in record:
        walk.take(event)
    return Routes(tuple(walk.steps), walk.known.public.seats), tuple(_sentences(walk))


def _sentences(walk: _Walk) -> Iterator[str]:
    for seat, places in walk.places.items():
        stays = [(place, [tick for tick, _ in ticks]) for place, ticks in groupby(places, key=lambda each: each[1])]
        told = (f"{place} {ticks[0]}{f' to {ticks[-1]}' if len(ticks) > 1 else ''}" for place, ticks in stays)
        yield f"The route of {seat}, by ticks: {', '.join(told)}."
    yield from walk.kills
