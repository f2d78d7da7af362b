"""Tests of two methods on the same subjects, in pairs: McNemar's, and a permutation test, with the size of the effect.

Without a difference, which of the two figures of a pair is ours would be a toss of a coin. Where each is a yes or a no, the tosses
are counted (McNemar's test, exact); of other figures the mean, or the pooled share, is taken again with pairs turned round: in all
ways where few pairs differ, else in drawn ones (R. A. Fisher, The Design of Experiments, 1935, section 21). The draws are fixed:
the same pairs always give the same p.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Mapping, Sequence
from hashlib import shake_256
from itertools import accumulate, compress
from statistics import fmean, stdev
from typing import Literal, NamedTuple, TypeAlias

from woozle.core.statistics.resampling import Estimate, Share, mean_difference, pooled_difference
from woozle.core.statistics.student import cases_needed, tail

DRAWS = 9999
_MOST_IN_FULL = 14  # pairs that differ, which are turned round in all 2 ** 14 ways; of more, DRAWS ways are drawn
_ROUNDING = 1e-9  # of a difference, relative, within which another counts as equal

Figure: TypeAlias = float | Share | None
Method: TypeAlias = Literal["McNemar", "permutation", "permutation, drawn", ""]


class PairedTest(NamedTuple):
    """The difference between our figures and theirs.

    n: pairs. difference: of the means, or of the pooled shares; ours less theirs. low, high: its 95 % interval; None if the data
    give none. p: two-sided; None without pairs. effect: the odds ratio by McNemar (ours alone right, to theirs alone right; None if
    theirs never was), else Cohen's d of pairs, the mean difference over its standard deviation (None if all differ alike).
    method: of the test; empty without pairs. sd: of the differences of pairs; None below two.
    """

    n: int
    difference: float | None
    low: float | None
    high: float | None
    p: float | None
    effect: float | None
    method: Method
    sd: float | None


def paired_test(ours: Mapping[Hashable, Figure], theirs: Mapping[Hashable, Figure]) -> PairedTest:
    """Return the test of all pairs: the keys under which both have a figure.

    A key is what is independent of others, such as a question; figures of several matches about it are put together before. Shares
    are pooled, so that each weighs as much as there is in it; numbers are averaged.
    """
    pairs = _pairs(ours, theirs)
    if not pairs:
        return PairedTest(0, None, None, None, None, None, "", None)
    value, low, high, n = _difference(pairs)
    rates = [(one.part / one.whole, other.part / other.whole) for one, other in pairs.values()]
    differences = [one - other for one, other in rates]
    sd = stdev(differences) if n > 1 else None
    if all(rate in (0, 1) for pair in rates for rate in pair) and all(
        one.whole == other.whole == 1 for one, other in pairs.values()
    ):
        more, less = differences.count(1), differences.count(-1)
        return PairedTest(n, value, low, high, mcnemar(more, less), more / less if less else None, "McNemar", sd)
    p, method = _permutation([*pairs.values()])
    return PairedTest(n, value, low, high, p, fmean(differences) / sd if sd else None, method, sd)


def paired_difference(ours: Mapping[Hashable, Figure], theirs: Mapping[Hashable, Figure]) -> Estimate:
    """Return by how much ours are more than theirs in all pairs, as `paired_test` does."""
    return _difference(_pairs(ours, theirs))


def _pairs(ours: Mapping[Hashable, Figure], theirs: Mapping[Hashable, Figure]) -> dict[Hashable, tuple[Share, Share]]:
    found = {key: (_share(one), _share(theirs.get(key))) for key, one in ours.items()}
    return {key: (one, other) for key, (one, other) in found.items() if one.whole and other.whole}


def _share(figure: Figure) -> Share:
    if figure is None:
        return Share(0, 0)
    return figure if isinstance(figure, Share) else Share(float(figure), 1)


def _difference(pairs: Mapping[Hashable, tuple[Share, Share]]) -> Estimate:
    ours, theirs = ({key: pair[at] for key, pair in pairs.items()} for at in (0, 1))
    if all(share.whole == 1 for pair in pairs.values() for share in pair):
        return mean_difference({key: each.part for key, each in ours.items()}, {key: each.part for key, each in theirs.items()})
    return pooled_difference(ours, theirs)


def mcnemar(more: int, less: int) -> float:
    """Return the exact two-sided p of McNemar's test (Psychometrika 12, 1947): a binomial test of the pairs that differ.

    Args:
        more, less: pairs in which ours alone, and theirs alone, is a yes.
    """
    n = more + less
    logs = (math.lgamma(n + 1) - math.lgamma(k + 1) - math.lgamma(n - k + 1) - n * math.log(2) for k in range(min(more, less) + 1))
    return min(1.0, 2 * math.fsum(map(math.exp, logs)))


def _permutation(pairs: Sequence[tuple[Share, Share]]) -> tuple[float, Method]:
    """Return how often the difference would be as large, either way, with pairs turned round by tossing coins."""
    parts, wholes = ([sum(pair[at][which] for pair in pairs) for at in (0, 1)] for which in (0, 1))
    turned = [(one.part - other.part, one.whole - other.whole) for one, other in pairs if one != other]
    seen = parts[0] / wholes[0] - parts[1] / wholes[1]
    least = abs(seen) - _ROUNDING * abs(seen)

    def is_as_large(part: float, whole: float) -> bool:
        return abs((parts[0] - part) / (wholes[0] - whole) - (parts[1] + part) / (wholes[1] + whole)) >= least

    if len(turned) <= _MOST_IN_FULL:
        ways = [(0.0, 0.0)]
        for part, whole in turned:
            ways += [(p + part, w + whole) for p, w in ways]
        return sum(is_as_large(*way) for way in ways) / len(ways), "permutation"
    mine, more = [part for part, _ in turned], [whole for _, whole in turned]
    unequal = any(more)
    found = 0
    for heads in _coins(len(turned)):
        found += is_as_large(sum(compress(mine, heads)), sum(compress(more, heads)) if unequal else 0)
    return (found + 1) / (DRAWS + 1), "permutation, drawn"


_BITS = [bytes(byte >> bit & 1 for byte in range(256)) for bit in range(8)]
"""Tables by which a byte becomes one of its bits."""


def _coins(n: int) -> Iterable[bytes]:
    """Yield DRAWS draws of n coins, each a byte of 0 or 1: the same on every machine."""
    for at in range(0, DRAWS, 8):
        drawn = shake_256(b"woozle permutation %d %d" % (n, at)).digest(n)
        yield from (drawn.translate(bits) for bits in _BITS[: DRAWS - at])


def paired_t_test(differences: Sequence[float]) -> float | None:
    """Return the two-sided p of Student's test of pairs; None for fewer than two, and for such that do not differ."""
    sd = stdev(differences) if len(differences) > 1 else 0.0
    return tail(fmean(differences) / sd * math.sqrt(len(differences)), len(differences) - 1) if sd else None


def holm(ps: Sequence[float]) -> list[float]:
    """Return the p values of a family adjusted by Holm's method, in their order (Scandinavian J. of Statistics 6, 1979)."""
    order = sorted(range(len(ps)), key=ps.__getitem__)
    raised = accumulate((min(1.0, ps[at] * (len(ps) - rank)) for rank, at in enumerate(order)), max)
    adjusted = dict(zip(order, raised, strict=True))
    return [adjusted[at] for at in range(len(ps))]


def matches_needed(sd: float, difference: float, power: float = 0.8, alpha: float = 0.05) -> int | None:
    """Return the fewest pairs of matches that show a difference with this power, by the power of the paired t test.

    It is close for McNemar's and the permutation test too. sd: of the differences of pairs. None if there is nothing to show.
    """
    return cases_needed(difference / sd, power, alpha) if sd else None
