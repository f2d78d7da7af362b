"""Sightings, company, departures and arrivals."""

from __future__ import annotations

import pytest

from tests.games.ship.claims.extraction.speeches import claims, said, told


@pytest.mark.parametrize("text", ["i saw bob in nav", "I passed Bob in nav.", "Bob was with me in nav.", "me and Bob in nav",
                                  "I was in nav with Bob.", "The only player I saw was Bob in nav.",
                                  "My last sighting of Bob was in nav.", "I left Bob in nav."])  # fmt: skip
def test_seeing_and_company_are_sightings_and_no_further_location(text: str) -> None:
    assert told(text, "sighting", "location") == ["sighting Grace Bob navigation"]


def test_company_without_a_room() -> None:
    assert told("i was with bob") == ["sighting Grace Bob"]


def test_a_corridor_is_no_room() -> None:
    assert told("I was in nav, then met Bob in the corridor.", "sighting") == ["sighting Grace Bob"]


def test_who_was_left_with_somebody_was_seen_by_them() -> None:
    assert told("i left bob with frank at 5") == ["sighting Frank Bob"]


def test_the_room_of_company_is_the_one_before_it() -> None:
    assert told("nav till 4, then storage w frank", "sighting") == ["sighting Grace Frank storage"]


def test_we_are_those_who_were_named_in_the_speech_or_spoke_last() -> None:
    assert told("we were in nav", before=[said("I saw Eve.", "Bob")]) == ["sighting Grace Bob navigation"]
    assert told("we all were in nav", "sighting", before=[said("I saw Eve.", "Bob")]) == []


def test_others_see_the_speaker() -> None:
    assert told("Eve saw me in medbay.") == ["sighting Eve Grace medbay"]


def test_each_was_seen_in_its_own_room() -> None:
    found = told("I saw Bob in nav at tick 3, Eve and Ivy in storage, and Frank in medbay and weapons.")
    assert set(found) == {f"sighting Grace {one}" for one in
                          ("Bob navigation", "Eve storage", "Ivy storage", "Frank medbay", "Frank weapons")}  # fmt: skip


def test_what_was_not_seen_is_negated() -> None:
    assert told("I did not see Ivy in medbay.") == ["sighting Grace Ivy medbay not"]
    assert set(told("I never saw Bob or Eve.")) == {"sighting Grace Bob not", "sighting Grace Eve not"}
    assert told("no bob in nav") == ["sighting Grace Bob navigation not"]


@pytest.mark.parametrize(("text", "claim"), [
    ("I saw Bob leave medbay towards storage.", "departure Grace Bob medbay way storage"),
    ("Bob left medbay as I came.", "departure Grace Bob medbay"),
    ("saw Bob heading to storage", "departure Grace Bob way storage"),
    ("I saw Bob enter medbay from storage.", "arrival Grace Bob medbay way storage"),
    ("I saw Bob walking into medbay, coming from storage.", "arrival Grace Bob medbay way storage"),
    ("Bob walked in on me in medbay.", "arrival Grace Bob medbay"),
    ("Bob was in medbay, coming from storage.", "arrival Grace Bob medbay way storage"),
    ("Eve lies. I saw her leave medbay toward storage.", "departure Grace Eve medbay way storage"),
])  # fmt: skip
def test_who_was_seen_leaving_or_coming(text: str, claim: str) -> None:
    assert told(text, "departure", "arrival", "location", "sighting") == [claim]


def test_who_came_in_came_to_where_the_story_is() -> None:
    assert told("While I was in medbay, I saw Bob walk in from nav. Eve came in from storage.", "arrival") == [
        "arrival Grace Bob medbay way navigation", "arrival Grace Eve medbay way storage",
    ]  # fmt: skip


def test_who_was_beside_the_speaker_was_seen_to_leave() -> None:
    assert told("I was in nav the whole round, Bob came in at 5 and left to caf at 7.") == [
        "location Grace navigation", "arrival Grace Bob navigation", "departure Grace Bob navigation way cafeteria",
    ]  # fmt: skip


def test_a_claim_knows_where_it_stands() -> None:
    text = "Hello all. I saw Bob in medbay. Bye."
    (claim,) = claims(text)
    assert claim.span is not None
    assert text[slice(*claim.span)] == "I saw Bob in medbay"


@pytest.mark.parametrize("text", ["Bob hasn't been seen all round.", "nobody has seen bob"])
def test_not_to_be_seen_is_a_sighting_that_was_not(text: str) -> None:
    assert told(text) == ["sighting Grace Bob not"]


def test_nobody_else_goes_with_those_who_were_not_seen() -> None:
    unseen = ["sighting Grace Bob navigation not", "sighting Grace Eve navigation not", "count Grace navigation 0"]
    assert sorted(told("In nav I did not see Bob, Eve or anyone else.")) == sorted(unseen)


def test_neither_and_both_stand_for_those_meant() -> None:
    assert told("Neither of us saw Eve in nav.", "sighting") == ["sighting Grace Eve navigation not"]
    both = told("Bob and Eve are odd. I was with both of them in nav.", "sighting")
    assert sorted(both) == ["sighting Grace Bob navigation", "sighting Grace Eve navigation"]


def test_who_passes_through_a_room_was_seen_in_it() -> None:
    assert told("I saw Bob pass through nav.") == ["sighting Grace Bob navigation"]
