"""The facts that a timeline is made of.

`at` is always a position in the record; a stretch of positions holds `begin` and not `end`. first and last are ticks, both
included. Within a tick, positions tell before from after.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from woozle.core.games.ship.claims.schema import Statement
from woozle.core.games.ship.map import Room
from woozle.core.request import Seat
from woozle.core.value import value

NEVER = 1 << 60  # the position where something ends that has not ended yet

GlimpseKind: TypeAlias = Literal["present", "left", "came", "gone", "joined", "heard", "passed", "body", "kill"]


@value
class Place:
    """Where a seat is. A traveller's room is the one it left, bound_for where it goes; it travels while it has ticks_left."""

    room: Room
    is_alive: bool = True
    bound_for: Room = ""
    ticks_left: int = 0


@value
class Turn:
    """One seat in one tick.

    start: after arrivals, before anyone acts. end: as the turns end, by a meeting or not. touched: rooms it was in, alive, in
    order, each with the position since when (that of the tick, if it was there before). did: its actions in the words of `Act`,
    each with the position of what came of it.
    """

    tick: int
    start: Place
    end: Place
    touched: tuple[tuple[Room, int], ...]
    did: tuple[tuple[str, int], ...]


@dataclass(slots=True)
class Stay:
    """A seat is in a room, alive. first, last: ticks, both included."""

    seat: Seat
    room: Room
    first: int
    begin: int
    last: int = NEVER
    end: int = NEVER


@dataclass(slots=True)
class Trip:
    """A seat goes to a neighbouring room, at once or over ticks.

    last, end: where it came; NEVER if a meeting was first. stop: where it was under way no longer, for whatever cause.
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
    """A seat is in a room with exactly these others, at one decision or tick at least."""

    room: Room
    others: frozenset[Seat]
    begin: int
    end: int = NEVER


@value
class Kill:
    """Somebody was killed. seen_by: all who were told, the two of them included."""

    killer: Seat
    victim: Seat
    room: Room
    tick: int
    at: int
    seen_by: tuple[Seat, ...]


@value
class Glimpse:
    """What one seat perceived of another.

    present: in the same room. left, came: going to `way`, coming from `way`. gone, joined: there no more, or newly there, at the
    next look around, without having been seen to move. heard: saying something. passed: in the corridor from `room` to `way`.
    body: dead. kill: killing `victim`. begin: when that was; at: when it was perceived. first, last: the ticks of both.
    is_certain: False where the record cannot tell whether it was perceived.
    """

    kind: GlimpseKind
    other: Seat
    room: Room
    first: int
    last: int
    begin: int
    at: int
    way: Room = ""
    victim: Seat = ""
    is_certain: bool = True


@value
class Look:
    """What a seat saw of its room when it decided, or as a meeting began. is_certain: False if its time in the tick is unknown."""

    room: Room
    tick: int
    at: int
    present: tuple[Seat, ...]
    bodies: tuple[Seat, ...]
    is_certain: bool = True


@dataclass(slots=True)
class Meeting:
    """A meeting. at: of the call. votes: None for a skip."""

    index: int
    tick: int
    caller: Seat
    cause: Literal["report", "button"]
    room: Room
    dead: tuple[Seat, ...]
    at: int
    speeches: tuple[Statement, ...]
    votes: Mapping[Seat, Seat | None]
    ejected: Seat | None


@dataclass(slots=True)
class Round:
    """The ticks from the beginning, or a respawn, to a meeting, or the end. first and last are ticks.

    end: where the meeting begins to speak, NEVER if the match ended before.
    """

    index: int
    first: int
    begin: int
    last: int
    end: int
