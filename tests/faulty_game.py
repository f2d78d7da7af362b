"""A game from another package with every mistake that its author can make, one at a time, by an option."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from woozle import EVERYONE, Answer, Event, Game, Outcome
from woozle.core.kit import GameKit
from woozle.core.value import value


class Config(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    fault: Literal[
        "none",
        "not a number",
        "unpacking",
        "missing key",
        "missing attribute",
        "wrong type",
        "no yield from",
        "no question",
        "no return",
        "no such seat",
        "no such audience",
        "text as audience",
        "not a dataclass",
        "no results",
        "no choices",
        "no such field",
        "missing file",
    ] = Field(default="none", description="the mistake in the rules")


@value
class Said(Event):
    number: int


class Odd(Event):
    pass


class Say(Answer):
    """Say a number."""

    number: int = Field(ge=0, le=9)


class Faulty(Game[Config]):
    """Say a number."""

    name, version = "faulty", 1

    def play(self):
        fault = self.config.fault
        said = yield from self.ask(self.seats[0], Say, forfeit=Say(number=0))
        match fault:
            case "not a number":
                int("three")
            case "unpacking":
                _one, _other = (1, 2, 3)
            case "missing key":
                self.score["zz"] + 1
            case "missing attribute":
                said.amount  # noqa: B018
            case "wrong type":
                said.number + "1"
            case "no yield from":
                said = self.ask(self.seats[1], Say, forfeit=None)
                said.number  # noqa: B018
            case "no question":
                self.ask(self.seats[1], Say, forfeit=None)
            case "no return":
                return None
            case "no such seat":
                yield from self.ask("zz", Say, forfeit=None)
            case "no such audience":
                self.tell(Said(1), to=("zz",))
            case "text as audience":
                self.tell(Said(1), to="ab")
            case "not a dataclass":
                self.tell(Odd(), to=EVERYONE)
            case "no results":
                return Outcome({}, "")
            case "no choices":
                yield from self.ask(self.seats[1], Say, forfeit=None, choices={"number": ()})
            case "no such field":
                yield from self.ask(self.seats[1], Say, forfeit=None, choices={"amount": (1, 2)})
            case "missing file":
                open("words.txt")  # noqa: PTH123, SIM115
        self.tell(Said(said.number), to=EVERYONE)
        return Outcome.by_score(self.score)


GAME = GameKit(f"{__name__}:Faulty")
