"""95 % intervals of means and shares of independent scores, by formula.

Figures whose parts hang together get theirs from the bootstrap where there are enough of them: `resampling.py`. docs/intervals.md
says which is used when, and how often each holds the truth.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from woozle.core.statistics.student import quantile

NORMAL = 1.959964
"""The number below which 97.5 % of the normal distribution lie."""

_ROUNDING = 1e-12  # of numbers, relative

FEWEST = 10
"""The number of cases below which a share gets no interval, for it would span most of [0, 1], and nothing gets one by the
bootstrap, for it would be too narrow. A case is what is independent: a match, all matches about one question, a pair of matches."""

Interval = tuple[float, float]


def interval(scores: Sequence[float]) -> Interval | None:
    """Return the 95 % interval of the mean of independent scores: Wilson's for wins and losses, else Student's.

    None for fewer than FEWEST wins and losses, for fewer than two other scores, and for equal scores other than 0 and 1, whose
    spread is unknown. If all scores are in [0, 1], so is the interval.
    """
    if len(scores) < 2:
        return None
    if all(score in (0, 1) for score in scores):
        return share_interval(sum(scores), len(scores))
    found = student_interval(scores)
    if found is None or not all(0 <= score <= 1 for score in scores):
        return found
    return max(0.0, found[0]), min(1.0, found[1])


def student_interval(parts: Sequence[float], wholes: Sequence[float] = ()) -> Interval | None:
    """Return Student's 95 % interval of the mean of independent cases, or of the ratio of two sums over them.

    None for fewer than two cases, and for cases that do not differ.

    Args:
        parts: A number of each case.
        wholes: What each is divided by; by default 1. The variance of the ratio is that of the parts less the ratio of the wholes
            (W. Cochran, Sampling Techniques, 3rd edition, 1977, section 6.4).
    """
    n = len(parts)
    if n < 2:
        return None
    wholes = wholes or [1.0] * n
    ratio = math.fsum(parts) / math.fsum(wholes)
    rest = [part - ratio * whole for part, whole in zip(parts, wholes, strict=True)]
    if max(map(abs, rest)) <= _ROUNDING * max(map(abs, parts)):
        return None
    reach = quantile(0.975, n - 1) * math.sqrt(math.fsum(each * each for each in rest) * n / (n - 1)) / abs(math.fsum(wholes))
    return ratio - reach, ratio + reach


def share_interval(wins: float, n: int) -> Interval | None:
    """Return Wilson's interval of a share, as `wilson` does; None for fewer than FEWEST cases."""
    return wilson(wins, n) if n >= FEWEST else None


def wilson(wins: float, n: int) -> Interval:
    """Return Wilson's 95 % score interval of a share (E. B. Wilson, JASA 22, 1927), without continuity correction.

    Recommended for small n, and for shares near 0 and 1, by Brown, Cai and DasGupta (Statistical Science 16, 2001).

    Args:
        wins: In [0, n]. May be fractional, for the mean share of n matches.
    """
    share, z2 = wins / n, NORMAL * NORMAL
    middle = (share + z2 / (2 * n)) / (1 + z2 / n)
    reach = NORMAL / (1 + z2 / n) * math.sqrt(share * (1 - share) / n + z2 / (4 * n * n))
    # Exact at both ends, where rounding would leave the share itself outside.
    return (0.0 if wins == 0 else middle - reach), (1.0 if wins == n else middle + reach)
