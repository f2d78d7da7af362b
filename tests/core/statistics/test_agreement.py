"""Agreement beyond chance, against worked examples."""

from __future__ import annotations

import pytest

from woozle.core.statistics.agreement import Found, alpha, cohen_kappa, kappa, krippendorff_alpha, retrieval


def units(*rows):
    """Units from a row of labels for each labeller; `*` is missing."""
    return [{str(who): label for who, label in enumerate(column) if label != "*"} for column in zip(*rows, strict=True)]


def alone(table):
    """Each unit a group of its own."""
    return [[unit] for unit in table]


def test_kappa_of_fifty_applications():
    """20 times both say yes, 15 times both say no, 5 and 10 times they differ: 0.7 agree, 0.5 would by chance."""
    pairs = [("yes", "yes")] * 20 + [("yes", "no")] * 5 + [("no", "yes")] * 10 + [("no", "no")] * 15
    assert cohen_kappa(pairs) == pytest.approx(0.4)


def test_alpha_of_four_observers():
    """The example with missing labels of Krippendorff 2011, section C: 0.743 for names without order."""
    table = units("123321412***", "1233224125*3", "*3332342251*", "12332441251*")
    assert krippendorff_alpha(table) == pytest.approx(0.743, abs=0.0005)


def test_whoever_agrees_throughout_has_one_and_whoever_guesses_has_none():
    assert cohen_kappa([("a", "a"), ("b", "b")]) == krippendorff_alpha(units("ab", "ab")) == 1
    guesses = [(one, other) for one in "ab" for other in "ab"]
    assert cohen_kappa(guesses) == 0


def test_where_chance_agrees_as_well_nothing_is_said():
    assert cohen_kappa([("a", "a")] * 9) is krippendorff_alpha(units("aaa", "aaa")) is None
    assert cohen_kappa([]) is krippendorff_alpha([]) is krippendorff_alpha([{"x": "a"}]) is None


def test_intervals_are_over_what_both_labelled():
    table = units("aabbabab" * 2 + "*", "aabbabba" * 2 + "*", "*" * 16 + "a")
    found = kappa(alone(table), "0", "1")
    assert found.n == 16 and found.low < found.value == 0.5 <= found.high
    assert alpha(alone(table)).n == 16
    assert kappa(alone(table), "0", "2") == (None, None, None, 0)


def test_what_hangs_together_is_drawn_together():
    table = units("aabbabab" * 12, "aabbabba" * 12)
    single, grouped = kappa(alone(table), "0", "1"), kappa([table[at : at + 8] for at in range(0, 96, 8)], "0", "1")
    assert grouped.value == single.value
    assert (single.n, grouped.n) == (96, 12)
    assert grouped.low is grouped.high is None, "groups that are all alike say nothing of others"
    assert single.low < single.high


def test_precision_and_recall_pool_what_was_found():
    found = retrieval([Found(4, 5, 3), Found(0, 2, 0), Found(4, 1, 1)])
    assert [each.value for each in found] == [0.5, 0.5, 0.5]
    assert retrieval([Found(0, 3, 0)]).precision.value is None and retrieval([Found(0, 3, 0)]).recall.value == 0
