from __future__ import annotations

from dataclasses import replace

from woozle.core.claims.extraction.official import Claims, Request, Said, cache_key, extraction

from tests.core.claims.extraction.speeches import SEATS, said

REQUEST = Request(said("I saw Bob in medbay."), (said("Hello.", "Bob"),), SEATS, ("medbay", "storage"))


def test_an_answer_becomes_claims_with_their_place_in_the_speech() -> None:
    answer = Claims(claims=(Said(type="sighting", subject="Grace", target="Bob", room="medbay", quote="saw Bob in medbay"),))
    found = extraction(REQUEST, answer)
    assert found.claims is not None
    assert (found.claims[0].target, found.claims[0].span, found.source) == ("Bob", (2, 19), "model")


def test_a_quote_that_is_not_in_the_speech_has_no_place() -> None:
    found = extraction(REQUEST, Claims(claims=(Said(type="location", subject="Bob", room="storage", quote="Bob was in storage"),)))
    assert found.claims is not None
    assert found.claims[0].span is None


def test_a_failed_extraction_is_missing_and_an_empty_one_is_not() -> None:
    assert extraction(REQUEST, None).claims is None
    assert extraction(REQUEST, Claims(claims=())).claims == ()


def test_the_key_names_the_whole_question() -> None:
    key = cache_key(REQUEST, "model-1")
    assert key == cache_key(replace(REQUEST), "model-1")
    others = [
        cache_key(REQUEST, "model-2"),
        cache_key(REQUEST, "model-1", "another prompt"),
        cache_key(replace(REQUEST, statement=said("I saw Eve in medbay.")), "model-1"),
        cache_key(replace(REQUEST, before=()), "model-1"),
        cache_key(replace(REQUEST, seats=SEATS[1:]), "model-1"),
        cache_key(replace(REQUEST, rooms=("medbay",)), "model-1"),
    ]
    assert len({key, *others}) == 7


def test_the_key_of_any_text_can_be_made() -> None:
    assert cache_key(replace(REQUEST, statement=said("\ud800")), "model-1")
