"""The four factors of a vote, counted in claims."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

import pytest

from woozle.games.undercover.claims.formulas import EQUAL, Weights, suspect, weigh_factors
from woozle.games.undercover.claims.grammar import Claim, is_true
from woozle.games.undercover.claims.lexicon import hedges
from woozle.games.undercover.claims.suspicion import Account, Charge, Evidence, account, charge, weigh_evidence
from woozle.games.undercover.scenes.graph import Scene, Thing

SHELF = Scene("shelf", (Thing("t1", "cup", "red", 0, count=3), Thing("t2", "ball", "blue", 4)))
QUESTION = "How many cups are there?"
SEEN = partial(is_true, scene=SHELF)


def accounts(**said: tuple[str, str]) -> dict[str, Account]:
    """Return the account of each seat, by its answer and analysis."""
    return {seat: account(QUESTION, [words], "shelf") for seat, words in said.items()}


def against(seat: str, told: Mapping[str, Account]) -> Evidence:
    return weigh_evidence(seat, told, SEEN)


def test_the_factors_count_what_a_seat_claims():
    told = accounts(
        Ada=("3", "The three cups are red. The ball is blue."),
        Ben=("3", "The cups are red. Perhaps the two balls are green."),
        Cleo=("2", "The two cups are red. The ball is blue."),
        Dan=("3", "The three cups are red. The ball is blue."),
    )
    assert against("Ada", told).phi == (0, 0, 1, 0)
    assert against("Ben", told).phi == (pytest.approx(1 / 3), pytest.approx(1 / 4), pytest.approx(1 / 2), pytest.approx(1 / 10))
    assert against("Cleo", told).phi == (pytest.approx(3 / 5), pytest.approx(1 / 2), pytest.approx(1 / 2), 0)


def test_what_only_one_speaks_of_is_no_deviation_and_half_of_those_who_do_are_enough():
    told = accounts(Ada=("", "The ball is blue."), Ben=("", "The ball is blue."), Cleo=("", "The cups are red."))
    assert [against(seat, told).phi[1] for seat in told] == [0, 0, 0]
    told |= accounts(Cleo=("", "The ball is green."))
    assert [against(seat, told).phi[1] for seat in told] == [0, 0, 1]


def test_whoever_claims_nothing_has_nothing_wrong_and_nothing_right():
    told = accounts(Ada=("", "Perhaps."), Ben=("3", "The cups are red."))
    assert against("Ada", told).phi == (0, 0, 0, 1)


def test_saying_little_weighs_less_than_saying_one_wrong_thing():
    told = accounts(
        Ada=("3", "It is plain to see."),
        Ben=("3", "The cups are red. The ball is blue, and there is one ball. It is green."),
        Cleo=("3", "The cups are red. The ball is blue, and there is one."),
    )
    weights = weigh_factors({seat: against(seat, told).phi for seat in told}, Weights(*EQUAL))
    assert weights["Cleo"] < weights["Ada"] < weights["Ben"]


def test_saying_little_in_two_rounds_is_suspicious_altogether():
    told = {"Ada": account(QUESTION, [("3", "It is plain to see."), ("3", "As I said.")], "shelf")}
    assert against("Ada", told).phi == (0, 0, 1, 1)


@pytest.mark.parametrize(
    ("answer", "analysis", "ground", "claim"),
    [
        ("2", "The cups are red. The ball is blue. There are no plates.", "answer", Claim("answer", QUESTION, "2")),
        ("3", "The cups are red. The ball is green. There is one ball.", "details", Claim("colour", "ball", "green")),
        ("3", "It is plain to see.", "little", None),
        ("3", "Perhaps the cups are red. Maybe the ball is blue. Perhaps there is one ball.", "hedges", None),
        ("3", "The cups are red. The ball is blue. There is one ball.", "", None),
    ],
)
def test_the_charge_is_what_sets_a_seat_apart(answer, analysis, ground, claim):
    others = ("3", "The cups are red. The ball is blue. There is one ball.")
    told = accounts(Ada=others, Ben=others, Cleo=(answer, analysis))
    assert charge("Cleo", {seat: against(seat, told) for seat in told}) == Charge("Cleo", ground, claim)


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
    factors = {seat: against(seat, told).phi for seat in ("Ben", "Cleo")}
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
