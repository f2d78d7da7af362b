"""The figures of the benchmarks, against vectors that were computed apart from this code."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from woozle.games.undercover.claims.answers import yes_or_no
from woozle.games.undercover.pairs.benchmark_metrics import (
    Confusion,
    Graded,
    add_confusions,
    confusion,
    hallusion,
    original_yes_or_no,
    pope,
)

VECTORS = {vector["id"]: vector for vector in json.loads(Path(__file__).with_name("vectors.json").read_text())}


@pytest.mark.parametrize("name", ["pope.prf", "pope.prf.none_positive"])
def test_yes_is_positive_and_nothing_by_nothing_is_0(name):
    given, expected = VECTORS[name]["inputs"], VECTORS[name]["expected"]
    words = {1: "yes", 0: "no"}
    counts = confusion((words[said], words[right]) for said, right in zip(given["pred"], given["label"], strict=True))
    assert counts._asdict() == {**{each: expected[each] for each in ("tp", "fp", "fn", "tn")}, "unread": 0}
    figures = {"accuracy": "acc", "precision": "precision", "recall": "recall", "f1": "f1", "yes_ratio": "yes_ratio"}
    assert pope(counts)._asdict() == pytest.approx({name: expected[key] for name, key in figures.items()}, abs=VECTORS[name]["tol"])


@pytest.mark.parametrize(
    ("name", "reads"), [("yesno.extract_vlmeval", yes_or_no), ("yesno.extract_pope_original", original_yes_or_no)]
)
def test_yes_and_no_are_read_by_two_rules(name, reads):
    vector = VECTORS[name]
    assert [reads(text) or "unknown" for text in vector["inputs"]["texts"]] == vector["expected"]


def test_what_cannot_be_read_is_wrong_and_not_a_yes():
    counts = confusion([("Not sure", "yes"), ("Not sure", "no"), ("", "no"), ("no", "no")])
    assert counts == Confusion(fn=1, unread=2, tn=1)
    assert (pope(counts).accuracy, pope(counts).yes_ratio) == (0.25, 0)
    assert confusion([("Not sure", "yes"), ("", "yes")], original_yes_or_no) == Confusion(tp=1, fn=1)


def test_counts_add_up():
    assert add_confusions([Confusion(1, 2, 3, 4, 5), Confusion(1, 1, 1, 1, 1)]) == Confusion(2, 3, 4, 5, 6)
    assert add_confusions([]) == Confusion()
    assert pope(Confusion()) == (0, 0, 0, 0, 0)


def grade_rows(rows, run=0):
    return [Graded(run, row[0], row[1], *map(str, row[2:5]), bool(row[5])) for row in rows]


def test_figures_and_questions_of_hallusionbench_are_right_if_all_of_theirs_are():
    vector = VECTORS["hallusion.metrics"]
    found = hallusion(grade_rows(vector["inputs"]["data"]))
    for name, key in (("a_acc", "aAcc"), ("f_acc", "fAcc"), ("q_acc", "qAcc"), ("avg", "avg"), ("f_acc_original", "fAcc_original")):
        assert 100 * getattr(found, name) == pytest.approx(vector["expected"][key], abs=1e-7)


def test_a_subcategory_of_both_categories_is_two():
    both = hallusion(grade_rows([["VD", "chart", 0, 1, 0, 1], ["VS", "chart", 0, 1, 0, 0]]))
    assert (both.f_acc, both.q_acc) == (0.5, 0.5)


def test_answers_of_two_to_the_same_question_do_not_spoil_each_other():
    row = ["VD", "chart", 0, 1, 0]
    assert hallusion([*grade_rows([[*row, 1]], "Ada"), *grade_rows([[*row, 0]], "Ben")]).f_acc == 0.5


def test_without_pictures_the_first_evaluation_has_no_figures():
    assert hallusion(grade_rows([["VS", "chart", 0, 0, 0, 1]])).f_acc_original is None
    assert hallusion([]) == (0, 0, 0, 0, None)
