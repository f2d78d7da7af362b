"""The questions asked in a debate, and its events."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Literal, Self, TypeAlias

from pydantic import Field, StringConstraints

from woozle.core.game import Event
from woozle.core.request import Answer, Request, Seat
from woozle.core.value import value
from woozle.games.debate.spread.entropies import Candidate

ESTIMATOR: Seat = "estimator"
"""The service that measures how uncertain a text is, alone and after others."""

LONGEST = 20_000
"""Characters of a response that are kept and shown to others. Its answer is looked for in the whole response."""

Text: TypeAlias = Annotated[str, StringConstraints(strip_whitespace=True, max_length=LONGEST)]
Nats: TypeAlias = Annotated[float, Field(ge=0, allow_inf_nan=False)]


class Solve(Answer):
    """Your answer to the question, and the reasoning that leads to it, step by step. answer: empty where the text ends with it."""

    is_plain_text: ClassVar[bool] = True
    asked_first: ClassVar[str] = "answer"

    text: Text
    answer: Annotated[str, StringConstraints(strip_whitespace=True, max_length=200)] = ""

    @classmethod
    def of_reply(cls, text: str, request: Request) -> Self | None:
        return cls(text=text.strip()[-LONGEST:])

    @classmethod
    def of_parts(cls, choice: Any, text: str) -> Self | None:
        """Return an answer and its reason as one response: others hear the text alone, so it ends with the answer."""
        chosen = " ".join((choice or "").split())
        return cls(text=(response(text, chosen) if chosen else text)[-LONGEST:], answer=chosen)


def response(why: str, answer: str) -> str:
    """Return a response as others read it, from its reasoning and its answer, which people give separately."""
    return f"{why.rstrip()}\nAnswer: {answer}".lstrip()


class Explain(Solve):
    """Reasoning that leads to the right answer, which you are given, as if you did not know it."""


class Listen(Answer):
    """Who you listen to in the next round: one of the sets of names that are offered."""

    to: str


class Believe(Answer):
    """What you now believe the answer is, asked in private: it is not kept in what you remember."""

    answer: str

    @classmethod
    def of_reply(cls, text: str, request: Request) -> Self | None:
        """Return the last `Answer: X` where X is one of those offered, as responses end; None, to be read as JSON, otherwise."""
        offered = {str(each).casefold(): str(each) for each in request.choices.get("answer", ())}
        said = [each.strip(_MARKS).casefold() for each in _ENDING.findall(text)]
        return next((cls(answer=offered[each]) for each in reversed(said) if each in offered), None)


UNSURE, NONE_RIGHT = "I do not know", "None of these"
"""Beliefs beside the options: the first counts as unchanged, the second as changed."""

_ENDING = re.compile(r"answer\W{0,9}?:(.{1,200})", re.IGNORECASE)
_MARKS = " \t\r*_`#().\"'"


class Estimate(Answer):
    """The uncertainty of some texts, in the order of the request: mean entropy per token in nats, None if unknown.

    of: the number of the Texts. An empty response has 0, and counts as infinitely uncertain. estimator: the model and the kind of
    estimate. residual: the largest probability mass of a token that was not seen; 0 if the whole vocabulary was. others: further
    estimates of the same texts, by name as in TopEntropy.
    """

    of: int
    entropies: tuple[Nats | None, ...]
    estimator: str = Field(max_length=200)
    residual: float = Field(default=0.0, ge=0, le=1, allow_inf_nan=False)
    others: Mapping[str, tuple[Nats | None, ...]] = {}


# Events


@value
class Briefing(Event):
    """The question and the way of the debate, told to everyone. Fields are as in Config and Problem."""

    seats: tuple[Seat, ...]
    kind: str
    question: str
    options: tuple[str, ...]
    rounds: int
    topology: str
    density: float
    alpha: float
    early_stop: bool | Literal["debate"]
    names: bool


@value
class Worded(Event):
    """The wording of the prompts, told to everyone where it is not Woozle's own. prompts: as in Config."""

    prompts: str


