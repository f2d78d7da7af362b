"""What the urn asks and tells, its options, and its numbers."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, StringConstraints

from woozle.core.event import Event
from woozle.core.frozen_model import FrozenModel
from woozle.core.request import Answer, Seat, TimeLimit
from woozle.core.value import value

MARBLES, FEWEST = 100, 5  # most in the urn; one in so many, at least, is red, and one in so many is not
POINTS, ALPHA = 100, 0.2  # of a range without width or error; a range is to hold the number in 80 of 100 cases
NAMED, PAR = 10, 90  # points for naming the crook, or off for another seat; what each of the others wins with


class Config(FrozenModel):
    """Options of the urn; the defaults are the preset `standard`."""

    handfuls: int = Field(default=3, ge=1, le=5, description="how often each draws and reports")
    seconds_to_answer: TimeLimit = None


class Report(Answer):
    """Say how many red marbles you drew, truthfully or not, and add a comment if you like."""

    reds: int = Field(description="How many red marbles will you claim?")
    text: Annotated[str, StringConstraints(strip_whitespace=True, max_length=200)] = Field(default="", description="Add a comment?")


class Accuse(Answer):
    """Say who you think the crook is, or name no one."""

    target: Seat | None = Field(description="Who is the crook?")


class Guess(Answer):
    """Give a range for the number of red marbles; its ends may come in either order."""

    low: int = Field(ge=0, le=MARBLES, description="At least how many marbles in the urn were red?")
    high: int = Field(ge=0, le=MARBLES, description="And at most how many?")


@value
class Briefing(Event):
    """The configuration of the match. marbles: in a handful."""

    seats: tuple[Seat, ...]
    handfuls: int
    marbles: int

    @property
    def total(self) -> int:
        """The number of marbles in the urn."""
        return len(self.seats) * self.handfuls * self.marbles


@value
class Handful(Event):
    """The beginning of a handful: all draw, then report in turn."""

    number: int


@value
class Drawn(Event):
    """The number of red marbles that a seat drew. Told to the seat."""

    seat: Seat
    reds: int


@value
class Reported(Event):
    """A report: the number of red marbles that a seat claims; None if it gave none."""

    seat: Seat
    said: int | None
    text: str


@value
class Opened(Event):
    """The content of the urn, and the crook. Told to the crook at once, to everyone at the end."""

    red: int
    crook: Seat


@value
class Judged(Event):
    """The result of a seat. truths: Of its reports. believed: Number of others that did not accuse it, if it lied."""

    seat: Seat
    low: int
    high: int
    accused: Seat | None
    truths: tuple[bool | None, ...]
    believed: int
    points: float
