from __future__ import annotations

import pytest

from tests.core.games.ship.claims.extraction.speeches import claims, rooms, sightings


@pytest.mark.parametrize(
    ("said", "room"),
    [("med bay", "medbay"), ("Medibay", "medbay"), ("nav", "navigation"), ("Elec", "electrical"), ("sec", "security"),
     ("the caf", "cafeteria"), ("O2", "oxygen"), ("weap", "weapons"), ("lower-engine", "lower_engine"),
     ("upper_engine", "upper_engine"), ("LowerEngine", "lower_engine"), ("upper", "upper_engine"), ("secu", "security")],
)  # fmt: skip
def test_rooms_are_known_by_their_aliases(said: str, room: str) -> None:
    assert rooms(f"Ivy was in {said} at tick 3.") == {("Ivy", room)}


def test_a_side_of_the_ship_is_no_room() -> None:
    assert rooms("Ivy was on the upper left side.") == set()


def test_aliases_follow_from_the_rooms_of_any_map() -> None:
    assert rooms("Bob was in the cock at tick 2.", ship="shuttle") == {("Bob", "cockpit")}
    assert rooms("Bob was in nav at tick 2.", ship="shuttle") == set()


@pytest.mark.parametrize("text", ["Frank was in storage.", "FRANK was in storage.", "Frank stayed in storage."])
def test_names_may_be_ordinary_words(text: str) -> None:
    assert rooms(text) == {("Frank", "storage")}


@pytest.mark.parametrize("text", ["To be frank, that was bad.", "By the grace of luck.", "The ivy in storage grows."])
def test_an_ordinary_word_is_no_name(text: str) -> None:
    assert not [claim for claim in claims(text) if {claim.subject, claim.target} & {"Frank", "Ivy"}]


def test_names_in_lower_case_are_names_when_they_mean_nothing_else() -> None:
    assert sightings("i saw bob in medbay") == {("Grace", "Bob", "medbay")}


def test_several_seats_are_several_claims() -> None:
    assert sightings("I saw Bob and Eve in weapons around tick 4.") == {("Grace", "Bob", "weapons"), ("Grace", "Eve", "weapons")}
    assert rooms("Ivy, Bob and Eve were in weapons.") == {("Ivy", "weapons"), ("Bob", "weapons"), ("Eve", "weapons")}


def test_pronouns_mean_who_was_named() -> None:
    assert ("Eve", "storage") in rooms("I saw Bob in medbay. Eve worked alone; she was in storage at tick 9.")
    assert rooms("Bob, you were in nav at tick 5.") == {("Bob", "navigation")}
    assert rooms("Me and Bob were in nav.") == {("Grace", "navigation"), ("Bob", "navigation")}


def test_you_is_the_last_speaker_when_nobody_is_named() -> None:
    from tests.core.games.ship.claims.extraction.speeches import said

    assert rooms("You were in nav at tick 5.", before=[said("Hello.", "Ivy")]) == {("Ivy", "navigation")}


def test_who_moves_is_seen_where_the_move_begins_or_ends() -> None:
    assert sightings("I saw Bob leave medbay towards storage.") == {("Grace", "Bob", "medbay")}
    assert sightings("I saw Bob enter medbay from storage.") == {("Grace", "Bob", "medbay")}


def test_departures_and_arrivals_have_a_direction() -> None:
    (left,) = claims("I saw Bob leave medbay towards storage at tick 4.", "departure")
    assert (left.subject, left.target, left.room, left.way, left.when) == ("Grace", "Bob", "medbay", "storage", "at tick 4")
    (came,) = claims("I watched Eve walk in. I saw Eve come into nav from security.", "arrival")
    assert (came.target, came.room, came.way) == ("Eve", "navigation", "security")


def test_what_was_not_seen_is_negated() -> None:
    (claim,) = claims("I did not see Ivy in medbay.", "sighting")
    assert (claim.target, claim.room, claim.is_negated) == ("Ivy", "medbay", True)
    assert all(claim.is_negated for claim in claims("I never went to storage.", "location"))
    assert sightings("I never saw Bob or Eve.") == set()