@value
class Key(Event):
    """The right answer, told to the record, and to everyone at the end. wrong: the seats that were given a wrong first answer."""

    problem: str
    answer: str
    aliases: tuple[str, ...]
    wrong: tuple[Seat, ...]


@value
class RoundBegan(Event):
    """The start of a round, told to everyone. number: from 1; asked: who answers in it; the others repeat their answers."""

    number: int
    asked: tuple[Seat, ...]


@value
class Answered(Event):
    """A seat's response in a round, told to it and to the public that watches. answer: None if it answers nothing.

    source: said by the seat, given to it at the beginning, repeated since it has stopped, or nothing, since it did not answer.
    """

    unread_when: ClassVar[Mapping[str, str | int | bool | None]] = {"answer": None, "source": "said"}

    seat: Seat
    round: int
    text: str
    answer: str | None
    source: Literal["said", "given", "repeated", "nothing"]


@value
class Heard(Event):
    """The responses that a seat reads before it answers again, told to it alone. texts: the most uncertain first, if known.

    speakers: whose they are, in the same order; empty where names are hidden.
    """

    seat: Seat
    round: int
    texts: tuple[str, ...]
    speakers: tuple[Seat, ...]


@value
class Texts(Event):
    """A request to the estimator, told to it alone. number: of the request in this match, from 1.

    responses: of all seats, by number; prompts: for each, whom it had heard, and `earlier` what they had said then.
    agent, candidates: the seat whose response is measured after each of these sets; None and empty if each is measured as it came.
    """

    number: int
    question: str
    kind: str
    options: tuple[str, ...]
    responses: tuple[str, ...]
    heard: tuple[Candidate, ...]
    earlier: tuple[str, ...]
    agent: int | None = None
    candidates: tuple[Candidate, ...] = ()


@value
class Measured(Event):
    """The uncertainty of the responses of a round, told to the record. entropies: by seat in nats, None of an empty response."""

    round: int
    entropies: Mapping[Seat, float | None]
    estimator: str
    residual: float


@value
class Chosen(Event):
    """The partners of a seat and the reason, told to the record. candidates: by number; conditional: H(R_i | f(q, R_J)) of each.

    by: `dig` or `digra`.
    """

    seat: Seat
    round: int
    candidates: tuple[Candidate, ...]
    conditional: tuple[float, ...]
    by: str
    partners: tuple[Seat, ...]


@value
class Unmeasured(Event):
    """A failed measurement: the seat listens to everybody in this round. Told to the record."""

    seat: Seat
    round: int


@value
class Linked(Event):
    """The partners of each seat in a round, told to the public that watches."""

    round: int
    heard: Mapping[Seat, tuple[Seat, ...]]


@value
class Settled(Event):
    """A seat answered the same twice and stops, told to it alone and the record."""

    seat: Seat
    round: int


@value
class Guided(Event):
    """The right answer, told to one seat alone, so that it explains it. examples: right responses to the same question (A.2.3)."""

    seat: Seat
    answer: str
    examples: tuple[str, ...]


@value
class Explained(Event):
    """A seat's response after it was given the right answer, told to it alone. answer: None if it has none."""

    seat: Seat
    text: str
    answer: str | None


@value
class Retained(Event):
    """The right responses that are kept as rationales, told to the record. sampled: how many were given without being guided."""

    texts: tuple[str, ...]
    sampled: int


@value
class Appealed(Event):
    """An appeal to a seat after the debate or a round of it, told to it alone. turn: from 0, which only asserts."""

    seat: Seat
    turn: int
    text: str


@value
class Believed(Event):
    """A seat's answer aside after an appeal, told to the record."""

    seat: Seat
    turn: int
    answer: str | None


@value
class Concluded(Event):
    """The answer of the table, told to everyone; None if no seat gave one. votes: how many gave each."""

    answer: str | None
    votes: Mapping[str, int]
    is_right: bool
