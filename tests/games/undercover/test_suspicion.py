"""The four factors of a vote, counted in claims."""

from __future__ import annotations

from functools import partial

import pytest

from woozle.games.undercover.claims.formulas import EQUAL, Weights, suspect, weigh_factors
from woozle.games.undercover.claims.grammar import Claim, is_true
from woozle.games.undercover.claims.lexicon import hedges
from woozle.games.undercover.claims.suspicion import Account, account, phi
from woozle.games.undercover.scenes.graph import Scene, Thing

SHELF = Scene("shelf", (Thing("t1", "cup", "red", 0, count=3), Thing("t2", "ball", "blue", 4)))
QUESTION = "How many cups are there?"
SEEN = partial(is_true, scene=SHELF)


def accounts(**said: tuple[str, str]) -> dict[str, Account]:
    """Return the account of each seat, by its answer and analysis."""
    return {seat: account(QUESTION, [words], "shelf") for seat, words in said.items()}


def test_the_factors_are_shares_of_what_a_seat_claims():
    told = accounts(
        Ada=("3", "The cups are red."),
        Ben=("3", "The cups are red. Perhaps the ball is green."),
        Cleo=("2", "The cups are red. The ball is blue."),
        Dan=("3", "The ball is blue."),
    )
    assert phi("Ada", told, SEEN) == (0, 0, 1, 0)
    assert phi("Ben", told, SEEN) == (pytest.approx(1 / 3), pytest.approx(1 / 3), pytest.approx(2 / 3), pytest.approx(1 / 9))
    assert phi("Cleo", told, SEEN) == (pytest.approx(1 / 3), pytest.approx(2 / 3), pytest.approx(2 / 3), 0)


def test_half_of_the_others_are_no_majority():
    told = accounts(Ada=("", "The ball is blue."), Ben=("", "The ball is blue."), Cleo=("", "The cups are red."))
    assert phi("Ada", told, SEEN)[1] == 1
    told |= accounts(Cleo=("", "The ball is blue."))
    assert phi("Ada", told, SEEN)[1] == 0


def test_whoever_claims_nothing_has_nothing_wrong_and_nothing_right():
    told = accounts(Ada=("", "Perhaps."), Ben=("3", "The cups are red."))
    assert phi("Ada", told, SEEN) == (0, 0, 0, 1)


def test_what_is_said_twice_is_claimed_once():
    told = account(QUESTION, [("3", "The cups are red."), ("3", "The cups are red, and there are three.")], "shelf")
    assert told.claims == (Claim("answer", QUESTION, "3"), Claim("colour", "cup", "red"), Claim("count", "cup", "3"))


def test_answers_that_were_changed_are_both_remembered():
    told = account(QUESTION, [("2", ""), ("3", "")], "shelf")
    assert [claim.value for claim in told.claims] == ["2", "3"]


def test_the_one_with_the_other_picture_is_the_suspect():
    told = accounts(
        Ada=("3", "I see three red cups on the top board on the left."),
        Ben=("2", "I see two red cups on the top board on the left. The ball is blue."),
        Cleo=("3", "Three red cups, and a blue ball on the second board."),
    )
    factors = {seat: phi(seat, told, SEEN) for seat in ("Ben", "Cleo")}
    assert suspect(weigh_factors(factors, Weights(*EQUAL)), ("Ada", "Ben", "Cleo")) == "Ben"


@pytest.mark.parametrize(
    ("text", "share"),
    [
        ("", (0, 0)),
        ("The cup is red.", (0, 4)),
        ("Perhaps the cup is red.", (1, 5)),
        ("It is hard to tell, I’m not sure.", (5, 8)),
        ("It LOOKS LIKE a cup; more or less.", (5, 8)),
        ("I don't know", (2, 3)),
    ],
)
def test_words_that_hedge_are_counted_phrases_word_by_word(text, share):
    assert hedges(text) == share
