"""Contradictions that one seat can notice: between claims and its sightings, and between claims.

Everything here follows from the Events told to the seat, and from claims with ticks in them; what other seats did is never
looked at. A contradiction is found only where it is certain, given that the claim was read rightly: where no way leads from the one
place to the other in the time between, however the claimed time is meant.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal, TypeAlias

from woozle.core.request import Seat
from woozle.core.value import value
from woozle.games.ship.claims.extraction import Extractor
from woozle.games.ship.claims.observed.phrases import phrase_of
from woozle.games.ship.claims.schema import Claim, Statement
from woozle.games.ship.map import Room, ShipMap, room_title
from woozle.games.ship.state import State, Whereabouts
from woozle.games.ship.words import in_words

Kind: TypeAlias = Literal["seen", "self", "other"]
"""`seen`: against the seat's sightings. `self`: against the same speaker. `other`: two speakers against each other."""


_PLAIN = re.compile(
    r"(?:(?:at|in|on|during|around|about|from|between|exactly) )*(?:the )?ticks? \d{1,5}(?:(?: ?- ?| to | and | through )\d{1,5})?"
)
_OF_ANOTHER = frozenset({"from", "then"})
"""Words of a claim after or before which its time may be that of another."""


@value
class Contradiction:
    """Why a claim cannot be right, or not together with another. at: number of the Event that it contradicts."""

    kind: Kind
    words: str
    at: int


@value
class Heard:
    """A claim, and its contradictions. at: number of the Event in which it was made."""

    statement: Statement
    claim: Claim
    contradictions: tuple[Contradiction, ...]

    @property
    def at(self) -> int:
        return self.statement.at


