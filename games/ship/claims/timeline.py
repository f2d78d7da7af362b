"""The timeline of a match of the ship: who was where, with whom, doing what, and who could see it when they decided.

`build_timeline(record)` reads a record as the Referee keeps it, whole or so far. `at` is always a position in that record, so that
each fact can be shown by its Event; a stretch of positions holds `begin` and not `end`. `first` and `last` are ticks, both
included. Within a tick, positions tell before from after.

Rounds lie between meetings: round 0 ends with meeting 0. A meeting and the round that follows it share a tick. Verdicts rest on it
and not on `State`, so that a fault in what players and viewers are shown is not repeated in what is held against them.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from woozle.core.game import Audience, Event, RecordEntry
from woozle.core.request import Seat
from woozle.core.value import value
from woozle.games.ship import events as ship
from woozle.games.ship.claims.schema import STANCES, Checked, Statement
from woozle.games.ship.config import Config
from woozle.games.ship.events import Team
from woozle.games.ship.map import Room

NEVER = 1 << 60
"""The end, as a position or tick, of what has not ended."""

_WORD = re.compile(r"[a-z0-9]+")
_LONGEST = 20_000  # characters of a speech that are searched

GlimpseKind: TypeAlias = Literal["present", "left", "came", "gone", "joined", "heard", "passed", "body", "kill"]


@value
class Place:
    """The place of a seat. A traveller's room is the one it left, `bound_for` its goal; it travels while it has `ticks_left`."""

    room: Room
    is_alive: bool = True
    bound_for: Room = ""
    ticks_left: int = 0


@value
class Turn:
    """The turn of a seat in one tick.

    end: Its place as the turns end, by a meeting or not.
    touched: Rooms that it was in, alive, in order, each with the position since when (that of the tick, if it was there before).
    did: Its actions in the words of `Act`, each with the position of the resulting Event.
    """

    tick: int
    end: Place
    touched: tuple[tuple[Room, int], ...]
    did: tuple[tuple[str, int], ...]


@dataclass(slots=True)
class Stay:
    """A stay of a living seat in a room."""

    seat: Seat
    room: Room
    first: int
    begin: int
    last: int = NEVER
    end: int = NEVER


@dataclass(slots=True)
class Trip:
    """A way to a neighbouring room, at once or over ticks.

    last, end: Arrival; NEVER if a meeting came first.
    stop: Position at which it was no longer under way, for whatever cause.
    """

    seat: Seat
    start: Room
    to: Room
    first: int
    begin: int
    last: int = NEVER
    end: int = NEVER
    stop: int = NEVER


@dataclass(slots=True)
class Company:
    """A stretch in which a seat is in a room with exactly these others, at one decision or tick at least."""

    room: Room
    others: frozenset[Seat]
    begin: int
    end: int = NEVER


@value
class Kill:
    """A kill. seen_by: All seats that saw it, killer and victim included."""

    killer: Seat
    victim: Seat
    room: Room
    tick: int
    at: int
    seen_by: tuple[Seat, ...]


@value
class Glimpse:
    """A perception of one seat by another.

    kind: `present`: in the same room. `left`, `came`: going to `way`, coming from `way`. `gone`, `joined`: absent or present at the
        next look, without having been seen to move. `heard`: saying something. `passed`: in the corridor from `room` to `way`.
        `body`: dead. `kill`: killing `victim`.
    first, begin: Tick and position at which it happened.
    last, at: Tick and position at which it was perceived.
    is_certain: False if the record cannot tell whether it was perceived.
    """

    kind: GlimpseKind
    other: Seat
    room: Room
    first: int
    last: int
    begin: int
    at: int
    way: Room
    victim: Seat
    is_certain: bool


@value
class Look:
    """A seat's view of its room when it decided, or as a meeting began. is_certain: False if its time in the tick is unknown."""

    room: Room
    tick: int
    at: int
    present: tuple[Seat, ...]
    bodies: tuple[Seat, ...]
    is_certain: bool = True


@dataclass(slots=True)
class Meeting:
    """A meeting. at: Position of the call. votes: None for a skip. ejected: By its Ballots, in order."""

    index: int
    tick: int
    caller: Seat
    cause: Literal["report", "button"]
    room: Room
    dead: tuple[Seat, ...]
    at: int
    speeches: tuple[Statement, ...]
    votes: Mapping[Seat, Seat | None]
    ejected: tuple[Seat, ...]


