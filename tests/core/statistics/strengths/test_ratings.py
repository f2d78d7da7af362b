"""Ratings: planted strengths are found again, by what others compute too, with intervals that hold what they say."""

import math
import random
import sys
from collections import Counter

import pytest

from woozle.core.statistics.strengths.comparisons import UnratedError
from woozle.core.statistics.strengths.ratings import AVERAGE, POINTS, rate_players

from tests.core.statistics.strengths.simulated import ranked, ranking, sided

PLANTED = {"ann": 0.9, "bob": 0.2, "cid": -0.3, "dot": -0.8}


def log_odds(ratings, zero=0.0):
    return {each.name: (each.value - zero) / POINTS for each in ratings}


def strengths(found):
    return log_odds(found.players, AVERAGE)


def pairs(wins):
    """Matches of two from a table of wins, seats taking turns, so that they favour nobody."""
    found = []
    for (winner, loser), times in wins.items():
        for at in range(times):
            found += ranking(f"{winner}-{loser}-{at:03}", [winner, loser], [(winner, loser), (loser, winner)][at % 2])
    return found


def test_planted_strengths_and_seats_are_found_in_rankings():
    found = rate_players(ranked(PLANTED, 1500, 0, seats=3, effects=(0.4, 0.0, -0.4)))
    assert found.model == "Plackett-Luce"
    assert strengths(found) == pytest.approx(PLANTED, abs=0.13)
    assert log_odds(found.seats) == pytest.approx({"1": 0.4, "2": 0.0, "3": -0.4}, abs=0.13)
    assert [each.name for each in found.players] == list(PLANTED)


def test_planted_strengths_and_roles_are_found_in_matches_of_sides():
    found = rate_players(sided(PLANTED, 3000, 0, {"goose": 2, "duck": 1}, -0.6))
    assert found.model == "Bradley-Terry"
    assert strengths(found) == pytest.approx(PLANTED, abs=0.25)
    assert log_odds(found.roles) == pytest.approx({"duck": 0.3, "goose": -0.3}, abs=0.1)


def test_baseball_of_1987_agrees_with_agresti():
    """The American League, Eastern Division (A. Agresti, Categorical Data Analysis, 2002, section 10.6), with its estimates.

    They are relative to Baltimore. Our comparison with the average draws them in a little, and ours know of seats.
    """
    clubs = ("Milwaukee", "Detroit", "Toronto", "New York", "Boston", "Cleveland", "Baltimore")
    wins = (
        (0, 7, 9, 7, 7, 9, 11),
        (6, 0, 7, 5, 11, 9, 9),
        (4, 6, 0, 7, 7, 8, 12),
        (6, 8, 6, 0, 6, 7, 10),
        (6, 2, 6, 7, 0, 7, 12),
        (4, 4, 5, 6, 6, 0, 6),
        (2, 4, 1, 3, 1, 7, 0),
    )
    table = {(clubs[i], clubs[j]): wins[i][j] for i in range(7) for j in range(7) if i != j}
    found = strengths(rate_players(pairs(table)))
    relative = {club: found[club] - found["Baltimore"] for club in clubs[:-1]}
    agresti = {"Milwaukee": 1.581, "Detroit": 1.436, "Toronto": 1.294, "New York": 1.248, "Boston": 1.108, "Cleveland": 0.684}
    assert relative == pytest.approx(agresti, abs=0.025)
    assert sorted(relative, key=relative.get) == sorted(agresti, key=agresti.get)


def test_pairs_agree_with_choix():
    import choix

    chance = random.Random(3)
    wins = {(a, b): chance.randint(200, 400) for a in "abcd" for b in "abcd" if a != b}
    names = "abcd"
    theirs = choix.opt_pairwise(4, [(names.index(a), names.index(b)) for (a, b), times in wins.items() for _ in range(times)])
    assert strengths(rate_players(pairs(wins))) == pytest.approx(dict(zip(names, theirs, strict=True)), abs=5e-3)


def test_the_order_of_matches_and_seats_does_not_matter():
    played = ranked(PLANTED, 60, 7, seats=3)
    assert rate_players(random.Random(1).sample(played, len(played))) == rate_players(played)


def test_who_always_draws_is_as_strong_as_the_other():
    drawn = [entry for at in range(20) for entry in ranking(str(at), [("a", "b")], [("a", "b"), ("b", "a")][at % 2])]
    won = pairs({("a", "c"): 9, ("c", "a"): 1, ("b", "c"): 9, ("c", "b"): 1})
    found = strengths(rate_players([*drawn, *won]))
    assert found["a"] == pytest.approx(found["b"], abs=1e-6)
    assert found["a"] > found["c"]


