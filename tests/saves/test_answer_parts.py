"""The parts of an answer: choices, and free text."""

from __future__ import annotations

import json
from typing import Literal

import pytest
from hypothesis import given as drawn
from hypothesis import settings
from hypothesis import strategies as some
from pydantic import BaseModel

from woozle.core.request import Answer, Request, Seat, Speech
from woozle.games.ship.rules import Ship
from woozle.saves.answer_parts import answer_schema, count_legal_choices, split_answer

SEATS = ("Ada", "Ben")


class Reason(BaseModel):
    about: Seat
    weight: float
    note: str


class Verdict(Answer):
    """Who did it, and why."""

    who: Seat
    is_sure: bool
    word: Literal["guilty", "innocent"] | None = None
    weights: tuple[float, ...] = ()
    because: Speech = ""
    reasons: tuple[Reason, ...] = ()
    more: dict[str, str]


SCHEMA = Request(1, "Ada", Verdict, {}).schema()
FIELDS = {"who": "Ben", "is_sure": True, "word": "guilty", "weights": [0.5, 1], "because": "He ran.", "reasons": [], "more": {}}


def parted(answer, choices=None, schema=SCHEMA, words=None):
    return split_answer(answer, choices or {}, schema, words or {}, SEATS)


def test_what_is_limited_is_a_choice_and_what_is_not_is_said():
    found = parted(FIELDS, {"who": ["Ada", "Ben"]})
    assert found.choice == {"who": "Ben", "is_sure": True, "word": "guilty", "weights": [0.5, 1], "reasons": []}
    assert found.texts == ["He ran."]


def test_without_the_game_choices_and_numbers_remain():
    found = parted(FIELDS, {"who": ["Ada", "Ben"]}, schema={})
    assert found.choice == {"who": "Ben", "is_sure": True, "weights": [0.5, 1], "reasons": []}
    assert found.texts == ["guilty", "He ran."]


def test_a_text_that_is_not_among_the_legal_ones_is_said():
    assert parted({"who": "nobody"}, {"who": ["Ada", "Ben"]}) == ({}, ["nobody"])
    assert parted({"word": "hanged"}) == ({}, ["hanged"])


def test_null_is_a_choice():
    assert parted({"who": None, "word": None}, {"who": ["Ada", None]}).choice == {"who": None, "word": None}


def test_deep_in_an_answer_numbers_and_seats_remain():
    found = parted({"reasons": [{"about": "Ben", "weight": 0.5, "note": "Ada"}, {"about": "the cat", "weight": 1, "note": ""}]})
    assert found.choice == {"reasons": [{"about": "Ben", "weight": 0.5, "note": "Ada"}, {"weight": 1}]}
    assert found.texts == ["the cat", ""]


def test_names_that_no_type_has_are_said_by_somebody():
    assert parted({"more": {"I am Jo": "1", "n": 5}}) == ({}, ["1"])


def test_what_people_typed_is_a_choice_only_where_it_is_one_of_a_few():
    words = {"1.1": "guilty", "1.2": "Ben", "1.3": "Ada"}
    answer = {"word": {"words": "1.1"}, "because": {"words": "1.2"}, "who": {"words": "1.3"}}
    assert parted(answer, {"who": [{"words": "1.3"}, "Ben"]}, words=words) == ({"word": "guilty"}, ["Ben", "Ada"])
    assert parted(answer).texts == [None, None, None]


def test_choices_are_counted_as_a_product():
    assert count_legal_choices({"who": ["Ada", "Ben", None]}, SCHEMA) == 3 * 2 * 3
    assert count_legal_choices({"who": ["Ada", "Ben", None]}, {}) == 3
    assert count_legal_choices({}, {}) is None
    assert count_legal_choices({}, answer_schema(Ship, "Speak")) is None


@pytest.mark.parametrize("asks", ["Nothing", "Sight", "", "Config"])
def test_a_kind_of_answer_that_there_is_not_has_no_schema(asks):
    assert answer_schema(Ship, asks) == answer_schema(None, "Act") == {}


TEXTS = some.text(min_size=1).map(lambda text: f"free {text}")
VALUES = some.recursive(
    some.none()
    | some.booleans()
    | some.integers()
    | some.floats(allow_nan=False)
    | TEXTS
    | TEXTS.map(lambda text: {"words": text}),
    lambda each: some.lists(each) | some.dictionaries(some.sampled_from(["words", "about", "x"]) | TEXTS, each),
)


@settings(max_examples=15)
@drawn(some.dictionaries(some.sampled_from([*FIELDS, "other"]), VALUES), some.booleans())
def test_no_free_text_is_ever_in_a_choice(answer, is_known):
    found = split_answer(answer, {"who": ["Ada"]}, SCHEMA if is_known else {}, {}, SEATS)
    assert "free" not in json.dumps(found.choice)
