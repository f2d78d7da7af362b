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
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, MutableMapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from hashlib import sha256, shake_256
from statistics import fmean
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias, TypeVar

from woozle.core.statistics.intervals import FEWEST, Interval, interval, share_interval, student_interval, wilson

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

T = TypeVar("T")

RESAMPLES = 2000
_TAILS = 40  # a fortieth, 2.5 %, on either side
_DRAW_BYTES = 4
_MANY = 100  # matches, from which on samples are added up as products of matrices
_ROWS = 40  # samples that are multiplied at once, which keeps them in the cache of a core
_BITS = 52  # of a sum that is exact, and so the same on every machine


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
    if n >= _MANY and isinstance(figure, _Pooled):
        ends = _remembered(figure, n)
    else:
        ends = _ends([each for sample in _samples(n) if (each := figure(sample)) is not None])
    return Estimate(value, None, None, n) if ends[0] == ends[1] else Estimate(value, *ends, n)


Ends: TypeAlias = "tuple[float | None, float | None]"

_memory: ContextVar[MutableMapping[str, Ends] | None] = ContextVar("memory", default=None)


@contextmanager
def remembering(known: MutableMapping[str, Ends]) -> Iterator[None]:
    """Look up intervals of many matches among those that are known, by a digest of their numbers, and add new ones."""
    token = _memory.set(known)
    try:
        yield
    finally:
        _memory.reset(token)


def _remembered(figure: _Pooled, n: int) -> Ends:
    known = _memory.get()
    if known is None:
        return _ends(figure.resampled(n))
    if (key := figure.digest()) not in known:
        known[key] = _ends(figure.resampled(n))
    return known[key]


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
    return _share_estimate(len(known), _Pooled(known))


def pooled_mean(counts: Sequence[Share]) -> Estimate:
    """Return a ratio over all matches together, as `pooled_share` does for shares. The part may exceed the whole."""
    known = [count for count in counts if count.whole]
    parts, wholes = [count.part for count in known], [count.whole for count in known]
    return _estimate(len(known), _Pooled(known), lambda: interval(parts) if {*wholes} == {1} else student_interval(parts, wholes))


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
    return _share_estimate(len(items), lambda sample: figure([items[at] for at in sample]))


def _share_estimate(n: int, figure: Callable[[Sequence[int]], float | None]) -> Estimate:
    found = _estimate(n, figure, lambda: None)
    if found.value is None or found.low is not None or n < FEWEST:
        return found
    return Estimate(found.value, *wilson(found.value * n, n), n)


def mean(values: Iterable[float | None]) -> Estimate:
    """Return the mean over matches of equal weight. None stands for a match without a value, which is left out."""
    known = [value for value in values if value is not None]
    return _estimate(len(known), _MeanOf(known), lambda: interval(known))


def pooled_difference(ours: Mapping[Hashable, Share], theirs: Mapping[Hashable, Share]) -> Estimate:
    """Return by how much our pooled share exceeds theirs, over the matches that both have (by seed, say), resampled in pairs.

    There is no interval for fewer than FEWEST pairs, or if all differ by the same, for which the bootstrap would give a point.
    """
    pairs = [(ours[key], theirs[key]) for key in ours if key in theirs and ours[key].whole and theirs[key].whole]
    lead = _Pooled([each for each, _ in pairs], [each for _, each in pairs])
    return _estimate(len(pairs), lead, lambda: None)


def mean_share(shares: Iterable[float | None]) -> Estimate:
    """Return the mean over matches of a share in each, as `share_estimate` does. None stands for a match without one."""
    return share_estimate([share for share in shares if share is not None], fmean)


def mean_difference(ours: Mapping[Hashable, float | None], theirs: Mapping[Hashable, float | None]) -> Estimate:
    """Return by how much our mean exceeds theirs, over the matches in which both have a value."""
    pairs = [(ours[key], theirs[key]) for key in ours if key in theirs]
    known = [one - other for one, other in pairs if one is not None and other is not None]
    return _estimate(len(known), _MeanOf(known), lambda: student_interval(known))


class _Pooled:
    """The pooled share of a sample of indices, less another one. It is asked thousands of times, and so loops in C."""

    def __init__(self, *shares: Sequence[Share]) -> None:
        self._columns = [([share.part for share in each], [share.whole for share in each]) for each in shares]

    def __call__(self, sample: Sequence[int]) -> float:
        first, *others = (sum(map(part.__getitem__, sample)) / sum(map(whole.__getitem__, sample)) for part, whole in self._columns)
        return first - sum(others)

    def digest(self) -> str:
        """Return what is equal for the same numbers alone."""
        return sha256(b"".join(array("d", each) for pair in self._columns for each in pair)).hexdigest()

    def resampled(self, n: int) -> list[float]:
        """Return the figure of each sample of n indices, as many products of matrices."""
        import numpy as np

        numbers = np.column_stack([_whole_multiples(np.array(each, float)) for pair in self._columns for each in pair])
        times = _times(n)
        sums = np.concatenate([times[at : at + _ROWS].astype(float) @ numbers for at in range(0, RESAMPLES, _ROWS)])
        rates = sums[:, ::2] / sums[:, 1::2]
        found: list[float] = (rates[:, 0] - rates[:, 1:].sum(axis=1)).tolist()
        return found


class _MeanOf(_Pooled):
    """The mean of a sample of indices."""

    def __init__(self, values: Sequence[float]) -> None:
        super().__init__([Share(value, 1) for value in values])
        self._values = values

    def __call__(self, sample: Sequence[int]) -> float:
        return fmean(map(self._values.__getitem__, sample))


def _whole_multiples(numbers: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return numbers rounded to multiples of a power of two, so that sums of as many are the same in whichever order."""
    import numpy as np

    _, exponent = np.frexp(np.abs(numbers).max())
    unit = np.ldexp(1.0, int(exponent) - _BITS + len(numbers).bit_length())
    found: NDArray[np.float64] = np.rint(numbers / unit) * unit
    return found


@lru_cache(maxsize=2)
def _times(n: int) -> NDArray[Any]:
    """Return how often each index stands in each sample."""
    import numpy as np

    drawn = np.frombuffer(_draw(n), ">u4").reshape(RESAMPLES, n)
    kind = np.min_scalar_type(64)  # of n draws, none comes so often
    return np.stack([np.bincount(row % n, minlength=n).astype(kind) for row in drawn])


def _samples(n: int) -> Iterator[Sequence[int]]:
    draws = _draws(n)
    for start in range(0, RESAMPLES * n, n):
        yield draws[start : start + n]


@lru_cache(maxsize=8)
def _draws(n: int) -> array[int]:
    """Return RESAMPLES samples of n numbers below n, one after the other."""
    drawn = array("I", _draw(n))
    if sys.byteorder == "little":  # what is drawn is the same on every machine
        drawn.byteswap()
    return array("I", (each % n for each in drawn))


def _draw(n: int) -> bytes:
    return shake_256(b"woozle bootstrap %d" % n).digest(RESAMPLES * n * _DRAW_BYTES)
