"""Evaluation of a model on held-out questions."""

from __future__ import annotations

import pytest

from woozle.games.self_play.config import Config
from woozle.games.self_play.papers import metrics
from woozle.games.self_play.players.training.evaluation import Examination, _together, base_of, evaluate
from woozle.games.self_play.players.training.policy import Policy
from woozle.games.self_play.players.training.prompts import short_prompt
from woozle.games.self_play.players.training.rollouts import Library, Rollout, tools_of

from tests.games.self_play.players.training.playing import DOSE, SOCIETY, TOWER, FixedRetriever


@pytest.fixture(scope="module")
def examined(loaded):
    return Examination(Policy(loaded, 4), SOCIETY, (TOWER, DOSE), Library(FixedRetriever().search), short_prompt, seed=1, again=3)


def heard(answered, hedged, final, f1=0.0):
    return Rollout("q", 0, (), final, f1, 2, f1 - 0.02, (("FRIEND_HEDGE", hedged), ("FRIEND_ANSWER", answered)))


def test_alone_nobody_can_ask_and_each_question_is_played_as_often_as_is_said(examined):
    played = examined.alone("medicine", name="x", temperature=1.0)
    assert [each.question for each in played] == ["tower"] * 3 + ["dose"] * 3
    assert all("ASK" not in step.chances for each in played for step in each.steps)
    assert all(set(each.steps[0].chances) == {"SEARCH", "ANSWER", "HEDGE"} for each in played)


def test_the_base_is_its_likeliest_answer_without_and_with_a_search(examined):
    base = base_of(examined)
    assert set(base) == {"encyclopaedia", "medicine"}
    assert set(base["medicine"]) == {"tower", "dose"}
    assert base == base_of(examined)


def test_the_curves_are_of_how_sure_a_model_is_before_it_searches(examined):
    base = {tool: {"tower": (0.0, 1.0), "dose": (1.0, 0.5)} for tool in tools_of(SOCIETY)}
    parts = []
    found = evaluate(examined, base, lambda done, of: parts.append((done, of)))
    assert parts == [(1, 3), (2, 3), (3, 3)]
    first = {each.question: each.steps[0].chances for each in examined.alone("medicine", name="examined", temperature=1.0)}
    alone = found["alone"]["medicine"]
    sure = [first[each]["SEARCH"] for each in ("tower", "dose")]
    assert [alone["by_question"][each]["p_search"] for each in ("tower", "dose")] == sure
    assert alone["search_calibration"]["points"] == metrics.search_curve(sure, [0.0, 1.0], [1.0, 0.5]).points
    assert alone["search_calibration"]["f1_at_50"] == alone["search_calibration"]["points"][1]
    assert alone["answer_calibration"]["f1_at_50"] == alone["answer_calibration"]["points"][0]
    assert alone["search_calibration"]["oracle_auc"] == pytest.approx((0.5 + 2 * 1.0 + 0.75) / 4)
    assert found["mean"]["task_f1"] == pytest.approx(sum(each["task_f1"] for each in found["alone"].values()) / 2)


def test_corpora_of_one_name_are_told_apart(loaded):
    tools = ("world:1:30:medicine", "world:2:30:medicine")
    two = Examination(
        Policy(loaded, 4),
        Config(libraries=("-", *tools), found=1),
        (TOWER, DOSE),
        Library(FixedRetriever().search),
        short_prompt,
        seed=1,
        again=1,
    )
    found = evaluate(two, {tool: {"tower": (0.0, 1.0), "dose": (1.0, 0.5)} for tool in tools})
    assert set(found["alone"]) == set(tools)


def test_the_more_confident_reply_is_passed_on_where_one_of_each_was_heard():
    played = [
        heard("Paris", "Rome", "Paris", f1=1.0),
        heard("Paris", "Rome", "Rome"),
        heard("Paris", "Paris", "Paris"),  # nobody can tell
        Rollout("q", 0, (), "Paris", 1.0, 0, 1.0, (("FRIEND_ANSWER", "Paris"), ("FRIEND_ANSWER", "Rome"))),
    ]
    found = _together(played)
    assert (found["passed_on"], found["could_pass_on"]) == (0.5, 2)
    assert found["group_f1"] == 0.5
    assert _together([heard("x", "x", "x")])["passed_on"] is None
