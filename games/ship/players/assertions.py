"""What a bot takes from a speech: who was where, who found or killed whom, and whom the speaker accuses, clears or votes for.

The grammar of `claims` reads the speech, once for all bots that hear it. Only what the speaker asserts itself is taken over, so
neither what it denies, quotes, asks or supposes, nor facts that it is not sure of.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from threading import Lock
from typing import Literal, TypeAlias

from woozle.core.request import Seat
from woozle.core.value import value
from woozle.games.ship.claims.extraction.extract import Extractor
from woozle.games.ship.claims.extraction.tokens import Token
from woozle.games.ship.claims.observed.phrases import phrase_of
from woozle.games.ship.claims.schema import STANCES, Claim, Statement
from woozle.games.ship.map import Room, ShipMap

_MOST = 40  # of one speech; more is noise, or an attempt to drown others
LONGEST = 4000  # characters of a speech
_KEPT = 256  # speeches
_READERS = 16  # tables of seats and maps

Kind: TypeAlias = Literal["at", "body", "kill", "accuse", "clear", "vote", "skip", "confess"]

_VOTES = re.compile(r"\b(?:vot(?:e|es|ed|ing)|eject|kick|evict)\b", re.IGNORECASE)
_SKIPS = re.compile(r"\b(?:skip(?:ping)?|abstain(?:ing)?)\b", re.IGNORECASE)
_NOT_SKIPPING = re.compile(r"(?:\bnot|n['’]t|\bnever|\bwithout|\bno)(?: \w+)? $", re.IGNORECASE)
_CONFESSES = re.compile(r"(?<!if )(?<!say )(?<!says )(?<!think )\bI (?:killed\b|(?:am|was) the (?:duck|killer)\b)", re.IGNORECASE)


@value
class Assertion:
    """Something that a speaker asserts.

    at: `about` was in `room`, from tick `first` to `last` (None if unsaid; `about` may be the speaker). body: `about` lies dead in
    `room`; None if the speech does not say who. kill: the speaker saw `about` kill. accuse, clear, vote: about `about`. skip,
    confess: about the speaker alone.

    is_tentative: the reading is too uncertain to be held against the speaker.
    """

    kind: Kind
    speaker: Seat
    about: Seat | None = None
    room: Room | None = None
    first: int | None = None
    last: int | None = None
    is_tentative: bool = False


class Reader:
    """Reads the speeches of all matches with the same seats and the same map."""

    def __init__(self, seats: Sequence[Seat], ship_map: ShipMap) -> None:
        self._extractor = Extractor(seats, ship_map)
        self._rooms = frozenset(ship_map.rooms)
        self.seats = tuple(seats)
        self._kept: dict[tuple[tuple[Statement, ...], int], tuple[Assertion, ...]] = {}
        self._lock = Lock()

    def tokens(self, text: str) -> Sequence[Token]:
        """Return the words of a text, with the seats and the rooms that they name."""
        return self._extractor.tokens(text[:LONGEST])

    def read(self, said: tuple[Statement, ...], begins: int) -> tuple[Assertion, ...]:
        """Return the assertions of the last of the speeches of a match so far.

        Args:
            begins: the tick in which the round before its meeting began.
        """
        key = said, begins
        with self._lock:
            found = self._kept.get(key)
            if found is None:
                if len(self._kept) >= _KEPT:
                    self._kept.clear()
                found = self._kept[key] = tuple(dict.fromkeys(self._read(said[-1], said[:-1], begins)))[:_MOST]
        return found

    def _read(self, statement: Statement, before: Sequence[Statement], begins: int) -> Iterator[Assertion]:
        for claim in self._extractor(statement, before):
            if claim.source == "own" and not claim.is_negated and not claim.doubt:
                yield from self._assertions(statement, claim, begins)
        text, speaker = statement.text, statement.speaker
        if any(not _NOT_SKIPPING.search(text[: found.start()]) for found in _SKIPS.finditer(text)):
            yield Assertion("skip", speaker)
        if _CONFESSES.search(text):
            yield Assertion("confess", speaker)

    def _assertions(self, statement: Statement, claim: Claim, begins: int) -> Iterator[Assertion]:
        speaker, unsure = statement.speaker, claim.is_tentative
        subject = claim.subject or speaker
        if claim.type in STANCES:
            if claim.target in self.seats and claim.target != speaker and not (claim.is_hedged and claim.type == "defense"):
                yield Assertion(self._stance(statement, claim), speaker, claim.target, is_tentative=unsure)
            return
        if claim.is_hedged:
            return
        placed: list[tuple[Seat, Room, str]] = []
        match claim.type:
            case "location" if claim.route:
                placed = [(subject, room, when) for room, when in zip(claim.route, claim.stops or ("",) * 99, strict=False)]
            case "location" | "alone" | "activity" if claim.activity != "traveling":
                placed = [(subject, claim.room, claim.when)]
            case "sighting":
                when = self._own_time(statement, claim)
                placed = [(claim.target, claim.room, when), (subject, claim.room, when)]
            case "departure" | "arrival" if subject == speaker:
                placed = [(claim.target, claim.room or claim.way, claim.when)]
            case "body" if subject == speaker and claim.room in self._rooms:
                yield Assertion("body", speaker, claim.target or None, claim.room, is_tentative=unsure)
            case "kill" if subject == speaker and claim.target in self.seats:
                first, last = _ticks(claim.when, begins, statement.tick) or (None, None)
                yield Assertion("kill", speaker, claim.target, claim.room or None, first, last, unsure)
        for seat, room, when in placed:
            if seat in self.seats and room in self._rooms:
                first, last = _ticks(when, begins, statement.tick) or (None, None)
                yield Assertion("at", speaker, seat, room, first, last, unsure)

    def _stance(self, statement: Statement, claim: Claim) -> Kind:
        if claim.type == "defense":
            return "clear"
        return "vote" if claim.span and _VOTES.search(statement.text, *claim.span) else "accuse"

    def _own_time(self, statement: Statement, claim: Claim) -> str:
        """Return the time of a sighting; in a list of sightings ("Bob in storage at 4, Eve in medbay at 6") its own."""
        if claim.span is None or len(phrase_of(claim.when).ticks) < 2:
            return claim.when
        is_named = is_there = False
        for token in self._extractor.tokens(statement.text):
            if token.start >= claim.span[0]:
                is_named = is_named or token.seat == claim.target
                is_there = claim.room in token.rooms if is_named and token.kind == "room" else is_there
                if is_there and token.kind == "time":
                    return token.text
        return ""


_TABLES: dict[tuple[object, ...], Reader] = {}


def reader_of(seats: Sequence[Seat], ship_map: ShipMap) -> Reader:
    """Return the reader of a table; all its bots share it."""
    key = (tuple(seats), tuple(ship_map.rooms), tuple(ship_map.tasks.items()))
    reader = _TABLES.get(key)
    if reader is None:
        if len(_TABLES) >= _READERS:
            _TABLES.clear()
        reader = _TABLES[key] = Reader(seats, ship_map)
    return reader


def _ticks(when: str, begins: int, now: int) -> tuple[int, int] | None:
    """Return the ticks that a time phrase names, without tolerance; None if it names none."""
    phrase = phrase_of(when)
    if phrase.ticks:
        named = phrase.ticks[0]
        return named.first, max(named.first, named.last)
    if phrase.unread or phrase.round:
        return None
    if phrase.duration == "entire":
        return begins, now
    if phrase.part == "now" or any(each.happening == "meeting" and each.relation == "at" for each in phrase.anchors):
        return now, now
    if any(each.happening == "spawn" and each.relation == "at" for each in phrase.anchors):
        return begins, begins
    return None
