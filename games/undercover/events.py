"""Answers and events of the undercover game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import ConfigDict, Field, StringConstraints

from woozle.core.frozen_model import FrozenModel, later_option
from woozle.core.game import Event
from woozle.core.request import Answer, Choices, Seat, Speech
from woozle.core.value import value
from woozle.games.undercover.config import MakersVerdict
from woozle.games.undercover.scenes.graph import Edit, Question, Scene
from woozle.games.undercover.scenes.words import describe_edit

EDITOR: Seat = "editor"
"""The service that draws the two pictures, or finds the files of a ready pair."""

LIKENESS: Seat = "likeness"
"""The service that scores how alike the two pictures are."""

ANALYST: Seat = "analyst"
"""The service that says what has to change in a picture to make its counterfactual, and checks the copy if it can see."""

Short: TypeAlias = Annotated[str, StringConstraints(strip_whitespace=True, max_length=400)]
Why: TypeAlias = Annotated[str, StringConstraints(strip_whitespace=True, max_length=300)]
Degree: TypeAlias = Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)]
Digest: TypeAlias = Annotated[str, StringConstraints(pattern="^[0-9a-f]{64}$")]
"""The name of a picture: SHA-256 in hex of its file; of a drawn scene, of what `drawing_name` describes (of its file before
version 4 of the rules)."""


# Questions to services


class Draw(Answer):
    """The names of two pictures, drawn or found. These travel beside the answer, and the transcript keeps them."""

    picture: Digest
    counterfactual: Digest


class Compare(Answer):
    """The likeness of the two pictures. visual, semantic, natural: C_vs, C_sc, C_na, each from 0 to 1; higher is better.

    is_changed: whether there is any difference at all; the scores alone would reward the lack of one.
    """

    visual: Degree
    semantic: Degree
    natural: Degree
    is_changed: bool


# Questions to seats


class Reason(Answer):
    """Your answer to the question, and what in your picture supports it. Everyone reads both."""

    answer: Short
    analysis: Speech


class Factors(FrozenModel):
    """What speaks against one seat, each from 0 to 1; detail_accuracy speaks for it."""

    seat: Seat
    inconsistency: Annotated[Degree, Field(examples=[0.4])]
    deviation: Annotated[Degree, Field(examples=[0.1])]
    detail_accuracy: Annotated[Degree, Field(examples=[0.8])]
    suspicion: Annotated[Degree, Field(examples=[0.2])]


class Vote(Answer):
    """The seat that you think is the undercover; null to abstain. why: in one sentence, which everyone reads; optional.

    factors: what speaks against any of the others; optional.
    """

    target: Seat | None
    why: Why = later_option("")
    factors: tuple[Factors, ...] = Field(default=(), max_length=10)


def _asked_for(schema: dict[str, Any]) -> None:
    """Ask for the factors of a vote in its schema, with an example in place of the empty list."""
    schema["required"] = ["target", "factors"]
    factors = schema["properties"]["factors"]
    del factors["default"]
    factors["minItems"] = 1


class WeighedVote(Vote):
    """The seat that you think is the undercover, and why; null to abstain. factors: for each of the others that you can judge.

    A vote without factors counts for its target; that they were not given is reported.
    """

    model_config = ConfigDict(json_schema_extra=_asked_for)


class FactorVote(WeighedVote):
    """The seat that you think is the undercover, and why; null to abstain. factors: for each of the others that you can judge.

    A vote without factors counts for its target; that they were not given is reported.
    """

    @classmethod
    def limit_schema(cls, schema: dict[str, Any], choices: Choices) -> None:
        """Allow factors about the seats alone that can be voted for."""
        if "target" in choices:
            schema["$defs"]["Factors"]["properties"]["seat"] = {"enum": [seat for seat in choices["target"] if seat is not None]}


class Summarise(Answer):
    """The answer that you now think right, after all that was said, and why."""

    answer: Short
    summary: Speech


class Conclude(Answer):
    """The one answer of the table, out of those that were given equally often."""

    answer: Short


# Events


@value
class Briefing(Event):
    """The options of the match, told to everyone. Fields are as in Config; rounds: how many votes at most."""

    seats: tuple[Seat, ...]
    mode: str
    question: str
    options: tuple[str, ...]
    has_undercover: bool
    knows: bool
    speaking: str
    observation_rounds: int
    rounds: int
    ballot: str
    ties: str
    summary_rounds: int


@value
class Stakes(Event):
    """Told to everyone after the Briefing. own_vote: a seat wins with its side, if the undercover is found, only if its own last
    vote was for it.
    """

    own_vote: bool


@value
class Commission(Event):
    """An order to the services to draw and compare two pictures, told to them alone. number: of the try, from 1.

    scene, other: of drawn pictures; picture, counterfactual: of files, as in Case.
    """

    number: int
    size: int
    scene: Scene | None
    other: Scene | None
    picture: str
    counterfactual: str
    edit: Edit | None


@value
class Pair(Event):
    """The two pictures, the question and its answers; told to the record when they are there, and to everyone at the end.

    picture, counterfactual: their names, as in Draw. likeness: visual, semantic, natural; None if not compared. score: of
    equation 3. is_accepted: whether the counterfactual was good enough; if none was, the match uses the best. tries: number of
    copies made.
    """

    case: str
    question: Question
    scene: Scene | None
    other: Scene | None
    picture: str
    counterfactual: str
    edit: Edit | None
    likeness: tuple[float, float, float] | None
    score: float | None
    is_accepted: bool
    tries: int
    data: Mapping[str, str]

    @property
    def has_copy(self) -> bool:
        """Return whether some seat saw another picture."""
        return self.other is not None or (self.scene is None and self.counterfactual != self.picture)

    @property
    def change(self) -> str:
        """Return the change of the counterfactual in a few words; empty if it is not known."""
        return describe_edit(self.edit, self.scene) if self.edit else ""


@value
class Checked(Event):
    """The known faults of the pair, told to the record with it, and to everyone at the end.

    is_changed: whether the comparison found any difference; None if not compared. made: the verdict of the pair's maker.
    """

    is_changed: bool | None
    made: MakersVerdict | None


@value
class Sight(Event):
    """The picture that a seat sees, told to it alone. picture: its name, as in Draw. size: of a drawn one, in pixels.

    described: a file in words; empty if there are none.
    """

    seat: Seat
    picture: str
    size: int
    scene: Scene | None
    described: str = ""


@value
class Role(Event):
    """The role of a seat, told to the record and, if the rules reveal roles, to the seat itself."""

    seat: Seat
    is_undercover: bool


@value
class RoundBegan(Event):
    """The start of a round, told to everyone. number: from 1 in each phase. order: the order of speakers, if they take turns."""

    phase: Literal["reasoning", "summary", "revote"]
    number: int
    seats: tuple[Seat, ...]


@value
class Reflecting(Event):
    """A seat that reasons alone looks at its last answer again, told to it alone. is_final: now it gives its final one."""

    seat: Seat
    round: int
    is_final: bool


@value
class Reasoned(Event):
    """The answer of a seat and its reasons, told to everyone, or to it alone if it reasons alone. Empty if it gave no answer."""

    seat: Seat
    round: int
    answer: str
    analysis: str


@value
class Voted(Event):
    """A vote, by the seat that it counts for, told to everyone once all have voted; None abstains. is_again: after a tie."""

    seat: Seat
    round: int
    target: Seat | None
    is_again: bool = False


@value
class Argued(Event):
    """Why a seat votes as it does, told to everyone before that vote, if it says so and the vote counts for the seat it names."""

    seat: Seat
    round: int
    why: str


@value
class Weighed(Event):
    """The four factors of a vote as the seat gave them, told to the record. named: the seat it named beside them."""

    seat: Seat
    round: int
    named: Seat | None
    factors: Mapping[Seat, tuple[float, float, float, float]]


@value
class Counted(Event):
    """The count of the votes of a round, told to everyone. tied: the seats with most, if several; eliminated: the seat that is out.

    was_undercover: None if no seat is out.
    """

    round: int
    tally: Mapping[Seat, int]
    tied: tuple[Seat, ...]
    eliminated: Seat | None
    was_undercover: bool | None


@value
class DetectionEnded(Event):
    """Told to everyone. why: `found`, `regulars_exhausted` or `timeout`."""

    why: str
    left: tuple[Seat, ...]


@value
class Summarised(Event):
    """The present answer of a seat and its reasons, told to everyone."""

    seat: Seat
    round: int
    answer: str
    summary: str


@value
class Concluded(Event):
    """The answer of the table, told to everyone. by: how it was found; votes: how many gave each answer, the most first."""

    answer: str
    by: Literal["consensus", "majority", "extra_call", "first_seat", "first", "judge", "nobody"]
    votes: tuple[int, ...]


@value
class Revealed(Event):
    """The end of the match, told to everyone. undercover: None if there was none. is_right: whether the table's answer was."""

    undercover: Seat | None
    is_found: bool
    is_right: bool
