"""Votes for seats: who has the most, and what a tie means."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, TypeAlias, TypeVar

from woozle.core.request import Seat

T = TypeVar("T")

Ties: TypeAlias = Literal["revote", "draw", "none", "seat_order"]
"""What a tie means: the tied are voted about once more, then one of them is drawn; one is drawn; nobody; the first of them."""


def tally(votes: Mapping[Seat, T | None]) -> dict[T, int]:
    """How many votes each has, the most first; None abstains."""
    return dict(Counter(target for target in votes.values() if target is not None).most_common())


def leaders(votes: Mapping[Seat, T | None], order: Sequence[T]) -> list[T]:
    """Those with the most votes, in the given order; nobody without a vote."""
    counts = tally(votes)
    return [each for each in order if each in counts and counts[each] == max(counts.values())]


def majority(answers: Iterable[str]) -> list[str]:
    """The most frequent of some answers; several, in the order they were first given, if they are as frequent."""
    counts = Counter(answers)
    return [answer for answer, count in counts.items() if count == max(counts.values())]
