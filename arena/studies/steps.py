"""The way of a participant through a study: what comes after what."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Literal, TypeAlias

from woozle.arena.studies import balance
from woozle.arena.studies.plan import PlannedMatch, Study, StudyError
from woozle.core.value import value

StepKind: TypeAlias = Literal["code", "form", "practice", "check", "match", "questionnaire", "debrief"]


@value
class Step:
    """One thing that a participant does after they agreed to take part.

    id: `form`, `practice-1`, `match-3`, ...; number: of a practice or a match, from 1, else 0. condition: whose match it is, empty
    elsewhere; match: what is played.
    """

    id: str
    kind: StepKind
    number: int = 0
    condition: str = ""
    match: PlannedMatch | None = None


def steps(study: Study, row: int) -> tuple[Step, ...]:
    """All steps of a participant who was given this row of the orders. Raises StudyError where the plan has it no more."""
    rows = balance.rows(study.design, len(study.conditions), study.seed)
    if not 0 <= row < len(rows):
        raise StudyError("The plan has fewer conditions than when somebody came; put back the study.toml by which they came.")
    order = rows[row]
    real = [(study.conditions[each].name, match) for each in order for match in study.conditions[each].matches]
    return (
        Step("code", "code"),
        *([Step("form", "form")] if study.form else []),
        *(Step(f"practice-{n}", "practice", n, match=match) for n, match in enumerate(study.practice, 1)),
        *([Step("check", "check")] if study.check else []),
        *(Step(f"match-{n}", "match", n, condition, match) for n, (condition, match) in enumerate(real, 1)),
        *([Step("questionnaire", "questionnaire")] if study.questionnaire else []),
        Step("debrief", "debrief"),
    )


def next_step(way: Sequence[Step], done: Collection[str]) -> Step | None:
    """The first step that is not done; None at the end."""
    return next((step for step in way if step.id not in done), None)
