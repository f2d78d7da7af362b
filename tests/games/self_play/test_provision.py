"""The information-provision game, every profile tried."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from woozle.games.self_play.papers.provision import all_payoffs, brute_force, exact, payoffs, provision

from tests.games.self_play.vectors import TOLERANCE, VECTORS

TWO = [name for name in VECTORS if name.startswith("ipg.2p")]
MORE = [name for name in VECTORS if name.startswith("ipg.np")]


def of(name):
    inputs = VECTORS[name]["inputs"]
    return provision(inputs["p"], inputs["q"], inputs["c"])


@pytest.mark.parametrize("name", TWO)
def test_what_two_players_are_paid(name):
    game, expected = of(name), VECTORS[name]["expected"]
    paid = {profile: list(each.each) for profile, each in all_payoffs(game).items()}
    assert paid == {profile: pytest.approx(each, abs=TOLERANCE) for profile, each in expected["payoffs"].items()}
    assert game.guess == pytest.approx(expected["qbar"], abs=TOLERANCE)
    assert list(brute_force(all_payoffs(game))) == expected["equilibria"]


@pytest.mark.parametrize("name", MORE)
def test_the_equilibria_of_more_players(name):
    assert list(brute_force(all_payoffs(of(name)))) == VECTORS[name]["expected"]


def test_three_tenths_are_one_tenth_and_two_tenths():
    assert exact(0.1) + exact("0.2") == exact("3/10") == exact("30e-2") == Fraction(3, 10)
    tie = provision([0.3, 0.1], [0, 0], 0.3)
    assert brute_force(all_payoffs(tie)) == ("AG", "GG")
    assert brute_force(all_payoffs(tie), strict=True) == ()


def test_who_searches_pays_or_everybody_does():
    assert payoffs(provision([1, 0.5, 0], [0, 0, 0], 0.1), "AAG").each == (exact(0.65), exact(0.65), exact(0.75))
    assert payoffs(provision([1, 0.5, 0], [0, 0, 0], 0.1, "group"), "AAG").each == (exact(0.55),) * 3


SIXTHS = st.integers(0, 6).map(lambda part: Fraction(part, 6))


@given(st.lists(st.tuples(SIXTHS, SIXTHS), min_size=2, max_size=4), st.integers(1, 4).map(lambda part: Fraction(part, 12)))
def test_it_is_all_the_same_to_the_equilibria_who_pays(chances, cost):
    right, guessed = zip(*chances, strict=True)
    by_searcher, by_group = (all_payoffs(provision(right, guessed, cost, who)) for who in ("searcher", "group"))
    for strict in (False, True):
        assert brute_force(by_searcher, strict=strict) == brute_force(by_group, strict=strict)


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        (([1], [1], 1), "The game has 2 to 12 players, not 1."),
        (([1] * 13, [1] * 13, 1), "The game has 2 to 12 players, not 13."),
        (([1, 1, 1], [1, 1], 1), "There are 3 chances for p and 2 for q; give one of each for every player."),
        (([1, 1], [1, "1.01"], 1), "q of player 2 is 1.01; a chance is between 0 and 1."),
        (([-0.1, 1], [1, 1], 1), "p of player 1 is -0.1; a chance is between 0 and 1."),
        ((["high", 1], [1, 1], 1), "p of player 1 is 'high', which is no number; write it like 0.25 or 1/4."),
        (([float("nan"), 1], [1, 1], 1), "p of player 1 is 'nan', which is no number; write it like 0.25 or 1/4."),
        (([1, 1], [1, 1], 0), "The cost is 0; a search must cost more than 0."),
        (([1, 1], [1, 1], "1/0"), "The cost is '1/0', which is no number; write it like 0.25 or 1/4."),
        (([1, 1], [1, 1], "1e999999999"), "The cost is '1e999999999', which is no number; write it like 0.25 or 1/4."),
    ],
)
def test_what_is_no_game_is_refused_with_a_sentence(given, sentence):
    with pytest.raises(ValueError, match=r"^\w") as error:
        provision(*given)
    assert str(error.value) == sentence
