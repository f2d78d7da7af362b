"""The panels of the ship: its map and the tasks of a seat."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from woozle.arena.views.panels import Panel
from woozle.core.value import value


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

    rooms: tuple[RoomCard, ...]
    ways: tuple[Way, ...]
    letters: str
    legend: tuple[tuple[str, str], ...] = ()

    def page_parts(self) -> Mapping[str, Any]:
        """Return apart what never changes, and who and what is where: what differs from an empty room or corridor."""
        if not self.rooms:
            return {}
        rooms = [
            [at, room.is_here, list(room.people), list(room.bodies), room.task]
            for at, room in enumerate(self.rooms)
            if room.is_here or room.people or room.bodies or room.task
        ]
        ways = [[at, way.is_mine, list(way.travellers)] for at, way in enumerate(self.ways) if way.is_mine or way.travellers]
        names = [room.name for room in self.rooms]
        ends = [[names.index(end) if end in names else -1 for end in way.ends] for way in self.ways]
        fixed = {
            "rooms": [[room.title, room.x, room.y, room.has_button] for room in self.rooms],
            "ways": [[*each, way.ticks] for each, way in zip(ends, self.ways, strict=True)],
            "legend": [words for words, _ in self.legend],
        }
        return {"map": fixed, "chart": {"letters": self.letters, "rooms": rooms, "ways": ways}}


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

    steps: tuple[RouteStep, ...]
    names: tuple[str, ...] = ()


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

    cards: tuple[TaskCard, ...]
    status: tuple[str, ...] = ()

    def page_parts(self) -> Mapping[str, Any]:
        return {"tasks": [[each.title, each.room, each.done, each.needed] for each in self.cards], "status": [*self.status]}
