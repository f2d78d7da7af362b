"""The map of a ship: rooms, corridors that take time, tasks, one emergency button."""

from __future__ import annotations

import heapq
from collections.abc import Mapping
from functools import cache, cached_property, lru_cache
from typing import Any, NamedTuple, TypeAlias, TypeVar

from pydantic import Field, field_validator, model_validator

from woozle.core.errors import InputError
from woozle.core.frozen_model import FrozenModel

T = TypeVar("T")

Room: TypeAlias = str
"""A room's name, in lower case with underscores: `upper_engine`."""


class Place(FrozenModel):
    """The drawing of a room: centre and side, in units of the map's grid."""

    x: float = Field(ge=-1000, le=1000)
    y: float = Field(ge=-1000, le=1000)
    size: float = Field(default=2.0, gt=0, le=1000)


class Corridor(FrozenModel):
    """A way between two rooms, in both directions. ticks: how long it takes."""

    ends: tuple[Room, Room]
    ticks: int = Field(default=1, ge=1, le=20)


class ShipMap(FrozenModel):
    """A map that can be played: connected, with its tasks and its button in rooms that exist.

    tasks: at most one a room, by room. Raises ValidationError, with sentences for people, for a map that cannot be played.
    """

    name: str
    rooms: Mapping[Room, Place] = Field(min_length=2)
    corridors: tuple[Corridor, ...]
    tasks: Mapping[Room, str] = Field(min_length=1)
    button: Room

    @model_validator(mode="before")
    @classmethod
    def _from_file(cls, data: Any) -> Any:
        """Accept the layout of map files: `corridors: [[a, b, ticks]]`, `task_locations: [{room, name}]`, `emergency_button`."""
        if not isinstance(data, Mapping) or "task_locations" not in data:
            return data
        data = dict(data)
        return data | {
            "corridors": _corridors(data.get("corridors") or []),
            "tasks": _tasks(data.pop("task_locations") or []),
            "button": data.pop("emergency_button", ""),
        }

    @field_validator("rooms")
    @classmethod
    def _names(cls, rooms: Mapping[Room, Place]) -> Mapping[Room, Place]:
        for room in rooms:
            if not room.replace("_", "").isalnum() or not room.isascii() or room != room.lower():
                raise InputError(f"room {room!r} must be named in lower-case letters, digits and underscores.")
        return rooms

    @model_validator(mode="after")
    def _playable(self) -> ShipMap:
        for corridor in self.corridors:
            for end in corridor.ends:
                if end not in self.rooms:
                    raise InputError(f"a corridor leads to {end!r}, which is not a room of the map.")
            if corridor.ends[0] == corridor.ends[1]:
                raise InputError(f"a corridor leads from {corridor.ends[0]!r} to itself.")
        for room, task in self.tasks.items():
            if room not in self.rooms:
                raise InputError(f"the task {task!r} is in {room!r}, which is not a room of the map.")
        if self.button not in self.rooms:
            raise InputError(f"the emergency button is in {self.button!r}, which is not a room of the map.")
        first = self.room_names[0]
        for room in self.room_names:
            if room not in self.distances[first]:
                raise InputError(f"no corridor leads from {first!r} to {room!r}; every room must be reachable.")
        return self

    @cached_property
    def room_names(self) -> tuple[Room, ...]:
        """All rooms, in alphabetical order."""
        return tuple(sorted(self.rooms))

    @cached_property
    def neighbours(self) -> Mapping[Room, Mapping[Room, int]]:
        """Travel ticks to each neighbour, by room; neighbours in alphabetical order."""
        return _copy_of(self._ways().neighbours)

    @cached_property
    def distances(self) -> Mapping[Room, Mapping[Room, int]]:
        """Ticks of the shortest way, by start and goal; a goal that cannot be reached is missing."""
        return _copy_of(self._ways().distances)

    @cached_property
    def hops(self) -> Mapping[Room, Mapping[Room, int]]:
        """Corridors of the way with the fewest, by start and goal."""
        return _copy_of(_find_ways(tuple(self.rooms), tuple((*corridor.ends, 1) for corridor in self.corridors)).distances)

    @cached_property
    def first_steps(self) -> Mapping[Room, Mapping[Room, Room]]:
        """The neighbour with which the shortest way begins, by start and goal; none if they are the same."""
        return _copy_of(self._ways().first_steps)

    def _ways(self) -> _Ways:
        return _find_ways(tuple(self.rooms), tuple((*corridor.ends, corridor.ticks) for corridor in self.corridors))

    def route(self, start: Room, goal: Room) -> tuple[Room, ...]:
        """Return the rooms of the shortest way, start and goal included."""
        rooms = [start]
        while rooms[-1] != goal:
            rooms.append(self.first_steps[rooms[-1]][goal])
        return tuple(rooms)


