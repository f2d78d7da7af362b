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
