"""Comparisons of players, drawn from matches."""

import pytest

from woozle.core.outcome import Result
from woozle.core.statistics.standings import Entry
from woozle.core.statistics.strengths.comparisons import UnratedError, compare_players

from tests.core.statistics.strengths.simulated import ranking, sided


def seats(match, *results, roles=()):
    return [
        Entry(match, player, roles[at] if roles else "", Result(kind, {"score": score}), at + 1)
        for at, (player, kind, score) in enumerate(results)
    ]


def said(entries):
    return {
        name: [("".join(e.player for e in each.one), "".join(e.player for e in each.other), each.share) for each in comparisons]
        for name, comparisons in compare_players(entries).matches.items()
    }


def test_a_ranking_is_every_pair_and_each_seat_counts_once():
    found = compare_players(ranking("m", ["a", "b", "c"]))
    assert said(ranking("m", ["a", "b", "c"])) == {"m": [("a", "b", 1.0), ("a", "c", 1.0), ("b", "c", 1.0)]}
    assert {each.weight for each in found.matches["m"]} == {0.5}
    assert found.model == "Plackett-Luce"


def test_who_shares_a_rank_has_half_a_win():
    assert said(ranking("m", ["a", ("b", "c")]))["m"] == [("a", "b", 1.0), ("a", "c", 1.0), ("b", "c", 0.5)]


def test_who_won_by_a_tie_break_is_ahead_of_the_same_score():
    assert said(seats("m", ("a", "lost", 0.7), ("b", "won", 0.7)))["m"] == [("a", "b", 0.0)]


def test_who_forfeits_is_behind_those_who_drew_whatever_the_score():
    assert said(seats("m", ("a", "forfeited", 3), ("b", "drawn", 1)))["m"] == [("a", "b", 0.0)]


def test_seats_of_a_role_that_win_together_are_a_side():
    found = compare_players(sided({"x": 0.5, "y": -0.5}, 20, 1, {"goose": 3, "duck": 1}, 0))
    assert found.model == "Bradley-Terry"
    assert {(len(each.one), len(each.other), each.weight) for (each,) in found.matches.values()} == {(1, 3, 1.0)}


def test_roles_that_do_not_win_together_are_ranked():
    results = [("a", "won", 2), ("b", "lost", 1), ("c", "lost", 0)]
    assert len(compare_players(seats("m", *results, roles=("x", "x", "y"))).matches["m"]) == 3


def test_who_wins_and_loses_together_has_nobody_to_be_rated_against():
    together = [*seats("m", ("a", "won", 1), ("b", "won", 1)), *seats("n", ("a", "lost", 0), ("b", "lost", 0))]
    with pytest.raises(UnratedError, match="all won or lost together"):
        compare_players(together)


def test_one_player_is_no_rival():
    with pytest.raises(UnratedError, match="only one"):
        compare_players(ranking("m", ["a"]) + seats("n", ("a", "won", 1), ("a", "lost", 0)))
    with pytest.raises(UnratedError):
        compare_players([])


def test_a_match_without_a_result_for_every_seat_is_left_out_and_counted():
    void = seats("n", ("a", "won", 1), ("b", "void", 0), ("c", "lost", 0))
    found = compare_players([*ranking("m", ["a", "b", "c"]), *void])
    assert (list(found.matches), found.partial) == (["m"], 1)