class _Ways(NamedTuple):
    neighbours: Mapping[Room, Mapping[Room, int]]
    distances: Mapping[Room, Mapping[Room, int]]
    first_steps: Mapping[Room, Mapping[Room, Room]]


@lru_cache(64)  # every agent of every match has its own map, and nearly all are the same
def _find_ways(rooms: tuple[Room, ...], corridors: tuple[tuple[Room, Room, int], ...]) -> _Ways:
    found: dict[Room, dict[Room, int]] = {room: {} for room in rooms}
    for a, b, ticks in corridors:
        found[a][b] = found[b][a] = ticks
    neighbours = {room: dict(sorted(near.items())) for room, near in found.items()}
    searched = {room: _search(neighbours, room) for room in rooms}
    return _Ways(neighbours, {room: each[0] for room, each in searched.items()}, {room: each[1] for room, each in searched.items()})


def _search(neighbours: Mapping[Room, Mapping[Room, int]], start: Room) -> tuple[dict[Room, int], dict[Room, Room]]:
    """Return ticks and first steps to all rooms (Dijkstra); ties are resolved by room name, and the way found first stays."""
    ticks = {start: 0}
    first: dict[Room, Room] = {}
    done: set[Room] = set()
    queue = [(0, start)]
    while queue:
        reached, room = heapq.heappop(queue)
        if room in done:
            continue
        done.add(room)
        for near, cost in neighbours[room].items():
            if reached + cost < ticks.get(near, reached + cost + 1):
                ticks[near] = reached + cost
                first[near] = first.get(room, near)
                heapq.heappush(queue, (reached + cost, near))
    return ticks, first


def _copy_of(ways: Mapping[Room, Mapping[Room, T]]) -> dict[Room, dict[Room, T]]:
    """Return a copy for one map, whose holder may change it."""
    return {room: dict(each) for room, each in ways.items()}


def _corridors(written: Any) -> list[dict[str, Any]]:
    """Read the corridors of a map file. Raises ValueError, with a sentence, for invalid or repeated ones."""
    if not isinstance(written, list):
        raise InputError("corridors must be a list.")
    found: dict[frozenset[Room], dict[str, Any]] = {}
    for each in written:
        corridor = tuple(map(each.get, ("from", "to", "weight"), (None, None, 1))) if isinstance(each, Mapping) else each
        is_one = isinstance(corridor, list | tuple) and len(corridor) in (2, 3)
        if not is_one or not all(isinstance(end, str) for end in corridor[:2]):
            raise InputError(f"corridor {corridor!r} must be [room, room] or [room, room, ticks].")
        ends = tuple(corridor[:2])
        if frozenset(ends) in found:
            raise InputError(f"two corridors lead from {ends[0]!r} to {ends[1]!r}; leave one of them out.")
        found[frozenset(ends)] = {"ends": ends, "ticks": corridor[2] if len(corridor) == 3 else 1}
    return list(found.values())


def _tasks(written: Any) -> dict[Room, Any]:
    """Read the tasks of a map file. Raises ValueError, with a sentence, for invalid ones and for two in the same room."""
    is_list = isinstance(written, list) and all(isinstance(task, Mapping) and set(task) == {"room", "name"} for task in written)
    if not is_list or not all(isinstance(task["room"], str) for task in written):
        raise InputError("task_locations must be a list of {room, name}.")
    tasks: dict[Room, Any] = {}
    for task in written:
        if task["room"] in tasks:
            raise InputError(f"there are two tasks in {task['room']!r}; a room has one at most.")
        tasks[task["room"]] = task["name"]
    return tasks


@cache
def room_title(room: Room) -> str:
    """Return a name as people read it: `upper_engine` as `Upper engine`."""
    return room.replace("_", " ").capitalize()
