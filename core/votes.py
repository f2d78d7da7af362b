"""Votes for seats and answers: counts, leaders, ties."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, TypeAlias, TypeVar

from woozle.core.request import Seat

T = TypeVar("T")

Ties: TypeAlias = Literal["revote", "draw", "none", "seat_order"]
"""The rule for a tie: one more vote between the tied, and then a draw; a draw; no seat; the first of the tied."""


def tally(votes: Mapping[Seat, T | None]) -> dict[T, int]:
    """Return the number of votes for each target, most first. None is an abstention."""
    return dict(Counter(target for target in votes.values() if target is not None).most_common())


def leaders(votes: Mapping[Seat, T | None], order: Sequence[T]) -> list[T]:
    """Return the targets with the most votes, in the given order; empty if there are no votes."""
    counts = tally(votes)
    most = max(counts.values(), default=0)
    return [each for each in order if each in counts and counts[each] == most]


def most_frequent(answers: Iterable[str | None]) -> list[str]:
    """Return the modal answers, in the order in which they were first given. None is ignored."""
    counts = Counter(answer for answer in answers if answer is not None)
    most = max(counts.values(), default=0)
    return [answer for answer, count in counts.items() if count == most]


def is_unanimous(answers: Sequence[str | None]) -> bool:
    """Return whether all answers, at least one, are the same, and neither None nor empty."""
    return bool(answers[0]) and len(set(answers)) == 1
