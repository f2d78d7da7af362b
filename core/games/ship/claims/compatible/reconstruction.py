"""A match as the public pipeline reconstructs it from its log: where everyone was as each tick ended (QUACK).

It errs in known ways, which are kept: a remark puts its speaker back in the room where the turn began, even when it
has moved on, and the rooms drawn after a meeting go unnoticed until a later action shows them.
"""

from __future__ import annotations

from collections.abc import Sequence

from woozle.core.game import Audience, Event, Told
from woozle.core.games.ship.claims.compatible.course import Call, Cast, Course, Step, Work
from woozle.core.games.ship.claims.happenings import NEVER, Kill
from woozle.core.games.ship.claims.schema import Statement
from woozle.core.games.ship.config import Config
from woozle.core.games.ship.events import (
    Arrived,
    Ballot,
    Bodies,
    Briefing,
    Ended,
    Killed,
    MeetingCalled,
    Moved,
    Placed,
    Role,
    Said,
    Sight,
    Spoke,
    Tick,
    Voted,
    Waited,
    Worked,
)
from woozle.core.games.ship.map import Room
from woozle.core.games.ship.rules import Ship
from woozle.core.request import Seat


def player_id(seat: Seat) -> str:
    """What the public pipeline calls a seat: Alice is `player_0`."""
    return f"player_{Ship.seat_names.index(seat)}"


def share(part: int, whole: int) -> float:
    """A share as the public pipeline has it: of nothing it is 0."""
    return part / whole if whole else 0.0


class Reconstruction:
    """What the public pipeline knows of a match.

    segments: stretches of free roam, first and last ticks included; one after a meeting begins with the tick of that meeting.
    ejected: by vote, None where nobody was. ended: None for a match that is not over.
    """

    def __init__(self, record: Sequence[Told]) -> None:
        self.map = Config().map
        self.courses: dict[Seat, Course] = {}
        self.segments: list[tuple[int, int]] = []
        self.kills: list[Kill] = []
        self.calls: list[Call] = []
        self.votes: list[Cast] = []
        self.ejected: list[Seat | None] = []
        self.statements: list[Statement] = []
        self.ended: Ended | None = None
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
        """The ticks that ended with one able to see the other, if both lived: in one room, or in one corridor."""
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
        """The ticks that ended with one seeing the other alive and in the same room, and that room."""
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
            case Sight() | Waited():
                pass
            case Moved():
                self._move(event, at)
            case Worked(seat, room, _, done, needed):
                course = self.courses[seat]
                course.touch(room, tick, at)
                course.action = course.action or "task"
                course.works.append(Work(tick, room, done == needed, at))
            case Said(seat, room):
                self.courses[seat].touch(room, tick, at)
            case Arrived(seat, room):
                course = self.courses[seat]
                course.bound_for, course.touching = "", []
                course.touch(room, tick, at)
            case Tick(number):
                self._end_tick()
                self.last_tick = number
                for course in self.courses.values():
                    course.begin_tick()
            case Killed(killer, victim, room):
                self.courses[killer].action = f"kill {victim}"
                self.courses[victim].died = tick
                self.kills.append(Kill(killer, victim, room, tick, at, audience))
            case Spoke(seat, number, text):
                self.statements.append(Statement(len(self.calls) - 1, tick, number, seat, text, at))
            case Voted(seat, target):
                self.votes.append(Cast(tick, seat, target))
            case MeetingCalled():
                self._call(event, at)
            case Bodies(rooms):
                self.calls[-1].bodies = sum(map(len, rooms.values()))
            case Ballot(ejected=ejected):
                self.ejected.append(ejected)
                if ejected:
                    self.courses[ejected].died = tick
            case Placed(seat, room):
                self._place(seat, room, at)
            case Role(seat, team, _, tasks):
                self.courses[seat] = Course(seat, team, tasks, at)
            case Briefing(_, config):
                self.map = config.map
            case Ended():
                self.ended = event

    def _move(self, event: Moved, at: int) -> None:
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

    def _call(self, event: MeetingCalled, at: int) -> None:
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
