"""The conditions for searching in equilibrium, with their reasons."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from woozle.games.self_play.papers.conditions import (
    best_searcher,
    case,
    decimal,
    eliminate_dominated,
    equilibria,
    is_far_ahead,
    is_settled,
    reasons,
)
from woozle.games.self_play.papers.provision import all_payoffs, alone, brute_force, provision

SIXTHS = st.integers(0, 6).map(lambda part: Fraction(part, 6))
COSTS = st.integers(1, 6).map(lambda part: Fraction(part, 12))


@st.composite
def games(draw, most=4):
    chances = draw(st.lists(st.tuples(SIXTHS, SIXTHS), min_size=2, max_size=most))
    return provision(*zip(*chances, strict=True), draw(COSTS))


@given(games())
def test_the_conditions_find_what_trying_everything_finds_also_at_ties(game):
    found = brute_force(all_payoffs(game))
    assert equilibria(game) == found and found
    assert (len(found) == 1) == (is_settled(game) and case(game) != "tie")
    assert {"nobody": found == ("G" * game.players,), "alone": len(found) == 1}.get(case(game), len(found) > 1)


def everything(game):
    return [set("AG")] * game.players


def dominated_by_trying(game):
    """Return the choices that survive elimination of strictly dominated ones, by trying every profile."""
    table, left = all_payoffs(game), everything(game)
    while True:
        kept = [set(each) for each in left]
        for player in range(game.players):
            others = list(product(*(each if at != player else "?" for at, each in enumerate(left))))
            if len(left[player]) > 1:
                paid = [
                    [table["".join(action if did == "?" else did for did in profile)].each[player] for profile in others]
                    for action in "AG"
                ]
                kept[player] -= {"A"} if all(a < g for a, g in zip(*paid, strict=True)) else set()
                kept[player] -= {"G"} if all(a > g for a, g in zip(*paid, strict=True)) else set()
        if kept == left:
            return tuple("".join(sorted(each)) for each in left)
        left = kept


@given(games())
def test_dominance_is_found_without_trying_everything(game):
    assert eliminate_dominated(game) == dominated_by_trying(game)


def test_a_search_is_not_dominant_if_one_other_is_nearly_as_good():
    game = provision([1, "5/6", 0, 0], [0, 0, 0, 0], "1/12")
    assert eliminate_dominated(game) == dominated_by_trying(game) == ("AG", "AG", "G", "G")


@given(games())
def test_a_search_that_is_far_ahead_is_dominant_and_makes_the_equilibrium_unique(game):
    if is_far_ahead(game):
        only = alone(best_searcher(game), game.players)
        assert eliminate_dominated(game) == tuple(only) and equilibria(game) == (only,)


def test_an_equilibrium_can_be_unique_though_no_search_is_dominant():
    game = provision([0.9, 0.7, 0.7], [0, 0, 0], 0.08)
    assert case(game) == "alone" and equilibria(game) == ("AGG",) and not is_far_ahead(game)
    assert eliminate_dominated(game) == ("AG", "AG", "AG")


@pytest.mark.parametrize(
    ("game", "which", "words"),
    [
        (([0.4, 0.3], [0.5, 0.4], 0.05), "nobody", "No one searches: even the best search, player 1's, adds 0.4 - 0.45 = -0.05"),
        (([0.3, 0.5], [0.3, 0.3], 0.2), "tie", "It may be made or not: the best search, player 2's, adds 0.5 - 0.3 = 0.2"),
        (([0.9, 0.3], [0.4, 0.2], 0.05), "alone", "Player 2 does not, alone: that adds 0.3 - 0.3 = 0, less than the cost 0.05."),
        (([0.9, 0.75], [0.3, 0.3], 0.05), "alone", "better by 0.9 - 0.75 = 0.15, more than twice the cost, would be made as well."),
        (([0.8, 0.75], [0.3, 0.3], 0.05), "several", "Player 2 may be the one instead: that adds 0.75 - 0.3 = 0.45"),
        (([0.8, 0.7], [0.3, 0.3], 0.05), "several", "better by 0.8 - 0.7 = 0.1, no more than twice the cost."),
    ],
)
def test_why_is_said_in_words(game, which, words):
    game = provision(*game)
    assert case(game) == which and words in " ".join(reasons(game))


def test_rounded_numbers_say_that_they_are():
    told = {"0.25": "0.25", "1/3": "~0.3333", "2": "2", "-1/6": "~-0.1667", "0": "0"}
    assert {each: decimal(Fraction(each)) for each in told} == told