def bounds(found):
    """The bounds of each rating in points, rounded."""
    return {each.name: tuple(None if end is None else round(end) for end in (each.low, each.value, each.high)) for each in found}


def test_who_never_lost_has_a_bound_below_and_who_never_won_one_above():
    """Twelve of twelve have a probability of 2.5 % at odds of 2.78 to one, which is 178 points."""
    found = rate_players(pairs({("a", "b"): 12}))
    gap = POINTS * -math.log(0.025 ** (-1 / 12) - 1)
    assert bounds(found.players) == {"a": (round(1500 + gap / 2), None, None), "b": (None, None, round(1500 - gap / 2))}
    assert found.average_of == ("a", "b")


def test_who_never_won_does_not_move_the_others():
    among = pairs({("a", "b"): 12, ("b", "a"): 8})
    lost = pairs({("a", "z"): 10, ("b", "z"): 10})
    alone, found = rate_players(among), rate_players([*among, *lost])
    assert [each.name for each in found.players] == ["a", "b", "z"] and found.average_of == ("a", "b")
    assert [each.value for each in found.players[:2]] == pytest.approx([each.value for each in alone.players], abs=0.1)
    last = found.players[2]
    assert last.value is last.low is None and last.high < found.players[1].low
    drawn = ranking("draw", [("b", "z")], ["b", "z"])
    assert rate_players([*among, *lost, *drawn]).players[2].low is not None, "half a win is no loss"


def test_of_who_lost_to_the_best_and_beat_the_worst_alone_no_bound_is_known():
    found = bounds(rate_players(pairs({("a", "b"): 8, ("b", "c"): 8})).players)
    assert found["b"] == (None, None, None)
    assert found["a"][1:] == (None, None) and found["c"][:2] == (None, None)
    assert found["a"][0] > found["c"][2]


def test_a_seat_that_always_wins_leaves_players_unknown_and_has_a_bound():
    always = [entry for at in range(20) for entry in ranking(str(at), ["ab"[at % 2], "ba"[at % 2]], ["ab"[at % 2], "ba"[at % 2]])]
    found = rate_players(always)
    assert bounds(found.players) == dict.fromkeys("ab", (None, None, None))
    first, second = found.seats
    assert (
        (first.value, first.high, second.low) == (None, None, None) and first.low == pytest.approx(-second.high) and first.low > 0
    )


def test_a_sparse_board_without_scipy_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "scipy.optimize", None)
    with pytest.raises(UnratedError, match=r"woozle\[ratings\]"):
        rate_players(pairs({("a", "b"): 12}))
    assert rate_players(ranked(PLANTED, 60, 1)).players[0].low


def test_players_say_how_many_matches_they_played():
    found = rate_players([*pairs({("a", "b"): 6, ("b", "a"): 4}), *ranking("z", ["a", "c"])])
    assert {each.name: each.n for each in found.players} == {"a": 11, "b": 10, "c": 1}


def test_one_match_bounds_both_on_one_side():
    """Who wins once is at least as strong as one that wins 1 of 40 such matches."""
    (first, second) = rate_players(ranking("m", ["a", "b"])).players
    half = POINTS * math.log(39) / 2
    assert (first.low, first.value, first.high) == (pytest.approx(AVERAGE - half, abs=1), None, None)
    assert (second.low, second.value, second.high) == (None, None, pytest.approx(AVERAGE + half, abs=1))


def test_fewer_than_ten_matches_give_a_rating_without_an_interval():
    nine, ten = (rate_players(pairs({("a", "b"): n - 4, ("b", "a"): 4})).players[0] for n in (9, 10))
    assert nine.value > AVERAGE and (nine.low, nine.high) == (None, None)
    assert ten.low < ten.value < ten.high


def test_intervals_hold_the_truth_about_as_often_as_they_say():
    """A small simulation; benchmarks/rating_intervals.py has larger ones."""
    planted = {"a": 200 / POINTS, "b": 0.0, "c": -200 / POINTS}
    held = Counter()
    for seed in range(60):
        for each in rate_players(ranked(planted, 40, seed, seats=3)).players:
            truth = AVERAGE + POINTS * planted[each.name]
            held[each.name] += (each.low is None or each.low <= truth) and (each.high is None or truth <= each.high)
    assert all(52 <= each <= 60 for each in held.values()), held


def test_nobody_waits_for_ratings_that_nobody_wants():
    with pytest.raises(UnratedError):
        rate_players(ranked(PLANTED, 20, 1), is_wanted=lambda: False)
