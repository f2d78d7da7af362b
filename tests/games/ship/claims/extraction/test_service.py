from __future__ import annotations

from woozle.games.ship.claims.extraction.service import Claims, Said, extraction

from tests.games.ship.claims.extraction.speeches import said

SPEECH = said("I saw Bob in medbay.")


def test_an_answer_becomes_claims_with_their_place_in_the_speech() -> None:
    answer = Claims(claims=(Said(type="sighting", subject="Grace", target="Bob", room="medbay", quote="saw Bob in medbay"),))
    found = extraction(SPEECH, answer)
    assert found.claims is not None
    assert (found.claims[0].target, found.claims[0].span) == ("Bob", (2, 19))


def test_a_quote_that_is_not_in_the_speech_has_no_place() -> None:
    found = extraction(SPEECH, Claims(claims=(Said(type="location", subject="Bob", room="storage", quote="Bob was in storage"),)))
    assert found.claims is not None
    assert found.claims[0].span is None


def test_a_failed_extraction_is_missing_and_an_empty_one_is_not() -> None:
    assert extraction(SPEECH, None).claims is None
    assert extraction(SPEECH, Claims(claims=())).claims == ()
