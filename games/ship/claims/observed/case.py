"""A claim with its names and time resolved, and queries of the timeline about it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from woozle.core.request import Seat
from woozle.core.value import value
from woozle.games.ship.claims.extraction.lexicon import pattern
from woozle.games.ship.claims.observed.times import Stop, When, times_of
from woozle.games.ship.claims.schema import Claim, Statement
from woozle.games.ship.claims.timeline import Timeline
from woozle.games.ship.map import Room


@value
class Proof:
    """A proof that something holds at a time. fact: A sentence without its full stop."""

    fact: str
    at: int
    tick: int
    is_certain: bool = True


@dataclass(slots=True)
class Query:
    """A question to the timeline: does something hold for these, in a stretch of the record? An empty name stands for any."""

    subject: Seat
    target: Seat
    room: Room
    way: Room
    victim: Seat
    begin: int
    end: int

    def at(self, begin: int, end: int) -> Query:
        """Return the same question for another stretch."""
        return Query(self.subject, self.target, self.room, self.way, self.victim, begin, end)


@dataclass(slots=True)
class Case:
    """A claim in its place. Names that no seat has are in `unknown`.

    stops: those of a route that have their own time. slip: ticks by which these times may be off for now. share: of a claim that
    something lasted, the part of the time for which it did. besides: the seats or rooms that the claim leaves out.
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
    share: float = 1.0
    besides: frozenset[str] = frozenset()

    @property
    def speaker(self) -> Seat:
        """The speaker of the claim."""
        return self.statement.speaker

    @property
    def query(self) -> Query:
        """The question whether it is as claimed."""
        return Query(self.subject, self.target, self.room, self.way, self.victim, self.when.begin, self.when.end)

    def denies_room(self, room: Room) -> bool:
        """Return whether a denied location is of this room: the one that it names, or any but those that it leaves out."""
        return room not in self.besides if self.besides else room == self.room

    def others(self, *but: Seat) -> list[Seat]:
        """Return all seats except these."""
        return [seat for seat in self.timeline.seats if seat not in but]


Holds: TypeAlias = Callable[[Case, Query], Proof | None]


def case_of(timeline: Timeline, statement: Statement, claim: Claim, *, tolerance: int) -> Case:
    """Look up the names of a claim and find its time. Times of a denied claim are exact: nothing is near it."""
    unknown: list[str] = []
    when, stops = times_of(timeline, statement, claim, tolerance=0 if claim.is_negated else tolerance)
    seats, rooms = timeline.names, timeline.rooms
    besides = frozenset([_look_up(name, rooms if claim.type == "location" else seats, unknown) for name in claim.besides])
    return Case(
        timeline,
        statement,
        claim,
        _look_up(claim.subject, seats, unknown) or statement.speaker,
        _look_up(claim.target, seats, unknown) if claim.target else "",
        _look_up(claim.victim, seats, unknown) if claim.victim else "",
        _look_up(claim.room, rooms, unknown) if claim.room else "",
        _look_up(claim.way, rooms, unknown) if claim.way else "",
        tuple([_look_up(room, rooms, unknown) for room in claim.route]) if claim.route else (),
        tuple(unknown),
        when,
        stops,
        besides=besides,
    )


def says_never(statement: Statement, claim: Claim) -> bool:
    """Return whether the words of a claim say that it is of any time: "never", "at all"."""
    said = statement.text[slice(*claim.span)] if claim.span else ""
    return bool(pattern("at_any_time").search(f"{said} {claim.when}".lower()))


def _look_up(name: str, names: Mapping[str, str], unknown: list[str]) -> str:
    """Return the seat or room of this name; empty if it is empty or unknown."""
    found = names.get(name) or names.get(name.strip().lower(), "")
    if name and not found:
        unknown.append(name)
    return found


def best(proofs: Iterable[Proof]) -> Proof | None:
    """Return the first proof that is certain, else the first."""
    doubtful = None
    for proof in proofs:
        if proof.is_certain:
            return proof
        doubtful = doubtful or proof
    return doubtful
