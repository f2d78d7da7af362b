"""Standings: what counts, and how sure a mean is."""

import math

from hypothesis import given
from hypothesis import strategies as st

from woozle.core.outcome import Result
from woozle.core.statistics.standings import Entry, score_of, standings


def entries(player, *scores, role="", kind="won"):
    return [Entry(f"{player}-{number}", player, role, Result(kind, {"score": score})) for number, score in enumerate(scores)]


def test_seats_of_one_match_count_once():
    together = [Entry("m", "bot", "goose", Result("won", {"score": score})) for score in (1, 1, 1, 1, 0)]
    (row,) = standings(together)
    assert (row.n, row.mean, row.low) == (1, 0.8, None)


def test_roles_and_players_stand_apart_and_the_best_comes_first():
    rows = standings([*entries("a", 0, 1, role="duck"), *entries("a", 1, 1, role="goose"), *entries("b", 0, 0, role="goose")])
    assert [(row.player, row.role, row.mean) for row in rows] == [("a", "goose", 1.0), ("a", "duck", 0.5), ("b", "goose", 0.0)]


def test_of_the_same_mean_whoever_played_more_comes_first_whether_more_or_less_is_better():
    played = [*entries("a", 0, 1), *entries("b", 0, 1, 0, 1), *entries("c", 0, 1), *entries("d", 0)]
    assert [row.player for row in standings(played)] == ["b", "a", "c", "d"]
    assert [row.player for row in standings(played, lowest_first=True)] == ["d", "b", "a", "c"]


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
