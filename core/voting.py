"""Votes for seats and answers: what has the most, whether all agree, and what a tie means."""

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
    most = max(counts.values(), default=0)
    return [each for each in order if each in counts and counts[each] == most]


def majority(answers: Iterable[str | None]) -> list[str]:
    """The most frequent of some answers, of which None is none; several, as they were first given, if they are as frequent."""
    counts = Counter(answer for answer in answers if answer is not None)
    most = max(counts.values(), default=0)
    return [answer for answer, count in counts.items() if count == most]


def agree(answers: Sequence[str | None]) -> bool:
    """Whether all say the same, and something: neither None nor an empty text. There is one answer at least."""
    return bool(answers[0]) and len(set(answers)) == 1
