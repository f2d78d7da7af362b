"""What happened in a match of the ship, put in order: who was where, with whom, doing what, and who could see it when they decided.

`timeline_of(record)` reads a record as the Referee keeps it, whole or so far. Each fact has its position in that record, so it can
be shown by its Event. The rounds are what lies between meetings: round 0 ends with meeting 0. A meeting and the round that follows
it share a tick.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Mapping, Sequence

from woozle.core.game import Told
from woozle.core.games.ship.claims.folding import Folding
from woozle.core.games.ship.claims.happenings import NEVER, Place, Turn
from woozle.core.games.ship.claims.schema import Statement
from woozle.core.games.ship.map import Room
from woozle.core.request import Seat

_WORD = re.compile(r"[a-z0-9]+")
_LONGEST = 20_000  # characters of a speech that are searched


class Timeline:
    """A match of the ship in order. Lists by seat are ordered by position; turns and bodies are indexed by tick, from 0, the start.

    ship: folded as far as its first Event at least. While it is folded on, the timeline grows with it.

    bodies: where they lie as a tick ends. ticks: the position of each tick. sightings: glimpses by who perceived them and whom.
    names, rooms: what is called what, for looking up what people say. room_words: all words of which names of rooms are made.
    """

    def __init__(self, ship: Folding) -> None:
        self.record = ship.record
        self.seats = ship.seats
        self.map = ship.config.map
        self.caller_learns_all_bodies = ship.config.caller_learns_all_bodies
        self.teams = ship.teams
        self.mates = ship.mates
        self.ticks = ship.ticks
        self.turns = ship.turns
        self.stays = ship.stays
        self.trips = ship.trips
        self.company = ship.company
        self.looks = ship.perception.looks
        self.glimpses = ship.perception.glimpses
        self.bodies: Sequence[Mapping[Room, tuple[Seat, ...]]] = ship.bodies
        self.kills = ship.kills
        self.meetings = ship.meetings
        self.rounds = ship.rounds
        self.sightings = ship.perception.sightings
        self.names = {name: seat for seat in self.seats for name in (seat, seat.lower())}
        self.rooms = {name: room for room in self.map.rooms for name in (room, room.replace("_", " "))}
        self.room_words = {word for room in self.map.rooms for word in (room, *room.split("_"))}
        self._words: dict[int, frozenset[str]] = {}

    @property
    def last_tick(self) -> int:
        """The tick that the record has come to."""
        return len(self.ticks) - 1

    @property
    def statements(self) -> list[Statement]:
        """All speeches, in order."""
        return [speech for meeting in self.meetings for speech in meeting.speeches]

    def turn(self, seat: Seat, tick: int) -> Turn | None:
        """One seat in one tick; None if the record has no such tick."""
        turns = self.turns.get(seat, [])
        return turns[tick] if 0 <= tick < len(turns) else None

    def place(self, seat: Seat, tick: int) -> Place | None:
        """Where a seat was as a tick ended; None if the record has no such tick."""
        turn = self.turn(seat, tick)
        return turn.end if turn else None

    def tick_at(self, at: int) -> int:
        """The tick that a position lies in."""
        return max(0, bisect_right(self.ticks, at) - 1)

    def words_of(self, speech: Statement) -> frozenset[str]:
        """The words of a speech in lower case, for finding whom and what it names."""
        words = self._words.get(speech.at)
        if words is None:
            words = self._words[speech.at] = frozenset(_WORD.findall(speech.text[:_LONGEST].lower()))
        return words

    def died_at(self, seat: Seat) -> int:
        """The position where a seat was killed; NEVER if it was not."""
        return next((kill.at for kill in self.kills if kill.victim == seat), NEVER)


def timeline_of(record: Sequence[Told], *, is_imported: bool = False) -> Timeline:
    """The timeline of a record, whole or so far.

    is_imported: the record was played again from a log that does not say when in a tick those had their turn who waited in silence;
    what they saw is uncertain then, so far as it changed in that tick.
    """
    ship = Folding(record, is_imported=is_imported)
    ship.fold(len(record))
    ship.end()
    return Timeline(ship)
