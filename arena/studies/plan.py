"""What a study asks of its participants, as a researcher writes it down: `study.toml` and the texts beside it."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError, model_validator

from woozle.core.text import visible_line
from woozle.saves.transcript import shown

PLAN_FILE = "study.toml"
VERSION = 1
_TEXT_LIMIT = 200_000  # bytes of a text that people are to read
PREFER_NOT_TO_SAY = "prefer not to say"

Id = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_]{0,39}$")]
"""What a thing is called in the plan and in the tables: lower-case letters, digits and underscores."""

Sentence = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=600)]


class StudyError(ValueError):
    """A study that cannot be read, or cannot do what is asked of it. Says why, and where, in a sentence."""


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Question(_Part):
    """Something to be asked. kind: one of the options, a number from `low` to `high` on a scale, a whole number, or a few words.

    low_label, high_label: what the ends of a scale mean. is_required: whether `prefer not to say` is left out.
    """

    id: Id
    ask: Sentence
    kind: Literal["choice", "scale", "number", "text"] = "choice"
    options: tuple[Sentence, ...] = ()
    low: int = 0
    high: int = 100
    low_label: str = ""
    high_label: str = ""
    is_required: bool = False

    @model_validator(mode="after")
    def _is_complete(self) -> Question:
        if self.kind == "choice" and len(self.options) < 2:
            raise ValueError(f"question {self.id} needs two options at least")
        if len(set(self.options)) < len(self.options):
            raise ValueError(f"question {self.id} has the same option twice")
        if self.kind in ("scale", "number") and self.low >= self.high:
            raise ValueError(f"question {self.id} goes from low to high, and low must be less")
        return self


class Check(_Part):
    """A question of the comprehension check: whether the rules were understood. right: one of the options; why: told afterwards."""

    id: Id
    ask: Sentence
    options: tuple[Sentence, ...] = Field(min_length=2)
    right: Sentence
    why: str = ""

    @model_validator(mode="after")
    def _can_be_right(self) -> Check:
        if self.right not in self.options:
            raise ValueError(f"the right answer of {self.id} is not one of its options")
        return self


class Belief(_Part):
    """What a person is asked in the middle of a match, each time after they have given an answer of this kind.

    after: the type of the answer, as transcripts name it (`Vote`, `Reply`, ...). kind: `suspect` asks which of the other seats and
    how sure, 0 to 100; `confidence` only how sure. game: the only game in which it is asked; empty for all that have such answers.
    """

    id: Id
    after: str
    ask: Sentence
    kind: Literal["suspect", "confidence"] = "confidence"
    game: str = ""


class PlannedMatch(_Part):
    """A match to be played. seats: in the words of the command line, `human` once, for the participant.

    options: what differs from the preset. officials: by what they do. seed: the same deal for everybody; left out, each participant
    gets a deal of their own, made of the study's seed. role: which secret role the participant's seat must be dealt; the first seed
    that does it is taken.
    """

    game: str
    seats: tuple[str, ...] = Field(min_length=1)
    preset: str = "standard"
    options: Mapping[str, Any] = {}
    officials: Mapping[str, str] = {}
    seed: int | None = None
    role: str = ""

    @model_validator(mode="after")
    def _has_one_person(self) -> PlannedMatch:
        if sum(seat.strip() == "human" for seat in self.seats) != 1:
            raise ValueError("the seats of a match of a study name `human` once, for the participant")
        return self


class Condition(_Part):
    """One of the things that are compared: matches that are played in this order.

    instructions: as in Texts, for these matches.
    """

    name: Id
    matches: tuple[PlannedMatch, ...] = Field(min_length=1)
    instructions: str = ""


class Consent(_Part):
    """What a participant agrees to. boxes: each must be ticked, none is from the beginning.

    release: a box that need not be ticked, for what they type to be published; empty where that is not asked.
    """

    boxes: tuple[Sentence, ...] = Field(min_length=1)
    release: str = ""


class Texts(_Part):
    """The files that are read, beside the plan: plain text.

    instructions: how the matches are played, in place of what Woozle makes of their options; empty for that.
    """

    information: str = "information.txt"
    consent: str = "consent.txt"
    debrief: str = "debrief.txt"
    instructions: str = ""


class Leaving(_Part):
    """What becomes of who leaves before the end. keep_hours: how long they can come back.

    then: a match that was left is `void` in the tables, or a bot takes the seat and plays it to its end, which the record says.
    """

    keep_hours: float = Field(default=48, gt=0, le=24 * 366)
    then: Literal["void", "bot"] = "void"


class Data(_Part):
    """What is kept beside the choices. text: whether what is typed in matches is kept once a participant has finished.

    timing: keys, pauses and the time of each; device: size and colours of the terminal.
    """

    text: bool = True
    timing: bool = True
    device: bool = True


class Study(_Part):
    """A study. design: whether each participant plays all conditions, in an order that is balanced over them, or one of them.

    contact: whom participants can ask, shown to them. minutes: what they are told it takes; limit_minutes: after so many minutes of
    one visit no further step begins and it ends as timed out, None for no limit. invited: how many were, where links do not tell; 0
    if nobody counted. check_tries: how often the comprehension check may be tried; who fails goes on, and the tables say so.
    coarse_pictures: people may be shown pictures that a game is about as blocks of colour, some 40 a side, where models see files.
    """

    study: Literal[1]
    name: Id
    title: Sentence
    contact: Sentence
    seed: int = 1
    minutes: int = Field(gt=0)
    limit_minutes: float | None = Field(default=None, gt=0)
    invited: int = Field(default=0, ge=0)
    design: Literal["within", "between"] = "within"
    texts: Texts = Texts()
    consent: Consent
    form: tuple[Question, ...] = ()
    practice: tuple[PlannedMatch, ...] = ()
    check: tuple[Check, ...] = ()
    check_tries: int = Field(default=3, ge=1)
    conditions: tuple[Condition, ...] = Field(min_length=1)
    beliefs: tuple[Belief, ...] = ()
    coarse_pictures: bool = False
    questionnaire: tuple[Question, ...] = ()
    leaving: Leaving = Leaving()
    data: Data = Data()

    @model_validator(mode="after")
    def _names_are_one_each(self) -> Study:
        questions = [each.id for each in (*self.form, *self.questionnaire)] + [each.id for each in self.check]
        for what, ids in (
            ("condition", [each.name for each in self.conditions]),
            ("question", questions),
            ("belief", [each.id for each in self.beliefs]),
        ):
            if twice := next((each for each in ids if ids.count(each) > 1), ""):
                raise ValueError(f"there are two of the {what} {twice}")
        return self

    @property
    def matches(self) -> Iterator[PlannedMatch]:
        """All matches of it, the practice first."""
        yield from self.practice
        for condition in self.conditions:
            yield from condition.matches


class Wording(BaseModel):
    """A text as participants read it. digest: SHA-256 of its bytes, by which a version is known."""

    model_config = ConfigDict(frozen=True)

    text: str
    digest: str


def read_plan(folder: Path) -> Study:
    """The plan in a folder. Raises StudyError."""
    path = folder / PLAN_FILE
    try:
        data = tomllib.loads(path.read_text("utf-8"))
    except OSError as error:
        raise StudyError(f"{shown(path)} cannot be read: {error.strerror}; `woozle study new FOLDER` makes one.") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise StudyError(f"{shown(path)} is not TOML: {visible_line(str(error))}.") from error
    if data.get("study") != VERSION:
        raise StudyError(f"{shown(path)} says study = {visible_line(str(data.get('study')))}; this Woozle reads study = {VERSION}.")
    try:
        return Study.model_validate(data)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        problem = first["msg"].removeprefix("Value error, ").rstrip(".")
        raise StudyError(f"{shown(path)}: {visible_line(f'{where}: {problem}' if where else problem)}.") from None


def plan_digest(folder: Path) -> str:
    """SHA-256 of the plan's file, by which a version of it is known. Raises StudyError."""
    return _bytes(folder / PLAN_FILE)[1]


def read_text(folder: Path, name: str) -> Wording:
    """A text of the study. Raises StudyError, also for one that lies outside the folder or is no plain text."""
    path = folder / name
    if not path.resolve().is_relative_to(folder.resolve()):
        raise StudyError(f"{visible_line(name)} lies outside the folder of the study; put it beside {PLAN_FILE}.")
    data, digest = _bytes(path)
    try:
        text = data.decode("utf-8").strip()
    except UnicodeDecodeError as error:
        raise StudyError(f"{shown(path)} is not UTF-8 text; save it as such.") from error
    if not text:
        raise StudyError(f"{shown(path)} is empty; write what participants are to read.")
    return Wording(text=text, digest=digest)


def _bytes(path: Path) -> tuple[bytes, str]:
    try:
        data = path.read_bytes()
    except OSError as error:
        raise StudyError(f"{shown(path)} cannot be read: {error.strerror}.") from error
    if len(data) > _TEXT_LIMIT:
        raise StudyError(f"{shown(path)} has more than {_TEXT_LIMIT:,} bytes; nobody would read that.")
    return data, sha256(data).hexdigest()
