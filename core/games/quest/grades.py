"""What answers to questions come to: their grades, and the figures of SimpleQA.

Those are of J. Wei et al., Measuring short-form factuality in large language models, 2024.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from woozle.core.game import Told
from woozle.core.games.quest.events import GRADES, Grade, Scored
from woozle.core.request import Seat
from woozle.core.statistics.resampling import Estimate, share_estimate


class Grades(NamedTuple):
    """How many answers have each grade, in the order of GRADES."""

    correct: int
    incorrect: int
    not_attempted: int


class Metrics(NamedTuple):
    """Shares of grades, and the two figures of SimpleQA. accuracy_given_attempted, f1: 0 where nothing was attempted."""

    correct: float
    incorrect: float
    not_attempted: float
    accuracy_given_attempted: float
    f1: float


def counted(grades: Sequence[Grade]) -> Grades:
    """How many there are of each."""
    return Grades(*(grades.count(grade) for grade in GRADES))


def metrics(grades: Grades) -> Metrics:
    """The figures of SimpleQA: f1 is the harmonic mean of correct and accuracy_given_attempted."""
    n = sum(grades)
    right, wrong, none = (number / n if n else 0.0 for number in grades)
    attempted = right / (right + wrong) if right + wrong else 0.0
    return Metrics(right, wrong, none, attempted, 2 * right * attempted / (right + attempted) if right + attempted else 0.0)


def grades_of(record: Sequence[Told], seats: Sequence[Seat], items: int, left_out: Collection[str]) -> dict[Seat, Grades]:
    """The grades of what stands in the end. items: how many count; what a seat has not answered was not attempted."""
    standing: dict[Seat, dict[str, Grade]] = {seat: {} for seat in seats}
    for event, _ in record:
        match event:
            case Scored(seat, item, _, _, True, "correct" | "incorrect" | "not_attempted" as grade) if item not in left_out:
                standing[seat][item] = grade
    not_attempted: Grade = "not_attempted"
    return {seat: counted([*found.values(), *[not_attempted] * (items - len(found))]) for seat, found in standing.items()}


def over_matches(grades: Sequence[Grades]) -> Mapping[str, Estimate]:
    """Each figure by its name, of all answers of all matches together; for the intervals whole matches are drawn again.

    No interval for fewer than ten matches, and never a point (docs/intervals.md).
    """

    def figure(at: int) -> Estimate:
        return share_estimate(grades, lambda drawn: metrics(Grades(*map(sum, zip(*drawn, strict=True))))[at])

    return {name: figure(at) for at, name in enumerate(Metrics._fields)}
