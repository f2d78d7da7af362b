"""Is the lantern lit? Whoever says so before it is shown scores."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from woozle import EVERYONE, RECORD, Answer, Event, Game, Outcome, Seat
from woozle.core.kit import GameKit


class Config(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    evenings: int = Field(default=3, ge=1, le=9, description="how often the lantern is shown")


@dataclass(frozen=True, slots=True)
class Hidden(Event):
    """The state of the lantern. Told to the record alone."""

    state: str


@dataclass(frozen=True, slots=True)
class Shown(Event):
    """The state that the lantern had, and the seats that had said so."""

    state: str
    right: tuple[Seat, ...]


class Say(Answer):
    """Is it lit, or dark?"""

    state: Literal["lit", "dark"]


class Lantern(Game[Config]):
    """Say whether the lantern is lit before it is shown."""

    name, version = "lantern", 1
    min_seats, max_seats = 2, 6

    def play(self):
        for evening in range(self.config.evenings):
            state = self.chance.choice(f"evening {evening}", ("lit", "dark"))
            self.tell(Hidden(state), to=RECORD)
            said = yield from self.ask_all(self.seats, Say, forfeit=None)
            right = tuple(seat for seat in self.seats if said[seat] and said[seat].state == state)
            for seat in right:
                self.score[seat] += 1
            self.tell(Shown(state, right), to=EVERYONE)
        return Outcome.by_score(self.score)


GAME = GameKit("lantern.game:Lantern", words="lantern.players:WORDS", bots="lantern.players:BOTS")
