"""The probability that a speech makes a claim that the grammar read in it."""

from __future__ import annotations

from woozle.games.ship.claims.extraction import Extractor
from woozle.games.ship.claims.schema import Claim, Statement
from woozle.games.ship.maps import load

EXTRACTOR = Extractor(("Alice", "Bob", "Charlie", "Diana"), load("ship"))


def said(text):
    return Statement(0, 9, 1, "Alice", text, 5)


def weighed(text, claim):
    statement = said(text)
    return EXTRACTOR.certainty(statement, ()).weigh([claim])


def test_a_plain_claim_is_kept_and_sure():
    (claim,) = EXTRACTOR(said("I saw Bob in medbay at tick 4."))
    assert (claim.type, claim.target, claim.is_tentative) == ("sighting", "Bob", False)


def test_a_claim_is_weighed_by_the_words_around_it():
    text = "I saw Bob in medbay. Nothing in this sentence is about anybody at all."
    first, second = (0, 20), (21, len(text))
    sighting = Claim("sighting", "Alice", "Bob", "medbay", span=first)
    assert weighed(text, sighting) == [sighting]
    elsewhere = Claim("location", "Charlie", room="storage", span=second)
    assert all(claim.is_tentative for claim in weighed(text, elsewhere)), "neither is named there"


def test_what_is_not_the_speakers_own_is_not_weighed():
    hearsay = Claim("location", "Charlie", room="storage", source="hearsay", told_by="Bob", span=(0, 3))
    assert weighed("Eh.", hearsay) == [hearsay]


def test_a_speech_without_words_has_no_place_for_a_claim():
    claim = Claim("location", "Alice", room="storage")
    assert EXTRACTOR.certainty(said("?!"), ()).features([claim]) == [["[location room]"]]


def test_names_stand_for_their_part_in_the_claim():
    features = EXTRACTOR.certainty(said("Bob saw Charlie leave storage."), ()).features(
        [Claim("departure", "Bob", "Charlie", "storage", span=(0, 29))]
    )[0]
    assert {"word:<subject>", "word:<target>", "word:<room>", "-1 of target:saw", "[departure room target] word:saw"} <= {*features}
    assert not any("bob" in each.lower() or "charlie" in each.lower() for each in features)
