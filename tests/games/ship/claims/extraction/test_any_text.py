"""Speeches come from outside: whatever they are, there are claims or none, and each stands in the text."""

from __future__ import annotations

import sys
from collections import Counter

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from woozle.games.ship.claims.extraction import Extractor
from woozle.games.ship.claims.extraction.lexicon import data
from woozle.games.ship.maps import load

from tests.games.ship.claims.extraction.speeches import SEATS, claims, said, told

WORDS = sorted(
    {word for listed in data()["words"].values() for word in listed.split()}
    | {*SEATS, *("Bob's", "medbay", "lower engine", "storage", "tick 4", "saw", "left", "I", "went", *"/—?.,\n", "->")}
)
MOST_CLAIMS_A_CHARACTER = 2


def check(text: str) -> None:
    found = Extractor(SEATS, load("ship"))(said(text), (said(text, "Bob"),))
    assert len(found) <= MOST_CLAIMS_A_CHARACTER * len(text)
    for claim in found:
        assert claim.span is not None
        first, last = claim.span
        assert 0 <= first < last <= len(text)


@given(st.text())
@example("")
@example("\x1b[31mBob\x1b[0m [bold]was[/bold] in **medbay**")
@example("İ was ın medbay ﬁ ß'S ²")
def test_any_text(text: str) -> None:
    check(text)


@settings(max_examples=100)
@given(st.lists(st.sampled_from(WORDS), max_size=60).map(" ".join))
def test_any_words_of_the_grammar(text: str) -> None:
    check(text)


@pytest.mark.parametrize(
    "text", ["", "   \n\t", "Ich war die ganze Zeit im Lager.", "我一直在医务室。", "Я был в медотсеке.", "???!!!", "skip"]
)
def test_other_languages_and_nothing_claim_nothing(text: str) -> None:
    assert claims(text) == []


def test_markup_and_escapes_are_looked_through() -> None:
    assert told("\x1b[1mI\x1b[0m saw **Bob** in _medbay_.") == ["sighting Grace Bob medbay"]


PIECES = (
    "a", ",", "tick 1, ", "medbay -> ", "Bob and ", "saw Bob in medbay ", "then ", "Bob left medbay for nav, ", "same as ",
    "my route is odd: ", "after leaving medbay ", "was in medbay, was in nav, ", "doing tasks in each room ", "never medbay or ",
    "Bob and Eve confirm each other in nav ", "vote Bob ", "'s", "Bob, Eve and ", "dead ", "before that medbay ", "no one ", '"a ',
)  # fmt: skip


@pytest.mark.parametrize("piece", PIECES)
def test_a_long_speech_says_no_more_than_it_can_and_work_grows_with_its_length_and_not_faster(piece: str) -> None:
    short, long = (calls(piece * (size // len(piece))) for size in (500, 2000))
    assert long < 5 * short


def calls(text: str) -> int:
    """Count the calls of functions while a speech is read and checked."""
    counted, before = Counter[str](), sys.getprofile()
    sys.setprofile(lambda frame, event, arg: counted.update((event,)))
    try:
        check(text)
    finally:
        sys.setprofile(before)
    return counted["call"] + counted["c_call"]
