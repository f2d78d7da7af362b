"""Intervals by the bootstrap over matches (B. Efron and R. Tibshirani, An Introduction to the Bootstrap, 1993, chapter 13).

Events of one match are dependent, so whole matches are resampled, never single answers or claims. The draws are fixed: the same
matches always give the same interval. A match in which the whole of a share is 0 is left out; it never counts as zero.

Fewer cases than `intervals.FEWEST` get no interval by the bootstrap: means and ratios have Student's, and all else has none. If
each match gives one yes or no, the interval of their share is Wilson's. Where all matches agree, the bootstrap would give a point:
a share then has Wilson's with the number of matches, as if each had given one yes or no, and any other figure has none.
docs/intervals.md explains it for readers.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from hashlib import shake_256
from statistics import fmean
from typing import NamedTuple, TypeVar

from woozle.core.statistics.intervals import FEWEST, Interval, interval, share_interval, student_interval, wilson

T = TypeVar("T")

RESAMPLES = 2000
_TAILS = 40  # a fortieth, 2.5 %, on either side
_DRAW_BYTES = 4


class Share(NamedTuple):
    """A share in one match, as part and whole; or a sum of numbers, and their count."""

    part: float
    whole: float

    @classmethod
    def of(cls, values: Iterable[float | None]) -> Share:
        """Return the sum of some values, and their count. None is left out."""
        known = [value for value in values if value is not None]
        return cls(sum(known), len(known))

    @property
    def rate(self) -> float | None:
        """The part of the whole, or the mean; None of nothing."""
        return self.part / self.whole if self.whole else None


def add_shares(shares: Iterable[Share]) -> Share:
    """Return the pooled share of several."""
    known = list(shares)
    return Share(sum(share.part for share in known), sum(share.whole for share in known))


class Estimate(NamedTuple):
    """A figure with its 95 % interval.

    value: None if no match has a value.
    low, high: None if the data give no interval.
    n: Number of matches with a value.
    """

    value: float | None
    low: float | None
    high: float | None
    n: int


def estimate(items: Sequence[T], figure: Callable[[Sequence[T]], float | None]) -> Estimate:
    """Return a figure of matches, or of other independent items, with its interval. figure: Returns None for a sample without one.

    There is no interval for fewer than FEWEST items, if most samples have no figure, or if it would be a point.
    """
    return _estimate(len(items), lambda sample: figure([items[at] for at in sample]), lambda: None)


def _estimate(n: int, figure: Callable[[Sequence[int]], float | None], few: Callable[[], Interval | None]) -> Estimate:
    """Return a figure with its interval. few: Returns that of fewer items than FEWEST."""
    value = figure(range(n)) if n else None
    if value is None:
        return Estimate(None, None, None, n)
    if n < FEWEST:
        low, high = few() or (None, None)
        return Estimate(value, low, high, n)
    drawn = [each for sample in _samples(n) if (each := figure(sample)) is not None]
    ends = _ends(drawn)
    return Estimate(value, None, None, n) if ends[0] == ends[1] else Estimate(value, *ends, n)


def _ends(drawn: Sequence[float]) -> tuple[float | None, float | None]:
    """Return the ends of the middle 95 %; None for both if most samples have no figure."""
    if 2 * len(drawn) < RESAMPLES:
        return None, None
    tail, ordered = len(drawn) // _TAILS, sorted(drawn)
    return ordered[tail - 1], ordered[-tail]


def pooled_share(shares: Sequence[Share]) -> Estimate:
    """Return the share over all matches together: each match weighs as much as there is in it."""
    known = [share for share in shares if share.whole]
    if all(share.whole == 1 and share.part in (0, 1) for share in known):
        return share_of([bool(share.part) for share in known])
    return share_estimate(range(len(known)), _pooling(known))


def pooled_mean(counts: Sequence[Share]) -> Estimate:
    """Return a ratio over all matches together, as `pooled_share` does for shares. The part may exceed the whole."""
    known = [count for count in counts if count.whole]
    parts, wholes = [count.part for count in known], [count.whole for count in known]
    return _estimate(len(known), _pooling(known), lambda: interval(parts) if {*wholes} == {1} else student_interval(parts, wholes))


def share_of(answers: Iterable[bool | None]) -> Estimate:
    """Return the share of matches with a yes, with Wilson's interval. None stands for a match without an answer."""
    known = [answer for answer in answers if answer is not None]
    if not known:
        return Estimate(None, None, None, 0)
    low, high = share_interval(sum(known), len(known)) or (None, None)
    return Estimate(sum(known) / len(known), low, high, len(known))


