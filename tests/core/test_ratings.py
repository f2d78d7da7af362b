"""Standings: what counts, and how sure a mean is."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from woozle.core.outcome import Result
from woozle.core.ratings import Entry, interval, score_of, standings, student, wilson


def entries(player, *scores, role="", kind="won"):
    return [Entry(f"{player}-{number}", player, role, Result(kind, {"score": score})) for number, score in enumerate(scores)]


@pytest.mark.parametrize(
    ("wins", "n", "low", "high"),
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0000, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_wilson_agrees_with_newcombe(wins, n, low, high):
    """Table I of R. G. Newcombe, Two-sided confidence intervals for the single proportion, Statistics in Medicine 17, 1998."""
    assert wilson(wins, n) == pytest.approx((low, high), abs=5e-5)


@pytest.mark.parametrize(
    ("freedom", "t"),
    [(1, 12.706), (2, 4.303), (3, 3.182), (4, 2.776), (5, 2.571), (7, 2.365), (10, 2.228), (30, 2.042), (120, 1.980)],
)
def test_student_agrees_with_the_tables(freedom, t):
    assert student(freedom) == pytest.approx(t, abs=1e-3)


def test_scores_beyond_wins_and_losses_have_the_interval_of_student():
    """Student's own data, on sleep (Biometrika 6, 1908), with the interval that R's t.test gives for them."""
    extra = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0]
    assert interval(extra) == pytest.approx((-0.5297804, 2.0297804), abs=1e-3)


def test_one_match_has_no_interval_and_neither_have_equal_scores_that_could_have_been_others():
    assert interval([1.0]) is None
    assert interval([0.5, 0.5, 0.5]) is None
    assert interval([1.0, 1.0]) is not None


def test_shares_stay_between_0_and_1():
    low, high = interval([0.5, 1.0])
    assert (low, high) == (0.0, 1.0)


def test_seats_of_one_match_count_once():
    together = [Entry("m", "bot", "goose", Result("won", {"score": score})) for score in (1, 1, 1, 1, 0)]
    (row,) = standings(together)
    assert (row.n, row.mean, row.low) == (1, 0.8, None)


def test_roles_and_players_stand_apart_and_the_best_comes_first():
    rows = standings([*entries("a", 0, 1, role="duck"), *entries("a", 1, 1, role="goose"), *entries("b", 0, 0, role="goose")])
    assert [(row.player, row.role, row.mean) for row in rows] == [("a", "goose", 1.0), ("a", "duck", 0.5), ("b", "goose", 0.0)]


def test_void_is_not_counted_a_forfeit_is_and_what_is_missing_is_not_zero():
    void = entries("void", 1, kind="void")
    forfeited = entries("gone", 0, 1, kind="forfeited")
    missing = [Entry("x", "missing", "", Result("won", {})), Entry("y", "missing", "", Result("won", {"score": math.nan}))]
    (row,) = standings([*void, *forfeited, *missing])
    assert (row.player, row.n, row.mean) == ("gone", 2, 0.5)
    assert score_of(Result("won", {})) is None


many = st.one_of(
    st.lists(st.sampled_from([0.0, 1.0]), min_size=2, max_size=60), st.lists(st.floats(-1e6, 1e6), min_size=2, max_size=60)
)


@given(many)
def test_an_interval_holds_its_mean(scores):
    (row,) = standings(entries("a", *scores))
    assert row.low is None or row.low - 1e-6 <= row.mean <= row.high + 1e-6


@given(many, st.randoms())
def test_the_order_of_matches_does_not_matter(scores, chance):
    played = entries("a", *scores) + entries("b", *scores[:2])
    shuffled = chance.sample(played, len(played))
    assert standings(shuffled) == standings(played)


@given(st.lists(st.sampled_from([0.0, 0.25, 1.0]), min_size=2, max_size=20), st.integers(2, 5))
def test_more_of_the_same_is_surer(scores, times):
    few, lot = interval(scores), interval(scores * times)
    if few and lot and few != (0.0, 1.0):
        assert lot[1] - lot[0] < few[1] - few[0]


@given(st.lists(st.floats(0, 1), min_size=1, max_size=40))
def test_no_interval_of_shares_leaves_them(scores):
    found = interval(scores)
    assert found is None or 0 <= found[0] <= found[1] <= 1
