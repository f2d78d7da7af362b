"""Student's t distribution: its tails, its quantiles, and the power of a test by it. The standard library has none of them."""

from __future__ import annotations

import math
from functools import lru_cache
from statistics import NormalDist

_ROUNDING, _TINY, _MOST_TERMS = 1e-15, 1e-300, 10_000
_STEPS = 2000  # of Simpson's rule, by which powers are right to ten digits
_REACH = 12  # standard deviations on either side, beyond which nothing is left
_MOST_CASES = 10**9


def tail(t: float, freedom: float) -> float:
    """Return the probability that |T| is at least |t|: the two-sided p of a t test. freedom: degrees of freedom, above 0."""
    return _incomplete_beta(freedom / (freedom + t * t), t * t / (freedom + t * t), freedom / 2, 0.5)


@lru_cache(maxsize=4096)
def quantile(share: float, freedom: float) -> float:
    """Return the t below which a share of the distribution lies. share: in [.5, 1)."""
    low, high = 0.0, 1.0
    while 1 - tail(high, freedom) / 2 < share:
        low, high = high, 2 * high
    while high - low > 4 * math.ulp(high):
        middle = (low + high) / 2
        low, high = (middle, high) if 1 - tail(middle, freedom) / 2 < share else (low, middle)
    return (low + high) / 2


def power_of_t_test(n: int, effect: float, alpha: float = 0.05) -> float:
    """Return the probability that a two-sided paired t test of n pairs finds an effect.

    Args:
        n: at least 2.
        effect: the true mean difference, in standard deviations of the differences (Cohen's d of pairs).
    """
    freedom, ideal = n - 1, NormalDist()
    limit, shift = quantile(1 - alpha / 2, freedom), abs(effect) * math.sqrt(n)
    scale = math.log(2) + freedom / 2 * math.log(freedom / 2) - math.lgamma(freedom / 2)

    def density(s: float) -> float:  # of a standard deviation, as a share of the true one
        if s <= 0:
            return math.exp(scale) if freedom == 1 else 0.0
        return math.exp(scale + (freedom - 1) * math.log(s) - freedom * s * s / 2)

    reach = _REACH / math.sqrt(2 * freedom)
    start, end = max(0.0, 1 - reach), 1 + reach
    step = (end - start) / _STEPS
    weighed = (
        (1 if at in (0, _STEPS) else 4 if at % 2 else 2)
        * density(s := start + at * step)
        * (ideal.cdf(shift - limit * s) + ideal.cdf(-shift - limit * s))
        for at in range(_STEPS + 1)
    )
    return min(1.0, math.fsum(weighed) * step / 3)


def cases_needed(effect: float, power: float = 0.8, alpha: float = 0.05) -> int | None:
    """Return the fewest pairs of which a two-sided paired t test finds an effect with this power.

    None for no effect, which nothing finds, and for one so small that more than a billion would be needed. effect: as in
    `power_of_t_test`.
    """
    if not effect:
        return None
    ideal = NormalDist()
    guess = ((ideal.inv_cdf(1 - alpha / 2) + ideal.inv_cdf(power)) / effect) ** 2
    if guess > _MOST_CASES:
        return None
    n = max(2, int(guess))
    while power_of_t_test(n, effect, alpha) < power:
        n += 1
    while n > 2 and power_of_t_test(n - 1, effect, alpha) >= power:
        n -= 1
    return n


def _incomplete_beta(x: float, rest: float, a: float, b: float) -> float:
    """Return the regularised incomplete beta function, by a continued fraction (DLMF 8.17.22, the modified method of Lentz).

    rest: 1 - x, without its rounding.
    """
    if x <= 0 or rest <= 0:
        return 0.0 if x <= 0 else 1.0
    if x > (a + 1) / (a + b + 2):  # where the fraction of the other side is the one that converges fast
        return 1 - _incomplete_beta(rest, x, b, a)
    front = math.exp(math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log(rest))
    c, d = 1.0, 1 / (1 - (a + b) * x / (a + 1))
    fraction = d
    for m in range(1, _MOST_TERMS):
        for term in (
            m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
            -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)),
        ):
            d, c = 1 / (1 + term * d or _TINY), 1 + term / c or _TINY
            fraction *= c * d
        if abs(c * d - 1) < _ROUNDING:
            break
    return front * fraction / a
