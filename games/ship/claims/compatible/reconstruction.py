"""A match as the public pipeline reconstructs it from its log: where every player was as each tick ended (QUACK).

It errs in known ways, which are kept: a remark puts its speaker back in the room where the turn began, even when it has moved on,
and the rooms drawn after a meeting go unnoticed until a later action shows them. Since `State` and `Timeline` must not err so, it
has its own fold. `at` is a position in the record.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

from woozle.core.game import Audience, Event, RecordEntry
from woozle.core.groups import group_pairs
from woozle.core.request import Seat
from woozle.core.value import value
from woozle.games.ship import events as ship
from woozle.games.ship.claims.schema import Statement
from woozle.games.ship.claims.timeline import NEVER, Kill
from woozle.games.ship.config import Config
from woozle.games.ship.events import Team
from woozle.games.ship.map import Room


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
    """The beginning of a meeting. bodies: Number of bodies on the ship."""

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
    """The course of one player through the match. Lists are indexed by tick, from 0, and hold the state as the tick ended.

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
        """Note that it is in a room now."""
        if room != self.room:
            self.room = room
            self.sources.append((tick, at, room))
        if not self.touching or self.touching[-1] != room:
            self.touching.append(room)

    def begin_tick(self) -> None:
        """Begin a tick. A traveller touches the room that it left, in every tick."""
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
        return group_pairs((room, tick) for tick, rooms in enumerate(self.touched[: self.died]) for room in dict.fromkeys(rooms))

    def chain(self, first: int, last: int) -> list[Room]:
        """Return the rooms that it went through, in order. A dead player stays where it died."""
        rooms: list[Room] = []
        for touched in self.touched[first : last + 1]:
            for room in touched:
                if not rooms or rooms[-1] != room:
                    rooms.append(room)
        return rooms

    def sources_in(self, first: int, last: int) -> list[int]:
        """Return the positions that tell where it was from one tick to another."""
        begin = max(0, bisect_left(self.sources, (first,)) - 1)  # where it was before, it may still have been
        return [at for _, at, _ in self.sources[begin : bisect_left(self.sources, (last + 1,))]]

    def source(self, tick: int, room: Room) -> list[int]:
        """Return the position that tells that it was in a room in this tick."""
        known = self.sources[: bisect_left(self.sources, (tick + 1,))]
        return next(([at] for _, at, where in reversed(known) if where == room), [])


def share(part: int, whole: int) -> float:
    """Return a share as the public pipeline defines it: 0 of nothing."""
    return part / whole if whole else 0.0


