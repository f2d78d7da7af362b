"""Making one counterfactual, as a game without seats (MUG, generation of the counterfactual image).

An analyst says from the question what has to change and, looking at the picture, proposes an edit. An editor makes it; the copy is
compared and, if an analyst can see, looked at again. This repeats until a copy is good enough (equation 3) or the tries are used
up; then the best is kept, marked as not accepted. Every answer is recorded, so that nothing already paid for is made twice.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated, ClassVar, Literal, TypeAlias

from pydantic import Field, model_validator

from woozle.core.errors import InputError
from woozle.core.frozen_model import FrozenModel
from woozle.core.game import Event, Game, Play, Script
from woozle.core.outcome import Outcome
from woozle.core.request import Answer
from woozle.core.value import value
from woozle.games.undercover.claims.answers import interpret_answer
from woozle.games.undercover.claims.formulas import accepts
from woozle.games.undercover.config import Case, LikenessWeights, Things
from woozle.games.undercover.events import ANALYST, EDITOR, LIKENESS, Commission, Compare, Draw, Pair, Short
from woozle.games.undercover.pairs.pictures import best_of, make_pair
from woozle.games.undercover.scenes.difficulty import Difficulty
from woozle.games.undercover.scenes.graph import Edit, EditType, Question, Setting

Phrase: TypeAlias = Annotated[str, Field(max_length=120)]


class MakingConfig(FrozenModel):
    """Options of making a pair. case: a picture and a question about it; None for a scene that is drawn. Others are as in Config.

    checks: whether an analyst who can see is asked the question again about the copy.
    """

    case: Case | None = None
    setting: Setting | Literal["any"] = "any"
    things: Things = 7
    edit: EditType | Literal["any"] = "any"
    asks: Literal["changed", "any"] = "changed"
    size: int = Field(default=512, ge=256, le=1024)
    tries: int = Field(default=5, ge=1, le=20)
    likeness_weights: LikenessWeights = (0.4, 0.4, 0.2)
    likeness: float = Field(default=0.85, ge=0, le=1)
    checks: bool = False

    pool: ClassVar[tuple[Case, ...]] = ()
    difficulty: ClassVar[Difficulty] = "custom"
    is_played_with_pairs: ClassVar[bool] = True

    @model_validator(mode="after")
    def _fits(self) -> MakingConfig:
        if self.case and not self.case.picture:
            raise InputError(f"{self.case.id} has no picture")
        return self


# Questions to services


class Classify(Answer):
    """What has to be changed in the picture, so that the right answer to the question is another one."""

    edit: EditType


class Part(FrozenModel):
    """Something in a picture. relations: to others, as in `left of the lamp`."""

    name: Phrase
    count: int = Field(default=1, ge=0, le=1000)
    attributes: tuple[Phrase, ...] = Field(default=(), max_length=10)
    relations: tuple[Phrase, ...] = Field(default=(), max_length=10)


class Propose(Answer):
    """What is in the picture, and one small edit of it that makes the right answer another one.

    parts: what the question is about and what is near it; target: the one that is edited. instruction: to an editor of pictures, as
    one sentence. before, after: what is changed, in a few words. other_answer: the right answer afterwards; empty if unknown.
    """

    parts: tuple[Part, ...] = Field(default=(), max_length=20)
    target: Phrase
    instruction: Short
    before: Phrase = ""
    after: Phrase = ""
    other_answer: Short = ""


class Look(Answer):
    """The answer to the question, by the picture alone."""

    answer: Short


# Events


@value
class Subject(Event):
    """The question and the picture that need a counterfactual, told to the analyst."""

    question: Question
    picture: str


@value
class Classified(Event):
    """The type of edit that is wanted, told to the analyst."""

    edit: EditType


@value
class Proposed(Event):
    """The edit to try now, told to the analyst. number: of the try, from 1."""

    number: int
    edit: Edit
    other_answer: str


@value
class Copied(Event):
    """The copy that an editor made, told to the analyst."""

    number: int
    picture: str


@value
class Tried(Event):
    """The result of a try, told to the analyst. score: of equation 3; None if there was no copy, or no comparison.

    why: what was wrong with it, as one sentence; empty if it was accepted.
    """

    number: int
    score: float | None
    why: str


class Making(Game[MakingConfig]):
    """The making of one pair."""

    name, version = "pictures", 3
    earlier_versions: ClassVar[Mapping[int, str]] = {
        1: "woozle.games.undercover.earlier.version_2:MakingOfVersion1",
        2: "woozle.games.undercover.earlier.version_4:MakingOfVersion2",
    }
    compares_sizes: ClassVar[bool] = True
    has_earlier_wordings: ClassVar[bool] = False
    asks_for_drawings: ClassVar[bool] = True  # pairs are made to be kept as files
    min_seats, default_seats, max_seats = 0, 0, 0
    services = (ANALYST, EDITOR, LIKENESS)

    def play(self) -> Play:
        """Make copies until one is accepted, and keep the best."""
        if self.config.case is None:
            pair = yield from make_pair(self)
        else:
            pair = yield from self._of_file(self.config.case)
        if pair is None:
            return Outcome({}, "No counterfactual could be made.")
        if pair.is_accepted:
            return Outcome({}, f"A counterfactual was made in {_tries(pair.tries)}.")
        return Outcome({}, f"None was good enough in {_tries(self.config.tries)}; the best is kept.")

    def _of_file(self, case: Case) -> Script[Pair | None]:
        self.tell(Subject(case.question, case.picture), to=(ANALYST,))
        wanted = self.config.edit
        if wanted == "any":
            found = yield from self.ask(ANALYST, Classify, forfeit=None)
            if found is None:
                return None
            wanted = found.edit
        self.tell(Classified(wanted), to=(ANALYST,))
        return (yield from best_of(self, self.config.tries, lambda number: self._try_edit(case, wanted, number)))

    def _try_edit(self, case: Case, wanted: EditType, number: int) -> Script[Pair | None]:
        proposal = yield from self.ask(ANALYST, Propose, forfeit=None)
        if proposal is None:
            self._report_failure(number, "No edit was proposed.")
            return None
        edit = Edit(wanted, proposal.target, proposal.instruction, proposal.before, proposal.after)
        self.tell(Proposed(number, edit, proposal.other_answer), to=(ANALYST,))
        self.tell(Commission(number, self.config.size, None, None, case.picture, "", edit), to=(EDITOR,))
        drawn = yield from self.ask(EDITOR, Draw, forfeit=None)
        if drawn is None:
            self._report_failure(number, "The editor made no copy.")
            return None
        made = Commission(number, self.config.size, None, None, drawn.picture, drawn.counterfactual, edit)
        self.tell(made, to=(LIKENESS,))
        compared = yield from self.ask(LIKENESS, Compare, forfeit=None)
        if compared is None:
            self._report_failure(number, "The copy could not be compared.")
            return None
        likeness = (compared.visual, compared.semantic, compared.natural)
        score, is_like = accepts(likeness, self.config.likeness_weights, self.config.likeness)
        why = "" if is_like else f"The copy is not enough like the picture: {score:.3f} of {self.config.likeness:g}."
        if not compared.is_changed:
            why = "Nothing was changed."
        elif not why and self.config.checks:
            why = yield from self._check_copy(case.question, drawn.counterfactual, proposal.other_answer, number)
        self.tell(Tried(number, score, why), to=(ANALYST,))
        question = replace(case.question, other=proposal.other_answer or case.question.other)
        return Pair(
            case.id, question, None, None, drawn.picture, drawn.counterfactual, edit,
            likeness, score, not why, number, dict(case.data),
        )  # fmt: skip

    def _report_failure(self, number: int, why: str) -> None:
        self.tell(Tried(number, None, why), to=(ANALYST,))

    def _check_copy(self, question: Question, picture: str, wanted: str, number: int) -> Script[str]:
        """Return why the copy does not show what it should, by the answer to the question about it; empty if it does."""
        self.tell(Copied(number, picture), to=(ANALYST,))
        choices = {"answer": question.options} if question.options else {}
        seen = yield from self.ask(ANALYST, Look, choices=choices, forfeit=None)
        if seen is None:
            return "The copy could not be described."
        answer = interpret_answer(seen.answer, question)
        if answer == interpret_answer(question.answer, question):
            return "The right answer is still the same."
        if wanted and answer != interpret_answer(wanted, question):
            return f"The copy shows {seen.answer!r}, not {wanted!r}."
        return ""


def _tries(number: int) -> str:
    return f"{number} {'try' if number == 1 else 'tries'}"
