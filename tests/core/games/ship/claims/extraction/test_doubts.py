"""Claims that the grammar may have misread say so; all others do not."""

from __future__ import annotations

import pytest

from tests.core.games.ship.claims.extraction.speeches import claims, said


def doubts(text: str, **more) -> dict[str, str]:
    """The doubts of the claims of a speech, by what is claimed."""
    return {f"{c.type} {c.subject} {c.target} {c.room}".replace("  ", " ").strip(): c.doubt for c in claims(text, **more)}


@pytest.mark.parametrize(
    "text",
    [
        "I was in storage.",
        "I went from medbay to storage, and I saw Bob in storage at tick 5.",
        "Bob was in medbay. I said so.",
        "I did not see Bob in medbay.",
        "I found Eve's body in medbay.",
        "Route: medbay -> electrical -> storage",
        "Bob is the duck.",
        "I trust Bob, his story checks out.",
        "I say that I was in medbay.",
    ],
)
def test_what_is_plainly_told_is_not_doubted(text):
    found = doubts(text)
    assert found and set(found.values()) == {""}


@pytest.mark.parametrize(
    ("text", "doubt"),
    [
        ('Bob told us "I saw Eve in storage" and that makes no sense.', "It stands in a quotation or beside one."),
        ("Bob says he saw me in security.", "It may be what somebody else says."),
        ("By his own account, Bob was in medbay.", "It may be what somebody else says."),
        ("If Bob left storage, Bob was in medbay.", "It may be supposed and not told."),
        ("I'm not suspicious of Alice.", "What is denied in the clause may be this."),
        ("I came through storage and saw no Eve body.", "What is denied in the clause may be this."),
        ("I wasn't just waiting in storage with Eve.", "What is denied may be less than that."),
        ("I saw nobody else in storage.", "What is denied may be less than that."),
        ("I never went back to storage.", "What is denied may be less than that."),
        ("Bob came in. He was in storage.", "Who is meant is not named in the sentence."),
        ("I was in storage with you. I saw Eve there.", "The room is not named in the sentence."),
        ("Bob, meanwhile, was at storage with Frank.", "The speaker is not named in the sentence."),
        ("Eve's body was found in storage.", "It does not say who found the body."),
    ],
)
def test_what_may_be_misread_says_why(text, doubt):
    assert doubt in doubts(text, before=[said("hm", "Alice")]).values()


def test_a_quotation_that_goes_on_for_sentences_is_one():
    found = claims('Bob said "I was in medbay. I saw Eve in storage. I went on." I was in weapons.', "sighting", "location")
    assert {c.room: bool(c.doubt) for c in found if c.room in ("storage", "weapons")} == {"storage": True, "weapons": False}


def test_doubts_are_found_in_time_linear_in_the_speech():
    text = "I saw Bob in medbay, " * 4000
    assert len(claims(text)) < 10  # one sentence, and the same claim each time
