"""Who perceived what, gathered as a record is folded."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from woozle.core.game import Audience
from woozle.core.games.ship.claims.happenings import NEVER, Glimpse, GlimpseKind, Look, Trip
from woozle.core.games.ship.events import Killed, Said, Sight, Waited
from woozle.core.games.ship.map import Room
from woozle.core.request import Seat

if TYPE_CHECKING:
    from woozle.core.games.ship.claims.folding import Folding


class Perception:
    """What each seat has perceived so far."""

    def __init__(self, ship: Folding) -> None:
        self.ship = ship
        self.looks: dict[Seat, list[Look]] = {}
        self.glimpses: dict[Seat, list[Glimpse]] = {}
        self.sightings: dict[tuple[Seat, Seat], list[Glimpse]] = {}

    def sit(self, seats: Sequence[Seat]) -> None:
        """The match begins."""
        self.looks = {seat: [] for seat in seats}
        self.glimpses = {seat: [] for seat in seats}

    def hear(self, speaker: Seat, room: Room, audience: Audience, at: int) -> None:
        """A remark on the way."""
        for seat in audience:
            if seat != speaker:
                self._add(seat, "heard", speaker, room, at)

    def passed(self, seats: tuple[Seat, Seat], rooms: tuple[Room, Room], at: int) -> None:
        """Two travellers see each other."""
        for seat, other in (seats, seats[::-1]):
            self._add(seat, "passed", other, rooms[0], at, way=rooms[1])

    def kill(self, event: Killed, audience: Audience, at: int) -> None:
        """Somebody is killed. Witnesses see both, and then a body; so does the killer."""
        for seat in audience:
            self._add(seat, "kill", event.killer, event.room, at, victim=event.victim)
            if seat not in (event.killer, event.victim):
                self._add(seat, "present", event.victim, event.room, at)
                self._add(seat, "present", event.killer, event.room, at)

    def look(self, sight: Sight, at: int) -> None:
        """A seat looks around."""
        seat, room = sight.seat, sight.room
        if self.ship.is_imported and self._waited_in_silence(seat, at):
            self._uncertain_look(seat, room, at, sight.bodies)
            return
        for other in sight.present:
            self._add(seat, "present", other, room, at)
        for body in sight.bodies:
            self._add(seat, "body", body, room, at)
        used: list[Trip] = []
        for other, way in reversed(sight.left):
            if trip := self._trip(other, room, way, used):
                self._add(seat, "left", other, room, at, way=way, since=(trip.first, trip.begin))
        for other, way in reversed(sight.came):
            if trip := self._trip(other, way, room, used, is_over=True):
                self._add(seat, "came", other, room, at, way=way, since=(trip.last, trip.end))
        look = Look(room, sight.tick, at, sight.present, sight.bodies)
        self._compare(seat, look, {other for other, _ in sight.left}, {other for other, _ in sight.came})
        self.looks[seat].append(look)

    def may_have_looked(self, at: int) -> None:
        """A meeting cuts a tick short: who has not acted may have had a silent turn before."""
        ship = self.ship
        for seat, place in ship.places.items():
            has_looked = self.looks[seat] and self.looks[seat][-1].at >= ship.ticks[-1]
            if place.is_alive and not place.ticks_left and not has_looked and ship.company[seat]:
                self._uncertain_look(seat, place.room, at, ship.lying.get(place.room, ()))

    def _uncertain_look(self, seat: Seat, room: Room, at: int, bodies: tuple[Seat, ...]) -> None:
        """A look around at an unknown time of this tick: what did not change in the tick was certainly seen."""
        ship, begin = self.ship, self.ship.ticks[-1]
        groups = [each.others for each in ship.company[seat] if each.end > begin and each.room == room]
        always = frozenset.intersection(*groups) if groups else frozenset()
        for other in sorted(frozenset[Seat]().union(*groups)):
            self._add(seat, "present", other, room, at, is_certain=other in always)
        fresh = {kill.victim for kill in ship.kills if kill.at > begin}
        for body in bodies:
            self._add(seat, "body", body, room, at, is_certain=body not in fresh)
        for other in ship.seats:
            for trip in ship.trips[other][-2:] if other != seat else ():
                if trip.start == room and trip.begin > begin:
                    self._add(seat, "left", other, room, at, way=trip.to, since=(trip.first, trip.begin), is_certain=False)
                elif trip.to == room and begin < trip.end < NEVER:
                    self._add(seat, "came", other, room, at, way=trip.start, since=(trip.last, trip.end), is_certain=False)
        sure = tuple(body for body in bodies if body not in fresh)
        self.looks[seat].append(Look(room, ship.tick, at, tuple(sorted(always)), sure, is_certain=False))

    def _compare(self, seat: Seat, look: Look, left: set[Seat], came: set[Seat]) -> None:
        """Who is there no more, or newly, since the last look in the same stay, and did move."""
        stays, looks = self.ship.stays[seat], self.looks[seat]
        if not looks or not stays or looks[-1].at < stays[-1].begin:
            return
        before = looks[-1]
        for other in {*before.present} - {*look.present} - left:
            trip = self._trip(other, look.room, "", [])
            if trip and trip.begin > before.at:
                self._add(seat, "gone", other, look.room, look.at, since=(trip.first, trip.begin))
        for other in {*look.present} - {*before.present} - came if before.is_certain else ():
            self._add(seat, "joined", other, look.room, look.at, since=(before.tick, before.at))

    def _trip(self, seat: Seat, start: Room, to: Room, used: list[Trip], *, is_over: bool = False) -> Trip | None:
        """The latest trip of a seat from a room, to a room if one is given, that is not used yet."""
        for trip in reversed(self.ship.trips[seat]):
            is_there = trip.start == start and to in (trip.to, "") and (trip.end < NEVER or not is_over)
            if is_there and not any(trip is each for each in used):
                used.append(trip)
                return trip
        return None

    def _waited_in_silence(self, seat: Seat, at: int) -> bool:
        record = self.ship.record
        after = [event for event, _ in record[at + 1 : at + 3]]
        waited = bool(after) and isinstance(after[0], Waited) and after[0].seat == seat
        return waited and not (len(after) > 1 and isinstance(after[1], Said))

    def _add(
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
        tick = self.ship.tick
        first, begin = since or (tick, at)
        glimpse = Glimpse(kind, other, room, first, tick, begin, at, way, victim, is_certain)
        self.glimpses[seer].append(glimpse)
        self.sightings.setdefault((seer, other), []).append(glimpse)
