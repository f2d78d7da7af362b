"""Grades of answers to questions, and the figures of SimpleQA.

Those are of J. Wei et al., Measuring short-form factuality in large language models, 2024.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from woozle.core.request import Seat
from woozle.core.statistics.resampling import Share
from woozle.games.quest.events import GRADES
from woozle.games.quest.state import State


class Grades(NamedTuple):
    """Numbers of answers by grade, in the order of GRADES."""

    correct: int
    incorrect: int
    not_attempted: int


def count_grades(grades: Sequence[str]) -> Grades:
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


def grades_of(known: State, items: int) -> dict[Seat, Grades]:
    """Return the grades of the answers that stand. items: how many count; those without an answer were not attempted."""
    graded = {
        seat: [each.grade for each in known.of(seat).scored.values() if each.grade and each.item not in known.left_out]
        for seat in known.seats
    }
    return {seat: count_grades([*some, *["not_attempted"] * (items - len(some))]) for seat, some in graded.items()}
