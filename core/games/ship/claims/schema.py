"""What can be claimed in a meeting, and what can be said of a claim. One schema for both modes of checking."""

from __future__ import annotations

from typing import Literal, TypeAlias

from woozle.core.games.ship.map import Room
from woozle.core.request import Seat
from woozle.core.value import value

ClaimType: TypeAlias = Literal[
    "location",  # subject was in a room, or took a route
    "sighting",  # subject saw target in a room
    "activity",  # subject did something: task, traveling, waiting, reporting, calling
    "accusation",  # subject holds target for a duck
    "defense",  # subject vouches for target
    "body",  # subject found a body, of target, in a room
    "kill",  # subject saw target kill victim in a room
    "alone",  # subject was alone in a room; with target, if one is named
    "departure",  # subject saw target leave a room; way: where to
    "arrival",  # subject saw target come into a room; way: where from
    "count",  # subject saw so many others in a room
]

Ruling: TypeAlias = Literal["true", "false", "wrong_room", "wrong_time", "wrong_player", "near_miss", "unverifiable"]
"""What the world says. wrong_room, wrong_time, wrong_player: true but for that one thing."""

Standing: TypeAlias = Literal["honest", "mistaken", "lie", "unsupported", "uncertain", ""]
"""How the speaker stood to the claim: knew it; was wrong in good faith; knew better; had no grounds.

uncertain: the time phrase or the clause was not fully understood, so that nothing is said of the claim. Empty: not judged.
"""


@value
class Claim:
    """One thing that a speech says.

    Names of seats and rooms stand as the speech has them once they are normalised; one that nobody bears stays as it was said.

    subject: who was somewhere, saw or did something; the speaker unless somebody else is named. target: the other seat. victim: of
    a kill that was seen. route: rooms in order; then `room` is empty. way: the room that a departure leads to, or an arrival comes
    from. when: the time phrase, as it was said. basis: of an accusation or a defense, as it was said. number: of a count.
    strength: of an accusation. is_negated: "I did not see Bob". is_hedged: "I think". doubt: why the clause may have been misread,
    as a sentence; empty if it was understood. span: where in the speech it stands, in characters; None where that is not known.
    """

    type: ClaimType
    subject: Seat = ""
    target: Seat = ""
    room: Room = ""
    route: tuple[Room, ...] = ()
    activity: str = ""
    when: str = ""
    victim: Seat = ""
    way: Room = ""
    number: int | None = None
    strength: Literal["strong", "moderate", "weak", ""] = ""
    basis: str = ""
    is_negated: bool = False
    is_hedged: bool = False
    doubt: str = ""
    span: tuple[int, int] | None = None


@value
class Window:
    """The ticks that a claim is about, both included. source: how they were found, in a word."""

    first: int
    last: int
    source: str = ""


@value
class Verdict:
    """What was found of a claim.

    reason: a sentence for people. standing: where it is `uncertain`, the outcome is `unverifiable`. evidence: the Events that prove
    it, as positions in the record. is_grounded: of an accusation or a defense, whether the speaker had seen anything that speaks
    for it; None for other claims.
    """

    outcome: Ruling
    window: Window
    reason: str
    standing: Standing = ""
    evidence: tuple[int, ...] = ()
    is_grounded: bool | None = None


@value
class Statement:
    """A speech of a meeting. meeting: counted from 0. tick: of the meeting. at: its position in the record."""

    meeting: int
    tick: int
    round: int
    speaker: Seat
    text: str
    at: int


@value
class Checked:
    """A claim, where it was made, and what was found of it."""

    statement: Statement
    claim: Claim
    verdict: Verdict
