"""What a reconstruction is made of. `at` is a position in the record."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

from woozle.core.games.ship.claims.happenings import NEVER
from woozle.core.games.ship.events import Team
from woozle.core.games.ship.map import Room
from woozle.core.request import Seat
from woozle.core.value import value


@value
class Work:
    """A turn's work on a task."""

    tick: int
    room: Room
    is_complete: bool
    at: int


@value
class Step:
    """A way taken; also that of a player who was killed earlier in the tick."""

    tick: int
    start: Room
    to: Room
    at: int


@dataclass(slots=True)
class Call:
    """How a meeting began. bodies: how many lay on the ship."""

    tick: int
    caller: Seat
    cause: Literal["report", "button"]
    bodies: int
    at: int


@value
class Cast:
    """A vote; without a target it skips."""

    tick: int
    voter: Seat
    target: Seat | None


@dataclass
class Course:
    """One player through the match. Lists are indexed by tick, from 0, and tell how a tick ended.

    rooms: a traveller's is the one it left. moving_to: where it travels to, else empty. actions: in the words of `Act`; empty in a
    tick that ends in a meeting. touched: all rooms it was in during the tick, in order. died: the first tick that it did not
    survive. sources: the Events that tell its rooms, as tick, position, room. dealt_at: the position of its Role.
    """

    seat: Seat
    team: Team = "goose"
    tasks: tuple[Room, ...] = ()
    dealt_at: int = 0
    died: int = NEVER
    rooms: list[Room] = field(default_factory=list)
    moving_to: list[Room] = field(default_factory=list)
    actions: list[str] = field(default_factory=list)
    touched: list[tuple[Room, ...]] = field(default_factory=list)
    works: list[Work] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)
    sources: list[tuple[int, int, Room]] = field(default_factory=list)

    # The tick that is being read.
    room: Room = ""
    bound_for: Room = ""
    action: str = ""
    touching: list[Room] = field(default_factory=list)

    def touch(self, room: Room, tick: int, at: int) -> None:
        """It is in a room now."""
        if room != self.room:
            self.room = room
            self.sources.append((tick, at, room))
        if not self.touching or self.touching[-1] != room:
            self.touching.append(room)

    def begin_tick(self) -> None:
        """A traveller touches the room that it left, tick after tick."""
        self.touching = [self.room] if self.died == NEVER else []
        self.action = ""

    def end_tick(self, is_roaming: bool) -> None:
        """Note how the tick ends."""
        if not is_roaming:
            self.action = ""
        elif not self.action and self.died == NEVER:
            self.action = "wait"
        self.rooms.append(self.room)
        self.moving_to.append(self.bound_for)
        self.actions.append(self.action)
        self.touched.append(tuple(self.touching) or (self.room,))

    @cached_property
    def visits(self) -> dict[Room, list[int]]:
        """The ticks that it survived and was in a room, by room."""
        found: dict[Room, list[int]] = {}
        for tick, rooms in enumerate(self.touched[: self.died]):
            for room in dict.fromkeys(rooms):
                found.setdefault(room, []).append(tick)
        return found

    def chain(self, first: int, last: int) -> list[Room]:
        """The rooms that it went through, in order. A dead player stays where it died."""
        rooms: list[Room] = []
        for touched in self.touched[first : last + 1]:
            for room in touched:
                if not rooms or rooms[-1] != room:
                    rooms.append(room)
        return rooms

    def sources_in(self, first: int, last: int) -> list[int]:
        """The positions that tell where it was from one tick to another."""
        begin = max(0, bisect_left(self.sources, (first,)) - 1)  # where it was before, it may still have been
        return [at for _, at, _ in self.sources[begin : bisect_left(self.sources, (last + 1,))]]

    def source(self, tick: int, room: Room) -> list[int]:
        """The position that tells that it was in a room in this tick."""
        known = self.sources[: bisect_left(self.sources, (tick + 1,))]
        return next(([at] for _, at, where in reversed(known) if where == room), [])
