from __future__ import annotations

import pytest

from woozle.games.quest.players.answer_match import grade_by_match


@pytest.mark.parametrize(
    ("text", "grade"),
    [
        ("Ångström Lake", "correct"),
        ("It is the angstrom lake.", "correct"),
        ("Angstrom", "incorrect"),
        ("I don’t know.", "not_attempted"),
        ("", "not_attempted"),
        ("I'm not sure, perhaps Lake Ångström? It is Ångström Lake.", "correct"),
        ("Lakes", "incorrect"),
    ],
)
def test_answers_are_matched_whatever_their_case_accents_and_punctuation(text, grade):
    assert grade_by_match(text, ["Ångström Lake"]) == grade


def test_aliases_and_numbers_count_as_they_are_written():
    assert grade_by_match("about 1,250 metres", ["1250"]) == "correct"
    assert grade_by_match("12.5", ["125"]) == "incorrect"
    assert grade_by_match("the U.S.", ["United States", "US", "u.s"]) == "correct"


CLAIMED = """
Mars
**Mars**
The answer is Mars.
No, it is Mars.
There is no doubt: Mars.
It is none other than Mars
It's not Venus but Mars.
It is not Venus, it is Mars.
It can't be Venus. Mars.
I first thought Venus, but it is Mars.
Mars is the red planet, not Venus.
The red planet is Mars (not Venus).
Mars. It is red because of iron oxide.
It is Mars. It is red.
Mars, the fourth planet from the Sun.
Mars, seen in 1971 and 1976.
"""
NAMED = """
It is not Mars; it is Venus.
Mars isn't right.
Mars is wrong
Venus, not Mars.
Anything but Mars.
I first thought Mars, but it is Venus.
Mars. No, wait, it is Venus.
Mars, Venus or Jupiter.
Mars, Venus, Jupiter, Saturn
Mars/Venus
Mars | Venus | Jupiter
Mars; Venus; Jupiter
Either Mars or Venus.
Mars and Venus.
Venus. Jupiter. Mars. Saturn.
It is Mars. It is Venus. It is Jupiter.
I don't know whether it is Mars.
"""


@pytest.mark.parametrize("text", CLAIMED.strip().splitlines())
def test_a_right_answer_that_is_claimed_is_correct(text):
    assert grade_by_match(text, ["Mars"]) == "correct"


@pytest.mark.parametrize("text", NAMED.strip().splitlines())
def test_one_that_is_denied_taken_back_or_among_others_is_not(text):
    assert grade_by_match(text, ["Mars"]) == "incorrect"


@pytest.mark.parametrize(
    ("text", "right", "grade"),
    [
        ("New-York", "New York", "correct"),
        ("New York", "New-York", "correct"),
        ("the U.S.A.", "USA", "correct"),
        ("J. R. R. Tolkien", "J.R.R. Tolkien", "correct"),
        ("Simon and Garfunkel", "Simon and Garfunkel", "correct"),
        ("Never Let Me Go", "Never Let Me Go", "correct"),
        ("Paris, France", "Paris", "correct"),
        ("-5 degrees", "-5", "correct"),
        ("5 degrees", "-5", "incorrect"),
        ("1914-1918", "1914", "correct"),
        ("not 1,250 but 900", "1250", "incorrect"),
        ("Is it Mars?", "Mars", "not_attempted"),
    ],
)
def test_names_and_numbers_of_several_parts(text, right, grade):
    assert grade_by_match(text, [right]) == grade


def test_a_long_answer_takes_no_time():
    assert grade_by_match("is , or " * 20_000 + " " * 50_000 + "Mars", ["Mars"])
