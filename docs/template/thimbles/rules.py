"""The rules. In each round one seat hides a pea and says where it lies, true or not; the others say where they think it is."""

from collections.abc import Mapping
from typing import Literal

from pydantic import Field

from woozle import EVERYONE, Answer, Event, Game, Outcome, Seat
from woozle.core.frozen_model import FrozenModel
from woozle.core.game import Play
from woozle.core.value import value

Thimble = Literal[1, 2, 3]


class Config(FrozenModel):
    """The options of a match."""

    rounds: int = Field(default=3, ge=1, le=9, description="how often a pea is hidden")


class Hide(Answer):
    """Hide the pea. Only you know where it is."""

    thimble: Thimble = Field(description="Under which thimble do you hide the pea?")


class Claim(Answer):
    """Say where the pea is, true or not, and add a sentence if you like."""

    thimble: Thimble = Field(description="Under which thimble do you say it is?")
    text: str = Field(default="", max_length=200, description="Add a comment?")


class Look(Answer):
    """Lift a thimble."""

    thimble: Thimble = Field(description="Under which thimble is the pea?")


@value
class Began(Event):
    """The beginning of the match."""

    seats: tuple[Seat, ...]
    rounds: int


@value
class Hidden(Event):
    """Where a seat hid the pea. Told to the seat alone."""

    seat: Seat
    thimble: int


@value
class Claimed(Event):
    """What the seat that hid it says."""

    seat: Seat
    thimble: int
    text: str


@value
class Lifted(Event):
    """The end of a round: where the pea was, what was claimed, and where each of the others looked."""

    number: int
    hider: Seat
    pea: int
    claim: int
    looked: Mapping[Seat, int]


class Thimbles(Game[Config]):
    """A pea, three thimbles, and what is said about them."""

    name, version = "thimbles", 1
    min_seats, default_seats, max_seats = 2, 3, 6
    report = "thimbles.measures:REPORT"

    def briefing(self) -> tuple[Began]:
        return (Began(self.seats, self.config.rounds),)

    def play(self) -> Play:
        self.tell(*self.briefing(), to=EVERYONE)
        for number in range(self.config.rounds):
            hider = self.seats[number % len(self.seats)]
            others = [seat for seat in self.seats if seat != hider]
            hidden = yield from self.ask(hider, Hide, forfeit=Hide(thimble=2))
            self.tell(Hidden(hider, hidden.thimble), to=(hider,))
            said = yield from self.ask(hider, Claim, forfeit=Claim(thimble=hidden.thimble))
            self.tell(Claimed(hider, said.thimble, said.text), to=EVERYONE)
            looks = yield from self.ask_all(others, Look, forfeit=Look(thimble=2))
            looked = {seat: looks[seat].thimble for seat in others}
            for seat in others:
                self.score[seat if looked[seat] == hidden.thimble else hider] += 1
            self.tell(Lifted(number + 1, hider, hidden.thimble, said.thimble, looked), to=EVERYONE)
        return Outcome.by_score(self.score)
