"""95 % intervals of means and shares of independent scores, by formula.

Figures whose parts hang together get theirs from the bootstrap: `resampling.py`. docs/intervals.md says which is used when.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import fmean, stdev

_Z = 1.959964  # 97.5 % of the normal distribution lie below
_T_OF_FEW = (12.7062, 4.3027, 3.1824)  # the same of Student's, with 1, 2 and 3 degrees of freedom

FEWEST = 10
"""The number of matches (or other independent items) below which a share gets no interval: it would span most of [0, 1]."""

Interval = tuple[float, float]


def interval(scores: Sequence[float]) -> Interval | None:
    """Return the 95 % interval of the mean of independent scores: Wilson's for wins and losses, else Student's.

    None for fewer than FEWEST wins and losses, for fewer than two other scores, and for equal scores other than 0 and 1, whose
    spread is unknown. If all scores are in [0, 1], so is the interval.
    """
    if len(scores) < 2:
        return None
    if all(score in (0, 1) for score in scores):
        return wilson(sum(scores), len(scores)) if len(scores) >= FEWEST else None
    if len(set(scores)) == 1:
        return None
    mean, reach = fmean(scores), student(len(scores) - 1) * stdev(scores) / math.sqrt(len(scores))
    low, high = mean - reach, mean + reach
    return (max(0.0, low), min(1.0, high)) if all(0 <= score <= 1 for score in scores) else (low, high)


def wilson(wins: float, n: int) -> Interval:
    """Return Wilson's 95 % score interval of a share (E. B. Wilson, JASA 22, 1927), without continuity correction.

    Recommended for small n, and for shares near 0 and 1, by Brown, Cai and DasGupta (Statistical Science 16, 2001).

    Args:
        wins: In [0, n]. May be fractional, for the mean share of n matches.
    """
    share, z2 = wins / n, _Z * _Z
    middle = (share + z2 / (2 * n)) / (1 + z2 / n)
    reach = _Z / (1 + z2 / n) * math.sqrt(share * (1 - share) / n + z2 / (4 * n * n))
    # Exact at both ends, where rounding would leave the share itself outside.
    return (0.0 if wins == 0 else middle - reach), (1.0 if wins == n else middle + reach)


def student(freedom: int) -> float:
    """Return the 97.5 % quantile of Student's t distribution, right to three decimals. freedom: Degrees of freedom, from 1.

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
