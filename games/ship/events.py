"""Events and answers of the ship.

The record holds every Event; the comments `to` name its other audiences.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

from pydantic import Field

from woozle.core.game import Event
from woozle.core.request import Answer, Seat, Speech
from woozle.core.value import value
from woozle.games.ship.config import Config
from woozle.games.ship.map import Room

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


class Foresee(Answer):
    """A dead seat's belief about the vote: whom it ejects, None for no one, and how sure of that the seat is, in percent."""

    ejected: Seat | None = Field(description="Who will be ejected?")
    sure: int = Field(ge=0, le=100, description="How sure are you, in percent?")


@value
class Briefing(Event):
    """The match begins. To everyone: who sits here, the map and the rules."""

    seats: tuple[Seat, ...]
    config: Config


@value
class Role(Event):
    """The team of a seat, the other ducks (for a duck), and the rooms of its tasks (a duck's are fake). Told to the seat."""

    seat: Seat
    team: Team
    mates: tuple[Seat, ...]
    tasks: tuple[Room, ...]


@value
class Placed(Event):
    """The room in which a seat starts, at the beginning and after each meeting. Told to the seat."""

    seat: Seat
    room: Room


@value
class Tick(Event):
    """The beginning of a tick; the first is 1. Told to everyone."""

    number: int


@value
class Totals(Event):
    """Numbers of living seats, and of tasks of geese, done and in all. Told to everyone, with `totals_shown`."""

    alive: int
    tasks_done: int
    tasks: int


@value
class Sight(Event):
    """The sight of a seat's room. Told to the seat before each of its turns and when a meeting begins.

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
    """A turn without an action, or a forfeited one. Told to the seat."""

    seat: Seat


@value
class Moved(Event):
    """A move to a neighbouring room. With ticks 1 the seat is there at once; else it arrives as a later tick begins. Told to it."""

    seat: Seat
    start: Room
    to: Room
    ticks: int


@value
class Arrived(Event):
    """The end of a way through a corridor. Told to the seat."""

    seat: Seat
    room: Room


@value
class Passed(Event):
    """Two travellers who see each other in the corridor between two rooms. Told to both, with `corridor_sight`."""

    seats: tuple[Seat, Seat]
    rooms: tuple[Room, Room]


@value
class Worked(Event):
    """A turn's work on the task in this room; it is complete when done equals needed. Told to the seat."""

    seat: Seat
    room: Room
    task: str
    done: int
    needed: int


@value
class Killed(Event):
    """A kill. Told to killer and victim and, with `kills_seen`, to all in the room."""

    killer: Seat
    victim: Seat
    room: Room


@value
class Said(Event):
    """A remark outside meetings. Told to the speaker and all who hear it."""

    seat: Seat
    room: Room
    text: str


@value
class Overheard(Event):
    """A remark made in this room earlier in the tick. Told to the listener, with `chat_heard` by later turns."""

    seat: Seat
    room: Room
    text: str


@value
class MeetingCalled(Event):
    """The beginning of a meeting. dead: All seats that are not alive, those found only now included. Told to everyone."""

    tick: int
    caller: Seat
    cause: Literal["report", "button"]
    dead: tuple[Seat, ...]


@value
class Bodies(Event):
    """The rooms of all bodies when a meeting begins. Told to the caller, with `caller_learns_all_bodies`, else to the record."""

    rooms: Mapping[Room, tuple[Seat, ...]]


@value
class SpeakingOrder(Event):
    """The order of speakers in each round. Told to everyone."""

    seats: tuple[Seat, ...]


@value
class Spoke(Event):
    """A speech. The first round is 1; an empty text is silence. Told to everyone."""

    seat: Seat
    round: int
    text: str


@value
class Voted(Event):
    """A vote. Told to the voter."""

    seat: Seat
    target: Seat | None


@value
class Foreseen(Event):
    """A dead seat's belief about the vote, with `ghosts`. Told to the seat, and to the other dead."""

    seat: Seat
    ejected: Seat | None
    sure: int


@value
class Unveiled(Event):
    """How things stand when a dead seat begins to see everything, with `ghosts`. Told to the seat.

    From then on the dead are told all Events but the sights, waits and echoes of others. rooms: of the living; of a traveller,
    the one it left. ways: the room that a traveller is bound for, when it set out and when it arrives. work: turns done, by seat
    and room. ready: the ticks from which ducks can kill.
    """

    seat: Seat
    teams: Mapping[Seat, Team]
    rooms: Mapping[Seat, Room]
    ways: Mapping[Seat, tuple[Room, int, int]]
    work: Mapping[Seat, Mapping[Room, int]]
    ready: Mapping[Seat, int]
    bodies: Mapping[Room, tuple[Seat, ...]]


@value
class Ballot(Event):
    """The result of a vote. Told to everyone.

    counts: votes by seat, `skip` for none. votes: who voted for whom, with `open_votes`. ejected: None on a tie or if skip
    has most. team: the ejected seat's, with `ejected_revealed`.
    """

    counts: Mapping[str, int]
    votes: Mapping[Seat, Seat | None] | None
    ejected: Seat | None
    team: Team | None


@value
class Ended(Event):
    """The end of the match. Told to everyone."""

    winner: Team
    reason: str
    ducks: tuple[Seat, ...]
