"""The truth about a match, written down by the ship itself as it plays: the facts from which claims are made.

Nothing here reads the record or the timeline, so that these can be measured against it.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from woozle.games.ship.events import Killed, Overheard, Passed, Said
from woozle.games.ship.rules import Ship


@dataclass(frozen=True)
class Fact:
    """Something that held in ticks first to last of a round, both included."""

    kind: str
    subject: str
    target: str = ""
    room: str = ""
    way: str = ""
    victim: str = ""
    number: int = -1
    round: int = 0
    first: int = 0
    last: int = 0


class Journal(Ship):
    """A ship that keeps a journal."""

    def __init__(self, *given):
        super().__init__(*given)
        self.facts: list[Fact] = []
        self.round = 0
        self.trips = defaultdict(list)  # seat, start, to: [tick of departure, of arrival or None]
        self.routes = defaultdict(list)  # round, seat: [room, tick since when, tick until when]
        self.seen_before = {}

    def note(self, kind, subject, target="", room="", *, first=None, **more):
        fact = Fact(
            kind, subject, target, room, round=self.round, first=self.tick if first is None else first, last=self.tick, **more
        )
        self.facts.append(fact)

    def snapshot(self):
        """Note the room of every living seat, and its company."""
        for one in self.crew:
            if one.alive and not one.ticks_left:
                others = [seat for seat in self._present(one.room) if seat != one.seat]
                self.note("location", one.seat, room=one.room)
                if len(others) <= 1:
                    self.note("alone", one.seat, "".join(others), one.room)
                stops = self.routes[self.round, one.seat]
                if not stops or stops[-1][0] != one.room or stops[-1][2] is not None:
                    stops.append([one.room, self.tick, None])

    def leave(self, member):
        stops = self.routes[self.round, member.seat]
        if stops and stops[-1][2] is None:
            stops[-1][2] = self.tick

    def _tick(self):
        yield from super()._tick()
        self.snapshot()

    def _respawn(self):
        for member in self.crew:
            self.leave(member)
        self.round += 1
        self.seen_before = {}
        super()._respawn()
        self.snapshot()

    def _board(self):
        super()._board()
        self.snapshot()

    def _sight(self, member):
        self.snapshot()
        sight = super()._sight(member)
        me, room = member.seat, sight.room
        for other in sight.present:
            self.note("sighting", me, other, room)
            self.note("present", me, other, room)
        for body in sight.bodies:
            self.note("body", me, body, room)
        for other, way in sight.left:
            at = [trip[0] for trip in self.trips[other, room, way]][-1]
            self.note("sighting", me, other, room, first=at)
            self.note("departure", me, other, room, way=way, first=at)
        for other, way in sight.came:
            at = [trip[1] for trip in self.trips[other, way, room] if trip[1] is not None][-1]
            self.note("sighting", me, other, room, first=at)
            self.note("arrival", me, other, room, way=way, first=at)
        self.note("count", me, room=room, number=len(sight.present))
        self.infer(me, sight)
        return sight

    def infer(self, me, sight):
        """Note who has gone or come since this seat last looked in this room, if it has not left it since."""
        before, moves = self.seen_before.get(me, (None, 0))
        mine = [trip for key, trips in self.trips.items() if key[0] == me for trip in trips]
        if before and before.room == sight.room and moves == len(mine):
            for other in {*before.present} - {*sight.present} - {seat for seat, _ in sight.left}:
                gone = [
                    t[0] for k, trips in self.trips.items() if k[:2] == (other, sight.room) for t in trips if t[2] > before.order
                ]
                if gone:
                    self.note("departure", me, other, sight.room, way="?", first=gone[-1])
            for other in {*sight.present} - {*before.present} - {seat for seat, _ in sight.came}:
                self.note("arrival", me, other, sight.room, way="?", first=before.tick)
        self.seen_before[me] = (Seen(sight, self.order()), len(mine))

    def order(self):
        return sum(map(len, self.trips.values()))

    def _arrive(self, member):
        self.trips[member.seat, member.room, member.bound_for][-1][1] = self.tick
        for later in range(self.trips[member.seat, member.room, member.bound_for][-1][0], self.tick + 1):
            self.note("traveling", member.seat, room=member.room, way=member.bound_for, first=later)
        self.note("own arrival", member.seat, room=member.bound_for, way=member.room)
        super()._arrive(member)

    def _move(self, member, to):
        start, ticks = member.room, self.map.neighbours[member.room][to]
        self.leave(member)
        self.trips[member.seat, start, to].append([self.tick, self.tick if ticks == 1 else None, self.order() + 1])
        self.note("traveling", member.seat, room=start, way=to)
        self.note("own departure", member.seat, room=start, way=to)
        if ticks == 1:
            self.note("own arrival", member.seat, room=to, way=start)
        super()._move(member, to)

    def _work(self, member):
        self.note("task", member.seat, room=member.room)
        super()._work(member)

    def _kill(self, killer, target):
        self.leave(self._member(target))
        self.note("killed", killer.seat, target, killer.room)
        super()._kill(killer, target)

    def _call_meeting(self, caller, cause):
        for member in self.crew:
            if member.ticks_left:
                trip = self.trips[member.seat, member.room, member.bound_for][-1]
                self.note("traveling", member.seat, room=member.room, way=member.bound_for, first=trip[0])
        self.note(cause, caller.seat, room=caller.room)
        super()._call_meeting(caller, cause)

    def tell(self, event, to):
        super().tell(event, to)
        match event:
            case Killed(killer, victim, room):
                for seat in to:
                    self.note("kill", seat, killer, room, victim=victim)
                    if seat not in (killer, victim):
                        self.note("sighting", seat, killer, room)
                        self.note("sighting", seat, victim, room)
            case Said(seat, room) | Overheard(seat, room):
                for hearer in to:
                    if hearer != seat:
                        self.note("sighting", hearer, seat, room)
            case Passed((one, two), (start, way)):
                self.note("passed", one, two, start, way=way)
                self.note("passed", two, one, start, way=way)


class Seen:
    """A sight, and after how many departures it was had."""

    def __init__(self, sight, order):
        self.room, self.present, self.tick, self.order = sight.room, sight.present, sight.tick, order
