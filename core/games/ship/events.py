"""What can be observed on the ship, and what is asked.

The record holds every Event; the comments `to` say who else is told.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

from woozle.core.game import Event
from woozle.core.games.ship.config import Config
from woozle.core.games.ship.map import Room
from woozle.core.request import Answer, Seat, Speech
from woozle.core.value import value

Team: TypeAlias = Literal["goose", "duck"]


class Act(Answer):
    """One turn: what to do, and what to say to those in the room (empty: nothing).

    action is one of `wait`, `move ROOM`, `task`, `report`, `button`, `kill SEAT`; the Request lists those that are legal now.
    """

    action: str
    say: Speech = ""


class Speak(Answer):
    """One speech in a meeting."""

    text: Speech


class Vote(Answer):
    """The seat to eject; None skips."""

    target: Seat | None


@value
class Briefing(Event):
    """The match begins. To everyone: who sits here, the map and the rules."""

    seats: tuple[Seat, ...]
    config: Config


@value
class Role(Event):
    """To the seat: its team, the other ducks (for a duck), and the rooms of its tasks (a duck's are fake)."""

    seat: Seat
    team: Team
    mates: tuple[Seat, ...]
    tasks: tuple[Room, ...]


@value
class Placed(Event):
    """To the seat: the room where it starts, at the beginning and after each meeting."""

    seat: Seat
    room: Room


@value
class Tick(Event):
    """To everyone: a tick begins. The first is 1."""

    number: int


@value
class Totals(Event):
    """To everyone, with `totals_shown`: how many seats live, and tasks of geese done and in all."""

    alive: int
    tasks_done: int
    tasks: int


@value
class Sight(Event):
    """To the seat, before each of its turns and when a meeting begins: what it sees in its room.

    present: others who are alive and not travelling. left, came: who was seen to leave and enter, with the room gone to or
    come from. cooldown: ticks until a duck can kill; None for a goose.
    """

    seat: Seat
    tick: int
    room: Room
    present: tuple[Seat, ...]
    bodies: tuple[Seat, ...]
    left: tuple[tuple[Seat, Room], ...]
    came: tuple[tuple[Seat, Room], ...]
    cooldown: int | None


@value
class Waited(Event):
    """To the seat: it did nothing this turn, or forfeited it."""

    seat: Seat


@value
class Moved(Event):
    """To the seat: it left for a neighbouring room. With ticks 1 it is there at once; else it arrives as a later tick begins."""

    seat: Seat
    start: Room
    to: Room
    ticks: int


@value
class Arrived(Event):
    """To the seat: its way through a corridor is over."""

    seat: Seat
    room: Room


@value
class Passed(Event):
    """To both, with `corridor_sight`: two travellers see each other in the corridor between two rooms."""

    seats: tuple[Seat, Seat]
    rooms: tuple[Room, Room]


@value
class Worked(Event):
    """To the seat: one turn's work on the task in this room; it is complete when done equals needed."""

    seat: Seat
    room: Room
    task: str
    done: int
    needed: int


@value
class Killed(Event):
    """To killer and victim and, with `kills_seen`, to all in the room."""

    killer: Seat
    victim: Seat
    room: Room


@value
class Said(Event):
    """To the speaker and whoever hears it: a remark on the way."""

    seat: Seat
    room: Room
    text: str


@value
class Overheard(Event):
    """To the listener, with `chat_heard` by later turns: a remark made in this room earlier in the tick."""

    seat: Seat
    room: Room
    text: str


@value
class MeetingCalled(Event):
    """To everyone: a meeting begins. dead: all seats that are not alive, those found only now included."""

    tick: int
    caller: Seat
    cause: Literal["report", "button"]
    dead: tuple[Seat, ...]


@value
class Bodies(Event):
    """To the caller, with `caller_learns_all_bodies`, else to the record: where all bodies lie when a meeting begins."""

    rooms: Mapping[Room, tuple[Seat, ...]]


@value
class SpeakingOrder(Event):
    """To everyone: who speaks when, in each round."""

    seats: tuple[Seat, ...]


@value
class Spoke(Event):
    """To everyone: a speech. The first round is 1; an empty text is silence."""

    seat: Seat
    round: int
    text: str


@value
class Voted(Event):
    """To the voter: its own vote."""

    seat: Seat
    target: Seat | None


@value
class Ballot(Event):
    """To everyone: the result of a vote.

    counts: votes by seat, `skip` for none. votes: who voted for whom, with `open_votes`. ejected: None on a tie or if skip
    has most. team: the ejected seat's, with `ejected_revealed`.
    """

    counts: Mapping[str, int]
    votes: Mapping[Seat, Seat | None] | None
    ejected: Seat | None
    team: Team | None


@value
class Ended(Event):
    """To everyone: the match is over."""

    winner: Team
    reason: str
    ducks: tuple[Seat, ...]
