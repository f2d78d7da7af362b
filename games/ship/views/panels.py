"""The panels of the ship: its map and the tasks of a seat."""

from __future__ import annotations

from typing import ClassVar

from woozle.arena.views.panels import Panel
from woozle.core.value import value
from woozle.games.ship.views.map_plan import MapPlan, plan_map


@value
class RoomCard:
    """A room as the viewer knows it. key: the choice that leads there, empty if none does; people, bodies: seat numbers."""

    name: str
    title: str
    x: float
    y: float
    size: float
    is_here: bool = False
    key: str = ""
    people: tuple[int, ...] = ()
    bodies: tuple[int, ...] = ()
    task: str = ""
    has_button: bool = False


@value
class Way:
    """A corridor between two rooms; is_mine while the viewer travels through it. travellers: seat numbers of others who do."""

    ends: tuple[str, str]
    ticks: int
    is_mine: bool = False
    travellers: tuple[int, ...] = ()


@value
class Map(Panel):
    """The map with everything that the viewer knows to be on it; no rooms before it is known. letters: by seat number, from 1.

    legend: what the signs on it mean, each with its tone on the map.
    """

    WIDGETS: ClassVar[str] = "woozle.games.ship.tui.map"
    TEMPLATE: ClassVar[str] = "woozle.games.ship.views:map.html"

    rooms: tuple[RoomCard, ...]
    ways: tuple[Way, ...]
    letters: str
    legend: tuple[tuple[str, str], ...] = ()

    @property
    def plan(self) -> MapPlan:
        """Where its rooms stand on a page."""
        return plan_map(tuple((room.x, room.y) for room in self.rooms))

    @property
    def joined(self) -> tuple[tuple[int, int, Way], ...]:
        """The corridors, each after the places in the list of the rooms that it joins."""
        places = {room.name: at for at, room in enumerate(self.rooms)}
        return tuple((places[a], places[b], way) for way in self.ways for a, b in [way.ends] if a in places and b in places)

    def letter(self, number: int) -> str:
        """Return the letter of a seat, as it stands on the map."""
        return self.letters[number - 1 : number] or "?"


@value
class RouteStep:
    """The map as a tick ended. title: which; news: what happened in it that counts, empty for nothing."""

    title: str
    map: Map
    news: str = ""


@value
class Routes(Panel):
    """The ways of all seats through a match that is over. names: of the seats, by number from 1."""

    WIDGETS: ClassVar[str] = "woozle.games.ship.tui.routes"
    TEMPLATE: ClassVar[str] = "woozle.games.ship.views:routes.html"

    steps: tuple[RouteStep, ...]
    names: tuple[str, ...] = ()

    def places(self, step: RouteStep) -> tuple[str, ...]:
        """Return where each seat is as a tick ends: in a room, on its way between two, or nowhere any more."""
        found = {number: room.title for room in step.map.rooms for number in room.people}
        found |= {number: f"† {room.title}" for room in step.map.rooms for number in room.bodies}
        titles = {room.name: room.title for room in step.map.rooms}
        found |= {number: " – ".join(titles[end] for end in way.ends) for way in step.map.ways for number in way.travellers}
        return tuple(found.get(number, "") for number in range(1, len(self.names) + 1))


@value
class TaskCard:
    """A task of the viewer. ticks: its distance."""

    title: str
    room: str
    done: int
    needed: int
    ticks: int
    is_fake: bool = False


@value
class Tasks(Panel):
    """The tasks of the viewer, and the state of the match, a line each. It is shown beside the seats."""

    WIDGETS: ClassVar[str] = "woozle.games.ship.tui.map"
    TEMPLATE: ClassVar[str] = "woozle.games.ship.views:tasks.html"

    cards: tuple[TaskCard, ...]
    status: tuple[str, ...] = ()

    @property
    def done(self) -> int:
        """How many of them are done."""
        return sum(card.done >= card.needed for card in self.cards)
