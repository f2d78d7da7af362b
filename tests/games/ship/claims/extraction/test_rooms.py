"""Locations, and the names of rooms and seats."""

from __future__ import annotations

import pytest

from tests.games.ship.claims.extraction.speeches import claims, said, told


@pytest.mark.parametrize(
    ("name", "room"),
    [("med bay", "medbay"), ("Medibay", "medbay"), ("nav", "navigation"), ("Elec", "electrical"), ("sec", "security"),
     ("the caf", "cafeteria"), ("O2", "oxygen"), ("weap", "weapons"), ("lower-engine", "lower_engine"),
     ("upper_engine", "upper_engine"), ("LowerEngine", "lower_engine"), ("upper", "upper_engine"), ("secu", "security")],
)  # fmt: skip
def test_rooms_are_known_by_their_aliases(name: str, room: str) -> None:
    assert told(f"Ivy was in {name} at tick 3.") == [f"location Ivy {room}"]


def test_a_side_of_the_ship_is_no_room() -> None:
    assert told("Ivy was on the upper left side.") == []


def test_aliases_follow_from_the_rooms_of_any_map() -> None:
    assert told("Bob was in the cock at tick 2.", ship="shuttle") == ["location Bob cockpit"]
    assert told("Bob was in nav at tick 2.", ship="shuttle") == []


@pytest.mark.parametrize("text", ["Frank was in storage.", "FRANK was in storage.", "Frank: storage", "Frank stayed in storage."])
def test_names_may_be_ordinary_words(text: str) -> None:
    assert told(text) == ["location Frank storage"]


@pytest.mark.parametrize("text", ["To be frank, that was bad.", "By the grace of luck.", "The ivy in storage grows."])
def test_an_ordinary_word_is_no_name(text: str) -> None:
    assert not [claim for claim in claims(text) if {claim.subject, claim.target} & {"Frank", "Ivy"}]


def test_several_seats_are_several_claims() -> None:
    assert told("Ivy, Bob and Eve were in weapons.") == [f"location {seat} weapons" for seat in ("Eve", "Bob", "Ivy")]


def test_fragments_name_who_was_where() -> None:
    assert told("alice nav, bob storage, me caf") == [
        "location Alice navigation",
        "location Bob storage",
        "location Grace cafeteria",
    ]


def test_pronouns_mean_who_was_named() -> None:
    assert told("Bob, you were in nav at tick 5.") == ["location Bob navigation"]
    assert told("Eve came. You were in nav, Bob.")[-1] == "location Bob navigation"
    assert told("Bob met Eve in nav. He was in storage.")[1] == "location Bob storage"
    assert told("Eve met Bob in nav. She was in storage.")[1] == "location Eve storage"


def test_you_is_the_last_speaker_when_nobody_is_named() -> None:
    assert told("You were in nav at tick 5.", before=[said("Hello.", "Ivy")]) == ["location Ivy navigation"]


def test_what_was_not_so_is_negated() -> None:
    assert told("I never went to storage, and Bob was in caf.") == ["location Grace storage not", "location Bob cafeteria"]


def test_who_never_left_was_there() -> None:
    (claim,) = claims("I never left nav.")
    assert (claim.room, claim.is_negated, claim.when) == ("navigation", False, "never left")


def test_not_only_denies_nothing() -> None:
    assert told("I wasn't just in storage.") == ["location Grace storage"]


@pytest.mark.parametrize("text", [
    "Was Bob in medbay?", "Were you in nav, Bob?", "ok so where was bob, in nav?", "Did you see Bob in nav?",
    "Watch Bob in nav.",
    "At the last meeting Bob was loud about nav.", "I wish I had seen Bob in nav.", "I will go to nav with Bob.",
    "If Bob was in nav, we lose.", "Nobody saw Bob in nav.", "ok but who was with eve in nav",
    "Nobody can say that Eve was in nav.",
    "Based on Bob being in nav we know more.", "Bob was the last one with Eve.", "maybe bob killed her and then ran to nav",
])  # fmt: skip
def test_questions_orders_plans_and_suppositions_claim_nothing(text: str) -> None:
    assert [claim for claim in told(text) if not claim.startswith("accusation")] == []


def test_what_stands_before_a_question_is_claimed() -> None:
    assert told("Bob was in nav, why?") == ["location Bob navigation"]


def test_what_follows_a_question_is_claimed() -> None:
    assert told("Why would I kill Eve, I was in nav.", "kill", "location") == ["location Grace navigation"]


@pytest.mark.parametrize(
    "text", ["Bob says Eve was in nav.", "Bob told me that Eve was in nav.", "According to Bob, Eve was in nav."]
)
def test_what_others_said_is_hearsay(text: str) -> None:
    assert told(text) == ["Bob: location Eve navigation"]


def test_after_but_the_speaker_speaks_again() -> None:
    assert told("Bob claims he was in nav but I saw him in storage.") == [
        "Bob: location Bob navigation",
        "sighting Grace Bob storage",
    ]


def test_hedges_are_kept() -> None:
    assert [claim.is_hedged for claim in claims("I think Bob was in medbay. Eve was in nav.")] == [True, False]


def test_alone_and_counts() -> None:
    assert told("I was alone in nav.") == ["alone Grace navigation"]
    assert told("I was not alone.") == ["alone Grace not"]
    assert told("nobody was with me") == ["alone Grace"]
    assert told("3 people in caf") == ["count Grace cafeteria 3"]


@pytest.mark.parametrize(
    "text", ["I saw nobody in storage.", "I didn't see anyone in storage.", "storage was empty", "no one in storage"]
)
def test_nobody_counts_as_none(text: str) -> None:
    assert told(text) == ["count Grace storage 0"]


@pytest.mark.parametrize(
    "text", ["Medbay is next to storage.", "So is medbay.", "medbay touches storage", "i voted bob, medbay is close"]
)
def test_what_the_map_is_like_is_no_claim(text: str) -> None:
    assert told(text, "location", "count") == []


@pytest.mark.parametrize("text", ["I was nowhere near nav.", "I never went near nav.", "I stayed far away from nav."])
def test_who_was_not_near_a_room_was_not_in_it(text: str) -> None:
    assert told(text) == ["location Grace navigation not"]


def test_a_room_that_is_contrasted_is_denied() -> None:
    assert told("I was in nav, not in storage.") == ["location Grace navigation", "location Grace storage not"]
    assert told("I saw Eve in nav, not storage.") == ["sighting Grace Eve navigation", "sighting Grace Eve storage not"]


@pytest.mark.parametrize("text", ["Bob standing in nav is odd.", "Bob is lying about being in nav.", "We are still here, Bob."])
def test_what_is_only_spoken_of_is_no_claim(text: str) -> None:
    assert not [claim for claim in told(text) if claim.startswith(("location", "sighting"))]


@pytest.mark.parametrize(
    "text", ["i was in elctrcl", "i ws in elec", "I was in electirical", "i was in elctr", "I was in electrcial"]
)
def test_rooms_may_be_mistyped_or_without_vowels(text: str) -> None:
    assert told(text) == ["location Grace electrical"]


@pytest.mark.parametrize("text", ["i was in the stores", "that was strange", "it took a sec"])
def test_words_that_look_like_rooms_are_none(text: str) -> None:
    assert told(text, "location") == []
