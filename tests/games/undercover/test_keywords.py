"""Questions read by their keywords."""

from __future__ import annotations

import pytest

from woozle.games.undercover.claims.keywords import edit_type, proposal
from woozle.games.undercover.scenes.graph import EDIT_TYPES, Question


def question(text, answer="x", options=(), kind="open", other=""):
    return Question(kind, text, options, answer, other)


@pytest.mark.parametrize(
    ("text", "answer", "expected"),
    [
        ("How many cats are there?", "2", "quantity"),
        ("What object is on the table?", "cup", "object_swap"),
        ("Which animal is sleeping?", "cat", "state"),
        ("Is there a dog in the picture?", "yes", "object_remove"),
        ("Is there a dog in the picture?", "no", "object_add"),
        ("What colour is the car?", "red", "colour"),
        ("Which pattern does the shirt have?", "striped", "attribute"),
        ("What does the sign say?", "STOP", "text"),
        ("Where is the lamp?", "on the left", "position"),
        ("Is the cat to the left of the dog?", "yes", "position"),
        ("How tall is the tree?", "small", "size"),
        ("Is the door open?", "yes", "state"),
        ("Is the man a farmer?", "yes", "attribute"),
        ("Who is this?", "a nurse", "object_swap"),
    ],
)
def test_a_question_says_what_has_to_change(text, answer, expected):
    assert edit_type(question(text, answer)) == expected


@pytest.mark.parametrize(
    ("asked", "others"),
    [
        (question("Is there a dog?", "yes"), ["no", "no"]),
        (question("Is there a dog?", "No"), ["Yes", "Yes"]),
        (question("Which?", "A cup", ("A cup", "A hat", "A key")), ["A hat", "A key", "A hat"]),
        (question("How many?", "2"), ["3", "1", "4", "0"]),
        (question("How many?", "0"), ["1", "2", "1"]),
        (question("What colour is it?", "blue"), ["red", "green"]),
        (question("Who?", "Ada"), ["", ""]),
        (question("Which?", "A", ("A", "B", "C"), other="C"), ["C", "C"]),
    ],
)
def test_each_try_proposes_another_answer_as_long_as_there_are_any(asked, others):
    assert [proposal(asked, "quantity", number).other_answer for number in range(1, len(others) + 1)] == others


@pytest.mark.parametrize("edit", EDIT_TYPES)
def test_an_instruction_is_one_sentence_that_names_both_answers(edit):
    made = proposal(question("How many cats?", "2"), edit, 1)
    assert '"3" instead of "2"' in made.instruction and "leave everything else as it is" in made.instruction
    assert "\n" not in made.instruction


def test_a_very_long_question_still_gives_an_instruction():
    made = proposal(question("Why? " * 400, "because " * 40, other="so " * 100), "text", 1)
    assert len(made.instruction) <= 400