def share_estimate(items: Sequence[T], figure: Callable[[Sequence[T]], float | None]) -> Estimate:
    """Return any figure in [0, 1] of some matches, as `estimate` does, but never with a point for an interval.

    No interval for fewer than FEWEST matches; Wilson's with their number where the bootstrap would give a point.
    """
    if len(items) < FEWEST:
        return Estimate(figure(items) if items else None, None, None, len(items))
    found = estimate(items, figure)
    if found.value is None or found.low is not None:
        return found
    return Estimate(found.value, *wilson(found.value * found.n, found.n), found.n)


def mean(values: Iterable[float | None]) -> Estimate:
    """Return the mean over matches of equal weight. None stands for a match without a value, which is left out."""
    known = [value for value in values if value is not None]
    return _estimate(len(known), _mean_of(known), lambda: interval(known))


def pooled_difference(ours: Mapping[Hashable, Share], theirs: Mapping[Hashable, Share]) -> Estimate:
    """Return by how much our pooled share exceeds theirs, over the matches that both have (by seed, say), resampled in pairs.

    There is no interval for fewer than FEWEST pairs, or if all differ by the same, for which the bootstrap would give a point.
    """
    pairs = [(ours[key], theirs[key]) for key in ours if key in theirs and ours[key].whole and theirs[key].whole]
    one, other = _pooling([each for each, _ in pairs]), _pooling([each for _, each in pairs])
    return _estimate(len(pairs), lambda sample: one(sample) - other(sample), lambda: None)


def mean_share(shares: Iterable[float | None]) -> Estimate:
    """Return the mean over matches of a share in each, as `share_estimate` does. None stands for a match without one."""
    return share_estimate([share for share in shares if share is not None], fmean)


def mean_difference(ours: Mapping[Hashable, float | None], theirs: Mapping[Hashable, float | None]) -> Estimate:
    """Return by how much our mean exceeds theirs, over the matches in which both have a value."""
    pairs = [(ours[key], theirs[key]) for key in ours if key in theirs]
    known = [one - other for one, other in pairs if one is not None and other is not None]
    return _estimate(len(known), _mean_of(known), lambda: student_interval(known))


def _mean_of(values: Sequence[float]) -> Callable[[Sequence[int]], float]:
    return lambda sample: fmean(map(values.__getitem__, sample))


def _pooling(shares: Sequence[Share]) -> Callable[[Sequence[int]], float]:
    """Return a function that pools the shares of a sample of indices. It runs thousands of times, and so loops in C."""
    part, whole = [share.part for share in shares].__getitem__, [share.whole for share in shares].__getitem__
    return lambda sample: sum(map(part, sample)) / sum(map(whole, sample))


def _samples(n: int) -> Iterator[Sequence[int]]:
    draws = _draws(n)
    for start in range(0, RESAMPLES * n, n):
        yield draws[start : start + n]


@lru_cache(maxsize=8)
def _draws(n: int) -> array[int]:
    """Return RESAMPLES samples of n numbers below n, one after the other."""
    drawn = array("I", shake_256(b"woozle bootstrap %d" % n).digest(RESAMPLES * n * _DRAW_BYTES))
    if sys.byteorder == "little":  # what is drawn is the same on every machine
        drawn.byteswap()
    return array("I", (each % n for each in drawn))
