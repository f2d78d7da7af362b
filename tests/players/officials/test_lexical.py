from __future__ import annotations

import json
from pathlib import Path

import pytest

from woozle.players.officials.lexical import grounding

from tests.core.games.quest.test_scoring import VECTORS

SOURCE = "Ana Ruiz opened 3 clinics in Lisbon in 2019. The clinics treat 1,200 patients a year."


@pytest.mark.parametrize("name", sorted(name for name in VECTORS if "lexgrounding" in name))
def test_worked_examples(name):
    given, expected = VECTORS[name]["inputs"], VECTORS[name]["expected"]
    assert grounding(given["passage"], given["summary"]) == pytest.approx(expected, abs=VECTORS[name]["tol"])


def test_a_wrong_number_or_name_costs_more_than_a_wrong_word():
    right = grounding(SOURCE, "The clinics of Ruiz in Lisbon treat 1,200 patients.")
    word = grounding(SOURCE, "The clinics of Ruiz in Lisbon heal 1,200 patients.")
    number = grounding(SOURCE, "The clinics of Ruiz in Lisbon treat 1,300 patients.")
    assert right > word > number


def test_the_first_word_of_a_sentence_is_no_name():
    assert grounding("the dog ran.", "It slept. Dog ran.") == grounding("the dog ran.", "it slept. dog ran.")


@pytest.mark.parametrize("text", ["", " ", "…", "\x00\ud800", "x" * 100_000, "字 " * 1000])
def test_any_text_has_a_score(text):
    assert 0 <= grounding(SOURCE, text) <= 1
    assert 0 <= grounding(text, SOURCE) <= 1


def test_the_passages_tell_faithful_summaries_from_flawed_ones():
    path = Path(__file__).parents[3] / "core" / "games" / "quest" / "data" / "passages.jsonl"
    for line in path.read_text("utf-8").splitlines():
        each = json.loads(line)
        faithful = grounding(each["text"], each["faithful"])
        assert all(grounding(each["text"], flawed) < faithful for flawed in each["flawed"]), each["id"]
