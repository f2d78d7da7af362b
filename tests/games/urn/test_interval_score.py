"""The interval score."""

from __future__ import annotations

from itertools import combinations_with_replacement

import pytest
from hypothesis import given
from hypothesis import strategies as st

from woozle.games.urn.rules import interval_score

ends = st.integers(0, 100)
alphas = st.sampled_from((0.05, 0.1, 0.2, 0.5))


@pytest.mark.parametrize(
    ("low", "high", "truth", "cost"), [(40, 60, 50, 20), (40, 60, 40, 20), (40, 60, 37, 50), (40, 60, 61, 30), (7, 7, 7, 0)]
)
def test_worked_examples(low, high, truth, cost):
    assert interval_score(low, high, truth, 0.2) == cost


@given(ends, ends, ends, alphas)
def test_a_range_costs_its_width_at_least_and_more_the_farther_it_misses(a, b, truth, alpha):
    low, high = sorted((a, b))
    cost = interval_score(low, high, truth, alpha)
    assert cost >= high - low >= 0
    assert (cost == high - low) == (low <= truth <= high)
    assert interval_score(low, high, high + truth + 1, alpha) > interval_score(low, high, high + truth, alpha)


@given(ends, ends, ends, st.integers(-50, 50), alphas)
def test_it_is_the_same_wherever_the_truth_lies(a, b, truth, shift, alpha):
    low, high = sorted((a, b))
    assert interval_score(low + shift, high + shift, truth + shift, alpha) == interval_score(low, high, truth, alpha)


@given(st.lists(st.integers(0, 20), min_size=12, max_size=12).filter(sum), st.sampled_from((0.1, 0.2, 0.5)))
def test_no_range_is_better_on_average_than_the_quantiles_of_what_one_believes(belief, alpha):
    total = sum(belief)
    quantile = [next(x for x in range(12) if sum(belief[: x + 1]) >= part * total) for part in (alpha / 2, 1 - alpha / 2)]

    def expected(low: int, high: int) -> float:
        return sum(weight * interval_score(low, high, truth, alpha) for truth, weight in enumerate(belief)) / total

    best = min(expected(low, high) for low, high in combinations_with_replacement(range(12), 2))
    assert expected(*quantile) == pytest.approx(best)
