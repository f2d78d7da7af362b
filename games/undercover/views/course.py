"""The course of a match of Undercover: a fold over public events, and over those of one seat where each reasons alone."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Literal, Self, TypeAlias

from woozle.core.game import Event
from woozle.core.request import Seat
from woozle.core.votes import leaders
from woozle.games.undercover import events as undercover

MOST_SEATS = 10  # of the game; a transcript from elsewhere may claim more

Part: TypeAlias = Literal["", "reasoning", "vote", "revote", "counted", "summary", "over"]


@dataclass(slots=True)
class Course:
    """The course of a match. number: of the round of its part; voting: of the vote, from 1; order: seats that answer in this round.

    spoken: those of them that have; firsts, lasts: first and last answers; ballots: by vote, the target of each seat,
    of the second vote after a tie; out: eliminated seats, with the vote and whether they were the undercover.
    """

    briefing: undercover.Briefing | None = None
    part: Part = ""
    number: int = 0
    voting: int = 0
    order: tuple[Seat, ...] = ()
    spoken: tuple[Seat, ...] = ()
    firsts: dict[Seat, str] = field(default_factory=dict)
    lasts: dict[Seat, str] = field(default_factory=dict)
    ballots: dict[int, dict[Seat, Seat | None]] = field(default_factory=dict)
    tied: tuple[Seat, ...] = ()
    out: dict[Seat, tuple[int, bool]] = field(default_factory=dict)
    pair: undercover.Pair | None = None
    check: undercover.Checked | None = None
    concluded: undercover.Concluded | None = None
    revealed: undercover.Revealed | None = None

    def learn(self, event: Event) -> None:
        match event:
            case undercover.Briefing():
                self.briefing = event
            case undercover.RoundBegan(phase, number, seats):
                self._begin(phase, number, seats)
            case undercover.Reasoned(seat, _, answer) | undercover.Summarised(seat, _, answer):
                self._speak(seat, answer)
            case undercover.Voted(seat, voting, target):
                self.voting = voting
                self.ballots.setdefault(voting, {})[seat] = target
            case undercover.Counted(voting, eliminated=out, was_undercover=was):
                self.part, self.tied = "counted", ()
                self.out |= {out: (voting, bool(was))} if out else {}
            case undercover.Concluded():
                self.concluded = event
            case undercover.Pair():
                self.pair = event
            case undercover.Checked():
                self.check = event
            case undercover.Revealed():
                self.part, self.revealed = "over", event

    def _begin(self, phase: Literal["reasoning", "summary", "revote"], number: int, seats: tuple[Seat, ...]) -> None:
        self.part = phase
        if phase == "revote":
            votes = self.ballots.pop(number, {})
            self.tied = tuple(leaders(votes, self.seats))
        else:
            self.number, self.order, self.spoken = number, seats[:MOST_SEATS], ()

    def _speak(self, seat: Seat, answer: str) -> None:
        self.spoken += (seat,)
        self.firsts.setdefault(seat, answer)
        self.lasts[seat] = answer
        before_voting = self.briefing.observation_rounds - 1 if self.briefing else 0
        votes = self.part == "reasoning" and self.detects and set(self.order) <= set(self.spoken)
        if votes and self.number > before_voting:
            self.part, self.voting = "vote", self.number - before_voting

    @property
    def seats(self) -> tuple[Seat, ...]:
        return self.briefing.seats[:MOST_SEATS] if self.briefing else ()

    @property
    def detects(self) -> bool:
        """True if there is an undercover to find."""
        return bool(self.briefing and self.briefing.has_undercover)

    @property
    def in_turn(self) -> bool:
        """True if seats reason one after another."""
        return bool(self.briefing and self.briefing.mode == "undercover" and self.briefing.speaking == "in_turn")

    @property
    def speaker(self) -> Seat | None:
        if self.part != "reasoning" or not self.in_turn:
            return None
        return next((seat for seat in self.order if seat not in self.spoken), None)

    @property
    def is_over(self) -> bool:
        return self.revealed is not None

    @property
    def title(self) -> str:
        rounds = f" of {self.briefing.rounds}" if self.briefing else ""
        summaries = f" of {self.briefing.summary_rounds}" if self.briefing else ""
        match self.part:
            case "reasoning":
                return f"Round {self.number}"
            case "vote" | "counted":
                return f"Vote {self.voting}{rounds}"
            case "revote":
                return f"Vote {self.voting}{rounds}, after a tie"
            case "summary":
                return f"Answering together, round {self.number}{summaries}"
            case "over":
                return "The match is over"
        return "Undercover"

    def copy(self) -> Self:
        ballots = {voting: dict(votes) for voting, votes in self.ballots.items()}
        return replace(self, firsts=dict(self.firsts), lasts=dict(self.lasts), ballots=ballots, out=dict(self.out))
