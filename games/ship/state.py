"""What one viewer of the ship knows: the fold of the Events that it observes.

Bots, panels, lines, pictures, digests, notebooks and results read it. Two other folds share nothing with it, so that they share no
fault either: `claims/timeline.py` checks claims against what happened, and `claims/compatible/` errs as the public pipeline does.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, TypeAlias

from woozle.core.event import Event
from woozle.core.request import Seat
from woozle.core.state import EVERYTHING, number_of, seat_of_viewer
from woozle.core.value import value
from woozle.games.ship import events as ship
from woozle.games.ship.claims.schema import Statement
from woozle.games.ship.config import Config
from woozle.games.ship.events import Team
from woozle.games.ship.map import Room

Phase: TypeAlias = Literal["roam", "meeting", "vote", "over"]

_WITHOUT_TIME = (ship.Sight, ship.Waited, ship.Said, ship.Overheard, ship.Killed, ship.Totals)
_MOST_SEATS = 10  # of the ship; a transcript from elsewhere may claim more


@dataclass(slots=True)
class Member:
    """The state of a seat that only itself knows, and those who see everything.

    work: turns done, by the room of the task. room: a traveller's is the one it left; it is `bound_for` another from the tick
    `set_out` to the tick `arrives`. ready: the tick from which it can kill; None if unknown.
    """

    team: Team | None = None
    mates: tuple[Seat, ...] = ()
    work: dict[Room, int] = field(default_factory=dict)
    room: Room = ""
    bound_for: Room = ""
    set_out: int = 0
    arrives: int = 0
    ready: int | None = None


@value
class Fate:
    """How a seat left the game, as the viewer learnt it first: it saw the kill, found the body, or heard of it or of the vote.

    room, killer: of a kill or body; team: of an ejected seat, if it was revealed.
    """

    how: Literal["killed", "found", "told", "ejected"]
    tick: int
    room: Room = ""
    killer: Seat = ""
    team: Team | None = None


class Kill(NamedTuple):
    """A kill that the viewer saw. at: the number of its Event among those that the viewer observed, from 0."""

    tick: int
    killer: Seat
    victim: Seat
    room: Room
    at: int


class Whereabouts(NamedTuple):
    """A seat in a room, at a tick at least between `first` and `last`. at: number of the Event that tells it."""

    seat: Seat
    room: Room
    first: int
    last: int
    at: int


class LastSeen(NamedTuple):
    """Where and when a seat was seen last: in a room, or between two. is_leaving: it was seen to leave `room` for `to`."""

    tick: int
    room: Room
    to: Room = ""
    is_leaving: bool = False


@dataclass(slots=True)
class Stay:
    """A seat in a room, from the first to the last tick that is known. worked: turns spent on a task."""

    room: Room
    first: int
    last: int
    worked: int = 0

    def overlaps(self, other: Stay) -> bool:
        """Return whether both were in one room at the same time."""
        return self.room == other.room and self.first <= other.last and other.first <= self.last


@value
class Step:
    """A seat that was seen to go from one room towards another."""

    seat: Seat
    start: Room
    to: Room
    tick: int


@value
class Body:
    """A body that the viewer knows of: where, and since when."""

    room: Room
    tick: int


@dataclass(slots=True)
class Round:
    """What a seat observed since the last meeting. begins: the tick of that meeting. kills: how many it had seen until then.

    stays: its own way; seen: those of the others. steps: those who left or came; passed: those met in a corridor.
    """

    begins: int
    kills: int = 0
    stays: list[Stay] = field(default_factory=list)
    seen: dict[Seat, list[Stay]] = field(default_factory=dict)
    steps: list[Step] = field(default_factory=list)
    passed: list[Step] = field(default_factory=list)
    bodies: dict[Seat, Body] = field(default_factory=dict)

    def sightings(self) -> Iterator[tuple[Seat, Stay]]:
        """Yield all sightings of others."""
        for seat, stays in self.seen.items():
            for stay in stays:
                yield seat, stay

    def enter(self, room: Room, tick: int) -> None:
        """Note that the viewer is in a room."""
        if self.stays and self.stays[-1].room == room:
            self.stays[-1].last = tick
        else:
            self.stays.append(Stay(room, tick, tick))

    def look(self, sight: ship.Sight) -> None:
        """Note a sight. Sightings of one seat in one room without a gap become one Stay."""
        tick, room = sight.tick, sight.room
        before = self.stays[-1].last if self.stays else tick
        self.enter(room, tick)
        for seat in sight.present:
            stays = self.seen.setdefault(seat, [])
            if stays and stays[-1].room == room and stays[-1].last >= before:
                stays[-1].last = tick
            else:
                stays.append(Stay(room, tick, tick))
        self.steps += [Step(seat, room, to, tick) for seat, to in sight.left]
        self.steps += [Step(seat, start, room, tick) for seat, start in sight.came]


@dataclass(slots=True)
class Meeting:
    """A meeting. number: from 1. at: number of the Event that called it.

    victims: the dead that no earlier meeting named. votes: those that are known. ballots: one for each vote; counted_at: number
    of the Event of the first.
    """

    number: int
    tick: int
    caller: Seat
    cause: Literal["report", "button"]
    dead: tuple[Seat, ...]
    victims: tuple[Seat, ...]
    at: int
    order: tuple[Seat, ...] = ()
    speeches: list[Statement] = field(default_factory=list)
    votes: dict[Seat, Seat | None] = field(default_factory=dict)
    ballots: list[ship.Ballot] = field(default_factory=list)
    counted_at: int = 0

    @property
    def ejected(self) -> tuple[Seat, ...]:
        return tuple(ballot.ejected for ballot in self.ballots if ballot.ejected)


@dataclass(slots=True)
class State:
    """What a viewer knows of the match.

    viewer: a seat, PUBLIC or EVERYTHING. sees_all: whether it sees everything, as the dead may too. crew: the viewer itself, or
    all seats for those who see everything. mine: the viewer's own; an empty one for those who have no seat.
    seen: where others were seen last. sight: the last look round; has_looked: whether that was where the viewer is now.
    present, lying, passed: the living, the bodies and the travellers that are in view there. bodies: all that it knows of, by room.
    finished: tasks, by seat and room, in order. looks, spots, kills: all that a seat has seen in the match, with the numbers of
    their Events; spots: where seats were, as anything but its looks tells. events: the number of Events so far. is_still: nothing
    has happened in this tick for those who see everything to date; looks, waits and kills, which have their own mark, apart.
    """

    viewer: Seat
    me: Seat | None = field(init=False)
    mine: Member = field(init=False)
    seats: tuple[Seat, ...] = ()
    config: Config | None = None
    tick: int = 0
    crew: dict[Seat, Member] = field(default_factory=dict)
    fates: dict[Seat, Fate] = field(default_factory=dict)
    seen: dict[Seat, LastSeen] = field(default_factory=dict)
    sight: ship.Sight | None = None
    has_looked: bool = False
    present: tuple[Seat, ...] = ()
    lying: tuple[Seat, ...] = ()
    passed: tuple[Seat, ...] = ()
    bodies: dict[Room, tuple[Seat, ...]] = field(default_factory=dict)
    finished: list[tuple[Seat, Room]] = field(default_factory=list)
    totals: ship.Totals | None = None
    meetings: list[Meeting] = field(default_factory=list)
    is_meeting: bool = False
    ended: ship.Ended | None = None
    round: Round = field(default_factory=lambda: Round(0))
    looks: list[tuple[int, ship.Sight]] = field(default_factory=list)
    spots: list[Whereabouts] = field(default_factory=list)
    kills: list[Kill] = field(default_factory=list)
    events: int = 0
    is_still: bool = False
    sees_all: bool = False

    def __post_init__(self) -> None:
        self.me = seat_of_viewer(self.viewer)
        self.sees_all = self.sees_all or self.viewer == EVERYTHING
        self.mine = self.crew.get(self.me, Member()) if self.me else Member()
        if self.me:
            self.crew[self.me] = self.mine

    # What is known

    @property
    def is_alive(self) -> bool:
        """True unless the viewer knows that it is dead."""
        return self.me not in self.fates

    @property
    def living(self) -> list[Seat]:
        """The others who are alive to the viewer's knowledge."""
        return [seat for seat in self.seats if seat not in self.fates and seat != self.me]

    @property
    def meeting(self) -> Meeting | None:
        """The meeting that is held now."""
        return self.meetings[-1] if self.is_meeting else None

    @property
    def phase(self) -> Phase:
        if self.ended:
            return "over"
        if (meeting := self.meeting) is None:
            return "roam"
        is_said = self.config and meeting.order and len(meeting.speeches) >= self.config.rounds * len(meeting.order)
        return "vote" if is_said else "meeting"

    @property
    def speaker(self) -> Seat | None:
        """The seat that speaks next."""
        meeting = self.meeting
        return (
            meeting.order[len(meeting.speeches) % len(meeting.order)]
            if meeting and meeting.order and self.phase == "meeting"
            else None
        )

    @property
    def buttons_used(self) -> int:
        return sum(meeting.cause == "button" for meeting in self.meetings)

    @property
    def recent_kills(self) -> list[Kill]:
        """Kills since the last meeting that the viewer saw."""
        return self.kills[self.round.kills :]

    def places(self) -> list[Whereabouts]:
        """Return where the viewer has seen itself and others, in order."""
        found = [*self.spots]
        for at, sight in self.looks:
            found += [Whereabouts(seat, sight.room, sight.tick, sight.tick, at) for seat in (sight.seat, *sight.present)]
        return sorted(found, key=lambda place: place.at)

    def is_open(self, room: Room) -> bool:
        """Return whether the viewer has an unfinished task in a room."""
        needed = self.config.ticks_per_task if self.config else 0
        return self.mine.work.get(room, needed) < needed

    def is_duck(self, seat: Seat) -> bool:
        """Return whether a seat is known to be a duck."""
        return seat in self.mine.mates or (seat in self.crew and self.crew[seat].team == "duck")

    def number(self, seat: Seat) -> int:
        """Return the number of a seat, from 1; 0 for one that does not sit here."""
        return number_of(self, seat)

    # What is observed

    def see(self, event: Event) -> None:
        """Take the next Event that the viewer observes."""
        match event:
            case ship.Tick(number):
                if self.is_meeting:  # the dead are placed nowhere after a meeting
                    self._roam()
                self.tick = number
            case ship.Sight(seat=seat) if seat == self.me:
                self._look(event)
            case ship.Moved():
                self._move(event)
            case ship.Spoke() | ship.SpeakingOrder() | ship.Voted():
                self._meet(event)
            case ship.Worked():
                self._work(event)
            case ship.Arrived(seat, room):
                self._stand(seat, room)
            case ship.Said(seat, room) | ship.Overheard(seat, room) if not self.sees_all:
                self._spot(seat, room)
            case ship.Passed(seats, rooms):
                self._pass_by(seats, rooms)
            case ship.Killed():
                self._kill(event)
            case ship.MeetingCalled():
                self._call(event)
            case ship.Bodies(rooms):
                self.bodies = dict(rooms)
                for victim, room in ((victim, room) for room, victims in rooms.items() for victim in victims):
                    self.round.bodies.setdefault(victim, Body(room, self.tick))
            case ship.Ballot(ejected=ejected):
                self._meet(event)
                if ejected:
                    self.fates[ejected] = Fate("ejected", self.tick, team=event.team)
            case ship.Placed(seat, room):
                if self.is_meeting:
                    self._roam()
                self._stand(seat, room, is_told=not self.tick)  # a later one shares its tick with the round before the meeting
            case ship.Totals():
                self.totals = event
            case ship.Unveiled(seat=seat) if seat == self.me:
                self._see_all(event)
            case ship.Role(seat, team, mates, tasks):
                self._deal(seat, team, mates, tasks)
            case ship.Briefing(seats, config):
                self.seats, self.config = seats[:_MOST_SEATS], config
                if self.viewer == EVERYTHING:
                    self.crew = {seat: Member() for seat in self.seats}
            case ship.Ended():
                self.ended = event
        self.events += 1
        if self.sees_all:
            self.is_still = isinstance(event, ship.Tick) or (self.is_still and isinstance(event, _WITHOUT_TIME))

    def _deal(self, seat: Seat, team: Team, mates: tuple[Seat, ...], tasks: tuple[Room, ...]) -> None:
        member = self.crew.setdefault(seat, Member())
        member.team, member.mates, member.work = team, mates, dict.fromkeys(tasks, 0)
        if self.config and team == "duck":
            member.ready = self.config.first_kill_cooldown

    def _see_all(self, event: ship.Unveiled) -> None:
        """Begin to see everything."""
        self.sees_all, self.bodies = True, dict(event.bodies)
        needed = self.config.ticks_per_task if self.config else 0
        for seat, team in event.teams.items():
            member = self.crew.setdefault(seat, Member())
            member.team, member.work = team, dict(event.work.get(seat, {}))
            member.room, member.ready = event.rooms.get(seat, member.room), event.ready.get(seat)
            member.bound_for, member.set_out, member.arrives = event.ways.get(seat, ("", 0, 0))
            if seat != self.me:
                self.finished += [(seat, room) for room, done in member.work.items() if done >= needed]
        for room, victims in event.bodies.items():
            for seat in victims:
                self.fates.setdefault(seat, Fate("found", self.tick, room))
        self._lose_sight()

    def _roam(self) -> None:
        """End a meeting."""
        self.is_meeting, self.bodies = False, {}
        self.round = Round(self.tick, len(self.kills))

    def _stand(self, seat: Seat, room: Room, *, is_told: bool = True) -> None:
        member = self.crew.setdefault(seat, Member())
        member.room, member.bound_for = room, ""
        if seat == self.me:
            self._lose_sight()
            self.round.enter(room, self.tick)
            if is_told:
                self._spot(seat, room)

    def _lose_sight(self) -> None:
        self.has_looked, self.present, self.lying, self.passed = False, (), (), ()

    def _move(self, event: ship.Moved) -> None:
        seat, start, to, ticks = event.seat, event.start, event.to, event.ticks
        if seat == self.me:
            self.round.enter(start, self.tick)
            arrives = self.tick if ticks == 1 else self.tick + ticks
            self.round.stays.append(Stay(to, arrives, arrives))
        if ticks == 1:
            self._stand(seat, to)
            return
        member = self.crew.setdefault(seat, Member())
        member.room, member.bound_for, member.set_out, member.arrives = start, to, self.tick, self.tick + ticks
        if seat == self.me:
            self._lose_sight()

    def _work(self, event: ship.Worked) -> None:
        seat, room = event.seat, event.room
        self.crew.setdefault(seat, Member()).work[room] = event.done
        if event.done >= event.needed:
            self.finished.append((seat, room))
        if seat == self.me:
            self.round.enter(room, self.tick)
            self.round.stays[-1].worked += 1

    def _look(self, sight: ship.Sight) -> None:
        me, tick, room = self.mine, sight.tick, sight.room
        me.room, me.bound_for, self.passed = room, "", ()
        if sight.cooldown is not None:
            me.ready = tick + sight.cooldown
        self.sight, self.has_looked, self.present, self.lying = sight, True, sight.present, sight.bodies
        self.looks.append((self.events, sight))
        self.round.look(sight)
        for seat, to in sight.left:
            self.seen[seat] = LastSeen(tick, room, to, is_leaving=True)
        if sight.present:
            self.seen |= dict.fromkeys(sight.present, LastSeen(tick, room))
        self.bodies.pop(room, None)
        if sight.bodies:
            self.bodies[room] = sight.bodies
            for seat in sight.bodies:
                self.fates.setdefault(seat, Fate("found", tick, room))
                self.round.bodies.setdefault(seat, Body(room, tick))

    def _spot(self, seat: Seat, room: Room) -> None:
        """Note that a seat is in a room, as something else than a look round tells."""
        self.spots.append(Whereabouts(seat, room, self.tick, self.tick, self.events))
        if seat != self.me:
            self.seen[seat] = LastSeen(self.tick, room)

    def _pass_by(self, seats: tuple[Seat, Seat], rooms: tuple[Room, Room]) -> None:
        for other in seats if self.me in seats else ():
            if other != self.me:
                self.seen[other] = LastSeen(self.tick, *rooms)
                self.round.passed.append(Step(other, *rooms, self.tick))
                if other not in self.passed:
                    self.passed = (*self.passed, other)

    def _kill(self, event: ship.Killed) -> None:
        killer, victim, room = event.killer, event.victim, event.room
        if self.ended and victim in self.fates:  # told after the match to those who did not see it
            return
        self.fates[victim] = Fate("killed", self.tick, room, killer)
        self.bodies[room] = (*self.bodies.get(room, ()), victim)
        if self.ended:
            return
        self.kills.append(Kill(self.tick, killer, victim, room, self.events))
        self.present = tuple(seat for seat in self.present if seat != victim)
        self.lying = (*self.lying, victim)
        if killer in self.crew and self.config:
            self.crew[killer].ready = self.tick + self.config.kill_cooldown
        if not self.sees_all:
            self._spot(killer, room)
            self._spot(victim, room)
            self.round.bodies.setdefault(victim, Body(room, self.tick))

    def _meet(self, event: Event) -> None:
        if meeting := self.meeting:
            match event:
                case ship.Spoke(seat, number, text):
                    meeting.speeches.append(Statement(meeting.number - 1, meeting.tick, number, seat, text, self.events))
                case ship.SpeakingOrder(seats):
                    meeting.order = seats
                case ship.Voted(seat, target):
                    meeting.votes[seat] = target
                case ship.Ballot():
                    meeting.votes |= event.votes or {}
                    meeting.counted_at = meeting.counted_at or self.events
                    meeting.ballots.append(event)

    def _call(self, event: ship.MeetingCalled) -> None:
        named = {seat for meeting in self.meetings for seat in (*meeting.dead, *meeting.ejected)}
        victims = tuple(seat for seat in event.dead if seat not in named)
        number = len(self.meetings) + 1
        self.meetings.append(Meeting(number, event.tick, event.caller, event.cause, event.dead, victims, self.events))
        self.is_meeting = True
        for seat in event.dead:
            self.fates.setdefault(seat, Fate("told", event.tick))
        if self.config and self.config.travellers_return:
            for member in self.crew.values():
                member.bound_for = ""
