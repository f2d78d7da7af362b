"""The rules of self-play and its questions in words; tests/golden/lines has its events."""

from __future__ import annotations

import pytest

from woozle.core.request import Request
from woozle.games.self_play.events import LONGEST, Act
from woozle.games.self_play.players.prompt import line_reader

SEARCHING, ASKING = ("SEARCH", "ANSWER", "HEDGE"), ("ASK", "ANSWER", "HEDGE")


def asked(legal, seat="Ben", id=1):
    return Request(id, seat, Act, {"action": legal})


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
