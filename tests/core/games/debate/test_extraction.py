"""What responses answer."""

from __future__ import annotations

import pytest

from woozle.core.games.debate.extraction import extracted, letter, number
from woozle.core.voting import majority

from tests.core.games.debate.vectors import VECTORS


def test_the_last_letter_counts():
    vector = VECTORS["debate.extract_mc"]
    assert [letter(text, vector["inputs"]["letters"]) for text in vector["inputs"]["texts"]] == vector["expected"]


def test_the_last_number_counts():
    vector = VECTORS["debate.extract_num"]
    assert [number(text) for text in vector["inputs"]["texts"]] == vector["expected"]


def test_a_letter_that_is_no_option_is_no_answer():
    assert letter("Answer: E", "ABCD") is None


@pytest.mark.parametrize(
    ("text", "kind", "answer"),
    [
        ("So, Answer: Yes.", "yes_no", "yes"),
        ("**Answer: false**", "yes_no", "no"),
        ("Answer: nobody knows", "yes_no", None),
        ("Answer: Mount Olm.\n", "text", "Mount Olm"),
        ("I do not know", "text", None),
        ("Answer: 1,234,567", "number", "1234567"),
        ("Answer: $12,345.678", "number", "12345.678"),
        ("\\boxed{ $ 0.10 }", "number", "0.1"),
        ("Answer: 7", "number", "7"),
        ("", "choice", None),
    ],
)
def test_each_kind_of_question_has_its_kind_of_answer(text, kind, answer):
    assert extracted(text, kind) == answer


def test_a_text_of_any_length_is_read_in_linear_time():
    assert extracted("answer: " * 200_000, "choice") is None
    assert extracted("*" * 500_000, "number") is None
    assert extracted("\\boxed{" + " " * 200_000, "number") is None


def test_most_answers_decide_and_of_as_many_the_earliest_seat():
    vector = VECTORS["debate.majority"]
    assert [next(iter(majority(answers)), None) for answers in vector["inputs"]["answers"]] == vector["expected"]
