"""What one viewer of a match of undercover knows: who said and did what, and what it was shown."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, NamedTuple, TypeAlias

from woozle.core.event import Event
from woozle.core.request import Seat
from woozle.core.state import seat_of_viewer
from woozle.games.undercover import events

MOST_SEATS = 10  # of the game; a transcript from elsewhere may claim more

Part: TypeAlias = Literal["", "reasoning", "vote", "revote", "counted", "summary", "over"]

_NO_BRIEFING = events.Briefing((), "undercover", "", (), False, False, "together", 1, 1, "direct", "none", 0)


class Elimination(NamedTuple):
    """How a seat was voted out. vote: from 1."""

    vote: int
    was_undercover: bool


@dataclass(slots=True)
class State:
    """What a viewer knows: a seat, PUBLIC, or EVERYTHING, which sees the whole record.

    Args:
        briefing: One without seats before the match begins.
        by_own_vote: Whether a seat wins with its side only if its own last vote was for the undercover.
        sight: The viewer's own picture.
        size: Of drawn pictures, in pixels; 0 if unknown.
        role: Whether the viewer is the undercover; None if unknown.
        undercover: The undercover, if the viewer knows it; else empty.
        part: Of the match.
        number: Of the round of answers, from 1, in reasoning and in answering together.
        order: The seats that answer in this round.
        spoken: Those of them that have.
        reflects: How the viewer looks at its answer again, where each reasons alone.
        said: Answers and reasons of each seat, in order.
        counted: How many votes have been counted.
        ballots: The targets of each vote, by its number; after a tie, of the second one.
        tied_ballots: The targets of each vote that ended in a tie and was held again.
        reasons: Those that seats gave for these votes, by the number of the vote; after a tie, for the second one.
        argued: All reasons that each seat gave for its votes, in order.
        weighed: Factors of votes that are not revealed yet.
        out: The seats that were voted out.
        pair: Both pictures.
        check: The known faults of the pair.
        ended: How the hunt for the undercover ended.
        concluded: The answer of the table.
        revealed: The end of the match.
    """

    viewer: Seat
    briefing: events.Briefing = _NO_BRIEFING
    by_own_vote: bool = False
    sight: events.Sight | None = None
    size: int = 0
    role: bool | None = None
    undercover: Seat = ""
    part: Part = ""
    number: int = 0
    order: tuple[Seat, ...] = ()
    spoken: tuple[Seat, ...] = ()
    reflects: events.Reflecting | None = None
    said: dict[Seat, tuple[tuple[str, str], ...]] = field(default_factory=dict)
    counted: int = 0
    ballots: dict[int, dict[Seat, Seat | None]] = field(default_factory=dict)
    tied_ballots: dict[int, dict[Seat, Seat | None]] = field(default_factory=dict)
    reasons: dict[int, dict[Seat, str]] = field(default_factory=dict)
    argued: dict[Seat, tuple[str, ...]] = field(default_factory=dict)
    weighed: dict[Seat, events.Weighed] = field(default_factory=dict)
    out: dict[Seat, Elimination] = field(default_factory=dict)
    pair: events.Pair | None = None
    check: events.Checked | None = None
    ended: events.DetectionEnded | None = None
    concluded: events.Concluded | None = None
    revealed: events.Revealed | None = None

    def see(self, event: Event) -> None:
        match event:
            case events.Reasoned(seat, _, answer, reasons) | events.Summarised(seat, _, answer, reasons):
                self._hear(seat, answer, reasons)
            case events.RoundBegan("revote", vote):
                self.part = "revote"
                self.tied_ballots[vote] = self.ballots.pop(vote, {})
                self.reasons.pop(vote, None)
            case events.RoundBegan(phase, number, seats):
                self.part, self.number, self.order, self.spoken = phase, number, seats, ()
            case events.Argued(seat, vote, why):
                self.reasons.setdefault(vote, {})[seat] = why
                self.argued[seat] = (*self.argued.get(seat, ()), why)
            case events.Weighed(seat):
                self.weighed[seat] = event
            case events.Voted(seat, vote, target):
                self.part = "revote" if self.part == "revote" else "vote"
                self.ballots.setdefault(vote, {})[seat] = target
                self.weighed.pop(seat, None)
            case events.Counted(vote, eliminated=seat, was_undercover=was):
                self.part, self.counted = "counted", vote
                self.out |= {seat: Elimination(vote, bool(was))} if seat else {}
            case events.Reflecting(seat) if seat == self.me:
                self.reflects = event
            case events.DetectionEnded():
                self.ended = event
            case events.Concluded():
                self.concluded = event
            case _:
                self._learn(event)

    def _hear(self, seat: Seat, answer: str, reasons: str) -> None:
        self.spoken += (seat,)
        self.said[seat] = (*self.said.get(seat, ()), (answer, reasons))
        is_last = self.number >= self.briefing.observation_rounds and set(self.order) <= set(self.spoken)
        if self.part == "reasoning" and self.has_undercover and is_last:
            self.part = "vote"

    def _learn(self, event: Event) -> None:
        """Take an Event about what the match is about: before the first round, or at the end."""
        match event:
            case events.Briefing():
                self.briefing = event
                self.part = "vote" if event.has_undercover and not event.observation_rounds else self.part
            case events.Stakes(own_vote):
                self.by_own_vote = own_vote
            case events.Commission(size=size):
                self.size = size
            case events.Sight(seat, size=size):
                self.size = size
                self.sight = event if seat == self.me else None
            case events.Role(seat, is_undercover):
                self.role = is_undercover if seat == self.me else None
                self.undercover = seat if is_undercover else self.undercover
            case events.Pair():
                self.pair = event
            case events.Checked():
                self.check = event
            case events.Revealed(seat):
                self.part, self.revealed, self.undercover = "over", event, seat or ""

    @property
    def me(self) -> Seat | None:
        """The viewer's seat; None for spectators."""
        return seat_of_viewer(self.viewer)

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats of the match."""
        return self.briefing.seats[:MOST_SEATS]

    @property
    def has_undercover(self) -> bool:
        """True if there is an undercover to find."""
        return self.briefing.has_undercover

    @property
    def is_undercover(self) -> bool | None:
        """True if the viewer is the undercover; None if unknown, or if the match has none."""
        if self.me is None or not self.has_undercover:
            return None
        if self.revealed:
            return self.undercover == self.me
        return self.out[self.me].was_undercover if self.me in self.out else self.role

    @property
    def vote(self) -> int:
        """The number of the vote that is held, or was counted last."""
        return self.counted + (self.part in ("vote", "revote"))

    @property
    def firsts(self) -> dict[Seat, str]:
        """The first answer of each seat that was asked for any; empty if it gave none."""
        return {seat: said[0][0] for seat, said in self.said.items()}

    @property
    def lasts(self) -> dict[Seat, str]:
        """The last answer of each seat that was asked for any; empty if it gave none."""
        return {seat: said[-1][0] for seat, said in self.said.items()}

    @property
    def last_votes(self) -> dict[Seat, Seat | None]:
        """The target of the last vote of each seat that was asked for one."""
        return {seat: target for votes in self.ballots.values() for seat, target in votes.items()}

    @property
    def is_in_turn(self) -> bool:
        """True if seats reason one after another."""
        return self.briefing.mode == "undercover" and self.briefing.speaking == "in_turn"

    @property
    def speaker(self) -> Seat | None:
        """The seat whose turn it is; None if all speak at the same time."""
        if self.part != "reasoning" or not self.is_in_turn:
            return None
        return next((seat for seat in self.order if seat not in self.spoken), None)
