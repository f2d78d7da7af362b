"""Participants: codes, steps through a study, the state that a journal describes, and attrition."""

from __future__ import annotations

import re
import secrets
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Literal, NamedTuple, TypeAlias, get_args

from woozle.arena.studies.exits import ExitKind
from woozle.arena.studies.journal import JournalEntry
from woozle.arena.studies.plan import PlannedMatch, Question, StudyError, StudyPlan
from woozle.core.value import value

ALPHABET = "ABCDEFGHJKMNPQRSTVWXYZ23456789"
"""Letters and digits without those confused when copied by hand: I, L, O, U, 0 and 1."""
LENGTH = 8  # 30**8 is 6.6 * 10**11: among 1,000 participants a guess hits one in 6.6 * 10**8

_CODE = re.compile(f"[{ALPHABET}]{{{LENGTH}}}")
_MATCH = re.compile(r"(\w+)-([a-z]+)-(\d+)-(\d+)")


def new_code(taken: Collection[str] = ()) -> str:
    """Return a new code, from the system's randomness, that is not among those taken."""
    while (code := "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))) in taken:
        pass
    return code


def is_code(text: str) -> bool:
    """Return whether a text has the form of a code; also keeps paths out of file names."""
    return _CODE.fullmatch(text) is not None


def normalise_code(text: str) -> str:
    """Return a typed code in upper case, without spaces and dashes."""
    return re.sub(r"[\s-]", "", text).upper()


def format_code(code: str) -> str:
    """Return a code in groups, to be copied by hand: `ABCD-EFGH`."""
    return f"{code[:4]}-{code[4:]}"


class MatchName(NamedTuple):
    """The name of a match's folder, `OWNER-STEP-NUMBER`. owner: a participant or group; number: of its matches at the step.

    Names sort by owner and kind, and then as the matches were played. That of any other folder is empty.
    """

    owner: str = ""
    kind: str = ""
    at: int = 0
    number: int = 0

    @classmethod
    def parse(cls, name: str) -> MatchName:
        found = _MATCH.fullmatch(name)
        return cls(found[1], found[2], int(found[3]), int(found[4])) if found else cls()

    @property
    def step(self) -> str:
        return f"{self.kind}-{self.at}"

    def __str__(self) -> str:
        return f"{self.owner}-{self.step}-{self.number}"


LOBBY = "lobby"
"""The step at which people wait for a group, which is done once they have one."""

StepKind: TypeAlias = Literal["code", "form", "practice", "check", "lobby", "match", "questionnaire", "debrief"]


@value
class Step:
    """A step of a participant after consent.

    id: `form`, `practice-1`, `match-3`, ...; number: of a practice or match, from 1, else 0. condition: of the match, empty for
    other steps.
    """

    id: str
    kind: StepKind
    number: int = 0
    condition: str = ""
    match: PlannedMatch | None = None


def plan_steps(study: StudyPlan, row: int | None, *, is_solo: bool = False) -> tuple[Step, ...]:
    """Return all steps for a row of the orders, or those before it is drawn. Raises StudyError if the plan no longer has it.

    Args:
        row: None without a group yet.
        is_solo: In a study with groups, they play alone.
    """
    before = (
        Step("code", "code"),
        *([Step("form", "form")] if study.form else []),
        *(Step(f"practice-{n}", "practice", n, match=match) for n, match in enumerate(study.practice, 1)),
        *([Step("check", "check")] if study.check else []),
        *([Step(LOBBY, "lobby")] if study.group > 1 else []),
    )
    if row is None:
        return before
    if not 0 <= row < len(study.orders):
        raise StudyError("The plan has fewer conditions than when a participant joined; restore the study.toml of that time.")
    real = [(each.name, match) for each in study.orders[row] for match in each.played(alone=is_solo)]
    return (
        *before,
        *(Step(f"match-{n}", "match", n, condition, match) for n, (condition, match) in enumerate(real, 1)),
        *([Step("questionnaire", "questionnaire")] if study.questionnaire else []),
        Step("debrief", "debrief"),
    )


def steps_of(study: StudyPlan, who: Participant) -> tuple[Step, ...]:
    """Return all steps of a participant that are known: before they have a group, those up to it. Raises StudyError."""
    return plan_steps(study, who.row, is_solo=who.is_solo)


def next_step(steps: Sequence[Step], done: Collection[str]) -> Step | None:
    """Return the first step that is not done; None at the end."""
    return next((step for step in steps if step.id not in done), None)


Status: TypeAlias = Literal[
    "under way", "finished", "screened out", "no group", "partner left", "timed out", "dropped out", "withdrawn"
]
"""`under way` includes those who can come back. `timed out`: the study's time was used up. `dropped out`: did not return in time.

`withdrawn`: none of their data are kept. The others are exits of the plan.
"""

_STATUS: Mapping[str, Status] = {"screened_out": "screened out", "no_group": "no group", "partner_left": "partner left"}


@dataclass(slots=True)
class Participant:
    """A participant.

    row: of the orders; None without a group yet. arrival: rank of arrival, from 1. done: results of completed steps. began:
    names of match folders by step; the last one if a match was begun again. is_released: what they typed may be published. tries:
    of the comprehension check. recruiter: digest of the recruiter's id, empty without one. exit: how they left, with the pay of
    that exit. has_closed: the page is closed, or the terminal. moved_at: when they came to the step where they are.

    waits_since: start of their wait for a group; empty without one. group: its id, empty without one. people, place, members:
    how many participants it has, their own place among the seats for them, from 1, and their codes by place. deal: number of its
    deals. is_solo: they play alone, because no group was formed. lost, lost_in: how their seat was lost, and in which match,
    until they return.
    """

    code: str
    row: int | None = None
    arrival: int = 0
    status: Status = "under way"
    visits: int = 0
    is_released: bool = False
    done: dict[str, Mapping[str, Any]] = field(default_factory=dict)
    began: dict[str, str] = field(default_factory=dict)
    taken_over: set[str] = field(default_factory=set)
    tries: int = 0
    has_passed_check: bool | None = None
    recruiter: str = ""
    exit: ExitKind | None = None
    pay: float | None = None
    consented_at: str = ""
    has_closed: bool = False
    last_at: str = ""
    moved_at: str = ""
    waits_since: str = ""
    group: str = ""
    people: int = 1
    place: int = 0
    members: Sequence[str] = ()
    deal: int = 0
    is_solo: bool = False
    lost: str = ""
    lost_in: str = ""

    @property
    def is_open(self) -> bool:
        return self.status == "under way"

    @property
    def has_started(self) -> bool:
        """Return whether they began a match that is not practice."""
        return any(step.startswith("match-") for step in self.began)

    def owner(self, step: Step) -> str:
        """Return the group that plays a step's match together, or the code of the participant who plays it alone."""
        return self.group if self.group and not self.is_solo and step.kind == "match" else self.code

    def place_at(self, step: Step) -> int:
        """Return the participant's place among the seats for participants in a step's match, from 1."""
        return self.place if self.owner(step) != self.code else 1


_MOVES = frozenset({"consented", "done", "began", "waits", "grouped"})
"""Kinds of entries after which a participant is at another place in the study."""

_OF_OTHERS = frozenset({"missed", "grouped", "dropped", "taken_over"})
"""Kinds of entries that do not come from the participant's own page."""


def fold_journal(code: str, entries: Sequence[JournalEntry]) -> Participant:
    """Return the participant that a journal describes."""
    who = Participant(code)
    for each in entries:
        _fold(who, each)
    return who


def _fold(who: Participant, entry: JournalEntry) -> None:
    data = entry.data
    who.last_at = entry.at
    if entry.what in _MOVES:
        who.moved_at = entry.at
    if entry.what not in _OF_OTHERS:
        who.has_closed = entry.what == "left"
    match entry.what:
        case "consented":
            who.row, who.arrival, who.is_released = data.get("row"), data["arrival"], data.get("release", False)
            who.consented_at, who.recruiter, who.deal = entry.at, data.get("recruiter", ""), who.arrival
        case "arrived":
            who.visits = data["visit"]
        case "done":
            who.done[data["step"]] = data
        case "tried":
            who.tries += 1
            who.has_passed_check = not data["wrong"]
        case "began":
            who.began[data["step"]] = data["match"]
        case "waits":
            who.waits_since = entry.at
        case "missed":
            who.waits_since = ""
        case "grouped":
            who.group, who.row, who.people, who.place = data["group"], data["row"], data["people"], data["place"]
            who.members, who.deal, who.is_solo = data["members"], data["deal"], data.get("solo", False)
            who.waits_since, who.done[LOBBY] = "", data
        case "dropped":
            who.lost, who.lost_in = data["how"], data["match"]
        case "returned":
            who.lost = who.lost_in = ""
        case "taken_over":
            who.taken_over.add(data["step"])
        case "left" if data.get("how") == "timed_out":
            who.status, who.exit, who.pay = "timed out", "timed_out", data.get("pay")
        case "exited":
            who.exit, who.pay = data["exit"], data.get("pay")
            who.status = _STATUS[data["exit"]]
        case "finished":
            who.status, who.exit, who.pay = "finished", "completion", data.get("pay")
        case "expired":
            who.status = "dropped out"
        case "withdrawn":
            who.status = "withdrawn"


def current_step(study: StudyPlan, who: Participant) -> Step | None:
    """Return the next step; None at the end, or if they cannot continue."""
    return next_step(steps_of(study, who), who.done) if who.is_open else None


def has_expired(study: StudyPlan, who: Participant, now: datetime) -> bool:
    """Return whether a participant under way has stayed away longer than the plan allows."""
    return who.is_open and now - datetime.fromisoformat(who.last_at) > timedelta(hours=study.leaving.keep_hours)


def holds_place(study: StudyPlan, who: Participant, now: datetime) -> bool:
    """Return whether a participant counts for the orders and quotas: they agreed, and have not left for too long."""
    minutes = study.leaving.free_after_minutes
    is_freed = minutes is not None and who.has_closed and now - datetime.fromisoformat(who.last_at) > timedelta(minutes=minutes)
    return who.status == "finished" or (who.is_open and not is_freed)


def missed_attention(questions: Sequence[Question], answers: Mapping[str, Any]) -> int | None:
    """Return the number of attention checks with a wrong answer; None if none of them was answered."""
    asked = [each for each in questions if each.expect and each.id in answers]
    return sum(answers[each.id] != each.expect for each in asked) if asked else None


def is_screened_out(study: StudyPlan, who: Participant) -> bool:
    """Return whether the plan ends the study for a participant before their first match that counts."""
    if who.has_started:
        return False
    failed = study.ends_by_check and who.done.get("check", {}).get("passed") is False
    missed = missed_attention(study.form, who.done.get("form", {}).get("answers", {})) or 0
    return failed or (study.missed_attention is not None and missed > study.missed_attention)


Outcome: TypeAlias = tuple[str, str, bool]
"""Outcomes of participants: conditions in order, joined by `>`, empty without a group; status, or `withdrawn` if they
withdrew under way; whether they began a match that is not practice."""


def conditions_of(study: StudyPlan, who: Participant) -> str:
    """Return the conditions of a participant, in order and joined by `>`; empty without a group. Raises StudyError."""
    return ">".join(dict.fromkeys(step.condition for step in steps_of(study, who) if step.condition))


def outcome_of(study: StudyPlan, who: Participant) -> Outcome:
    """Return the outcome of a participant, or the one before they withdrew. Raises StudyError."""
    return conditions_of(study, who), who.status, who.has_started


@value
class Attrition:
    """Numbers of participants. invited: by plan or links, None if unknown. started: began a match that is not practice.

    The numbers from `finished` on partition those who consented; those who withdrew later stay in the number of their outcome.
    """

    invited: int | None
    consented: int
    started: int
    withdrawn: int
    finished: int
    screened_out: int
    no_group: int
    partner_left: int
    timed_out: int
    dropped_out: int
    withdrawn_early: int
    under_way: int


def count_attrition(outcomes: Sequence[Outcome], withdrawn: int, invited: int | None) -> Attrition:
    """Count participants by outcome.

    Args:
        withdrawn: How many of them withdrew.
    """
    became = [status for _, status, _ in outcomes]
    return Attrition(
        invited=invited or None,
        consented=len(outcomes),
        started=sum(is_started for _, _, is_started in outcomes),
        withdrawn=withdrawn,
        withdrawn_early=became.count("withdrawn"),
        **{status.replace(" ", "_"): became.count(status) for status in get_args(Status) if status != "withdrawn"},
    )
