"""The plan of a study: `study.toml` and the texts beside it."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import Field, StringConstraints, ValidationError, model_validator

from woozle.arena.arguments import GameName
from woozle.arena.studies import balance
from woozle.arena.studies.bonus import Bonus
from woozle.arena.studies.exits import Exit, ExitKind
from woozle.arena.studies.grouping import MOST, Grouping
from woozle.arena.studies.recruiter import Recruiter
from woozle.core.errors import InputError
from woozle.core.frozen_model import FrozenModel
from woozle.core.regular_files import SMALL, explain_errors, read_file, read_text_file
from woozle.core.text import visible_line
from woozle.core.validation import first_problem
from woozle.saves.paths import real_path
from woozle.saves.transcript import display_path

PLAN_FILE = "study.toml"
VERSION = 2
VERSIONS = (1, 2)
OUTDATED = (
    "This plan says study = 1, and its texts need not state the lowest age of participants and where the data are kept. Those who "
    'have joined can continue; before anybody else joins, write study = 2, and add age (such as 18) and storage (such as "on a '
    'server of the university").'
)
_TEXT_LIMIT = 200_000  # bytes of a text for participants
PREFER_NOT_TO_SAY = "prefer not to say"

_HUMAN = re.compile(r"human(?:\s*\*\s*(\d{1,3}))?")

Id = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_]{0,39}$")]
"""A name in the plan and the tables: lower-case letters, digits and underscores."""

Sentence = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=600)]


class StudyError(InputError):
    """A study that cannot be read or carried out. The message says why, and where."""


class Question(FrozenModel):
    """A question of a form. kind: one of the options, a scale from `low` to `high`, a whole number, or free text.

    low_label, high_label: meanings of the ends of a scale. is_required: without `prefer not to say`. expect: makes it an attention
    check, with this option as the right answer.
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
    expect: str = ""

    @model_validator(mode="after")
    def _is_complete(self) -> Question:
        if self.expect and (self.kind != "choice" or self.expect not in self.options or not self.is_required):
            raise InputError(f"the attention check {self.id} must be a required choice, and expect one of its options")
        if self.kind == "choice" and len(self.options) < 2:
            raise InputError(f"question {self.id} needs at least two options")
        if len(set(self.options)) < len(self.options):
            raise InputError(f"question {self.id} has the same option twice")
        if self.kind in ("scale", "number") and self.low >= self.high:
            raise InputError(f"question {self.id} needs low to be less than high")
        return self


class CheckQuestion(FrozenModel):
    """A question of the comprehension check. right: the right option; why: explanation shown afterwards."""

    id: Id
    ask: Sentence
    options: tuple[Sentence, ...] = Field(min_length=2)
    right: Sentence
    why: str = ""

    @model_validator(mode="after")
    def _can_be_right(self) -> CheckQuestion:
        if self.right not in self.options:
            raise InputError(f"the right answer of {self.id} is not one of its options")
        return self


class Belief(FrozenModel):
    """A question in the middle of a match, after each of the participant's answers of one type.

    after: the answer type, as transcripts name it (`Vote`, `Reply`, ...). kind: `suspect` asks which other seat and how sure, 0 to
    100; `confidence` asks how sure. game: the only game with this question; empty for all that have such answers.
    """

    id: Id
    after: str
    ask: Sentence
    kind: Literal["suspect", "confidence"] = "confidence"
    game: GameName = ""


class PlannedMatch(FrozenModel):
    """A match of the plan. seats: as on the command line, with `human` for each participant.

    options: differences from the preset. officials: services by seat. seed: the same deal for everybody; if omitted, each
    participant, or group, gets their own, derived from the study's seed. role: the secret role of the participant, if there is one
    at the table; found by trying one seed after another.
    """

    game: GameName
    seats: tuple[str, ...] = Field(min_length=1)
    preset: str = "standard"
    options: Mapping[str, Any] = {}
    officials: Mapping[str, str] = {}
    seed: int | None = None
    role: str = ""

    @property
    def people(self) -> int:
        """Return the number of seats for participants."""
        found = (_HUMAN.fullmatch(seat.strip()) for seat in self.seats)
        return sum(int(each[1] or 1) for each in found if each)


