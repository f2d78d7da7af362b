"""Standings: how well each player did in each role, and how far that can be trusted.

The seats of one match are not independent: geese win and lose together. A match therefore counts once for a player in a role,
with the mean of its seats there, and n is a number of matches. What was drawn in clusters, taken for independent, makes
intervals up to three times too narrow (E. Miller, Adding Error Bars to Evals, arXiv:2411.00640, on clustered standard errors).
A mean does not depend on the order of play, as ratings of the Elo kind do.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import fmean, stdev

from woozle.core.outcome import Result

_Z = 1.959964  # 97.5 % of the normal distribution lie below
_T_OF_FEW = (12.7062, 4.3027, 3.1824)  # the same of Student's, with 1, 2 and 3 degrees of freedom

Interval = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Entry:
    """What became of one seat. match: any name of the match that no other has; role: empty if the game has none.

    seat: which at its table, from 1 on; 0 where that is not known.
    """

    match: str
    player: str
    role: str
    result: Result
    seat: int = 0


@dataclass(frozen=True, slots=True)
class Standing:
    """A player in a role. n: matches; mean: of their scores; low, high: its 95 % interval, None where the data give none."""

    player: str
    role: str
    n: int
    mean: float
    low: float | None
    high: float | None


def standings(entries: Iterable[Entry]) -> list[Standing]:
    """The best mean first. Seats without a score are left out."""
    scores: dict[tuple[str, str], dict[str, list[float]]] = {}
    for entry in entries:
        score = score_of(entry.result)
        if score is not None:
            scores.setdefault((entry.player, entry.role), {}).setdefault(entry.match, []).append(score)
    found = [_standing(*who, sorted(fmean(seats) for seats in matches.values())) for who, matches in scores.items()]
    return sorted(found, key=lambda each: (-each.mean, -each.n, each.player, each.role))


def score_of(result: Result) -> float | None:
    """The score of a seat, a forfeit's as the game scored it; None if it is void or has none, which is not the same as zero."""
    score = result.numbers.get("score", math.nan)
    return score if result.kind != "void" and math.isfinite(score) else None


def interval(scores: Sequence[float]) -> Interval | None:
    """The 95 % interval of the mean of independent scores: Wilson's for wins and losses, else Student's.

    None for fewer than two scores, and for scores of which none differs from the others though more than 0 and 1 are possible:
    nothing is known then about how far they spread. Scores that all lie between 0 and 1 are taken for shares; no interval of theirs
    leaves that range.
    """
    if len(scores) < 2:
        return None
    if all(score in (0, 1) for score in scores):
        return wilson(round(sum(scores)), len(scores))
    if len(set(scores)) == 1:
        return None
    mean, reach = fmean(scores), student(len(scores) - 1) * stdev(scores) / math.sqrt(len(scores))
    low, high = mean - reach, mean + reach
    return (max(0.0, low), min(1.0, high)) if all(0 <= score <= 1 for score in scores) else (low, high)


def wilson(wins: int, n: int) -> Interval:
    """Wilson's 95 % score interval of a share (E. B. Wilson, JASA 22, 1927), without continuity correction.

    Recommended for small n, and for shares near 0 and 1, by Brown, Cai and DasGupta (Statistical Science 16, 2001).
    """
    share, z2 = wins / n, _Z * _Z
    middle = (share + z2 / (2 * n)) / (1 + z2 / n)
    reach = _Z / (1 + z2 / n) * math.sqrt(share * (1 - share) / n + z2 / (4 * n * n))
    # Exact at both ends, where rounding would leave the share itself outside.
    return (0.0 if wins == 0 else middle - reach), (1.0 if wins == n else middle + reach)


def student(freedom: int) -> float:
    """The 97.5 % quantile of Student's distribution, right to three digits after the point.

    Abramowitz and Stegun, Handbook of Mathematical Functions, 26.7.5: an expansion in 1 / degrees of freedom, good from four on.
    """
    if freedom <= len(_T_OF_FEW):
        return _T_OF_FEW[freedom - 1]
    terms = (
        (_Z**3 + _Z) / 4,
        (5 * _Z**5 + 16 * _Z**3 + 3 * _Z) / 96,
        (3 * _Z**7 + 19 * _Z**5 + 17 * _Z**3 - 15 * _Z) / 384,
        (79 * _Z**9 + 776 * _Z**7 + 1482 * _Z**5 - 1920 * _Z**3 - 945 * _Z) / 92160,
    )
    return _Z + math.fsum(term / freedom**power for power, term in enumerate(terms, 1))


def _standing(player: str, role: str, scores: Sequence[float]) -> Standing:
    low, high = interval(scores) or (None, None)
    return Standing(player, role, len(scores), fmean(scores), low, high)
