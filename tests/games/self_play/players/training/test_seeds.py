"""Runs of several seeds together: means, what was changed, and mean curves."""

from __future__ import annotations

import json

import pytest

from woozle.games.self_play.players.training import seeds


def told(f1, search, points=(0.0, 0.5, 1.0)):
    """An epoch, of which little is known."""
    mean = {**dict.fromkeys(seeds.ALONE), "task_f1": f1, "search_rate": search}
    together = {**dict.fromkeys(seeds.TOGETHER), "group_f1": f1}
    curves = {
        "search_calibration": {"points": points, "auc": points[1]},
        "answer_calibration": {"points": points[1:], "auc": sum(points[1:]) / 2},
    }
    right = {"p_search": search, "p_answer": 0.9, "f1": 1.0, "base_f1": 1.0, "base_f1_found": 1.0}
    wrong = {"p_search": 1.0, "p_answer": 0.3, "f1": 0.0, "base_f1": 0.0, "base_f1_found": 1.0}
    tool = {**curves, "by_question": {"tower": right, "dose": wrong}}
    return {"mean": mean, "together": together, "alone": {"encyclopaedia": tool, "medicine": tool}}


RUNS = {1: [told(0.4, 1.0), told(0.5, 0.25)], 2: [told(0.6, 1.0), told(0.6, 0.75)]}


def test_each_epoch_is_a_mean_over_seeds_with_an_interval():
    first, last = seeds.by_epoch(RUNS)
    assert first["task_f1"].value == pytest.approx(0.5)
    assert (first["task_f1"].low, first["task_f1"].high, first["task_f1"].n) == (0.0, 1.0, 2), "Student's, of two seeds"
    assert last["search_rate"].value == 0.5
    assert last["passed_on"].value is None


def test_what_learning_changed_is_a_difference_within_seeds():
    change = seeds.run_difference(RUNS, RUNS, 0)
    assert change["search_rate"].value == -0.5
    assert change["task_f1"].value == pytest.approx(0.05)
    apart = seeds.run_difference({1: [told(0.0, 0.0)], 2: [told(0.0, 0.5)]}, RUNS)
    assert apart["search_rate"].value == -0.25


def test_how_sure_it_is_is_told_where_that_is_right_and_where_it_is_not():
    told, last = seeds.by_epoch(RUNS)
    assert (told["answer_right"].value, told["answer_wrong"].value) == (pytest.approx(0.9), pytest.approx(0.3))
    assert (last["search_idle"].value, last["search_gaining"].value) == (0.5, 1.0)


def test_curves_are_means_over_seeds_and_tools():
    runs = [[told(0, 0, (0.0, 0.2, 0.4))], [told(0, 0, (0.2, 0.4, 0.6))]]
    assert seeds.line(runs, "search_calibration", 0) == ([0.0, 0.5, 1.0], pytest.approx([0.1, 0.3, 0.5]), pytest.approx(0.3))
    assert seeds.line(runs, "answer_calibration", 0) == ([0.5, 1.0], pytest.approx([0.3, 0.5]), pytest.approx(0.4))


def test_all_of_it_is_json():
    found = json.loads(json.dumps(seeds.as_json({"play": RUNS, "names": RUNS})))
    assert found["kinds"]["play"]["epochs"][0]["task_f1"]["n"] == 2
    assert found["names_less_play"]["search_rate"]["value"] == 0.0
    assert found["kinds"]["names"]["by_seed"]["2"][1]["search_rate"] == 0.75