class Condition(FrozenModel):
    """An experimental condition: matches in the order of play. instructions: as in Texts, for these matches.

    solo: matches for participants who play it alone, because no group was formed. most: quota of participants who have agreed and
    not left, for `between`; None without a quota.
    """

    name: Id
    matches: tuple[PlannedMatch, ...] = Field(min_length=1)
    solo: tuple[PlannedMatch, ...] = ()
    instructions: str = ""
    most: int | None = Field(default=None, gt=0)

    def played(self, *, alone: bool) -> tuple[PlannedMatch, ...]:
        """Return the matches of a group, or of a participant who plays alone."""
        return self.solo if alone else self.matches


class Consent(FrozenModel):
    """The consent form. boxes: all must be ticked.

    release: an optional box to allow publication of typed texts; empty if it is not asked.
    """

    boxes: tuple[Sentence, ...] = Field(min_length=1)
    release: str = ""


class Texts(FrozenModel):
    """Plain text files beside the plan. instructions: how to play, in place of Woozle's own rules; empty for those."""

    information: str = "information.txt"
    consent: str = "consent.txt"
    debrief: str = "debrief.txt"
    instructions: str = ""


class Leaving(FrozenModel):
    """The rules for participants who leave early. keep_hours: how long they can return.

    free_after_minutes: time after which others may get their place, though they can still return; None for never.

    then: unfinished matches are `void` in the tables, or a `bot` plays them to the end, as the record says.
    """

    keep_hours: float = Field(default=48, gt=0, le=24 * 366)
    then: Literal["void", "bot"] = "void"
    free_after_minutes: float | None = Field(default=None, gt=0)


class DataPolicy(FrozenModel):
    """The data that are kept. text: keep what is typed in matches after a participant has finished.

    timing: keys, pauses and their times; device: facts about the window, such as its size and colours.
    """

    text: bool = True
    timing: bool = True
    device: bool = True


