"""Measures of how errors spread: accuracy and misleading by round, who listened to whom, and the outcome (sections 3 and A.2)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import TypeAlias

from woozle.core.statistics.resampling import Share
from woozle.core.value import value

Right: TypeAlias = Sequence[bool | int]
"""Correctness of each agent, in the order of seats."""

Heard: TypeAlias = Mapping[int, Sequence[int]]
"""The agents that each agent listened to, by number."""

Edge: TypeAlias = tuple[int, int, int]
"""A round, from 0, with its speaker and its listener, by number."""


def round_shares(right: Sequence[Right]) -> dict[str, Share]:
    """Return the shares of each round, by name and number from 1. right: by round.

    Accuracy MA, misled MR (wrong, of those right before), initially misled IMR (wrong, of the right in the first round) and
    corrected CR (right, of those wrong before). With no one to count, the paper prints 0.
    """
    found = {f"MA{at}": Share(sum(map(bool, each)), len(each)) for at, each in enumerate(right, 1)}
    for at, (before, now) in enumerate(pairwise(right), 2):
        found[f"MR{at}"] = count_turns(now, before, of=True)
        found[f"IMR{at}"] = count_turns(now, right[0], of=True)
        found[f"CR{at}"] = count_turns(now, before, of=False)
    return found


def count_turns(now: Right, before: Right, *, of: bool) -> Share:
    """Return how many of those who were right (or, `of` False, wrong) before are the opposite now."""
    return Share.of(bool(is_right) != of for is_right, was_right in zip(now, before, strict=True) if was_right == of)


def implied_accuracy(accuracy: float, misled: float | None, corrected: float | None) -> float:
    """Return the accuracy that follows from these shares misled and corrected: MA' (1 - MR) + (1 - MA') CR."""
    return accuracy * (1 - (misled or 0.0)) + (1 - accuracy) * (corrected or 0.0)


@value
class Flow:
    """The messages heard by those who began right, and by those who began wrong.

    errors: the share of the former's messages that came from a wrong seat; corrections: of the latter's, from a right one.
    """

    errors: Share
    corrections: Share


def flow(right: Sequence[Right], heard: Sequence[Heard]) -> Flow:
    """Return the flow of information over all rounds (figure 5). right: by round, from the first; heard: from the second on."""
    errors = to_right = corrections = to_wrong = 0
    for before, listened in zip(right, heard, strict=False):
        for agent, others in listened.items():
            wrong = sum(not before[other] for other in others)
            if right[0][agent]:
                errors, to_right = errors + wrong, to_right + len(others)
            else:
                corrections, to_wrong = corrections + len(others) - wrong, to_wrong + len(others)
    return Flow(Share(errors, to_right), Share(corrections, to_wrong))


def edges(right: Sequence[Right], heard: Sequence[Heard], *, of: bool) -> list[Edge]:
    """Return who may have led whom: j spoke to i, j was wrong (or, `of` True, right) before and i is so after (figure 1a).

    The two coincide; neither need have caused the other. Ordered by round, listener and the order in which it heard them.
    """
    return [
        (at, other, agent)
        for at, listened in enumerate(heard)
        for agent, others in sorted(listened.items())
        for other in others
        if bool(right[at][other]) == of and bool(right[at + 1][agent]) == of
    ]


def flow_shares(right: Sequence[Right], heard: Sequence[Heard]) -> dict[str, Share]:
    """Return by round, from the second on, the share of its messages that are edges of errors and of what is right (figure 1a)."""
    found = {}
    for name, of in (("error_flow", False), ("right_flow", True)):
        rounds = [at for at, _, _ in edges(right, heard, of=of)]
        for at, listened in enumerate(heard):
            found[f"{name}{at + 2}"] = Share(rounds.count(at), sum(map(len, listened.values())))
    return found


def trace_errors(right: Sequence[Right], heard: Sequence[Heard]) -> set[int]:
    """Return the agents that end wrong and have been so ever since the first round, or since they heard such an agent.

    As with edges, this is coincidence, not cause.
    """
    carriers = {agent for agent, is_right in enumerate(right[0]) if not is_right}
    for now, listened in zip(right[1:], heard, strict=False):
        wrong = {agent for agent, is_right in enumerate(now) if not is_right}
        carriers = {agent for agent in wrong if agent in carriers or carriers.intersection(listened.get(agent, ()))}
    return carriers


def half_life(holders: Iterable[float]) -> int | None:
    """Return after how many rounds at most half of those who first held a claim still do; None if that never happens.

    holders: how many held it, by round.
    """
    counts = list(holders)
    if not counts or not counts[0]:
        return None
    return next((at for at, count in enumerate(counts) if count * 2 <= counts[0]), None)
