"""The card at the end of a match of the quest."""

from __future__ import annotations

from woozle.arena.views.end import End
from woozle.arena.views.end_card import end_card
from woozle.saves.match import read_match

from tests.lines import GOLDEN


def sentence(name, me):
    match = read_match(GOLDEN / f"quest-3-{name}.jsonl")
    return end_card("quest", End(match.record, match.outcome, me=me)).side


def test_the_card_has_the_points_of_the_winner_the_next_and_the_viewer():
    won = "Ben wins with 47 points, ahead of Ada with 37: better texts"
    assert sentence("summary", None) == f"{won}."
    assert sentence("summary", "Cleo") == f"{won}; you have 23."
    assert sentence("summary", "Ada") == "Ben wins with 47 points, ahead of you with 37: better texts."


def test_who_shares_the_first_place_is_called_you_and_no_points_are_none():
    assert sentence("question", "Ben") == "You and Ada share the first place, each with 0 points."
    assert sentence("question", None) == "Ada and Ben share the first place, each with 0 points."
