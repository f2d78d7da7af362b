"""Two truths and a lie: one seat makes three statements, the others vote for the false one.

A parlour game, here as the smallest example of a Woozle game: this file is all that it needs to be played, saved, resumed and
verified.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from pydantic import BaseModel, ConfigDict

from woozle.core.game import EVERYONE, RECORD, Event, Game, Play
from woozle.core.kit import GameKit
from woozle.core.measures import Measure, Report
from woozle.core.outcome import Outcome
from woozle.core.request import Answer, Seat, Speech


class Config(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    seconds: float | None = None


@dataclass(frozen=True, slots=True)
class Statements(Event):
    """The statements of the teller, in order."""

    teller: Seat
    texts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Lie(Event):
    """The index of the false statement. Told to the record until the end."""

    index: int


@dataclass(frozen=True, slots=True)
class Round(Event):
    """A round's votes and who found the lie."""

    teller: Seat
    lie: int
    votes: Mapping[Seat, int | None]
    found: tuple[Seat, ...]


class Tell(Answer):
    """Three statements and which of them is the lie."""

    texts: tuple[Speech, Speech, Speech]
    lie: Literal[0, 1, 2]


class Vote(Answer):
    """The statement that this seat takes for the lie; None abstains."""

    index: Literal[0, 1, 2] | None


class TwoTruths(Game[Config]):
    name, version = "two_truths", 1
    report = Report((Measure("score", "lies found, and voters fooled", of="seat", unit="points", better="high", head="score"),))

    def play(self) -> Play:
        for teller in self.seats:
            told = yield from self.ask(teller, Tell, seconds=self.config.seconds, forfeit=None)
            if told is None:  # the teller gave up: nobody scores this round
                continue
            self.tell(Lie(told.lie), to=RECORD)
            self.tell(Statements(teller, told.texts), to=EVERYONE)

            voters = [seat for seat in self.seats if seat != teller]
            votes = yield from self.ask_all(voters, Vote, forfeit=Vote(index=None))
            found = [seat for seat in voters if votes[seat].index == told.lie]
            for seat in found:
                self.score[seat] += 1
            self.score[teller] += len(voters) - len(found)
            self.tell(Round(teller, told.lie, {seat: votes[seat].index for seat in voters}, tuple(found)), to=EVERYONE)
        return Outcome.by_score(self.score)


GAME = GameKit("tests.two_truths:TwoTruths")
