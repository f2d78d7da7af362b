"""A claim with its names looked up and its time found, and what is asked of the timeline about it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from woozle.core.games.ship.claims.observed.stops import Stop, times_of
from woozle.core.games.ship.claims.observed.times import When
from woozle.core.games.ship.claims.schema import Claim, Statement
from woozle.core.games.ship.claims.timeline import Timeline
from woozle.core.games.ship.map import Room
from woozle.core.request import Seat
from woozle.core.value import value


@value
class Proof:
    """What shows that something holds, and when. fact: a sentence without its full stop."""

    fact: str
    at: int
    tick: int
    is_certain: bool = True


@dataclass(slots=True)
class Query:
    """Whether something holds for these, in a stretch of the record. An empty name stands for any."""

    subject: Seat
    target: Seat
    room: Room
    way: Room
    victim: Seat
    begin: int
    end: int

    def at(self, begin: int, end: int) -> Query:
        """The same, at another time."""
        return Query(self.subject, self.target, self.room, self.way, self.victim, begin, end)


@dataclass(slots=True)
class Case:
    """A claim in its place. Names that nobody bears are in `unknown`.

    stops: those of a route that have a time of their own. slip: ticks by which these times may be off for now.
    """

    timeline: Timeline
    statement: Statement
    claim: Claim
    subject: Seat
    target: Seat
    victim: Seat
    room: Room
    way: Room
    route: tuple[Room, ...]
    unknown: tuple[str, ...]
    when: When
    stops: tuple[Stop, ...] = ()
    slip: int = 0

    @property
    def speaker(self) -> Seat:
        """Who says it."""
        return self.statement.speaker

    @property
    def query(self) -> Query:
        """Whether it is as claimed."""
        return Query(self.subject, self.target, self.room, self.way, self.victim, self.when.begin, self.when.end)

    def others(self, *but: Seat) -> list[Seat]:
        """All seats except these."""
        return [seat for seat in self.timeline.seats if seat not in but]


Holds: TypeAlias = Callable[[Case, Query], Proof | None]


def case_of(timeline: Timeline, statement: Statement, claim: Claim, *, tolerance: int) -> Case:
    """A claim with its names looked up and its time found. A claim that is denied is taken at its word: nothing is near it."""
    unknown: list[str] = []
    when, stops = times_of(timeline, statement, claim, tolerance=0 if claim.is_negated else tolerance)
    seats, rooms = timeline.names, timeline.rooms
    return Case(
        timeline,
        statement,
        claim,
        _found(claim.subject, seats, unknown) or statement.speaker,
        _found(claim.target, seats, unknown) if claim.target else "",
        _found(claim.victim, seats, unknown) if claim.victim else "",
        _found(claim.room, rooms, unknown) if claim.room else "",
        _found(claim.way, rooms, unknown) if claim.way else "",
        tuple([_found(room, rooms, unknown) for room in claim.route]) if claim.route else (),
        tuple(unknown),
        when,
        stops,
    )


def _found(name: str, names: Mapping[str, str], unknown: list[str]) -> str:
    """What is called so; nothing, if nothing is named or it is unknown."""
    found = names.get(name) or names.get(name.strip().lower(), "")
    if name and not found:
        unknown.append(name)
    return found


def spoken(room: Room) -> str:
    """A room, for people."""
    return room.replace("_", " ")


def best(proofs: Iterable[Proof]) -> Proof | None:
    """The first proof that is certain, else the first."""
    doubtful = None
    for proof in proofs:
        if proof.is_certain:
            return proof
        doubtful = doubtful or proof
    return doubtful
