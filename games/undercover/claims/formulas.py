"""Formulas of the undercover game: scores of counterfactuals, weights of factors, and the end of detection."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import sqrt
from typing import Literal, TypeAlias

from woozle.core.arithmetic import plain_sum
from woozle.core.request import Seat
from woozle.core.value import value

Ending: TypeAlias = Literal["found", "regulars_exhausted", "timeout"]
"""The ways in which detection ends (MUG, equation 9)."""

Phi: TypeAlias = tuple[float, float, float, float]
"""The factors of a vote: inconsistency, deviation, detail accuracy and suspicion, each in [0, 1] (MUG, equation 7)."""

_ROUNDING = 1e-12


@value
class Weights:
    """Weights of the four factors of a vote. The paper states none; here each is a quarter by default."""

    inconsistency: float
    deviation: float
    inaccuracy: float
    suspicion: float


EQUAL = (0.25, 0.25, 0.25, 0.25)


def cosine01(one: Sequence[float], other: Sequence[float]) -> float:
    """Return the cosine similarity of two vectors, mapped from [-1, 1] to [0, 1]; 0.5 if one of them is zero."""
    norms = sqrt(plain_sum(x * x for x in one)) * sqrt(plain_sum(y * y for y in other))
    cosine = plain_sum(x * y for x, y in zip(one, other, strict=True)) / norms if norms else 0.0
    return (min(1.0, max(-1.0, cosine)) + 1) / 2


def naturalness(distance: float, scale: float) -> float:
    """Return a stand-in for C_na, in (0, 1]: 1 / (1 + d / s), of a distance between features of one picture and its edited copy.

    The paper adds an FID, which is a distance between sets of pictures, is lower for better ones and has no upper end.
    """
    return 1 / (1 + distance / scale)


def accepts(likeness: tuple[float, float, float], weights: tuple[float, float, float], least: float) -> tuple[float, bool]:
    """Return the score of a counterfactual, and whether it is good enough (MUG, equation 3).

    likeness: visual and semantic similarity and naturalness, each in [0, 1], higher for better. A copy without any change scores
    best: that something changed must be seen to apart from this.
    """
    score = plain_sum(part * weight for part, weight in zip(likeness, weights, strict=True))
    return score, score >= least - _ROUNDING


def weigh_factors(factors: Mapping[Seat, Phi], weights: Weights) -> dict[Seat, float]:
    """Return how strongly the four factors point to each seat (MUG, equation 7).

    The paper adds detail accuracy, by which accurate
    seats would be voted out; here inaccuracy, 1 - accuracy, is added.
    """
    return {
        seat: weights.inconsistency * phi[0]
        + weights.deviation * phi[1]
        + weights.inaccuracy * (1 - phi[2])
        + weights.suspicion * phi[3]
        for seat, phi in factors.items()
    }


def suspect(scores: Mapping[Seat, float], order: Sequence[Seat]) -> Seat | None:
    """Return the seat with the highest score; of several, the first in the order."""
    most = max(scores.values(), default=0.0)
    return next((seat for seat in order if seat in scores and scores[seat] >= most - _ROUNDING), None)


def ending(role: Literal["U", "D"] | None, regulars: int, at: int, most: int) -> Ending | None:
    """Return how detection ends, None if it goes on (MUG, equation 9).

    role: of the seat voted out, U for the undercover and D for another; None without one. regulars: how many others are left.
    at, most: t and t_max. Detection is over once t exceeds t_max: the rules look at it with the number of the round to come, so
    that t_max is how many votes there are.
    """
    if role == "U":
        return "found"
    if regulars <= 1:
        return "regulars_exhausted"
    return "timeout" if at > most else None
