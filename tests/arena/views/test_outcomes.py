"""Outcomes of matches in one sentence for people."""

from __future__ import annotations

import pytest

from woozle.arena.views.outcomes import outcome_sentence
from woozle.core.outcome import Result

SAID = "By the weights `stated` (beta 0.01) Ben wins."


def ended(**scores):
    best = max(scores.values())
    kind = "won" if sum(score == best for score in scores.values()) == 1 else "drawn"
    return {seat: Result(kind if score == best else "lost", {"score": score}) for seat, score in scores.items()}


@pytest.mark.parametrize(
    ("scores", "sentence"),
    [
        ({"Ada": 0.638, "Ben": 0.9749}, "Ben wins, 97 to 64."),
        ({"Ada": 0.9763, "Ben": 0.9756, "Cleo": 0.934}, "Ada wins, 97.63 to 97.56 and 93.40."),
        ({"Ada": 0.5, "Ben": 0.5, "Cleo": 0.25}, "Ada and Ben draw with 50 each, ahead of 25."),
        ({"Ada": -0.003, "Ben": -0.003}, "Ada and Ben draw with 0 each."),
        ({"Ada": 0.5}, "Ada wins with 50."),
    ],
)
def test_points_are_told_with_as_few_digits_as_tell_the_winner(scores, sentence):
    assert outcome_sentence("quest", SAID, ended(**scores)) == sentence


def test_a_game_without_points_and_a_match_without_winners_are_told_as_their_rules_say_it():
    assert outcome_sentence("ship", "The geese win.", ended(Ada=1, Ben=0)) == "The geese win."
    assert outcome_sentence("no_such_game", "It is over.", ended(Ada=1, Ben=0)) == "It is over."
    void = {"Ada": Result("void"), "Ben": Result("void")}
    assert outcome_sentence("quest", "Nothing could be scored.", void) == "Nothing could be scored."
