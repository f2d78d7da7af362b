"""Claims that the grammar may have misread say so; all others do not."""

from __future__ import annotations

import pytest

from tests.core.games.ship.claims.extraction.speeches import claims, said


@pytest.mark.parametrize(
    "text",
    [
        "I was in storage.",
        "I went from medbay to storage, and I saw Bob in storage at tick 5.",
        "I did not see Bob in medbay.",
        "I found Eve's body in medbay.",
        "Route: medbay -> electrical -> storage",
        "Bob is the duck.",
        "I trust Bob, his story checks out.",
    ],
)
def test_what_is_plainly_told_is_not_doubted(text):
    found = claims(text)
    assert found and {claim.doubt for claim in found} == {""}


@pytest.mark.parametrize(
    ("text", "doubt"),
    [
        ('He called it "a mess" and I saw Bob in storage.', "It stands in a quotation or beside one."),
        ("Maybe Bob was in medbay.", "It may be supposed and not told."),
        ("Bob was in caf. I was in nav then. Nothing happened. He was in storage.",
         "Who is meant is named neither in the sentence nor in the one before."),
    ],
)  # fmt: skip
def test_what_may_be_misread_says_why(text, doubt):
    assert claims(text)[-1].doubt == doubt


def test_a_room_that_was_named_by_another_is_doubted():
    (claim,) = claims("I saw Eve there.", before=[said("I found Frank's body in medbay.", "Bob")])
    assert claim.room == "medbay" and claim.doubt == "The room is named neither in the sentence nor in the one before."


def test_a_quotation_is_no_claim_of_the_speaker():
    found = claims('Bob said "I was in medbay. I saw Eve in storage." I was in weapons.')
    assert [claim.room for claim in found if claim.source == "own"] == ["weapons"]
