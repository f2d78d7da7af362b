"""The card at the end of a match of the quest."""

from __future__ import annotations

from woozle.arena.views.end import End
from woozle.arena.views.end_card import end_card
from woozle.saves.match import read_match

from tests.lines import GOLDEN


def sentence(name, me):
    match = read_match(GOLDEN / f"quest-3-{name}.jsonl")
    return end_card("quest", End(match.record, match.outcome, me=me)).side


def test_the_card_has_the_points_of_the_winner_and_the_next():
    assert (
        sentence("summary", None) == sentence("summary", "Cleo") == "Ben wins with 47 points, 37 for Ada: Ben's texts were better."
    )
    assert sentence("summary", "Ada") == "Ben wins with 47 points, 37 for you: Ben's texts were better."
    assert sentence("summary", "Ben") == "You win with 47 points, 37 for Ada: your texts were better."


def test_who_shares_the_first_place_is_called_you_and_no_points_are_none():
    assert sentence("question", "Ben") == "You and Ada share the first place, each with 0 points."
    assert sentence("question", None) == "Ada and Ben share the first place, each with 0 points."
