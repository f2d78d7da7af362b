"""Names of players."""

from __future__ import annotations

import pytest

from woozle.core.names import join_names, player_name, seat_letters

MODEL = {"kind": "model", "backend": "openai", "endpoint": "lab", "model": "tiny", "seed": "00", "thoughts": True, "pictures": None}


@pytest.mark.parametrize(
    ("described", "name"),
    [
        ({"kind": "human"}, "person"),
        ({"kind": "bot", "name": "ship", "seed": "1"}, "bot:ship"),
        ({"kind": "model"}, "model"),
        (MODEL, "openai@lab:tiny"),
        ({**MODEL, "endpoint": "", "seed": "01"}, "openai:tiny"),
        (
            {**MODEL, "sampling": {"temperature": 0.7, "top_p": None, "max_tokens": 400}},
            "openai@lab:tiny?temperature=0.7&max_tokens=400",
        ),
        ({**MODEL, "sampling": {"temperature": 1.0}, "thoughts": False}, "openai@lab:tiny?temperature=1&thoughts=off"),
        ({**MODEL, "pictures": True}, "openai@lab:tiny?pictures=on"),
        ({**MODEL, "sampling": "hot"}, "openai@lab:tiny"),
        ({**MODEL, "kind": "judge", "name": "grader"}, "grader:openai@lab:tiny"),
        ({**MODEL, "kind": "analyst", "name": "vision"}, "vision:openai@lab:tiny"),
        ({**MODEL, "kind": "editor", "name": "openai"}, "openai@lab:tiny"),
        ({"kind": "likeness", "name": "pixels", "version": 1}, "likeness:pixels"),
    ],
)
def test_the_name_of_a_player_tells_it_from_others(described, name):
    assert player_name(described) == name


def test_names_are_joined_with_commas_and_a_final_and():
    assert [join_names(names) for names in ((), ("Bob",), ("Bob", "Eve"), ("Bob", "Eve", "Ivy"))] == [
        "",
        "Bob",
        "Bob and Eve",
        "Bob, Eve and Ivy",
    ]


def test_the_letter_of_a_seat_is_its_initial_if_no_other_seat_has_it():
    assert seat_letters(["Ada", "bo"]) == "AB"
    assert seat_letters(["Ada", "Al"]) == "AB"
    assert seat_letters(["Ada", "7"]) == "AB"
    assert seat_letters([]) == ""


def test_after_z_comes_a_again():
    assert seat_letters([""] * 28) == "ABCDEFGHIJKLMNOPQRSTUVWXYZAB"
