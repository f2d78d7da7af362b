"""The questions that come with the debate: original ones, each with a tempting wrong answer and rationales for both."""

from __future__ import annotations

import json
import re
from functools import cache
from importlib.resources import files
from typing import Annotated, TypeAlias

from pydantic import Field, model_validator

from woozle.core.answer_places import Kind
from woozle.core.errors import InputError
from woozle.core.frozen_model import FrozenModel, later_option
from woozle.core.names import LETTERS
from woozle.games.debate.answers.quantities import plain_number, read_number

Option: TypeAlias = Annotated[str, Field(min_length=1, max_length=4000)]

_NUMBER = re.compile(r"-?(\d[\d,]*(\.\d*)?|\.\d+)")


class Rationale(FrozenModel):
    """Reasoning that ends in an answer. answer: a letter, a number as text, yes or no, or words, by the kind of question.

    is_whole: whether the text is a whole response, which gives the answer in its own words.
    """

    answer: str = Field(min_length=1, max_length=200)
    text: str = Field(min_length=1, max_length=20_000)
    is_whole: bool = later_option(False)

    @property
    def response(self) -> str:
        """The whole response that an agent gives for it."""
        return self.text if self.is_whole else f"{self.text}\nAnswer: {self.answer}"


class Appeals(FrozenModel):
    """A false sentence, and appeals for it that may talk a seat out of the truth (FARM)."""

    control: str = Field(min_length=1, max_length=2000)
    logical: tuple[str, ...] = Field(min_length=1, max_length=10)


class Samples(FrozenModel):
    """How often a model was right when it was asked a question on its own `of` times: how hard it is (appendix A.2.3)."""

    right: int = Field(ge=0)
    of: int = Field(ge=1)

    @model_validator(mode="after")
    def _fits(self) -> Samples:
        if self.right > self.of:
            raise InputError(f"{self.right} of {self.of} samples cannot be right")
        return self


class Problem(FrozenModel):
    """A question. options: of a choice, named by letters from A. answer, aliases: what is right, hidden from all before the end.

    right, misleading: rationales that a debate can begin with. data: which collection it is of. source: where the answer is from,
    for readers of transcripts. sampled: samples of the model that debates it, by which easy questions are told from hard ones.
    """

    id: str = Field(min_length=1, max_length=120)
    kind: Kind = "choice"
    question: str = Field(min_length=1, max_length=20_000)
    options: tuple[Option, ...] = Field(default=(), max_length=26)
    answer: str = Field(min_length=1, max_length=200)
    aliases: tuple[str, ...] = ()
    right: tuple[Rationale, ...] = ()
    misleading: tuple[Rationale, ...] = ()
    appeals: Appeals | None = None
    data: str = ""
    source: str = later_option("", max_length=500)
    sampled: Samples | None = later_option(None)

    @model_validator(mode="after")
    def _fits(self) -> Problem:
        if need := self._need(self.answer):
            raise InputError(f"the answer of {self.id} must be {need}, not {self.answer!r}")
        for rationale in (*self.right, *self.misleading):
            if need := self._need(rationale.answer):
                raise InputError(f"the answer of a rationale of {self.id} must be {need}, not {rationale.answer!r}")
        if self.kind in ("choice", "yes_no") and any(rationale.answer != self.answer for rationale in self.right):
            raise InputError(f"a right rationale of {self.id} must have the right answer {self.answer!r}")
        if any(rationale.answer == self.answer for rationale in self.misleading):
            raise InputError(f"a misleading rationale of {self.id} must not have the right answer {self.answer!r}")
        return self

    def _need(self, answer: str) -> str:
        """Return the form that an invalid answer should have; empty for a valid one."""
        match self.kind:
            case "choice" if answer not in tuple(self.letters):
                return "the letter of one of its options"
            case "yes_no" if answer not in ("yes", "no"):
                return "yes or no"
            case "number" if not _NUMBER.fullmatch(answer) and read_number(plain_number(answer)) is None:
                return "a number in digits"
        return ""

    @property
    def letters(self) -> str:
        """The letters of its options."""
        return LETTERS[: len(self.options)]


@cache
def problems() -> tuple[Problem, ...]:
    """Return the questions, with four options each."""
    return _read(__name__)


@cache
def more_problems() -> tuple[Problem, ...]:
    """Return those of Woozle's own pack, which are debated if it is asked for."""
    return _read("woozle.core.packs", "more")


def _read(package: str, *folder: str) -> tuple[Problem, ...]:
    text = files(package).joinpath(*folder, "problems.jsonl").read_text("utf-8")
    return tuple(Problem.model_validate(json.loads(line)) for line in text.splitlines() if line.strip())