class Reconstruction:
    """A match as the public pipeline knows it.

    segments: stretches of free roam, first and last ticks included; one after a meeting begins with the tick of that meeting.
    ejected: by vote, None without one. ended: None for a match that is not over.
    """

    def __init__(self, record: Sequence[RecordEntry]) -> None:
        self.map = Config().map
        self.courses: dict[Seat, Course] = {}
        self.segments: list[tuple[int, int]] = []
        self.kills: list[Kill] = []
        self.calls: list[Call] = []
        self.votes: list[Cast] = []
        self.ejected: list[Seat | None] = []
        self.statements: list[Statement] = []
        self.ended: ship.Ended | None = None
        self.last_tick = 0
        self._is_roaming = True
        self._segment_begins = 0
        self._together: dict[tuple[Seat, Seat], list[tuple[int, Room]]] = {}
        self._visible: dict[tuple[Seat, Seat], list[int]] = {}
        for at, (event, audience) in enumerate(record):
            self._read(event, audience, at)
        self._end_tick()
        if self._is_roaming and self._segment_begins <= self.last_tick:
            self.segments.append((self._segment_begins, self.last_tick))

    def visible(self, seat: Seat, other: Seat) -> list[int]:
        """Return the ticks that ended with one able to see the other, if both lived: in one room, or in one corridor."""
        key = (seat, other) if seat < other else (other, seat)
        if key not in self._visible:
            a, b = self.courses[seat], self.courses[other]
            ends = enumerate(zip(a.rooms, a.moving_to, b.rooms, b.moving_to, strict=True))
            self._visible[key] = [
                tick
                for tick, (room, to, their_room, their_to) in ends
                if (room == their_room and to == their_to) or (to and to == their_room and room == their_to)
            ]
        return self._visible[key]

    def together(self, seat: Seat, other: Seat) -> list[tuple[int, Room]]:
        """Return the ticks that ended with one seeing the other alive and in the same room, and that room."""
        key = (seat, other) if seat < other else (other, seat)
        if key not in self._together:
            a, b = self.courses[seat], self.courses[other]
            alive = min(a.died, b.died)
            self._together[key] = [
                (tick, a.rooms[tick]) for tick in self.visible(seat, other) if tick < alive and a.rooms[tick] == b.rooms[tick]
            ]
        return self._together[key]

    def _read(self, event: Event, audience: Audience, at: int) -> None:
        tick = self.last_tick
        match event:
            case ship.Moved():
                self._move(event, at)
            case ship.Worked(seat, room, _, done, needed):
                course = self.courses[seat]
                course.touch(room, tick, at)
                course.action = course.action or "task"
                course.works.append(Work(tick, room, done == needed, at))
            case ship.Said(seat, room):
                self.courses[seat].touch(room, tick, at)
            case ship.Arrived(seat, room):
                course = self.courses[seat]
                course.bound_for, course.touching = "", []
                course.touch(room, tick, at)
            case ship.Tick(number):
                self._end_tick()
                self.last_tick = number
                for course in self.courses.values():
                    course.begin_tick()
            case ship.Killed(killer, victim, room):
                self.courses[killer].action = f"kill {victim}"
                living = tuple(seat for seat in audience if seat not in self.courses or self.courses[seat].died > tick)
                self.courses[victim].died = tick
                self.kills.append(Kill(killer, victim, room, tick, at, living))
            case ship.Spoke(seat, number, text):
                self.statements.append(Statement(len(self.calls) - 1, tick, number, seat, text, at))
            case ship.Voted(seat, target):
                self.votes.append(Cast(tick, seat, target))
            case ship.MeetingCalled():
                self._call(event, at)
            case ship.Bodies(rooms):
                self.calls[-1].bodies = sum(map(len, rooms.values()))
            case ship.Ballot(ejected=ejected):
                self.ejected.append(ejected)
                if ejected:
                    self.courses[ejected].died = tick
            case ship.Placed(seat, room):
                self._place(seat, room, at)
            case ship.Role(seat, team, _, tasks):
                self.courses[seat] = Course(seat, team, tasks, at)
            case ship.Briefing(_, config):
                self.map = config.map
            case ship.Ended():
                self.ended = event

    def _move(self, event: ship.Moved, at: int) -> None:
        course, tick = self.courses[event.seat], self.last_tick
        course.steps.append(Step(tick, event.start, event.to, at))
        if course.died != NEVER:
            return
        course.action = f"move {event.to}"
        course.touch(event.start, tick, at)
        if event.ticks > 1:
            course.bound_for = event.to
        else:
            course.bound_for = ""
            course.touch(event.to, tick, at)

    def _call(self, event: ship.MeetingCalled, at: int) -> None:
        tick = self.last_tick
        self.calls.append(Call(tick, event.caller, event.cause, 0, at))
        caller = self.courses[event.caller]
        caller.action = caller.action or event.cause
        for course in self.courses.values():
            course.bound_for = ""
        self._is_roaming = False
        if self._segment_begins < tick:
            self.segments.append((self._segment_begins, tick - 1))

    def _place(self, seat: Seat, room: Room, at: int) -> None:
        if not self.last_tick:
            self.courses[seat].touch(room, 0, at)
        elif not self._is_roaming:
            self._is_roaming, self._segment_begins = True, self.last_tick

    def _end_tick(self) -> None:
        for course in self.courses.values():
            course.end_tick(self._is_roaming)
