"""Correctness, cost and calibration."""

from __future__ import annotations

from statistics import fmean

import pytest
from hypothesis import given
from hypothesis import strategies as st

from woozle.core.text import squad_tokens
from woozle.games.self_play.papers.metrics import (
    answer_curve,
    answer_probability,
    auroc,
    brier,
    ece,
    oracle_search,
    passed_on,
    passes_on,
    random_search,
    reward,
    search_curve,
    token_f1,
)

from tests.games.self_play.vectors import TOLERANCE, VECTORS

SHARES = st.integers(0, 4).map(lambda part: part / 4)


def close(want):
    return pytest.approx(want, abs=TOLERANCE)


def test_token_f1_is_that_of_squad():
    vector = VECTORS["csp.token_f1"]
    assert [token_f1(said, [answer]) for said, answer in vector["inputs"]["pairs"]] == close(vector["expected"])


def test_the_most_similar_of_several_right_answers_counts():
    vector = VECTORS["csp.token_f1_multi"]
    assert token_f1(vector["inputs"]["pred"], vector["inputs"]["golds"]) == close(vector["expected"])


def test_a_question_without_a_right_answer_has_no_score():
    with pytest.raises(ValueError, match="No answer of this question counts as right"):
        token_f1("Paris", [])


def test_articles_are_left_out_as_words_only():
    assert squad_tokens("An answer: the Theatre, a.k.a. «la Scène»") == ["answer", "theatre", "aka", "«la", "scène»"]


@given(st.text(), st.text())
def test_token_f1_is_the_same_both_ways_and_1_for_the_same(one, other):
    assert token_f1(one, [other]) == token_f1(other, [one])
    assert 0 <= token_f1(one, [other]) <= token_f1(one, [other, one]) == 1


def test_every_search_takes_its_price_off_the_reward():
    inputs = VECTORS["csp.reward"]["inputs"]
    found = [reward(inputs["score"], searches, inputs["lam"]) for searches in inputs["searches"]]
    assert found == close(VECTORS["csp.reward"]["expected"])


def test_the_more_confident_reply_is_passed_on_if_the_last_answer_is_more_like_it():
    assert passes_on("It is Paris", "perhaps Lyon", "Paris") is True
    assert passes_on("It is Paris", "perhaps Lyon", "Lyon") is False
    assert passes_on("It is Paris", "Paris it is", "Paris") is None
    assert passed_on([("Paris", "Lyon", "Paris"), ("Paris", "Lyon", "Lyon"), ("Paris", "Lyon", "Nice")]) == (1, 2)


def test_the_search_curve():
    inputs, expected = VECTORS["csp.search_curve"]["inputs"], VECTORS["csp.search_curve"]["expected"]
    found = search_curve(inputs["p_search"], inputs["f1_parametric"], inputs["f1_retrieval"])
    assert list(found.points) == close(expected["points"])
    assert found.area == close(expected["auc"]) and found.x == (0, 0.25, 0.5, 0.75, 1)


def test_searching_at_random_is_a_straight_line():
    inputs, expected = (
        VECTORS["csp.search_curve.random_baseline"]["inputs"],
        VECTORS["csp.search_curve.random_baseline"]["expected"],
    )
    found = random_search(inputs["f1_parametric"], inputs["f1_retrieval"])
    assert list(found.points) == close(expected["points"]) and found.area == close(expected["auc"])


def test_the_answer_curve():
    inputs, expected = VECTORS["csp.answer_curve"]["inputs"], VECTORS["csp.answer_curve"]["expected"]
    found = answer_curve(inputs["p_answer"], inputs["f1"])
    assert list(found.x) == expected["coverage"]
    assert list(found.points) == close(expected["selective_f1"]) and found.area == close(expected["area"])


@given(st.lists(st.tuples(SHARES, SHARES, SHARES), min_size=1, max_size=8))
def test_no_search_curve_lies_above_the_oracles_and_all_begin_and_end_alike(questions):
    searching, without, with_search = zip(*questions, strict=True)
    best, line = oracle_search(without, with_search), random_search(without, with_search)
    for found in (search_curve(searching, without, with_search), line):
        assert all(point <= top + TOLERANCE for point, top in zip(found.points, best.points, strict=True))
        assert found.points[0] == close(fmean(without)) and found.points[-1] == close(fmean(with_search))
    assert line.area == close((fmean(without) + fmean(with_search)) / 2)


@given(st.lists(st.tuples(SHARES, SHARES), min_size=1, max_size=8), st.randoms())
def test_the_order_in_which_equally_sure_answers_come_changes_no_curve(answers, luck):
    shuffled = luck.sample(answers, len(answers))
    one, other = (answer_curve(*zip(*each, strict=True)) for each in (answers, shuffled))
    assert one.points == close(other.points) and one.area == close(other.area)


def test_who_is_as_sure_of_everything_has_no_calibration():
    assert answer_curve([0.5] * 4, [1, 0, 0, 1]).points == (0.5,) * 4


@pytest.mark.parametrize("given", [([], []), ([0.5], [1, 0])])
def test_a_curve_needs_a_confidence_for_each_question(given):
    with pytest.raises(ValueError, match="A curve has a confidence for each of its questions, one at least"):
        answer_curve(*given)


def test_the_chance_to_answer_is_of_answering_or_hedging():
    assert answer_probability(0.3, 0.1) == close(0.75)
    assert answer_probability(0, 0) is None


def test_calibration_error_brier_score_and_auroc():
    for name, figure in (("calib.ece", ece), ("calib.brier", brier), ("calib.auroc", auroc)):
        assert figure(*VECTORS[name]["inputs"].values()) == close(VECTORS[name]["expected"])


def test_a_confidence_on_the_edge_of_a_bin_belongs_to_the_upper_one():
    assert ece([0.58, 0.585], [0, 1], bins=100) == close(abs(0.58 + 0.585 - 1) / 2)  # 0.58 * 100 is less than 58
    assert ece([1.0, 0.95], [1, 0.95]) == close(0)


def test_without_anything_to_compare_there_is_no_figure():
    assert ece([], []) is None and brier([], []) is None and auroc([], []) is None
    assert auroc([0.1, 0.9], [1, 1]) is None


@given(st.lists(st.tuples(SHARES, st.booleans()), max_size=12))
def test_auroc_is_the_share_of_pairs_in_order(answers):
    pairs = [(sure > unsure) + (sure == unsure) / 2 for sure, right in answers if right for unsure, wrong in answers if not wrong]
    assert auroc([sure for sure, _ in answers], [right for _, right in answers]) == (close(fmean(pairs)) if pairs else None)
