"""Limits and doubts from the sentence around a claim: each row has a sentence, a type, and what becomes of the claim."""

from __future__ import annotations

import pytest

from woozle.games.ship.claims.extraction import Extractor
from woozle.games.ship.claims.extraction.doubts import revise
from woozle.games.ship.claims.schema import Claim
from woozle.games.ship.maps import load

from tests.games.ship.claims.extraction.speeches import SEATS, said

EXTRACTOR = Extractor(SEATS, load("ship"))


def revised(text: str, kind: str) -> list[Claim]:
    """The claims of a type after the rules of limits and doubts alone, without the model of certainty."""
    statement = said(text)
    claims = revise(EXTRACTOR.read(statement), text, EXTRACTOR._sentences(text), statement.speaker)
    return [claim for claim in claims if claim.type == kind]


OPEN = [
    # only a return, a stop or a part is denied
    ("I never went back to storage.", "location"),
    ("I did not see Bob again.", "sighting"),
    ("I was no longer in storage.", "location"),
    ("I did not stop in storage.", "location"),
    ("I was not in storage the whole time.", "location"),
    # limits and exceptions that are not taken in
    ("I was not in storage from what I remember.", "location"),
    ("I was not in storage at tick 3 the way Bob tells it.", "location"),
    ("I was not in storage, except at the start.", "location"),
    # a way that holds a denial, or a denial of following, of a part of the ship, or taken back
    ("I went storage, weapons, cafeteria, never electrical.", "location"),
    ("I did not follow Bob to storage.", "location"),
    ("I never saw Bob on the left side.", "sighting"),
    ("I misspoke when I said I was never in storage.", "location"),
    # told together with other seats, rooms or times
    ("I saw Bob enter security from electrical and Eve enter security from navigation.", "arrival"),
    ("I entered electrical from security at tick 18.", "location"),
    ("I did not see Bob at tick 3 or at tick 5.", "sighting"),
    ("I saw Bob, then in storage I waited.", "sighting"),
    ("I saw Bob walk in.", "arrival"),
    ("I found Eve dead in medbay, and Bob, you have much to explain.", "body"),
    ("Body is in storage. I had just walked in from medbay to do my engine task and saw Eve dead.", "body"),
    ("I reported exactly what I saw.", "activity"),
    # a deed or a state is denied, and no sight
    ("I did not see Bob dead.", "sighting"),
    # rooms that another sentence named
    ("I went to storage. Then up to medbay and oxygen. Bob walked in right behind me.", "arrival"),
    # reasoned, or seen by nobody who is named
    ("If Bob was in storage, then Eve was with me in storage.", "sighting"),
    # no find of one's own
    ('I did not just "find" Bob in storage.', "body"),
    # a way told twice
    ("I went from storage to medbay. I saw Bob, then I went on through storage to navigation.", "location"),
]


@pytest.mark.parametrize(("text", "kind"), OPEN)
def test_a_claim_whose_sentence_leaves_it_open_is_held_against_no_one(text, kind):
    assert {claim.is_tentative for claim in revised(text, kind)} == {True}


def test_a_seat_that_is_only_spoken_to_is_left_open_and_the_other_is_not():
    found = revised("I never saw Eve, and Bob, you know it.", "sighting")
    assert {claim.target: claim.is_tentative for claim in found} == {"Eve": False, "Bob": True}


SURE = [
    ("I was never in storage.", "location"),
    ("I never set foot in storage all round.", "location"),
    ("I did not see Bob at all.", "sighting"),
    ("I saw Bob in storage at tick 4.", "sighting"),
    ("I found Bob in storage.", "body"),
    ("I went from storage through medbay to cafeteria.", "location"),
    ("Bob, I met you in storage.", "sighting"),
]


@pytest.mark.parametrize(("text", "kind"), SURE)
def test_a_plain_claim_stays_as_it_was_read(text, kind):
    found = revised(text, kind)
    assert found and not any(claim.is_tentative for claim in found)


@pytest.mark.parametrize(
    ("text", "is_of_moment"),
    [
        ("I was not in storage.", False),
        ("Bob is lying. I was not in storage, so vote Bob.", False),
        ("Bob died. I was not in storage during the round.", False),
        ("Bob died in storage. I was not in storage.", True),
        ("You place me there at tick 7. That is false. I was not in storage.", True),
        ("I was not in storage, Bob. I went to storage after that.", True),
        ("I was never in storage. I went to storage after that.", False),
    ],
)
def test_a_denial_without_a_time_is_of_the_round_unless_a_moment_is_spoken_of(text, is_of_moment):
    (denial,) = (claim for claim in revised(text, "location") if claim.is_negated)
    assert (denial.is_of_moment, denial.is_tentative) == (is_of_moment, False)


@pytest.mark.parametrize(
    ("text", "kind", "field", "value"),
    [
        ("I was not in storage when the body was found.", "location", "when", "when the body was found"),
        ("I was in medbay at tick 1, not storage.", "location", "when", "at tick 1"),
        ("When the body was found, I was in medbay, not storage.", "location", "when", "when the body was found"),
        ("I passed Bob in storage and later in medbay.", "sighting", "when", ""),
        ("I was in storage. I passed near weapons early and I saw Bob alive there.", "sighting", "room", "weapons"),
        ("I saw Bob in storage at tick 3, then again in medbay at tick 9.", "sighting", "when", "at tick 3"),
    ],
)
def test_a_limit_that_is_understood_is_taken_in(text, kind, field, value):
    assert value in [getattr(claim, field) for claim in revised(text, kind)]


@pytest.mark.parametrize(("called", "is_open"), [("Bob", False), ("Ivy", True)])
def test_you_is_the_one_who_is_called_by_name(called, is_open):
    text = f"{called}, hear me out. I saw you in medbay."
    read = Claim("sighting", "Grace", "Bob", "medbay", span=(text.index("I saw"), len(text)))
    (claim,) = revise([read], text, EXTRACTOR._sentences(text), "Grace")
    assert claim.is_tentative == is_open
