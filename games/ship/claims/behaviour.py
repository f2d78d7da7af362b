"""Behaviour of seats in a match of the ship, from what they did and saw when they decided (QUACK, tier 2, put right).

Figures of the public pipeline that have the same name but another meaning are in `compatible/`. A share keeps its whole, so that a
match without any case is missing and not zero.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from woozle.core.request import Seat
from woozle.core.statistics.resampling import Share, add_shares
from woozle.games.ship.claims.timeline import Timeline
from woozle.games.ship.events import Role, Sight, Worked
from woozle.games.ship.map import Room

_AWAY_AFTER = 3  # ticks after a kill (QUACK, appendix: post-kill displacement)


@dataclass(slots=True)
class Behaviour:
    """The behaviour of a seat, or a team, in one match.

    votes: Votes for ducks, among votes for any seat.
    skips: Skips, among all votes.
    efficiency: Turns of geese at their own task or on the shortest way to an open one, among all their turns with a task left.
        Travelling takes no turn, so it is not idle.
    latency: For each body that a goose reported, the ticks since that goose first saw it.
    rooms: Numbers of different rooms in which it stood, alive.
    kills: Kills, among decisions at which one was possible.
    away: For each kill, the ticks of the way from there to the killer's place three ticks later, if no meeting came between.
    own_reports: Reports of a body by its own killer, among kills.
    """

    votes: Share = Share(0, 0)
    skips: Share = Share(0, 0)
    efficiency: Share = Share(0, 0)
    latency: list[int] = field(default_factory=list)
    rooms: list[int] = field(default_factory=list)
    kills: Share = Share(0, 0)
    away: list[int] = field(default_factory=list)
    own_reports: Share = Share(0, 0)

    def count(self, name: str, part: float, whole: float) -> None:
        """Add to a share."""
        setattr(self, name, add_shares((getattr(self, name), Share(part, whole))))

    def add(self, other: Behaviour) -> None:
        """Take in that of another seat."""
        for name in ("votes", "skips", "efficiency", "kills", "own_reports"):
            self.count(name, *getattr(other, name))
        self.latency += other.latency
        self.rooms += other.rooms
        self.away += other.away


def behaviour(timeline: Timeline) -> Mapping[Seat, Behaviour]:
    """Return the behaviour of each seat."""
    found = {seat: Behaviour() for seat in timeline.seats}
    _vote(timeline, found)
    _report(timeline, found)
    _kill(timeline, found)
    _work(timeline, found)
    for seat, stays in timeline.stays.items():
        found[seat].rooms.append(len({stay.room for stay in stays}))
    return found


def _vote(timeline: Timeline, found: Mapping[Seat, Behaviour]) -> None:
    for meeting in timeline.meetings:
        for seat, target in meeting.votes.items():
            on_duck = target is not None and timeline.teams[target] == "duck"
            found[seat].count("votes", on_duck, target is not None)
            found[seat].count("skips", target is None, 1)


def _report(timeline: Timeline, found: Mapping[Seat, Behaviour]) -> None:
    killers = {kill.victim: kill.killer for kill in timeline.kills}
    for meeting in timeline.meetings:
        caller = meeting.caller
        if meeting.cause != "report":
            continue
        seen = [look for look in timeline.looks[caller] if look.at < meeting.at and look.room == meeting.room]
        bodies = seen[-1].bodies if seen else ()
        if timeline.teams[caller] == "goose":
            found[caller].latency += [meeting.tick - min(look.tick for look in seen if body in look.bodies) for body in bodies]
        found[caller].count("own_reports", any(killers.get(body) == caller for body in bodies), 0)


def _kill(timeline: Timeline, found: Mapping[Seat, Behaviour]) -> None:
    for event, _ in timeline.record:
        if isinstance(event, Sight) and event.cooldown is not None and event.cooldown <= 0:
            is_possible = any(timeline.teams[seat] == "goose" for seat in event.present)
            found[event.seat].count("kills", 0, is_possible)
    for kill in timeline.kills:
        found[kill.killer].count("kills", 1, 0)
        found[kill.killer].count("own_reports", 0, 1)
        later = kill.tick + _AWAY_AFTER
        is_over = any(kill.at < meeting.at and meeting.tick <= later for meeting in timeline.meetings)
        place = timeline.place(kill.killer, later)
        if place and not is_over:
            found[kill.killer].away.append(timeline.map.distances[kill.room][place.bound_for or place.room])


def _work(timeline: Timeline, found: Mapping[Seat, Behaviour]) -> None:
    """Count the turns of geese by what was still to be done when each was taken."""
    left: dict[Seat, set[Room]] = {}
    done = {at: event for at, (event, _) in enumerate(timeline.record) if isinstance(event, Worked)}
    for event, _ in timeline.record:
        if isinstance(event, Role) and event.team == "goose":
            left[event.seat] = set(event.tasks)
    for seat, rooms in left.items():
        for turn in timeline.turns[seat]:
            for action, at in turn.did:
                if not rooms or at >= timeline.died_at(seat) or action in ("report", "button"):
                    continue
                found[seat].count("efficiency", _is_productive(timeline, seat, action, at, rooms), 1)
                if at in done and done[at].done == done[at].needed:
                    rooms.discard(done[at].room)


def _is_productive(timeline: Timeline, seat: Seat, action: str, at: int, rooms: set[Room]) -> bool:
    verb, _, to = action.partition(" ")
    if verb != "move":
        return verb == "task"
    start = next(trip.start for trip in timeline.trips[seat] if trip.begin == at)
    ways = timeline.map.distances
    return any(room != start and ways[start][room] == timeline.map.neighbours[start][to] + ways[to][room] for room in rooms)