class SeatNotes:
    """The notes of one seat on what it hears. Claims are read when they are asked for, each speech once."""

    def __init__(self, me: Seat) -> None:
        self.state = State(me)
        self._extract: Extractor | None = None
        self._heard: list[Heard] = []
        self._read = 0
        self._claimed: list[tuple[Whereabouts, Statement]] = []

    def heard(self) -> tuple[Heard, ...]:
        """Return all claims of the meetings so far, with what each contradicts that was known when it was made."""
        if self.state.config is None:
            return ()
        self._extract = self._extract or Extractor(self.state.seats, self.state.config.map)
        said = [speech for meeting in self.state.meetings for speech in meeting.speeches if speech.text]
        while self._read < len(said):
            statement, before = said[self._read], said[: self._read]
            self._read += 1
            for claim in self._extract(statement, before):
                if claim.source == "own":
                    self._heard.append(Heard(statement, claim, tuple(self.contradictions(statement, claim))))
        return tuple(self._heard)

    @property
    def _map(self) -> ShipMap:
        assert self.state.config
        return self.state.config.map

    def contradictions(self, statement: Statement, claim: Claim) -> Iterator[Contradiction]:
        """Yield the contradictions of a claim known so far: each speaker once, and the nearest sighting."""
        if (
            claim.is_tentative
            or claim.is_hedged
            or claim.is_negated
            or claim.doubt
            or self._may_mean_another_room(statement, claim)
        ):
            return
        seen = next((kill for kill in self.state.kills if kill.victim == claim.victim and kill.at < statement.at), None)
        if claim.type == "kill" and claim.target in self.state.seats and seen and seen.killer != claim.target:
            yield Contradiction("seen", f"You saw {seen.killer} kill {seen.victim}.", seen.at)
        found: dict[tuple[Kind, Seat], Contradiction] = {}
        places = [place for place in self._places(statement, claim) if self._is_in_a_round(place)]
        for place in places:
            if against := self._against_sight(place, statement.at):
                found.setdefault(("seen", self.state.viewer), against)
            for other, said in self._claimed:
                if other.at == statement.at or not self._exclude(place, other):
                    continue
                kind: Kind = "self" if said.speaker == statement.speaker else "other"
                who = "You" if said.speaker == self.state.me else said.speaker
                words = f"{who} said {_words(other)}{self._way(place, other)}."
                found.setdefault((kind, said.speaker), Contradiction(kind, words, said.at))
        self._claimed += ((place, statement) for place in places)
        yield from found.values()

    def _may_mean_another_room(self, statement: Statement, claim: Claim) -> bool:
        """Return whether the words of a claim name another room, or where a player came from: its time may be that of the other."""
        said = statement.text[slice(*(claim.span or (0, 0)))].lower()
        others = self._map.rooms.keys() - {claim.room, *claim.route}
        return not _OF_ANOTHER.isdisjoint(said.split()) or any(in_words(room) in said for room in others)

    def _places(self, statement: Statement, claim: Claim) -> Iterator[Whereabouts]:
        """Yield where a claim places seats, at ticks that it names."""
        speaker = statement.speaker
        subject = claim.subject or speaker
        placed: list[tuple[Seat, Room, str]] = []
        match claim.type:
            case "location" if claim.route:
                placed = [(subject, room, when) for room, when in zip(claim.route, claim.stops, strict=False)]
            case "location":
                placed = [(subject, claim.room, claim.when)]
            case "alone" | "body":
                placed = [(subject, claim.room, claim.when)]
            case "sighting" if subject == speaker:
                placed = [(claim.target, claim.room, claim.when), (speaker, claim.room, claim.when)]
        for seat, room, when in placed:
            ticks = _ticks(when)
            if ticks and seat in self.state.seats and room in self._map.rooms:
                yield Whereabouts(seat, room, *ticks, statement.at)

    def _round(self, tick: int) -> int | None:
        """Return the round of a tick; None for one that a meeting shares with the round after it, and one that has not come."""
        begins = [meeting.tick for meeting in self.state.meetings]
        if tick > self.state.tick or tick in begins[:-1] or tick < 1:
            return None
        return sum(begin < tick for begin in begins)

    def _is_in_a_round(self, place: Whereabouts) -> bool:
        first = self._round(place.first)
        return first is not None and first == self._round(place.last)

    def _exclude(self, one: Whereabouts, other: Whereabouts) -> bool:
        """Return whether both cannot be so: no way leads from one room to the other in the time between."""
        if one.seat != other.seat or one.room == other.room or self._round(one.first) != self._round(other.first):
            return False
        between = max(abs(one.last - other.first), abs(other.last - one.first))
        # A step of one tick is taken at once, so the last of a way may cost nothing.
        return self._map.distances[one.room][other.room] - 1 > between

    def _way(self, one: Whereabouts, other: Whereabouts) -> str:
        ticks = self._map.distances[one.room][other.room]
        return f", {ticks} ticks from {room_title(one.room)}"

    def _against_sight(self, place: Whereabouts, now: int) -> Contradiction | None:
        """Return the seat's own sighting against a place; None if no sighting excludes it."""
        for seen in sorted(self.state.places(), key=lambda each: abs(each.first - place.first)):
            if seen.at < now and self._round(seen.first) is not None and self._exclude(place, seen):
                who = "You were" if seen.seat == self.state.me else f"You saw {seen.seat}"
                where = f"in {room_title(seen.room)} at tick {seen.first}"
                return Contradiction("seen", f"{who} {where}{self._way(place, seen)}.", seen.at)
        tick, at = self._death_of(place.seat) or (place.first, now)
        if tick + 1 < place.first and at < now:  # who is off by one has only counted in another way
            return Contradiction("seen", f"You know that {place.seat} was dead by tick {tick}.", at)
        if all(self._stood_there_alone_of(place.seat, place.room, tick) for tick in range(place.first, place.last + 1)):
            at = next((each.at for each in self.state.places() if each.seat == self.state.me and each.first == place.first), 0)
            when = f"at tick {place.first}" if place.first == place.last else f"from tick {place.first} to {place.last}"
            return Contradiction("seen", f"You were in {room_title(place.room)} {when}, and {place.seat} was not.", at)
        return None

    def _death_of(self, seat: Seat) -> tuple[int, int] | None:
        """Return the tick by which the viewer saw that a seat was dead, and the number of the Event."""
        found = [(sight.tick, at) for at, sight in self.state.looks if seat in sight.bodies][:1]
        found += [(kill.tick, kill.at) for kill in self.state.kills if kill.victim == seat]
        return min(found, key=lambda each: each[1], default=None)

    def _stood_there_alone_of(self, seat: Seat, room: Room, tick: int) -> bool:
        """Return whether this seat stood in a room from before a tick until after it, and the other was never there."""
        config, meetings = self.state.config, self.state.meetings
        is_blind = config is None or config.moves_seen != "since_last_turn"
        if seat == self.state.me or is_blind or tick - 1 in [meeting.tick for meeting in meetings]:
            return False
        by_tick = {sight.tick: sight for _, sight in self.state.looks}
        looks = [by_tick.get(each) for each in (tick - 1, tick, tick + 1)]
        for at, look in enumerate(looks):
            if look is None or look.room != room or seat in (*look.present, *look.bodies):
                return False
            if at and seat in {moved for moved, _ in (*look.left, *look.came)}:
                return False
        return True


def _ticks(when: str) -> tuple[int, int] | None:
    """Return the first and the last tick that a time phrase names, if it names one moment or stretch and nothing else."""
    ticks = phrase_of(when).ticks if _PLAIN.fullmatch(when.strip().lower()) else ()
    if len(ticks) != 1 or ticks[0].limit != "point":
        return None
    named = ticks[0]
    slack = 1 if named.is_around else 0
    return max(1, named.first - slack), named.last + slack


def _words(place: Whereabouts) -> str:
    when = f"at tick {place.first}" if place.first == place.last else f"in ticks {place.first} to {place.last}"
    return f"{place.seat} was in {room_title(place.room)} {when}"
