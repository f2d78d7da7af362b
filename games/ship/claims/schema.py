"""Claims of a meeting, and verdicts on them: one schema for both modes of checking."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

from woozle.core.request import Seat
from woozle.core.value import value
from woozle.games.ship.map import Room

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
    "count",  # subject saw this number of others in a room
]

STANCES: frozenset[ClaimType] = frozenset({"accusation", "defense"})
"""Claims about what a player is, and not about what was seen: they are in no share of truths and lies."""

SIGHTS: frozenset[ClaimType] = frozenset({"sighting", "departure", "arrival", "kill"})
"""Claims that the subject saw the target."""

Ruling: TypeAlias = Literal["true", "false", "wrong_room", "wrong_time", "wrong_player", "near_miss", "unverifiable"]
"""The outcome by what really happened. wrong_room, wrong_time, wrong_player: true but for that one thing."""

Standing: TypeAlias = Literal["honest", "mistaken", "lie", "unsupported", "uncertain", ""]
"""The speaker's honesty: it knew the claim; was wrong in good faith; knew better; had no grounds.

`uncertain`: the time phrase or the clause was not fully understood, so that the claim is not judged. Empty: not judged.
"""

HELD_AGAINST: Mapping[str, str] = {"lie": "contradicted", "mistaken": "mistaken", "unsupported": "unsupported"}
"""The standings that are held against a speaker, each with the name of its figure."""


Source: TypeAlias = Literal["own", "hearsay", "quoted", "denied", "hypothetical", "question"]
"""The way a claim is put forward: as the speaker's own; as what another said; in that one's words; rejected; supposed; asked."""


@value
class Claim:
    """A claim of a speech.

    Names of seats and rooms are normalised; unknown ones stay as they were said.

    subject: Who was somewhere, saw or did something; the speaker unless another seat is named.
    target: The other seat.
    room: The room; empty if there is a route.
    route: Rooms in order.
    stops: The time phrase of each room of the route, empty where none was said; empty if no room has one.
    when: The time phrase of the whole, as it was said.
    victim: Victim of a kill that was seen.
    way: The room that a departure leads to, or an arrival comes from.
    number: Number of a count.
    is_all: The count is of all others: "I saw everyone".
    besides: Who or what a statement about all, none or nothing else leaves out: the seats of a count ("nobody but Bob"), or the
        rooms of a denied location ("only in medbay").
    strength: Strength of an accusation.
    basis: Reason of an accusation or a defense, as it was said.
    is_negated: "I did not see Bob".
    is_hedged: "I think".
    source: Anything but `own` is no assertion of the speaker's, and counts towards no seat's truthfulness.
    told_by: Who said so, by a claim that is hearsay, quoted or denied.
    doubt: Why the clause may have been misread, as a sentence; empty if it was understood.
    is_of_moment: It denies a place without a time, and may be about a moment that is spoken of.
    is_tentative: The reading is not sure enough to be held against the speaker.
    span: Position in the speech, in characters, as start and end; None if it is not known.
    """

    type: ClaimType
    subject: Seat = ""
    target: Seat = ""
    room: Room = ""
    route: tuple[Room, ...] = ()
    stops: tuple[str, ...] = ()
    activity: str = ""
    when: str = ""
    victim: Seat = ""
    way: Room = ""
    number: int | None = None
    is_all: bool = False
    besides: tuple[str, ...] = ()
    strength: Literal["strong", "moderate", "weak", ""] = ""
    basis: str = ""
    is_negated: bool = False
    is_hedged: bool = False
    source: Source = "own"
    told_by: Seat = ""
    doubt: str = ""
    is_of_moment: bool = False
    is_tentative: bool = False
    span: tuple[int, int] | None = None


@value
class Window:
    """The ticks that a claim is about, both included. source: The way in which they were found, in a word."""

    first: int
    last: int
    source: str = ""


@value
class Verdict:
    """The verdict on a claim.

    outcome: By what really happened.
    window: The ticks that the claim is about.
    reason: A sentence for humans.
    standing: The speaker's honesty. If it is `uncertain`, the outcome is `unverifiable`.
    evidence: The Events that prove it, as positions in the record.
    is_charge: Whether it is a murder charge: an accusation in a meeting before which somebody was killed.
    is_grounded: Whether the speaker had seen anything for its accusation or defense; None for other claims.
    ground: The heaviest of what it had seen, in a few words.
    """

    outcome: Ruling
    window: Window
    reason: str
    standing: Standing = ""
    evidence: tuple[int, ...] = ()
    is_grounded: bool | None = None
    ground: str = ""
    is_charge: bool = False


@value
class Statement:
    """A speech of a meeting.

    meeting: Number of the meeting, from 0.
    tick: Tick of the meeting.
    round: Round of speeches, from 1.
    at: Position in the record; of one that a viewer heard, the number of its Event among those that the viewer observed.
    """

    meeting: int
    tick: int
    round: int
    speaker: Seat
    text: str
    at: int


@value
class Checked:
    """A claim with its speech and its verdict. rival: A claim of the same speech that contradicts it."""

    statement: Statement
    claim: Claim
    verdict: Verdict
    rival: Claim | None = None

    @property
    def is_counted(self) -> bool:
        """Whether it is in the shares of its speaker: asserted by it and verifiable, and no accusation or defense."""
        return self.claim.source == "own" and self.claim.type not in STANCES and self.verdict.outcome != "unverifiable"

    @property
    def is_contradicted(self) -> bool:
        """Whether the speaker's own turns and sights contradict it. Measurements do not support the word lie (docs/claims.md)."""
        return self.is_counted and self.verdict.standing == "lie"

    @property
    def is_charge(self) -> bool:
        """Return whether it is a murder charge of its speaker's own."""
        return self.claim.source == "own" and self.verdict.is_charge and not self.claim.is_tentative

    @property
    def quotes(self) -> tuple[str, str] | None:
        """The words of the claim and of its rival, in the order of the speech; None if its speech does not contradict itself."""
        if self.rival is None:
            return None
        first, second = sorted((self.claim, self.rival), key=lambda claim: claim.span or (0, 0))
        return self._words(first), self._words(second)

    def _words(self, claim: Claim) -> str:
        said = self.statement.text[slice(*claim.span)] if claim.span else f"{claim.type} {claim.when}"
        return said.strip(" ,;")

    @property
    def is_known_false(self) -> bool:
        """Return whether the speaker knew the accusation or defense to be false, as a duck does, who knows the ducks.

        A goose knows it of an accusation if it saw another seat kill, or the accused elsewhere all the while.
        """
        return self.claim.source == "own" and self.claim.type in STANCES and self.verdict.standing == "lie"
