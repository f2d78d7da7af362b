"""The choice of rollouts to learn from: Algorithm 1, and action supervision (section 6)."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean
from typing import Generic, Protocol, TypeVar

from woozle.core.groups import group_pairs
from woozle.core.value import value
from woozle.games.self_play.events import ANSWER, HEDGE

THRESHOLD = 0.5
"""Above which a mean reward, or an F1, is good enough to learn from. We chose it, for the paper's "some threshold" (section 3)."""


class Rollout(Protocol):
    """The record of how a question was answered.

    actions: their names, of all agents in order; reward: the group's; f1: token F1 of the last answer, in [0, 1].
    """

    @property
    def actions(self) -> Sequence[str]: ...

    @property
    def reward(self) -> float: ...

    @property
    def f1(self) -> float: ...


R = TypeVar("R", bound=Rollout)


@value
class Group(Generic[R]):
    """The rollouts of a question in which the same was done, in the order they came. mean: of their rewards."""

    actions: tuple[str, ...]
    rollouts: tuple[R, ...]
    mean: float


@value
class Lesson(Generic[R]):
    """A rollout to learn from. has_answer: whether the last text as well, or only what was done."""

    rollout: R
    has_answer: bool


def groups(rollouts: Sequence[R]) -> list[Group[R]]:
    """Return the rollouts of one question by what was done in them, in the order in which each was first done."""
    alike = group_pairs((tuple(rollout.actions), rollout) for rollout in rollouts)
    return [Group(actions, tuple(each), fmean(one.reward for one in each)) for actions, each in alike.items()]


def best_group(rollouts: Sequence[R], least: int = 1) -> Group[R] | None:
    """Return the group of the highest mean reward; of equals the larger, then the first. None without any.

    least: how many rollouts a group must have to be looked at.
    """
    large = [group for group in groups(rollouts) if len(group.rollouts) >= least]
    return max(large, key=lambda group: (group.mean, len(group.rollouts)), default=None)


def choose_rollout(rollouts: Sequence[R], threshold: float = THRESHOLD, least: int = 1) -> R | None:
    """Return the rollout of one question to learn from (Algorithm 1): the best of the best group, the first of equals.

    None if the group's mean is not above the threshold. The mean of a group of one rollout is that rollout's reward, so that a
    sequence that was taken once, by luck, can be chosen. least: of rollouts in a group, 1 in the paper.
    """
    group = best_group(rollouts, least)
    return _best(group.rollouts) if group and group.mean > threshold else None


def choose_lesson(rollouts: Sequence[R], threshold: float = THRESHOLD) -> Lesson[R] | None:
    """Return the lesson for an agent alone from a question (action supervision): to ANSWER if it can, else to HEDGE.

    The best rollout that ends in ANSWER, if its F1 is above the threshold. Else the best that ends in HEDGE, if its F1 is not, and
    without the text, which is wrong. None if neither is.
    """
    answered = _best(_ending(rollouts, ANSWER))
    if answered is not None and answered.f1 > threshold:
        return Lesson(answered, has_answer=True)
    hedged = _best(_ending(rollouts, HEDGE))
    return Lesson(hedged, has_answer=False) if hedged is not None and hedged.f1 <= threshold else None


def _ending(rollouts: Sequence[R], action: str) -> list[R]:
    return [rollout for rollout in rollouts if rollout.actions and rollout.actions[-1] == action]


def _best(rollouts: Sequence[R]) -> R | None:
    return max(rollouts, key=lambda rollout: rollout.reward, default=None)
