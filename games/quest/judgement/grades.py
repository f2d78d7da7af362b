"""Grades of answers to questions, and the figures of SimpleQA.

Those are of J. Wei et al., Measuring short-form factuality in large language models, 2024.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from woozle.core.game import RecordEntry
from woozle.core.request import Seat
from woozle.core.statistics.resampling import Share
from woozle.games.quest.events import GRADES, Grade, Scored


class Grades(NamedTuple):
    """Numbers of answers by grade, in the order of GRADES."""

    correct: int
    incorrect: int
    not_attempted: int


def count_grades(grades: Sequence[Grade]) -> Grades:
    """Count the grades of each kind."""
    return Grades(*(grades.count(grade) for grade in GRADES))


def grade_shares(grades: Grades) -> dict[str, Share]:
    """Return the figures of SimpleQA as shares, so that those of many matches can be pooled.

    `f1` is the harmonic mean of `correct` and `accuracy_given_attempted`.
    """
    n, attempted = sum(grades), grades.correct + grades.incorrect
    return {
        "correct": Share(grades.correct, n),
        "incorrect": Share(grades.incorrect, n),
        "not_attempted": Share(grades.not_attempted, n),
        "accuracy_given_attempted": Share(grades.correct, attempted),
        "f1": Share(2 * grades.correct, n + attempted),
    }


def grades_of(record: Sequence[RecordEntry], seats: Sequence[Seat], items: int, left_out: Collection[str]) -> dict[Seat, Grades]:
    """Return the grades of the answers that stand. items: how many count; those without an answer were not attempted."""
    standing: dict[Seat, dict[str, Grade]] = {seat: {} for seat in seats}
    for event, _ in record:
        match event:
            case Scored(seat, item, _, _, True, "correct" | "incorrect" | "not_attempted" as grade) if item not in left_out:
                standing[seat][item] = grade
    not_attempted: Grade = "not_attempted"
    return {seat: count_grades([*found.values(), *[not_attempted] * (items - len(found))]) for seat, found in standing.items()}
