"""The selection of rollouts to learn from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from woozle.games.self_play.papers.selection import best_group, choose_lesson, choose_rollout, groups

from tests.games.self_play.vectors import TOLERANCE, VECTORS


class Rollout(NamedTuple):
    """The facts about a rollout that selection uses."""

    id: str
    actions: Sequence[str]
    reward: float
    f1: float = 0.0


@pytest.mark.parametrize("name", ["csp.algorithm1", "csp.algorithm1.below"])
def test_a_lucky_rollout_loses_to_what_is_good_on_average(name):
    inputs, expected = VECTORS[name]["inputs"], VECTORS[name]["expected"]
    rollouts = [Rollout(**each) for each in inputs["rollouts"]]
    for found, want in zip(groups(rollouts), expected["groups"], strict=True):
        assert [list(found.actions), len(found.rollouts)] == [want["actions"], want["n"]]
        assert found.mean == pytest.approx(want["mean"], abs=TOLERANCE)
    assert list(best_group(rollouts).actions) == expected["best"]
    selected = choose_rollout(rollouts, inputs["threshold"])
    assert (selected.id if selected else None) == expected["selected"]


def test_action_supervision_learns_to_hedge_where_the_answer_is_wrong():
    inputs, expected = VECTORS["csp.action_supervision"]["inputs"], VECTORS["csp.action_supervision"]["expected"]
    rollouts = [Rollout(each["id"], ["SEARCH", each["final"]], each["reward"], each["f1"]) for each in inputs["rollouts"]]
    lesson = choose_lesson(rollouts, inputs["threshold"])
    assert lesson.rollout.id == expected["train"] and not lesson.has_answer


ANSWERED = Rollout("a", ("ANSWER",), 0.9, 0.9)
HEDGED = Rollout("h", ("HEDGE",), 0.4, 0.4)
HEDGED_RIGHT = Rollout("r", ("HEDGE",), 0.9, 0.9)
ASKED = Rollout("s", ("ASK",), 1.0, 1.0)


@pytest.mark.parametrize(
    ("rollouts", "learnt", "has_answer"),
    [
        ([HEDGED, ANSWERED], "a", True),
        ([ASKED, HEDGED], "h", False),
        ([HEDGED, HEDGED_RIGHT], None, None),
        ([ASKED], None, None),
        ([Rollout("e", (), 1.0)], None, None),
        ([], None, None),
        ([Rollout("half", ("ANSWER",), 0.5, 0.5), Rollout("also", ("HEDGE",), 0.5, 0.5)], "also", False),
    ],
)
def test_action_supervision_learns_to_answer_only_what_is_right_and_to_hedge_only_what_is_not(rollouts, learnt, has_answer):
    lesson = choose_lesson(rollouts)
    assert (lesson and lesson.rollout.id, lesson and lesson.has_answer) == (learnt, has_answer)


def test_of_groups_as_good_the_larger_is_better_then_the_first():
    a, b, c = (Rollout(name, (name,), 1.0) for name in "abc")
    assert best_group([a, b, b, c, c]).actions == ("b",)
    assert best_group([a, b, c]).actions == ("a",)


def test_of_rollouts_as_good_the_first_is_learnt_from():
    first, second = Rollout("1", ("ANSWER",), 1.0), Rollout("2", ("ANSWER",), 1.0)
    assert choose_rollout([first, second]) is first


def test_a_mean_at_the_threshold_is_not_above_it():
    assert choose_rollout([Rollout("1", ("ANSWER",), 0.5)], 0.5) is None


@given(
    st.lists(
        st.builds(Rollout, st.text("xyz", max_size=1), st.lists(st.sampled_from(["ASK", "ANSWER"]), max_size=2), st.floats(0, 1))
    )
)
def test_what_is_learnt_is_the_best_of_a_group_that_none_beats(rollouts):
    found = choose_rollout(rollouts, threshold=-1)
    assert (found is None) == (not rollouts)
    if found:
        each = groups(rollouts)
        mine = next(group for group in each if group.actions == tuple(found.actions))
        assert mine.mean == max(group.mean for group in each)
        assert found.reward == max(rollout.reward for rollout in mine.rollouts)


def test_a_sequence_that_was_taken_once_by_luck_can_be_kept_out():
    lucky, often = Rollout("l", ("ANSWER",), 1.0), [Rollout(str(at), ("SEARCH", "ANSWER"), 0.9) for at in range(3)]
    assert choose_rollout([lucky, *often]) is lucky  # as Algorithm 1 has it: alone it is a group whose mean is its luck
    assert choose_rollout([lucky, *often], least=2) is choose_rollout([lucky, *often], least=3) is often[0]
    assert choose_rollout([lucky, *often], least=4) is None