@dataclass(slots=True)
class Round:
    """The ticks from the beginning, or a respawn, to a meeting, or the end.

    end: Position at which the speeches begin; NEVER if the match ended before.
    """

    index: int
    first: int
    begin: int
    last: int
    end: int


class Timeline:
    """The course of a match of the ship, from the part of its record that is folded. The record may grow meanwhile.

    Lists by seat are ordered by position; turns are indexed by tick, from 0.

    Attributes:
        ticks: Position of each tick.
        sightings: Glimpses by who perceived whom.
        names, rooms: Seats and rooms by what humans call them.
        room_words: All words in names of rooms.
        lying: Bodies by room.

    Args:
        is_imported: As for `build_timeline`.
    """

    def __init__(self, record: Sequence[RecordEntry], *, is_imported: bool) -> None:
        self.record = record
        self.is_imported = is_imported
        self.teams: dict[Seat, Team] = {}
        self.ticks: list[int] = [0]
        self.turns: dict[Seat, list[Turn]] = {}
        self.stays: dict[Seat, list[Stay]] = {}
        self.trips: dict[Seat, list[Trip]] = {}
        self.company: dict[Seat, list[Company]] = {}
        self.kills: list[Kill] = []
        self.meetings: list[Meeting] = []
        self.rounds: list[Round] = [Round(0, 0, 0, 0, NEVER)]
        self.places: dict[Seat, Place] = {}
        self.lying: dict[Room, tuple[Seat, ...]] = {}
        self.looks: dict[Seat, list[Look]] = {}
        self.glimpses: dict[Seat, list[Glimpse]] = {}
        self.sightings: dict[tuple[Seat, Seat], list[Glimpse]] = {}
        self._together: dict[Room, dict[Seat, None]] = defaultdict(dict)
        self._touched: dict[Seat, list[tuple[Room, int]]] = {}
        self._did: dict[Seat, list[tuple[str, int]]] = {}
        self._words: dict[int, frozenset[str]] = {}
        self._is_tick_open = True
        self._is_respawning = False
        self._moment = -1
        self._folded = 0
        self._brief((), Config())

    def fold(self, until: int) -> None:
        """Fold those of the first `until` Events that are not folded yet."""
        for at in range(self._folded, until):
            event, audience = self.record[at]
            self._fold(event, audience, at)
            self._folded = at + 1

    def judged_team(self, each: Checked) -> Team | None:
        """Return the team of the seat that a claim accuses or defends.

        None if it counts in no share: another claim, hearsay, one not fully understood, about its speaker or no seat at the table.
        """
        claim = each.claim
        is_meant = claim.type in STANCES and claim.source == "own" and each.verdict.standing != "uncertain"
        return self.teams.get(claim.target) if is_meant and claim.target != each.statement.speaker else None

    def is_caught(self, meeting: int, liar: Seat) -> bool:
        """Return whether a goose voted for a seat in a meeting; of one who lied there, whether it was caught."""
        votes = self.meetings[meeting].votes.items()
        return any(target == liar and self.teams[voter] == "goose" for voter, target in votes if voter != liar)

    def _fold(self, event: Event, audience: Audience, at: int) -> None:
        match event:
            case ship.Sight():
                self._moment = at
                self._look(event, at)
            case ship.Moved(seat, start, to, ticks):
                self._move(seat, start, to, ticks, at)
            case ship.Worked(seat):
                self._did[seat].append(("task", at))
            case ship.Waited(seat):
                self._did[seat].append(("wait", at))
            case ship.Tick():
                self._tick(at)
            case ship.Arrived(seat, room):
                self.places[seat] = Place(room)
                self._come(seat, room, at)
            case ship.Said(seat, room) | ship.Overheard(seat, room):
                self._hear(seat, room, self._living(audience), at)
            case ship.Passed(seats, (room, way)):
                for seat, other in (seats, seats[::-1]):
                    self._see(seat, "passed", other, room, at, way=way)
            case ship.Killed():
                self._kill(event, self._living(audience), at)
            case ship.MeetingCalled() | ship.SpeakingOrder() | ship.Spoke() | ship.Voted() | ship.Ballot():
                self._meet(event, at)
            case ship.Placed(seat, room):
                self._place(seat, room, at)
            case ship.Role(seat, team):
                self.teams[seat] = team
            case ship.Briefing(seats, config):
                self._brief(seats, config)

    def _brief(self, seats: tuple[Seat, ...], config: Config) -> None:
        self.seats, self.config, self.map = seats, config, config.map
        self.names = {name: seat for seat in seats for name in (seat, seat.lower())}
        self.rooms = {name: room for room in self.map.rooms for name in (room, room.replace("_", " "))}
        self.room_words = {word for room in self.map.rooms for word in (room, *room.split("_"))}
        known = (self.turns, self.stays, self.trips, self.company, self.looks, self.glimpses, self._touched, self._did)
        for table in known:
            table.update({seat: [] for seat in seats})

    # Ticks

    def _tick(self, at: int) -> None:
        self.end_tick()
        self.ticks.append(at)
        self._moment = at
        self._is_tick_open, self._is_respawning = True, False
        for seat, place in self.places.items():
            if place.is_alive and place.ticks_left > 1:  # with 1 left, its Arrived comes next
                self.places[seat] = Place(place.room, True, place.bound_for, place.ticks_left - 1)
            elif place.is_alive and not place.ticks_left:
                self._touched[seat].append((place.room, at))

    def end_tick(self) -> None:
        """End the tick, if that has not been done: the next one begins, a meeting is called, or the record is complete."""
        if not self._is_tick_open:
            return
        self._is_tick_open = False
        for seat, place in self.places.items():
            touched, did = self._touched[seat], self._did[seat]
            self.turns[seat].append(Turn(self.last_tick, place, tuple(touched), tuple(did)))
            self._touched[seat], self._did[seat] = [], []
        self.rounds[-1].last = self.last_tick

    # Ways

    def _place(self, seat: Seat, room: Room, at: int) -> None:
        if self.last_tick and not self._is_respawning:
            self._is_respawning = True
            self.lying.clear()
            self.rounds.append(Round(len(self.rounds), self.last_tick, at, self.last_tick, NEVER))
            for each in self.seats:
                self._leave(each, at)
        self.places[seat] = Place(room)
        self._enter(seat, room, at)

    def _move(self, seat: Seat, start: Room, to: Room, ticks: int, at: int) -> None:
        is_alive = self.places[seat].is_alive
        self._did[seat].append((f"move {to}", at))
        self.trips[seat].append(Trip(seat, start, to, self.last_tick, at))
        self._leave(seat, at)
        self.places[seat] = Place(start, is_alive, to, ticks) if ticks > 1 else Place(to, is_alive)
        if ticks == 1:
            self._come(seat, to, at)

    def _come(self, seat: Seat, room: Room, at: int) -> None:
        trip = self.trips[seat][-1]
        trip.last, trip.end, trip.stop = self.last_tick, at, at
        if self.places[seat].is_alive:
            self._enter(seat, room, at)

    def _enter(self, seat: Seat, room: Room, at: int) -> None:
        self.stays[seat].append(Stay(seat, room, self.last_tick, at))
        if self._is_tick_open:
            self._touched[seat].append((room, at))
        self._together[room][seat] = None
        self._regroup(room, at)

    def _leave(self, seat: Seat, at: int) -> None:
        """End the stay of a seat, if it is in a room."""
        stays = self.stays[seat]
        if stays and stays[-1].end == NEVER:
            stays[-1].last, stays[-1].end = self.last_tick, at
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
        """End the company of a seat. One that no seat could have noticed, between two arrivals, is forgotten."""
        if self.company[seat]:
            company = self.company[seat][-1]
            if company.end == NEVER:
                company.end = at if self._moment != self.ticks[-1] else self._moment  # who arrives is there as the tick begins
                if company.begin > self._moment or company.begin == at:
                    self.company[seat].pop()

    # Deaths and meetings

    def _kill(self, event: ship.Killed, audience: Audience, at: int) -> None:
        killer, victim, room = event.killer, event.victim, event.room
        self._did[killer].append((f"kill {victim}", at))
        self._see_kill(event, audience, at)
        self._die(victim, at)
        self.lying[room] = (*self.lying.get(room, ()), victim)
        self.kills.append(Kill(killer, victim, room, self.last_tick, at, audience))

    def _die(self, seat: Seat, at: int) -> None:
        self._leave(seat, at)
        place = self.places[seat]
        self.places[seat] = Place(place.room, False, place.bound_for, place.ticks_left)

    def _meet(self, event: Event, at: int) -> None:
        meeting = self.meetings[-1] if self.meetings else None
        match event:
            case ship.MeetingCalled():
                self._call(event, at)
            case ship.SpeakingOrder() if meeting:
                self.rounds[-1].end = at
            case ship.Spoke(seat, number, text) if meeting:
                speech = Statement(meeting.index, meeting.tick, number, seat, text, at)
                meeting.speeches = (*meeting.speeches, speech)
            case ship.Voted(seat, target) if meeting:
                meeting.votes = {**meeting.votes, seat: target}
            case ship.Ballot(ejected=ejected) if meeting and ejected:
                meeting.ejected = (*meeting.ejected, ejected)
                self._die(ejected, at)

    def _call(self, event: ship.MeetingCalled, at: int) -> None:
        caller, room = event.caller, self.places[event.caller].room
        self._did[caller].append((event.cause, at))
        self._moment = at
        for seat, place in self.places.items():
            if place.ticks_left:
                self.trips[seat][-1].stop = at
        if self.is_imported:
            self._may_have_looked(at)
        if self.config.travellers_return:
            for seat, place in self.places.items():
                if place.ticks_left:
                    self.places[seat] = Place(place.room, place.is_alive)
                    if place.is_alive:
                        self._enter(seat, place.room, at)
        self.end_tick()
        tick = min(event.tick, self.last_tick)  # the same, but in a record that is damaged or forged
        self.meetings.append(Meeting(len(self.meetings), tick, caller, event.cause, room, event.dead, at, (), {}, ()))

    # What seats see and hear

    def _living(self, audience: Audience) -> Audience:
        """Return an audience without the dead, who may see everything, but tell nobody."""
        return tuple(seat for seat in audience if seat not in self.places or self.places[seat].is_alive)

    def _hear(self, speaker: Seat, room: Room, audience: Audience, at: int) -> None:
        for seat in audience:
            if seat != speaker:
                self._see(seat, "heard", speaker, room, at)

    def _see_kill(self, event: ship.Killed, audience: Audience, at: int) -> None:
        """Note a kill. Witnesses see both seats, and then a body; so does the killer."""
        for seat in audience:
            self._see(seat, "kill", event.killer, event.room, at, victim=event.victim)
            if seat not in (event.killer, event.victim):
                self._see(seat, "present", event.victim, event.room, at)
                self._see(seat, "present", event.killer, event.room, at)

    def _look(self, sight: ship.Sight, at: int) -> None:
        seat, room = sight.seat, sight.room
        if self.is_imported and self._waited_in_silence(seat, at):
            self._uncertain_look(seat, room, at, sight.bodies)
            return
        for other in sight.present:
            self._see(seat, "present", other, room, at)
        for body in sight.bodies:
            self._see(seat, "body", body, room, at)
        used: list[Trip] = []
        for other, way in reversed(sight.left):
            if trip := self._find_trip(other, room, way, used):
                self._see(seat, "left", other, room, at, way=way, since=(trip.first, trip.begin))
        for other, way in reversed(sight.came):
            if trip := self._find_trip(other, way, room, used, is_over=True):
                self._see(seat, "came", other, room, at, way=way, since=(trip.last, trip.end))
        look = Look(room, sight.tick, at, sight.present, sight.bodies)
        self._compare_looks(seat, look, {other for other, _ in sight.left}, {other for other, _ in sight.came})
        self.looks[seat].append(look)

    def _may_have_looked(self, at: int) -> None:
        """Note uncertain looks when a meeting cuts a tick short: seats that have not acted may have had a silent turn before."""
        for seat, place in self.places.items():
            has_looked = self.looks[seat] and self.looks[seat][-1].at >= self.ticks[-1]
            if place.is_alive and not place.ticks_left and not has_looked and self.company[seat]:
                self._uncertain_look(seat, place.room, at, self.lying.get(place.room, ()))

    def _uncertain_look(self, seat: Seat, room: Room, at: int, bodies: tuple[Seat, ...]) -> None:
        """Note a look at an unknown time of this tick: only what did not change in the tick was certainly seen."""
        begin = self.ticks[-1]
        groups = [each.others for each in self.company[seat] if each.end > begin and each.room == room]
        always = frozenset.intersection(*groups) if groups else frozenset()
        for other in sorted(frozenset[Seat]().union(*groups)):
            self._see(seat, "present", other, room, at, is_certain=other in always)
        fresh = {kill.victim for kill in self.kills if kill.at > begin}
        for body in bodies:
            self._see(seat, "body", body, room, at, is_certain=body not in fresh)
        for other in self.seats:
            for trip in self.trips[other][-2:] if other != seat else ():
                if trip.start == room and trip.begin > begin:
                    self._see(seat, "left", other, room, at, way=trip.to, since=(trip.first, trip.begin), is_certain=False)
                elif trip.to == room and begin < trip.end < NEVER:
                    self._see(seat, "came", other, room, at, way=trip.start, since=(trip.last, trip.end), is_certain=False)
        sure = tuple(body for body in bodies if body not in fresh)
        self.looks[seat].append(Look(room, self.last_tick, at, tuple(sorted(always)), sure, is_certain=False))

    def _compare_looks(self, seat: Seat, look: Look, left: set[Seat], came: set[Seat]) -> None:
        """Note the seats that left or came since the last look in the same stay."""
        stays, looks = self.stays[seat], self.looks[seat]
        if not looks or not stays or looks[-1].at < stays[-1].begin:
            return
        before = looks[-1]
        for other in {*before.present} - {*look.present} - left:
            trip = self._find_trip(other, look.room, "", [])
            if trip and trip.begin > before.at:
                self._see(seat, "gone", other, look.room, look.at, since=(trip.first, trip.begin))
        for other in {*look.present} - {*before.present} - came if before.is_certain else ():
            self._see(seat, "joined", other, look.room, look.at, since=(before.tick, before.at))

    def _find_trip(self, seat: Seat, start: Room, to: Room, used: list[Trip], *, is_over: bool = False) -> Trip | None:
        """Return the latest unused trip of a seat from a room, to a room if one is given."""
        for trip in reversed(self.trips[seat]):
            is_there = trip.start == start and to in (trip.to, "") and (trip.end < NEVER or not is_over)
            if is_there and not any(trip is each for each in used):
                used.append(trip)
                return trip
        return None

    def _waited_in_silence(self, seat: Seat, at: int) -> bool:
        after = [event for event, _ in self.record[at + 1 : at + 3]]
        waited = bool(after) and isinstance(after[0], ship.Waited) and after[0].seat == seat
        return waited and not (len(after) > 1 and isinstance(after[1], ship.Said))

    def _see(
        self,
        seer: Seat,
        kind: GlimpseKind,
        other: Seat,
        room: Room,
        at: int,
        *,
        way: Room = "",
        victim: Seat = "",
        since: tuple[int, int] | None = None,
        is_certain: bool = True,
    ) -> None:
        tick = self.last_tick
        first, begin = since or (tick, at)
        glimpse = Glimpse(kind, other, room, first, tick, begin, at, way, victim, is_certain)
        self.glimpses[seer].append(glimpse)
        self.sightings.setdefault((seer, other), []).append(glimpse)

    # What is known of it

    @property
    def last_tick(self) -> int:
        """The last tick of the record."""
        return len(self.ticks) - 1

    @property
    def statements(self) -> list[Statement]:
        """All speeches, in order."""
        return [speech for meeting in self.meetings for speech in meeting.speeches]

    def turn(self, seat: Seat, tick: int) -> Turn | None:
        """Return the turn of a seat in a tick; None if the record has no such tick."""
        turns = self.turns.get(seat, [])
        return turns[tick] if 0 <= tick < len(turns) else None

    def place(self, seat: Seat, tick: int) -> Place | None:
        """Return the place of a seat as a tick ended; None if the record has no such tick."""
        turn = self.turn(seat, tick)
        return turn.end if turn else None

    def tick_at(self, at: int) -> int:
        """Return the tick of a position."""
        return max(0, bisect_right(self.ticks, at) - 1)

    def words_of(self, speech: Statement) -> frozenset[str]:
        """Return the words of a speech in lower case."""
        words = self._words.get(speech.at)
        if words is None:
            words = self._words[speech.at] = frozenset(_WORD.findall(speech.text[:_LONGEST].lower()))
        return words

    def died_at(self, seat: Seat) -> int:
        """Return the position at which a seat was killed; NEVER if it was not."""
        return next((kill.at for kill in self.kills if kill.victim == seat), NEVER)


def build_timeline(record: Sequence[RecordEntry], *, is_imported: bool = False) -> Timeline:
    """Return the timeline of a record, whole or so far.

    Args:
        is_imported: The record was made from a log that does not say when seats that waited in silence had their turn in a tick.
            Whatever changed in that tick, they may or may not have seen.
    """
    timeline = Timeline(record, is_imported=is_imported)
    timeline.fold(len(record))
    timeline.end_tick()
    return timeline
