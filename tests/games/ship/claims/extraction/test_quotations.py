"""Quotations: a claim in quotation marks is that of the quoted seat, and never of the speaker."""

from __future__ import annotations

import pytest

from tests.games.ship.claims.extraction.speeches import claims


def quoted(text: str) -> list[tuple[str, str, str, str]]:
    """Return who said it, the type, whom it is about, and the room, of each quoted claim."""
    return [
        (claim.told_by, claim.type, claim.target or claim.subject, claim.room) for claim in claims(text) if claim.source == "quoted"
    ]


@pytest.mark.parametrize(
    "text",
    [
        'Bob said "I was in medbay".',
        "Bob said “I was in medbay”, and nobody saw it.",
        'Bob: "I was in medbay"',
        'Bob told us earlier that "I was in medbay".',
        'Bob\'s own "I was in medbay" does not hold.',
        '"I was in medbay," says Bob.',
        'Bob talks a lot. He said "I was in medbay".',
    ],
)
def test_whoever_is_named_beside_a_quotation_said_it(text: str) -> None:
    assert quoted(text) == [("Bob", "location", "Bob", "medbay")]
    assert not [claim for claim in claims(text) if claim.source == "own" and claim.room]


def test_a_quotation_goes_on_over_sentences_and_ends_with_its_mark() -> None:
    text = 'Bob said "I was in medbay. I saw Eve in storage." I was in weapons.'
    assert quoted(text) == [("Bob", "location", "Bob", "medbay"), ("Bob", "sighting", "Eve", "storage")]
    assert [claim.room for claim in claims(text) if claim.source == "own"] == ["weapons"]


def test_he_is_not_somebody_that_the_quotation_before_named() -> None:
    said = quoted('Bob said "Frank was in weapons". He also said "I was in storage".')
    assert said == [("Bob", "location", "Frank", "weapons"), ("Bob", "location", "Bob", "storage")]


def test_of_a_quotation_by_nobody_only_what_names_somebody_is_read() -> None:
    assert quoted('Somebody said "I was in medbay and Bob was in storage".') == [("", "location", "Bob", "storage")]


@pytest.mark.parametrize("text", ['I said "I was in medbay" and I mean it.', 'Bob said "I was in medbay', 'Bob said "vote Eve".'])
def test_own_words_open_quotations_and_stances_are_none(text: str) -> None:
    assert quoted(text) == []


def test_whoever_says_something_is_not_accused_of_it() -> None:
    assert not [claim for claim in claims('"I was in medbay," says Bob.') if claim.type == "accusation"]


def test_a_word_in_scare_quotes_is_no_quotation() -> None:
    assert [claim.source for claim in claims('Bob "found" Eve in medbay.')] == ["own"]
