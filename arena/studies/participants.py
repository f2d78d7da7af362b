"""A participant, as their journal tells: how far they came, and what became of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Literal, TypeAlias

from woozle.arena.studies.journal import Entry
from woozle.arena.studies.plan import Study
from woozle.arena.studies.steps import Step, next_step, steps

Status: TypeAlias = Literal["under way", "finished", "timed out", "dropped out", "withdrawn"]
"""Under way: at the screen now, or able to come back. Timed out: the time of the study was used up. Dropped out: left, and did
not come back in time. Withdrawn: nothing of theirs is kept."""

DROPPED: frozenset[Status] = frozenset({"timed out", "dropped out", "withdrawn"})


@dataclass(slots=True)
class Participant:
    """Somebody who agreed to take part.

    row: of the orders. arrival: how many came before, plus 1. done: what each step that is done has brought. began: the names of
    the folders of matches, by step; the last one where a match had to be begun again. is_released: whether what they typed may be
    published. tries: of the comprehension check.
    """

    code: str
    row: int = 0
    arrival: int = 0
    status: Status = "under way"
    visits: int = 0
    is_released: bool = False
    done: dict[str, Mapping[str, Any]] = field(default_factory=dict)
    began: dict[str, str] = field(default_factory=dict)
    taken_over: set[str] = field(default_factory=set)
    tries: int = 0
    has_passed_check: bool | None = None
    consented_at: str = ""
    last_at: str = ""

    @property
    def is_open(self) -> bool:
        """Whether they can go on."""
        return self.status == "under way"


def participant(code: str, entries: Sequence[Entry]) -> Participant:
    """What a journal tells."""
    who = Participant(code)
    for each in entries:
        _fold(who, each)
    return who


def _fold(who: Participant, entry: Entry) -> None:
    data = entry.data
    who.last_at = entry.at
    match entry.what:
        case "consented":
            who.row, who.arrival, who.is_released = data["row"], data["arrival"], data.get("release", False)
            who.consented_at = entry.at
        case "arrived":
            who.visits = data["visit"]
        case "done":
            who.done[data["step"]] = data
        case "tried":
            who.tries += 1
            who.has_passed_check = not data["wrong"]
        case "began":
            who.began[data["step"]] = data["match"]
        case "taken_over":
            who.taken_over.add(data["step"])
        case "left" if data.get("how") == "timed_out":
            who.status = "timed out"
        case "finished":
            who.status = "finished"
        case "expired":
            who.status = "dropped out"
        case "withdrawn":
            who.status = "withdrawn"


def way(study: Study, who: Participant) -> tuple[Step, ...]:
    """All steps of a participant."""
    return steps(study, who.row)


def now_at(study: Study, who: Participant) -> Step | None:
    """The step that comes next; None where there is none, or they can no longer go on."""
    return next_step(way(study, who), who.done) if who.is_open else None


def has_expired(study: Study, who: Participant, now: datetime) -> bool:
    """Whether somebody who is under way has stayed away for longer than the plan allows."""
    return who.is_open and now - datetime.fromisoformat(who.last_at) > timedelta(hours=study.leaving.keep_hours)