def test_nobody_counts_as_none() -> None:
    for text in ("I saw nobody in storage.", "I didn't see anyone in storage.", "Saw no one in storage."):
        (claim,) = claims(text, "count")
        assert (claim.number, claim.room, claim.is_negated) == (0, "storage", False), text
    (claim,) = claims("I saw two people in medbay.", "count")
    assert (claim.number, claim.room) == (2, "medbay")


def test_being_alone_may_be_with_somebody() -> None:
    (claim,) = claims("Bob was alone with Eve in medbay.", "alone")
    assert (claim.subject, claim.target, claim.room) == ("Bob", "Eve", "medbay")
    (claim,) = claims("I was alone in nav.", "alone")
    assert (claim.subject, claim.target, claim.room) == ("Grace", "", "navigation")


@pytest.mark.parametrize("text", ["Was Bob in medbay?", "Did anyone see Bob in medbay?", "If Bob was in medbay, he saw it.",
                                  "Bob could have been in medbay.", "I want to know whether Bob was in medbay."])  # fmt: skip
def test_questions_and_suppositions_claim_nothing(text: str) -> None:
    assert rooms(text) == set() == sightings(text)


def test_doubt_is_kept() -> None:
    (claim,) = claims("I think Bob was in medbay.", "location")
    assert claim.is_hedged
    (claim,) = claims("Bob was in medbay.", "location")
    assert not claim.is_hedged


def test_times_stay_as_they_were_said() -> None:
    (claim,) = claims("Around ticks 9-10, I saw Bob in medbay.", "sighting")
    assert claim.when == "around ticks 9-10"


def test_a_claim_knows_where_it_stands() -> None:
    text = "Hello all. I saw Bob in medbay. Bye."
    (claim,) = claims(text, "sighting")
    assert claim.span is not None
    assert text[slice(*claim.span)] == "saw Bob in medbay"


def test_he_and_she_mean_those_who_can_be_meant() -> None:
    assert ("Bob", "storage") in rooms("Bob met Eve in nav. He was in storage at tick 9.")
    assert ("Eve", "storage") in rooms("Eve met Bob in nav. She was in storage at tick 9.")


def test_each_seat_was_seen_in_its_own_room() -> None:
    assert sightings("I saw Bob in nav at tick 3, Eve and Ivy in storage, and Frank in medbay and weapons.") == {
        ("Grace", "Bob", "navigation"),
        ("Grace", "Eve", "storage"),
        ("Grace", "Ivy", "storage"),
        ("Grace", "Frank", "medbay"),
        ("Grace", "Frank", "weapons"),
    }


@pytest.mark.parametrize("text", ["The only player I saw was Bob in nav.", "My last sighting of Bob was in nav.",
                                  "While I was in nav, I saw Bob walk in from storage."])  # fmt: skip
def test_one_who_was_seen_may_be_named_late(text: str) -> None:
    assert sightings(text) == {("Grace", "Bob", "navigation")}


def test_who_confirm_each_other_were_there_and_saw_each_other() -> None:
    text = "Bob and Eve can confirm each other in nav."
    assert rooms(text) == {("Bob", "navigation"), ("Eve", "navigation")}
    assert sightings(text) == {("Bob", "Eve", "navigation"), ("Eve", "Bob", "navigation")}
    assert sightings("Bob and Eve vouch for each other in nav.") == set()


def test_what_is_placed_admitted_or_confirmed_is_a_location() -> None:
    assert rooms("Bob places himself in nav with Eve.") == {("Bob", "navigation"), ("Eve", "navigation")}
    assert rooms("Bob admits being in nav.") == {("Bob", "navigation")}
    assert ("Eve", "navigation") in rooms("Bob confirms Eve in nav.")
    assert rooms("We were told of nav, where Bob was waiting.") == {("Bob", "navigation")}


@pytest.mark.parametrize(
    "text", ["Watch Bob in nav.", "At the last meeting Bob was loud about nav.", "Bob could have killed Eve and left nav."]
)
def test_orders_meetings_and_thoughts_are_no_sightings(text: str) -> None:
    assert sightings(text) == set() == rooms(text)


def test_what_others_say_they_did_was_not_seen_by_the_speaker() -> None:
    assert sightings("I was in nav. Bob says he came in from storage.") == set()


def test_a_room_far_behind_another_is_not_said_of_the_same_player() -> None:
    assert rooms("I was in the cafeteria at first, and weapons later.") == {("Grace", "cafeteria")}
