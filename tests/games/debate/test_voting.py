"""CoT-SC(k) from one set of samples, held against all sets of k of them."""

from __future__ import annotations

from itertools import combinations
from math import comb

from hypothesis import given
from hypothesis import strategies as st

from woozle.core.votes import most_frequent
from woozle.games.debate.spread.voting import majority_shares

ANSWERS = st.lists(st.sampled_from(["A", "B", "C", "D", None]), min_size=1, max_size=9)


def listed(answers, right):
    """The same, set by set."""
    sets = {k: list(combinations(answers, k)) for k in range(1, len(answers) + 1)}
    return [(sum(next(iter(most_frequent(some)), None) in right for some in sets[k]), len(sets[k])) for k in sets]


@given(ANSWERS, st.sets(st.sampled_from("ABCD")))
def test_sets_are_counted_as_if_each_was_listed(answers, right):
    assert majority_shares(answers, right.__contains__) == listed(answers, right)


def test_fifty_samples_have_a_majority_for_each_k():
    answers = ["B"] * 30 + ["C"] * 20
    shares = majority_shares(answers, lambda answer: answer == "B")
    assert [len(shares), shares[0], shares[-1]] == [50, (30, 50), (1, 1)]
    assert shares[24].whole == comb(50, 25) and shares[1].part == comb(30, 2) + 30 * 20  # of a pair that is split B is first
    assert shares[0].rate < shares[2].rate < shares[24].rate < 1
