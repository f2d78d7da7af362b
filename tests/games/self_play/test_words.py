"""The rules of self-play and its questions in words; tests/golden/lines has its events."""

from __future__ import annotations

import pytest

from woozle.core.request import Request
from woozle.games.self_play import words as self_play
from woozle.games.self_play.events import LONGEST, Act, Briefing, Posed
from woozle.games.self_play.players.prompt import line_reader

from tests.games.self_play.play import TOWER, society

BRIEFING = Briefing(("Ada", "Ben", "Cleo"), "broadcast", False, "question", 3, 1, 1, 12, None, 0.01)
ASKING = ("ASK", "ANSWER", "HEDGE")


def test_a_person_is_asked_with_what_it_can_do_by_number():
    view = [BRIEFING, Posed("Ada", TOWER.question, "")]
    assert list(self_play.question(Request(1, "Ada", Act, {"action": ASKING}, 30), view)) == [
        "The question: Where is the tower?",
        "What do you do?",
        "1. ASK: others may know",
        "4. ANSWER and your answer: you are confident, as in `ANSWER 1912`",
        "5. HEDGE and your best guess: you are unsure, as in `HEDGE 1912`",
        "Type the action, by its number or name, and the words that belong to it on the same line; "
        "ANSWER or HEDGE alone is a reply without words.",
        "You have 30 seconds.",
    ]
    searching = Request(1, "Ben", Act, {"action": ("SEARCH", "ANSWER", "HEDGE")})
    own = list(self_play.question(searching, [society(queries="own").view("Ada")[0]]))
    assert "2. SEARCH: look it up in your corpus, in words of your own that follow" in own


@pytest.mark.parametrize(
    ("line", "action", "argument"),
    [
        ("1", "ASK", ""),
        ("4 Paris", "ANSWER", "Paris"),
        ("4. 1912", "ANSWER", "1912"),
        ("hedge  City of Paris ", "HEDGE", "City of Paris"),
        ("#Answer: 1912", "ANSWER", "1912"),
        ("search towers", "SEARCH", "towers"),
        ("4", "ANSWER", ""),
        ("5", "HEDGE", ""),
        ("HEDGE", "HEDGE", ""),
        (f"5 {'x' * 5000}", "HEDGE", "x" * LONGEST),
    ],
)
def test_a_line_is_an_action_and_its_words(line, action, argument):
    read = line_reader(Request(1, "Ada", Act, {"action": ASKING}), [])
    assert read(line) == Act(action=action, argument=argument)


@pytest.mark.parametrize("line", ["", "Paris", "2", "6", "0 x", "\u00b2", "99999999999 x", "0010 x"])
def test_a_line_that_is_no_action_is_answered_in_a_sentence(line):
    read = line_reader(Request(1, "Ada", Act, {"action": ASKING}), [])
    with pytest.raises(ValueError, match="You can ASK, ANSWER or HEDGE"):
        read(line)