class StudyPlan(FrozenModel):
    """The plan of a study.

    Attributes:
        study: Version of the plan. Version 1 has no age, storage and exits, and takes no new participants (`OUTDATED`).
        age: Lowest age of participants, in years.
        contact: For questions of participants.
        storage: Where the data are kept, after "Your data are kept".
        pilot: A rehearsal, whose exits may lead to this machine.
        currency: Of pay and bonus.
        minutes: Announced duration.
        limit_minutes: Time in one visit after which no further step begins, and the visit ends as timed out.
        page_minutes: Time after which a page with questions is left unanswered, in browsers; participants can ask for more.
        page_then: Whether such a page of form, check or questionnaire leads to the next one, or to the exit timed_out.
        invited: Number of people invited without links, 0 if unknown.
        design: Each participant plays all conditions, in a balanced order, or one of them.
        check_tries: Attempts at the comprehension check.
        failed_check: Participants who fail it continue, which the tables say, or leave by an exit.
        missed_attention: Participants who miss more attention checks of the form leave by screened_out; None if nobody does.
        group: People at one table, who stay together for all matches that count.
        coarse_pictures: In a terminal, humans may see pictures as blocks of colour, about 40 a side, while models see files.
    """

    study: Literal[1, 2]
    name: Id
    title: Sentence
    age: int | None = Field(default=None, ge=0, le=120)
    contact: Sentence
    storage: str = Field(default="", max_length=600)
    pilot: bool = False
    recruiter: Recruiter | None = None
    exits: tuple[Exit, ...] = ()
    currency: Annotated[str, StringConstraints(pattern=r"^[A-Z]{3}$")] = "GBP"
    bonus: Bonus | None = None
    seed: int = 1
    minutes: int = Field(gt=0)
    limit_minutes: float | None = Field(default=None, gt=0)
    page_minutes: float | None = Field(default=None, ge=1, allow_inf_nan=False)
    page_then: Literal["continue", "timed_out"] = "continue"
    invited: int = Field(default=0, ge=0)
    design: Literal["within", "between"] = "within"
    texts: Texts = Texts()
    consent: Consent
    form: tuple[Question, ...] = ()
    practice: tuple[PlannedMatch, ...] = ()
    check: tuple[CheckQuestion, ...] = ()
    check_tries: int = Field(default=3, ge=1)
    failed_check: Literal["continue", "screened_out"] = "continue"
    missed_attention: int | None = Field(default=None, ge=0)
    group: int = Field(default=1, ge=1, le=MOST)
    grouping: Grouping = Grouping()
    conditions: tuple[Condition, ...] = Field(min_length=1)
    beliefs: tuple[Belief, ...] = ()
    coarse_pictures: bool = False
    questionnaire: tuple[Question, ...] = ()
    leaving: Leaving = Leaving()
    data: DataPolicy = DataPolicy()

    @model_validator(mode="after")
    def _has_what_its_version_has(self) -> StudyPlan:
        if self.study == 1 and (newer := next((name for name in _SINCE_2 if name in self.model_fields_set), "")):
            raise InputError(f"{newer} needs study = 2")
        if self.study == 2 and self.age is None:
            raise InputError("age is missing: the lowest age of participants, in years")
        if self.study == 2 and not self.storage.strip():
            raise InputError("storage is missing: where the data are kept, as participants are told")
        return self

    @model_validator(mode="after")
    def _can_screen(self) -> StudyPlan:
        if self.design == "within" and any(each.most for each in self.conditions):
            raise InputError('the quota `most` of a condition needs design = "between", since else everybody plays all conditions')
        if self.missed_attention is not None and not any(each.expect for each in self.form):
            raise InputError("missed_attention needs a question of the form with `expect`")
        return self

    @model_validator(mode="after")
    def _groups_fit(self) -> StudyPlan:
        if self.group == 1 and "grouping" in self.model_fields_set:
            raise InputError("[grouping] needs group = 2 or more")
        alone = [(f"practice {at}", each) for at, each in enumerate(self.practice, 1)]
        for condition in self.conditions:
            alone += [(f"solo match {at} of {condition.name}", each) for at, each in enumerate(condition.solo, 1)]
            if bool(condition.solo) != (self.group > 1 and self.grouping.then == "solo"):
                what = "needs [[conditions.solo]]" if not condition.solo else "has [[conditions.solo]], which nobody plays"
                raise InputError(f'with group = {self.group} and then = "{self.grouping.then}", condition {condition.name} {what}')
            if condition.most and condition.most % self.group:
                raise InputError(f"the quota of condition {condition.name} must be a multiple of group = {self.group}")
            for at, each in enumerate(condition.matches, 1):
                self._check_people(f"match {at} of {condition.name}", each, self.group)
        for where, each in alone:
            self._check_people(where, each, 1)
        return self

    def _check_people(self, where: str, match: PlannedMatch, wanted: int) -> None:
        if match.people != wanted:
            seats = "exactly once, for the participant" if wanted == 1 else f"{wanted} times, once for each of a group"
            raise InputError(f"{where}: the seats of the match must have `human` {seats}")
        if match.role and wanted > 1:
            raise InputError(f"{where}: a role can be planned only for one participant at the table; leave it out, and it is dealt")

    @model_validator(mode="after")
    def _exits_can_be_taken(self) -> StudyPlan:
        codes = [each.code for each in self.exits if each.code]
        for each in self.exits:
            if codes.count(each.code) > 1:
                raise InputError(f"the code {each.code} belongs to two exits; a code must tell them apart")
            if each.is_local and not self.pilot:
                raise InputError(f"the URL of the exit {each.when} leads to this machine; that needs pilot = true")
            if missing := each.fields - {"code"} - (self.recruiter.given if self.recruiter else set()):
                raise InputError(
                    f"the URL of the exit {each.when} has {{{min(missing)}}}, but no parameter of [recruiter] gives it"
                )
        return self

    @model_validator(mode="after")
    def _names_are_one_each(self) -> StudyPlan:
        questions = [each.id for each in (*self.form, *self.questionnaire)] + [each.id for each in self.check]
        for what, ids in (
            ("condition", [each.name for each in self.conditions]),
            ("question", questions),
            ("belief", [each.id for each in self.beliefs]),
            ("exit", [str(each.when) for each in self.exits]),
        ):
            if twice := next((each for each in ids if ids.count(each) > 1), ""):
                raise InputError(f"the {what} {twice} appears twice")
        return self

    def exit(self, when: ExitKind) -> Exit:
        """Return an exit as the plan describes it; one without code, URL and pay if it does not."""
        return next((each for each in self.exits if each.when == when), Exit(when=when))

    @property
    def pays(self) -> Mapping[ExitKind, float]:
        """Return the pay of each exit that has one, also if it is 0."""
        return {each.when: each.pay for each in self.exits if each.pay is not None}

    @property
    def is_paid(self) -> bool:
        return self.bonus is not None or any(self.pays.values())

    @property
    def ends_by_check(self) -> bool:
        """Return whether the study ends for participants who fail the comprehension check."""
        return bool(self.check) and self.failed_check == "screened_out"

    @property
    def orders(self) -> Sequence[Sequence[Condition]]:
        """Return the possible orders of a participant: all conditions, or a single one."""
        rows = balance.rows(self.design, len(self.conditions), self.seed)
        return [[self.conditions[each] for each in row] for row in rows]

    @property
    def block(self) -> int:
        """Return the number of participants for every order once."""
        return len(self.orders) * self.group

    @property
    def numbers_of_matches(self) -> set[int]:
        """Return the possible numbers of matches of a participant that count."""
        return {sum(len(each.matches) for each in order) for order in self.orders}

    @property
    def matches(self) -> Iterator[PlannedMatch]:
        """Yield all matches, practice first."""
        yield from self.practice
        for condition in self.conditions:
            yield from condition.matches
            yield from condition.solo


