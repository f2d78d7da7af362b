"""Frames: for each verb of a sentence who did what, to whom, where and when. Claims of all families are read from them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from woozle.core.games.ship.claims.extraction.lexicon import Form
from woozle.core.games.ship.claims.extraction.tokens import Token
from woozle.core.games.ship.claims.schema import Claim, ClaimType
from woozle.core.games.ship.map import Room
from woozle.core.request import Seat

Role: TypeAlias = Literal["at", "to", "from", "via", "next", "there", "of"]
"""How a room stands: in it, towards it, out of it, through it. next: named alone or after an arrow; there: not named, but
meant; of: it belongs to a noun ("the body in medbay"), not to the verb.
"""

MOVES = frozenset({"go", "enter", "leave", "pass", "start"})
STAYS = frozenset({"be", "stay"})


@dataclass(slots=True)
class Mention:
    """Rooms that are named at once, and how they stand. at: position of the token. is_near: "near", not in."""

    role: Role
    rooms: tuple[Room, ...]
    at: int
    is_near: bool = False


@dataclass(slots=True)
class Frame:
    """A verb with its subject, objects, places and times.

    kind, base, form: of the verb; the kind is a heading of the word list, or `route` ("my route was"), or `fragment` (no verb).
    first, last: positions in the sentence. parent: the frame in which this was seen ("I saw Bob leave"). targets: objects; named:
    the same with where they stand. companions: "with Bob". owners: "Bob's body". is_real: not asked, supposed, wished or planned.
    is_passive: "was found". is_reported: somebody else says so. is_reflexive: "places himself". is_mutual: "confirm each other".
    is_earlier: "after leaving storage", told late. has_nobody: "saw no one".
    """

    sentence: Sequence[Token]
    kind: str
    base: str
    form: Form
    subject: tuple[Seat, ...]
    first: int
    last: int
    parent: Frame | None = None
    targets: list[Seat] = field(default_factory=list)
    named: list[tuple[int, Seat]] = field(default_factory=list)
    companions: list[Seat] = field(default_factory=list)
    owners: list[Seat] = field(default_factory=list)
    places: list[Mention] = field(default_factory=list)
    times: list[Token] = field(default_factory=list)
    number: int | None = None
    is_negated: bool = False
    is_hedged: bool = False
    is_real: bool = True
    is_passive: bool = False
    is_alone: bool = False
    is_reported: bool = False
    is_reflexive: bool = False
    is_mutual: bool = False
    is_earlier: bool = False
    has_body: bool = False
    has_task: bool = False
    has_nobody: bool = False

    def rooms(self, *roles: Role) -> tuple[Room, ...]:
        """Return the rooms that stand in one of these roles, in order."""
        return tuple(room for place in self.places if place.role in roles and not place.is_near for room in place.rooms)

    def targets_in(self, place: Mention) -> Sequence[Seat]:
        """Return the targets that a room belongs to: in "saw Bob in medbay and Eve in storage", those named last before it."""
        before = [(at, seat) for at, seat in self.named if at < place.at and seat in self.targets]
        if not before:
            return self.targets
        room = max((other.at for other in self.places if other.rooms and other.at < before[-1][0]), default=self.first)
        return [seat for at, seat in before if at > room]

    @property
    def says_there(self) -> bool:
        """Return whether the room is only pointed at: "was there"."""
        return any(place.role == "there" for place in self.places)

    @property
    def is_told(self) -> bool:
        """Return whether it is told as a thing that happened, of somebody."""
        return self.is_real and not self.is_negated and bool(self.subject)

    @property
    def way(self) -> tuple[Room, ...]:
        """The rooms that a movement leads through, in order."""
        rest = [place for place in self.places if place.role in ("at", "to", "via", "next") and not place.is_near]
        if [place.role for place in rest] == ["to", "via"]:
            rest.reverse()
        rooms = self.rooms("from") + tuple(room for place in rest for room in place.rooms)
        return tuple(room for i, room in enumerate(rooms) if i == 0 or rooms[i - 1] != room)

    def claim(self, kind: ClaimType, **said: object) -> Claim:
        """Return a claim with its time, denial, hedging, doubt and span, which the frame knows for claims of any type."""
        first = min([self.first, *(place.at for place in self.places)])
        last = max([self.last, *(place.at for place in self.places)])
        return Claim(
            type=kind,
            when=" ".join(dict.fromkeys(token.text for token in self.times)),
            is_negated=self.is_negated,
            is_hedged=self.is_hedged,
            span=(self.sentence[first].start, self.sentence[last].end),
            **said,  # type: ignore[arg-type]
        )
