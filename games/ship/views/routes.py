"""The routes of all seats in a finished match, tick by tick: as a panel, and in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby

from woozle.core.game import Event, RecordEntry
from woozle.core.request import Seat
from woozle.core.state import EVERYTHING
from woozle.games.ship.events import Ended, MeetingCalled, Tick
from woozle.games.ship.map import room_title
from woozle.games.ship.state import State
from woozle.games.ship.views.panels import Routes, RouteStep
from woozle.games.ship.views.table import full_map


@dataclass(slots=True)
class _Walk:
    """The map as each tick ends. news: the last kill or ejection since then."""

    state: State = field(default_factory=lambda: State(EVERYTHING))
    steps: list[RouteStep] = field(default_factory=list)
    places: dict[Seat, list[tuple[int, str]]] = field(default_factory=dict)
    news: str = ""

    def take(self, event: Event) -> None:
        state = self.state
        if isinstance(event, Tick | MeetingCalled | Ended):
            after = ", after the meeting" if self.steps and self.steps[-1].title == self._meeting else ""
            self._keep(f"Tick {state.tick}{after}" if state.tick else "The start")
        kills, ballots = len(state.kills), self._ballots
        state.see(event)
        if len(state.kills) > kills:
            kill = state.kills[-1]
            self.news = f"† {kill.killer} kills {kill.victim} in {room_title(kill.room)}"
        if self._ballots > ballots:
            ejected = state.meetings[-1].ballots[-1].ejected
            role = f", a {'duck' if state.is_duck(ejected) else 'goose'}," if ejected else ""
            self.news = f"{ejected or 'Nobody'}{role} is ejected"
            self._keep(self._meeting)

    @property
    def _ballots(self) -> int:
        return sum(len(meeting.ballots) for meeting in self.state.meetings)

    @property
    def _meeting(self) -> str:
        return f"Meeting, tick {self.state.tick}"

    def _keep(self, title: str) -> None:
        """Keep the map, unless it is that of the meeting that was kept already."""
        state, shown = self.state, full_map(self.state)
        if not shown.rooms or (state.is_meeting and not self.news):
            return
        fallen = {
            room: tuple(state.number(kill.victim) for kill in state.kills if kill.room == room)
            for room in {kill.room for kill in state.kills}
        }
        rooms = tuple(replace(room, bodies=fallen.get(room.name, ())) for room in shown.rooms)
        self.steps.append(RouteStep(title, replace(shown, rooms=rooms), self.news))
        for seat in state.living if not state.is_meeting else ():
            member = state.crew[seat]
            place = f"→ {room_title(member.bound_for)}" if member.bound_for else room_title(member.room)
            self.places.setdefault(seat, []).append((state.tick, place))
        self.news = ""


def routes_of(record: Sequence[RecordEntry]) -> tuple[Routes, tuple[str, ...]]:
    """Return the routes as a panel, and in words: a sentence for each seat, and one for each kill."""
    walk = _Walk()
    for event, _ in record:
        walk.take(event)
    return Routes(tuple(walk.steps), walk.state.seats), tuple(_sentences(walk))


def _sentences(walk: _Walk) -> Iterator[str]:
    for seat, places in walk.places.items():
        stays = [(place, [tick for tick, _ in ticks]) for place, ticks in groupby(places, key=lambda each: each[1])]
        told = (f"{place} {ticks[0]}{f' to {ticks[-1]}' if len(ticks) > 1 else ''}" for place, ticks in stays)
        yield f"The route of {seat}, by ticks: {', '.join(told)}."
    for kill in walk.state.kills:
        yield f"{kill.killer} killed {kill.victim} in {room_title(kill.room)} at tick {kill.tick}."