_SINCE_2 = (
    *("age", "storage", "pilot", "recruiter", "exits", "currency", "bonus", "failed_check", "missed_attention"),
    *("group", "grouping", "page_minutes", "page_then"),
)


class StudyText(NamedTuple):
    """A text for participants. digest: SHA-256 of its bytes, which identifies the version."""

    text: str
    digest: str


def read_plan(folder: Path) -> StudyPlan:
    """Return the plan in a folder. Raises StudyError."""
    path = folder / PLAN_FILE
    try:
        data = tomllib.loads(read_text_file(path, SMALL))
    except OSError as error:
        raise StudyError(
            f"{display_path(path)} cannot be read: {error.strerror}; `woozle study new FOLDER` creates one."
        ) from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise StudyError(f"{display_path(path)} is not TOML: {visible_line(str(error))}.") from error
    if data.get("study") not in VERSIONS or isinstance(data["study"], bool | float):
        raise StudyError(
            f"{display_path(path)} says study = {visible_line(str(data.get('study')))}; this Woozle reads study = 1 and {VERSION}."
        )
    try:
        return StudyPlan.model_validate(data)
    except ValidationError as error:
        raise StudyError(f"{display_path(path)}: {visible_line(str(first_problem(error)))}.") from None


def refuse_outdated(study: StudyPlan) -> None:
    """Raise StudyError for a plan that new participants cannot join."""
    if study.study != VERSION:
        raise StudyError(OUTDATED)


def digest_plan(folder: Path) -> str:
    """Return the SHA-256 of the plan file, which identifies its version. Raises StudyError."""
    return _bytes(folder / PLAN_FILE)[1]


def read_text(folder: Path, name: str) -> StudyText:
    """Return a text of the study. Raises StudyError, also if it is outside the folder or not plain text."""
    path = folder / name
    if not real_path(path).is_relative_to(real_path(folder)):
        raise StudyError(f"{visible_line(name)} is outside the folder of the study; put it beside {PLAN_FILE}.")
    data, digest = _bytes(path)
    try:
        text = data.decode("utf-8").strip()
    except UnicodeDecodeError as error:
        raise StudyError(f"{display_path(path)} is not UTF-8 text; save it as UTF-8.") from error
    if not text:
        raise StudyError(f"{display_path(path)} is empty; write what participants should read.")
    return StudyText(text, digest)


def _bytes(path: Path) -> tuple[bytes, str]:
    with explain_errors(display_path(path), StudyError):
        data = read_file(path, SMALL)
    if len(data) > _TEXT_LIMIT:
        raise StudyError(f"{display_path(path)} has more than {_TEXT_LIMIT:,} bytes; shorten it.")
    return data, sha256(data).hexdigest()
