"""Agreement of labellers, beyond what chance alone would give.

Labels are names without order. A unit is one labelled item; labellers who left it out are missing there. Units of one group (the
claims of one speech) are dependent, so intervals resample whole groups.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from itertools import chain, permutations
from typing import NamedTuple, TypeAlias, TypeVar

from woozle.core.statistics.resampling import Estimate, estimate, share_estimate

T = TypeVar("T")
Label: TypeAlias = Hashable
Unit: TypeAlias = Mapping[str, Label]
"""The labels of one item, by labeller."""


class Retrieval(NamedTuple):
    """Precision (the right share of what was found), recall (the found share of what is right), and F1."""

    precision: Estimate
    recall: Estimate
    f1: Estimate


class Found(NamedTuple):
    """The counts of one match or speech. found: Items found. there: Items that exist. right: Those of them that were found."""

    found: int
    there: int
    right: int


def cohen_kappa(pairs: Sequence[tuple[Label, Label]]) -> float | None:
    """Return the kappa of two labellers (J. Cohen, Educational and Psychological Measurement 20, 1960).

    None without pairs, and if both use one and the same label throughout: chance would have agreed as well.
    """
    n = len(pairs)
    ours, theirs = Counter(one for one, _ in pairs), Counter(other for _, other in pairs)
    by_chance = sum(ours[label] * theirs[label] for label in ours)
    if not n or by_chance == n * n:
        return None
    agreed = sum(one == other for one, other in pairs)
    return (n * agreed - by_chance) / (n * n - by_chance)


def krippendorff_alpha(units: Sequence[Unit]) -> float | None:
    """Return the alpha of any number of labellers (K. Krippendorff, Computing Krippendorff's Alpha-Reliability, 2011).

    Units with fewer than two labels are ignored. None if no unit is left, or if only one label is ever used.
    """
    coincidences: Counter[tuple[Label, Label]] = Counter()
    totals: Counter[Label] = Counter()
    for unit in units:
        labels = list(unit.values())
        if len(labels) < 2:
            continue
        totals.update(labels)
        for pair in permutations(labels, 2):
            coincidences[pair] += 1 / (len(labels) - 1)  # type: ignore[assignment]
    n = sum(totals.values())
    expected = n * n - sum(count * count for count in totals.values())
    if not expected:
        return None
    observed = sum(weight for (one, other), weight in coincidences.items() if one != other)
    return 1 - (n - 1) * observed / expected


def kappa(groups: Iterable[Sequence[Unit]], one: str, other: str) -> Estimate:
    """Return the kappa of two labellers over the units that both labelled, with its interval. n: Groups with such units."""
    pairs = ([(unit[one], unit[other]) for unit in group if one in unit and other in unit] for group in groups)
    return _over_groups(filter(None, pairs), cohen_kappa)


def alpha(groups: Iterable[Sequence[Unit]]) -> Estimate:
    """Return the alpha of all labellers over the units that at least two labelled, with its interval. n: Groups with such units."""
    shared = ([unit for unit in group if len(unit) > 1] for group in groups)
    return _over_groups(filter(None, shared), krippendorff_alpha)


def _over_groups(groups: Iterable[Sequence[T]], figure: Callable[[Sequence[T]], float | None]) -> Estimate:
    return estimate(list(groups), lambda drawn: figure(list(chain.from_iterable(drawn))))


def retrieval(each: Sequence[Found]) -> Retrieval:
    """Return precision, recall and F1, with their intervals, which resample whole matches or speeches."""
    return Retrieval(share_estimate(each, _precision), share_estimate(each, _recall), share_estimate(each, _f1))


def _precision(each: Sequence[Found]) -> float | None:
    found = sum(one.found for one in each)
    return sum(one.right for one in each) / found if found else None


def _recall(each: Sequence[Found]) -> float | None:
    there = sum(one.there for one in each)
    return sum(one.right for one in each) / there if there else None


def _f1(each: Sequence[Found]) -> float | None:
    both = sum(one.found + one.there for one in each)
    return 2 * sum(one.right for one in each) / both if both else None
