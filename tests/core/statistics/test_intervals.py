"""Intervals by formula: how sure a mean or a share is."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from woozle.core.statistics.intervals import FEWEST, interval, wilson


@pytest.mark.parametrize(
    ("wins", "n", "low", "high"),
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0000, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_wilson_agrees_with_newcombe(wins, n, low, high):
    """Table I of R. G. Newcombe, Two-sided confidence intervals for the single proportion, Statistics in Medicine 17, 1998."""
    assert wilson(wins, n) == pytest.approx((low, high), abs=5e-5)


def test_scores_beyond_wins_and_losses_have_the_interval_of_student():
    """Student's own data, on sleep (Biometrika 6, 1908), with the interval that R's t.test gives for them."""
    extra = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0]
    assert interval(extra) == pytest.approx((-0.5297804, 2.0297804), abs=1e-6)


def test_one_score_above_1_is_enough_that_no_interval_ends_there():
    low, high = interval([0.5, 1.5])
    assert low < 0 < 1 < high


def test_one_match_has_no_interval_and_neither_have_equal_scores_that_could_have_been_others():
    assert interval([1.0]) is None
    assert interval([0.5, 0.5, 0.5]) is None


def test_wins_and_losses_have_no_interval_below_ten_matches():
    assert FEWEST == 10
    assert interval([1.0] * 9) is None
    assert interval([1.0] * 9 + [0.0]) == wilson(9, 10)


def test_shares_stay_between_0_and_1():
    low, high = interval([0.5, 1.0])
    assert (low, high) == (0.0, 1.0)


@given(st.lists(st.sampled_from([0.0, 0.25, 1.0]), min_size=2, max_size=20), st.integers(2, 5))
def test_more_of_the_same_is_surer(scores, times):
    few, lot = interval(scores), interval(scores * times)
    if few and lot and few != (0.0, 1.0):
        assert lot[1] - lot[0] < few[1] - few[0]


@given(st.lists(st.floats(0, 1), min_size=1, max_size=40))
def test_no_interval_of_shares_leaves_them(scores):
    found = interval(scores)
    assert found is None or 0 <= found[0] <= found[1] <= 1
