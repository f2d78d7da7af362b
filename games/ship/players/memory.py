"""The memory of one seat of the ship: a fold over its observation, so that it can be made anew from the Events at any time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from woozle.core.game import Event
from woozle.core.request import Seat
from woozle.core.value import value
from woozle.games.ship.config import Config
from woozle.games.ship.events import (
    Arrived,
    Ballot,
    Bodies,
    Briefing,
    Killed,
    MeetingCalled,
    Moved,
    Passed,
    Placed,
    Role,
    Sight,
    SpeakingOrder,
    Spoke,
    Team,
    Tick,
    Worked,
)
from woozle.games.ship.map import Room
from woozle.games.ship.players.claim_reader import Claim, read_claims
from woozle.games.ship.players.questions import Question, read_questions, short_answer


@dataclass(slots=True)
class Stay:
    """A seat in a room, from the first to the last tick that is known."""

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
    """A body that the seat found itself: where, and when it was first seen."""

    room: Room
    tick: int


@dataclass(slots=True)
class Meeting:
    """A meeting. victims: who died since the last one. claims: what was said in it, as far as it is understood.

    claims_by_speech: the same, for each of `speeches`. questions: those put to one seat, with the index of the speech.
    """

    tick: int
    caller: Seat
    cause: str
    victims: tuple[Seat, ...]
    order: tuple[Seat, ...] = ()
    speeches: list[Spoke] = field(default_factory=list)
    claims: list[Claim] = field(default_factory=list)
    claims_by_speech: list[tuple[Claim, ...]] = field(default_factory=list)
    questions: list[tuple[int, Question]] = field(default_factory=list)

    def put_to(self, seat: Seat) -> Question | None:
        """Return the latest question to a seat since it last spoke."""
        since = max((i for i, spoke in enumerate(self.speeches) if spoke.seat == seat), default=-1)
        return next((question for i, question in reversed(self.questions) if i > since and question.asked == seat), None)


@dataclass(slots=True)
class Round:
    """The observation since the last meeting. begins: the tick of that meeting. stays: its own way; seen: those of the others."""

    begins: int
    stays: list[Stay] = field(default_factory=list)
    seen: dict[Seat, list[Stay]] = field(default_factory=dict)
    steps: list[Step] = field(default_factory=list)
    passed: list[Step] = field(default_factory=list)
    bodies: dict[Seat, Body] = field(default_factory=dict)
    kills: list[tuple[int, Killed]] = field(default_factory=list)

    def bodies_in(self, room: Room) -> list[Seat]:
        return [victim for victim, body in self.bodies.items() if body.room == room]


def merge_stays(stays: list[Stay]) -> list[Stay]:
    """Return the same way without going from a room to itself."""
    merged: list[Stay] = []
    for stay in stays:
        if merged and merged[-1].room == stay.room:
            merged[-1] = Stay(stay.room, merged[-1].first, stay.last, merged[-1].worked + stay.worked)
        else:
            merged.append(stay)
    return merged


def said_against(memory: Memory) -> list[Seat]:
    """Return the seats that this one has itself spoken against in this meeting."""
    alive = frozenset(seat for seat in memory.seats if seat not in memory.dead)
    mine = [spoke.text for spoke in memory.meeting.speeches if spoke.seat == memory.me] if memory.meeting else []
    claims = [claim for text in mine for claim in read_claims(text, memory.me, memory.seats, alive, memory.rooms)]
    return [claim.about for claim in claims if claim.about and claim.kind in ("accuse", "kill", "vote")]


class Memory:
    """The knowledge of one seat.

    killers: whom it saw kill, ever. teams: what is known of the ejected. grudge: what earlier meetings taught of a seat, in
    log-odds of being a duck. earlier: the meetings before.
    """

    def __init__(self, me: Seat) -> None:
        self.me = me
        self.seats: tuple[Seat, ...] = ()
        self.config: Config  # told by the Briefing, which comes before all else
        self.rooms: tuple[Room, ...] = ()
        self.team: Team = "goose"
        self.mates: tuple[Seat, ...] = ()
        self.open_tasks: list[Room] = []
        self.tick = 0
        self.room: Room = ""
        self.sight: Sight | None = None
        self.dead: set[Seat] = set()
        self.known_dead: set[Seat] = set()
        self.killers: dict[Seat, Killed] = {}
        self.teams: dict[Seat, Team] = {}
        self.grudge: dict[Seat, float] = {}
        self.round = Round(begins=0)
        self.meeting: Meeting | None = None
        self.earlier: list[Meeting] = []
        self.buttons_used = 0
        self._read = 0

    def read(self, observation: Sequence[Event]) -> None:
        """Read what was observed since the last time."""
        for event in observation[self._read :]:
            self._fold(event)
        self._read = len(observation)

    def is_ahead_of(self, observation: Sequence[Event]) -> bool:
        """Return whether this memory holds more than was observed: then it is of another match."""
        return self._read > len(observation)

    @property
    def living(self) -> list[Seat]:
        """The others who live, as far as is known."""
        return [seat for seat in self.seats if seat not in self.dead and seat != self.me]

    @property
    def ducks_left(self) -> int:
        """Ducks that may still live; at least one, or the match would be over."""
        return max(1, self.config.ducks - sum(team == "duck" for team in self.teams.values()))

    def sightings(self) -> Iterator[tuple[Seat, Stay]]:
        """Yield all sightings of others since the last meeting."""
        for seat, stays in self.round.seen.items():
            for stay in stays:
                yield seat, stay

    def _fold(self, event: Event) -> None:
        match event:
            case Tick(number):
                self.tick = number
            case Sight():
                self._see(event)
            case Worked(_, room, _, done, needed):
                self._enter(room)
                self.round.stays[-1].worked += 1
                if done >= needed and room in self.open_tasks:
                    self.open_tasks.remove(room)
            case Moved(_, start, to, ticks):
                self._enter(start)
                there = self.tick if ticks == 1 else self.tick + ticks
                self.room = to
                self.round.stays.append(Stay(to, there, there))
            case Arrived(_, room):
                self._enter(room)
            case Passed(seats, rooms):
                other = seats[0] if seats[1] == self.me else seats[1]
                self.round.passed.append(Step(other, *rooms, self.tick))
            case Killed(killer, victim):
                self._witness(event, killer, victim)
            case Spoke(seat, _, text):
                self._hear(event, seat, text)
            case MeetingCalled(tick, caller, cause, dead):
                self.meeting = Meeting(tick, caller, cause, tuple(seat for seat in dead if seat not in self.known_dead))
                self.buttons_used += cause == "button"
                self.dead |= set(dead)
                self.known_dead |= set(dead)
            case SpeakingOrder(seats) if self.meeting:
                self.meeting.order = seats
            case Bodies(rooms):
                for room, victims in rooms.items():
                    for victim in victims:
                        self.round.bodies.setdefault(victim, Body(room, self.tick))
            case Ballot():
                self._count(event)
            case Placed(_, room):
                if self.meeting:
                    self.earlier.append(self.meeting)
                self.room, self.meeting = room, None
                self.round = Round(self.tick)
                self._enter(room)
            case Briefing(seats, config):
                self.seats, self.config, self.rooms = seats, config, config.map.room_names
            case Role(_, team, mates, tasks):
                self.team, self.mates, self.open_tasks = team, mates, list(tasks)

    def _enter(self, room: Room) -> None:
        self.room = room
        stays = self.round.stays
        if stays and stays[-1].room == room:
            stays[-1].last = self.tick
        else:
            stays.append(Stay(room, self.tick, self.tick))

    def _see(self, sight: Sight) -> None:
        """Record a sight. Sightings of one seat in one room without a gap become one Stay."""
        self.sight, tick, room = sight, sight.tick, sight.room
        before = self.round.stays[-1].last if self.round.stays else tick
        self._enter(room)
        for seat in sight.present:
            stays = self.round.seen.setdefault(seat, [])
            if stays and stays[-1].room == room and stays[-1].last >= before:
                stays[-1].last = tick
            else:
                stays.append(Stay(room, tick, tick))
        for seat, to in sight.left:
            self.round.steps.append(Step(seat, room, to, tick))
        for seat, start in sight.came:
            self.round.steps.append(Step(seat, start, room, tick))
        for seat in sight.bodies:
            self.dead.add(seat)
            self.round.bodies.setdefault(seat, Body(room, tick))

    def _witness(self, event: Killed, killer: Seat, victim: Seat) -> None:
        self.dead.add(victim)
        self.round.kills.append((self.tick, event))
        self.round.bodies.setdefault(victim, Body(event.room, self.tick))
        if killer != self.me:
            self.killers[killer] = event

    def _hear(self, event: Spoke, seat: Seat, text: str) -> None:
        meeting = self.meeting
        if not meeting:
            return
        claims: tuple[Claim, ...] = ()
        if seat != self.me:
            alive = frozenset(seat for seat in self.seats if seat not in self.dead)
            claims = read_claims(text, seat, self.seats, alive, self.rooms)
            if question := meeting.put_to(seat):
                claims = short_answer(question, text, claims, self.seats, self.rooms)
        meeting.questions += [(len(meeting.speeches), each) for each in read_questions(text, seat, self.seats, self.rooms)]
        meeting.speeches.append(event)
        meeting.claims_by_speech.append(claims)
        meeting.claims += claims

    def _count(self, ballot: Ballot) -> None:
        """Learn from a vote: whoever helped to eject a goose is less to be trusted, whoever helped against a duck more."""
        ejected = ballot.ejected
        if ejected is None:
            return
        self.dead.add(ejected)
        self.known_dead.add(ejected)
        team = ballot.team or ("goose" if self.config.ducks == 1 else None)  # with one duck the match would be over
        if team is None:
            return
        self.teams[ejected] = team
        blame = _ACCUSED_A_GOOSE if team == "goose" else _ACCUSED_A_DUCK
        for claim in self.meeting.claims if self.meeting else ():
            if claim.about == ejected and claim.kind in ("accuse", "kill", "clear"):
                sign = -1 if claim.kind == "clear" else 1
                weight = _LIED_ABOUT_A_KILL if claim.seen and team == "goose" else blame
                self._blame(claim.speaker, sign * weight)
        for voter, target in (ballot.votes or {}).items():
            if target == ejected:
                self._blame(voter, blame / 2)

    def _blame(self, seat: Seat, weight: float) -> None:
        self.grudge[seat] = self.grudge.get(seat, 0.0) + weight


_ACCUSED_A_GOOSE, _ACCUSED_A_DUCK, _LIED_ABOUT_A_KILL = 0.4, -1.2, 4.0
