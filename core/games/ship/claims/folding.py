"""Folds a record of the ship, Event by Event, into what a timeline tells."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from woozle.core.game import Audience, Event, Told
from woozle.core.games.ship.claims.happenings import NEVER, Company, Kill, Meeting, Place, Round, Stay, Trip, Turn
from woozle.core.games.ship.claims.perception import Perception
from woozle.core.games.ship.claims.schema import Statement
from woozle.core.games.ship.config import Config
from woozle.core.games.ship.events import (
    Arrived,
    Ballot,
    Briefing,
    Killed,
    MeetingCalled,
    Moved,
    Overheard,
    Passed,
    Placed,
    Role,
    Said,
    Sight,
    SpeakingOrder,
    Spoke,
    Team,
    Tick,
    Voted,
    Waited,
    Worked,
)
from woozle.core.games.ship.map import Room
from woozle.core.request import Seat


class Folding:
    """The state of the ship after so much of its record as was folded, and all that happened before.

    The record may grow meanwhile. is_imported: as for `timeline_of`.
    """

    def __init__(self, record: Sequence[Told], *, is_imported: bool) -> None:
        self.record = record
        self.is_imported = is_imported
        self.seats: tuple[Seat, ...] = ()
        self.config = Config()
        self.teams: dict[Seat, Team] = {}
        self.mates: dict[Seat, tuple[Seat, ...]] = {}
        self.ticks: list[int] = [0]
        self.turns: dict[Seat, list[Turn]] = {}
        self.stays: dict[Seat, list[Stay]] = {}
        self.trips: dict[Seat, list[Trip]] = {}
        self.company: dict[Seat, list[Company]] = {}
        self.bodies: list[Mapping[Room, tuple[Seat, ...]]] = []
        self.kills: list[Kill] = []
        self.meetings: list[Meeting] = []
        self.rounds: list[Round] = [Round(0, 0, 0, 0, NEVER)]
        self.places: dict[Seat, Place] = {}
        self.lying: dict[Room, tuple[Seat, ...]] = {}
        self._together: dict[Room, dict[Seat, None]] = defaultdict(dict)
        self._starts: dict[Seat, Place] = {}
        self._touched: dict[Seat, list[tuple[Room, int]]] = {}
        self._did: dict[Seat, list[tuple[str, int]]] = {}
        self._is_tick_open = True
        self._is_respawning = False
        self._moment = -1
        self._folded = 0
        self.perception = Perception(self)

    def fold(self, until: int) -> None:
        """Fold what was not folded yet of the first so many Events."""
        for at in range(self._folded, until):
            event, audience = self.record[at]
            self._fold(event, audience, at)
            self._folded = at + 1

    def end(self) -> None:
        """Nothing comes after this; the last tick ends here."""
        self._end_tick()

    @property
    def tick(self) -> int:
        """The tick that is being played."""
        return len(self.ticks) - 1

    def _fold(self, event: Event, audience: Audience, at: int) -> None:
        match event:
            case Sight():
                self._moment = at
                self.perception.look(event, at)
            case Moved(seat, start, to, ticks):
                self._move(seat, start, to, ticks, at)
            case Worked(seat):
                self._did[seat].append(("task", at))
            case Waited(seat):
                self._did[seat].append(("wait", at))
            case Tick():
                self._tick(at)
            case Arrived(seat, room):
                self._arrive(seat, room, at)
            case Said(seat, room):
                self.perception.hear(seat, room, audience, at)
            case Overheard(seat, room):
                self.perception.hear(seat, room, audience, at)
            case Passed(seats, rooms):
                self.perception.passed(seats, rooms, at)
            case Killed():
                self._kill(event, audience, at)
            case MeetingCalled() | SpeakingOrder() | Spoke() | Voted() | Ballot():
                self._meet(event, at)
            case Placed(seat, room):
                self._place(seat, room, at)
            case Role(seat, team, mates):
                self.teams[seat], self.mates[seat] = team, mates
            case Briefing(seats, config):
                self._brief(seats, config)

    def _brief(self, seats: tuple[Seat, ...], config: Config) -> None:
        self.seats, self.config = seats, config
        for table in (self.turns, self.stays, self.trips, self.company, self._touched, self._did):
            table.update({seat: [] for seat in seats})
        self.perception.sit(seats)

    # Ticks

    def _tick(self, at: int) -> None:
        self._end_tick()
        self.ticks.append(at)
        self._moment = at
        self._is_tick_open, self._is_respawning = True, False
        for seat, place in self.places.items():
            self._starts[seat] = place
            if place.is_alive and place.ticks_left == 1:  # its Arrived comes next
                self._starts[seat] = Place(place.bound_for)
            elif place.is_alive and place.ticks_left:
                self._starts[seat] = self.places[seat] = Place(place.room, True, place.bound_for, place.ticks_left - 1)
            elif place.is_alive:
                self._touched[seat].append((place.room, at))

    def _end_tick(self) -> None:
        if not self._is_tick_open:
            return
        self._is_tick_open = False
        for seat, place in self.places.items():
            touched, did = self._touched[seat], self._did[seat]
            self.turns[seat].append(Turn(self.tick, self._starts.get(seat, place), place, tuple(touched), tuple(did)))
            self._touched[seat], self._did[seat] = [], []
        self.bodies.append(dict(self.lying))
        self.rounds[-1].last = self.tick

    # Ways

    def _place(self, seat: Seat, room: Room, at: int) -> None:
        if self.tick and not self._is_respawning:
            self._is_respawning = True
            self.lying.clear()
            self.rounds.append(Round(len(self.rounds), self.tick, at, self.tick, NEVER))
            for each in self.seats:
                self._leave(each, at)
        self.places[seat] = Place(room)
        self._enter(seat, room, at)

    def _move(self, seat: Seat, start: Room, to: Room, ticks: int, at: int) -> None:
        is_alive = self.places[seat].is_alive
        self._did[seat].append((f"move {to}", at))
        self.trips[seat].append(Trip(seat, start, to, self.tick, at))
        self._leave(seat, at)
        self.places[seat] = Place(start, is_alive, to, ticks) if ticks > 1 else Place(to, is_alive)
        if ticks == 1:
            self._come(seat, to, at)

    def _arrive(self, seat: Seat, room: Room, at: int) -> None:
        self.places[seat] = Place(room)
        self._come(seat, room, at)

    def _come(self, seat: Seat, room: Room, at: int) -> None:
        trip = self.trips[seat][-1]
        trip.last, trip.end, trip.stop = self.tick, at, at
        if self.places[seat].is_alive:
            self._enter(seat, room, at)

    def _enter(self, seat: Seat, room: Room, at: int) -> None:
        self.stays[seat].append(Stay(seat, room, self.tick, at))
        if self._is_tick_open:
            self._touched[seat].append((room, at))
        self._together[room][seat] = None
        self._regroup(room, at)

    def _leave(self, seat: Seat, at: int) -> None:
        """A seat is in its room no longer; nothing if it was in none."""
        stays = self.stays[seat]
        if stays and stays[-1].end == NEVER:
            stays[-1].last, stays[-1].end = self.tick, at
            self._part(seat, at)
            room = stays[-1].room
            del self._together[room][seat]
            self._regroup(room, at)

    def _regroup(self, room: Room, at: int) -> None:
        here = frozenset(self._together[room])
        for seat in here:
            self._part(seat, at)
            self.company[seat].append(Company(room, here - {seat}, at))

    def _part(self, seat: Seat, at: int) -> None:
        """The company of a seat has changed. One that nobody could have noticed, between two arrivals, is forgotten."""
        if self.company[seat]:
            company = self.company[seat][-1]
            if company.end == NEVER:
                company.end = at if self._moment != self.ticks[-1] else self._moment  # who arrives is there as the tick begins
                if company.begin > self._moment or company.begin == at:
                    self.company[seat].pop()

    # Deaths and meetings

    def _kill(self, event: Killed, audience: Audience, at: int) -> None:
        killer, victim, room = event.killer, event.victim, event.room
        self._did[killer].append((f"kill {victim}", at))
        self.perception.kill(event, audience, at)
        self._die(victim, at)
        self.lying[room] = (*self.lying.get(room, ()), victim)
        self.kills.append(Kill(killer, victim, room, self.tick, at, audience))

    def _die(self, seat: Seat, at: int) -> None:
        self._leave(seat, at)
        place = self.places[seat]
        self.places[seat] = Place(place.room, False, place.bound_for, place.ticks_left)

    def _meet(self, event: Event, at: int) -> None:
        meeting = self.meetings[-1] if self.meetings else None
        match event:
            case MeetingCalled():
                self._call(event, at)
            case SpeakingOrder() if meeting:
                self.rounds[-1].end = at
            case Spoke(seat, number, text) if meeting:
                speech = Statement(meeting.index, meeting.tick, number, seat, text, at)
                meeting.speeches = (*meeting.speeches, speech)
            case Voted(seat, target) if meeting:
                meeting.votes = {**meeting.votes, seat: target}
            case Ballot(ejected=ejected) if meeting and ejected:
                meeting.ejected = ejected
                self._die(ejected, at)

    def _call(self, event: MeetingCalled, at: int) -> None:
        caller, room = event.caller, self.places[event.caller].room
        self._did[caller].append((event.cause, at))
        self._moment = at
        for seat, place in self.places.items():
            if place.ticks_left:
                self.trips[seat][-1].stop = at
        if self.is_imported:
            self.perception.may_have_looked(at)
        if self.config.travellers_return:
            for seat, place in self.places.items():
                if place.ticks_left:
                    self.places[seat] = Place(place.room, place.is_alive)
                    if place.is_alive:
                        self._enter(seat, place.room, at)
        self._end_tick()
        self.meetings.append(Meeting(len(self.meetings), event.tick, caller, event.cause, room, event.dead, at, (), {}, None))
