"""The Q-Score against worked examples and the published tables of MAS-HQ (`vectors.json` says which and how exactly)."""

from __future__ import annotations

import json
from pathlib import Path
from statistics import fmean

import pytest

from woozle.games.quest.judgement.scores import WEIGHTS, Cost, Weights, penalties, q_score, winners

VECTORS = json.loads(Path(__file__).with_name("vectors.json").read_text("utf-8"))
SCORES = sorted(name for name in VECTORS if name.startswith(("mashq.q.", "mashq.published.")))
NAMES = "ABC"


def score_players(vector, beta=None):
    """P and Q of each player of a vector; a passage without an H counts 0."""
    given = vector["inputs"]
    players = given["players"]
    means = [fmean(h or 0.0 for h in player["h"]) for player in players]
    price = penalties([Cost(each["api_calls"], each["tokens"], each["reviews"], each["time_s"]) for each in players])
    weights = Weights(given["alpha"], beta or given["beta"])
    return price, [q_score(mean, p, weights) for mean, p in zip(means, price, strict=True)], means


@pytest.mark.parametrize("name", SCORES)
def test_scores_of_worked_examples_and_published_matches(name):
    vector = VECTORS[name]
    price, scores, _ = score_players(vector)
    expected = vector["expected"]
    if "P" in expected:
        assert price == pytest.approx(expected["P"], abs=max(vector["tol"], 1e-6))
    assert scores == pytest.approx(expected["Q"], abs=max(vector["tol"], 1e-6))
    for ours, published in zip(scores, expected.get("published", ()), strict=False):
        assert abs(ours - published) <= expected["max_abs_diff"] + 5e-6


def test_the_winner_depends_on_beta():
    """Most winners by the weights of the paper's tables lose by the weights that it states."""
    vector = VECTORS["mashq.winner_vs_beta"]["expected"]
    published = {each["source"]: each for name, each in VECTORS.items() if name.startswith("mashq.published") and "source" in each}
    checked = 0
    for match, by_beta in vector.items():
        for beta in ("0.1", "0.01", "0.001") if match in published else ():
            each = published[match]
            _, scores, means = score_players(each, float(beta))
            (best,) = winners(scores, means, [player["tokens"] for player in each["inputs"]["players"]])
            assert NAMES[best] == by_beta[beta]
            checked += 1
    assert checked >= 3 * 13


def test_the_first_cell_of_table_9_has_the_weights_that_the_paper_states():
    vector = VECTORS["mashq.published.T9_row1_beta0.01"]
    assert score_players(vector)[1][0] == pytest.approx(vector["expected"]["published_A"], abs=1e-4)
    assert WEIGHTS["stated"] == (1.0, 0.01)
    assert WEIGHTS["tables"] == (1.0, 0.1)


def test_calls_are_twice_the_passages_and_the_reviews():
    """The rule holds in every two-player row of the paper, and of SimpleQA with its 4,326 questions."""
    vector = VECTORS["mashq.api_identity"]
    for (_, _, calls, reviews), passages in zip(vector["inputs"]["rows"], vector["expected"]["N"], strict=True):
        assert calls == 2 * passages + reviews
    simple = VECTORS["mashq.api_identity.simpleqa"]
    assert [2 * simple["inputs"]["N"] + each for each in simple["inputs"]["reviews"]] == simple["expected"]["api_calls"]


def test_ties_go_to_the_more_faithful_then_to_the_thriftier_and_are_shared_at_last():
    assert winners([0.5, 0.5 - 1e-13], [0.8, 0.9], [1, 1]) == [1]
    assert winners([0.5, 0.5], [0.8, 0.8], [20, 10]) == [1]
    assert winners([0.5, 0.5, 0.4], [0.8, 0.8, 1.0], [10, 10, 1]) == [0, 1]
