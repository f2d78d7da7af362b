"""Ratings: planted strengths are found again, by what others compute too, with intervals that hold what they say."""

import math
import random
import sys

import pytest

from woozle.core.statistics.strengths.comparisons import UnratedError
from woozle.core.statistics.strengths.ratings import AVERAGE, POINTS, rate_players

from tests.core.statistics.strengths.simulated import ranked, ranking, sided

PLANTED = {"ann": 0.9, "bob": 0.2, "cid": -0.3, "dot": -0.8}
FEW = 40  # resamples, where intervals are not looked at


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


@pytest.mark.parametrize("seed", range(2))
def test_planted_strengths_and_seats_are_found_in_rankings(seed):
    found = rate_players(ranked(PLANTED, 1500, seed, seats=3, effects=(0.4, 0.0, -0.4)), FEW)
    assert found.model == "Plackett-Luce"
    assert strengths(found) == pytest.approx(PLANTED, abs=0.13)
    assert log_odds(found.seats) == pytest.approx({"1": 0.4, "2": 0.0, "3": -0.4}, abs=0.13)
    assert [each.name for each in found.players] == list(PLANTED)


@pytest.mark.parametrize("seed", range(2))
def test_planted_strengths_and_roles_are_found_in_matches_of_sides(seed):
    found = rate_players(sided(PLANTED, 3000, seed, {"goose": 2, "duck": 1}, -0.6), FEW)
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
    found = strengths(rate_players(pairs(table), FEW))
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
    assert strengths(rate_players(pairs(wins), FEW)) == pytest.approx(dict(zip(names, theirs, strict=True)), abs=5e-3)


def test_rankings_agree_with_choix_as_they_grow():
    """Theirs is the maximum of the whole likelihood, ours of that of its pairs: they differ by chance alone."""
    import choix

    entries = ranked(PLANTED, 800, 5)
    names, order = sorted(PLANTED), {}
    for entry in sorted(entries, key=lambda each: -each.result.numbers["score"]):
        order.setdefault(entry.match, []).append(names.index(entry.player))
    theirs = choix.ilsr_rankings(4, [tuple(each) for each in order.values()])
    assert strengths(rate_players(entries, FEW)) == pytest.approx(dict(zip(names, theirs, strict=True)), abs=0.08)


def test_the_order_of_matches_and_seats_does_not_matter():
    played = ranked(PLANTED, 60, 7, seats=3)
    assert rate_players(random.Random(1).sample(played, len(played)), FEW) == rate_players(played, FEW)


def test_the_same_matches_have_the_same_intervals():
    played = ranked(PLANTED, 40, 8, seats=2)
    assert rate_players(played, FEW) == rate_players(played, FEW)


def test_who_always_draws_is_as_strong_as_the_other():
    drawn = [entry for at in range(20) for entry in ranking(str(at), [("a", "b")], [("a", "b"), ("b", "a")][at % 2])]
    won = pairs({("a", "c"): 10, ("b", "c"): 10})
    found = strengths(rate_players([*drawn, *won], FEW))
    assert found["a"] == pytest.approx(found["b"], abs=1e-6)
    assert found["a"] > found["c"]


def test_who_never_lost_has_a_finite_rating():
    found = rate_players(pairs({("a", "b"): 12}), FEW)
    assert [each.name for each in found.players] == ["a", "b"]
    assert found.players[0].value < 2500


def test_a_difference_of_400_points_is_ten_to_one():
    gap = 400 / POINTS
    assert 1 / (1 + math.exp(-gap)) == pytest.approx(10 / 11)


def test_players_say_how_many_matches_they_played():
    found = rate_players([*pairs({("a", "b"): 6, ("b", "a"): 4}), *ranking("z", ["a", "c"])], FEW)
    assert {each.name: each.n for each in found.players} == {"a": 11, "b": 10, "c": 1}


def test_one_match_gives_no_interval():
    (first, second) = rate_players(ranking("m", ["a", "b"]), FEW).players
    assert (first.low, first.high, second.low) == (None, None, None)
    assert first.value > AVERAGE > second.value


def test_intervals_hold_the_truth_about_as_often_as_they_say():
    """A small simulation; docs/leaderboard.md has a larger one."""
    held = [
        each.low <= AVERAGE + POINTS * PLANTED[each.name] <= each.high
        for seed in range(15)
        for each in rate_players(ranked(PLANTED, 60, seed, seats=3), 60).players
    ]
    assert 0.85 <= sum(held) / len(held) <= 1.0


def test_nobody_waits_for_ratings_that_nobody_wants():
    with pytest.raises(UnratedError):
        rate_players(ranked(PLANTED, 20, 1), FEW, is_wanted=lambda: False)


def test_without_the_library_a_sentence_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "statsmodels.genmod.families", None)
    with pytest.raises(UnratedError, match=r"woozle\[ratings\]"):
        rate_players(ranked(PLANTED, 20, 1), FEW)
