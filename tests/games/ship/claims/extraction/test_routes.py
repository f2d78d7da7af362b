"""Ways that are gone through in order are one route."""

from __future__ import annotations

import pytest

from tests.games.ship.claims.extraction.speeches import said, told


@pytest.mark.parametrize("text", [
    "My route: caf -> nav -> storage.",
    "My route was cafeteria → navigation ⇒ storage",
    "caf => nav => storage",
    "I went caf > nav > storage.",
    "My route this round was cafeteria, then navigation, and storage.",
    "I started in caf, went to navigation, and ended up in storage.",
    "I was in the cafeteria, then moved through nav to storage.",
    "I started in the cafeteria. Then I headed to nav. After that I moved to storage.",
    "I left caf for nav, then went into storage.",
    "My route was caf/nav, then storage.",
    "I went from caf to nav, heading on to storage.",
])  # fmt: skip
def test_a_connected_account_is_one_route(text: str) -> None:
    assert told(text) == ["location Grace cafeteria>navigation>storage"]


@pytest.mark.parametrize("again", ["As I said, I went from nav to storage.", "I went from caf to nav."])
def test_a_route_told_again_is_no_other_route(again: str) -> None:
    assert told(f"I went caf -> nav -> storage. {again}") == ["location Grace cafeteria>navigation>storage"]


def test_routes_of_others() -> None:
    assert told("Bob says he went elec -> sec -> nav.") == ["Bob: location Bob electrical>security>navigation"]
    assert told("Eve's route was storage, medbay.") == ["Eve: location Eve storage>medbay"]
    assert told("Eve is calm. Her route was caf, nav, storage.") == ["Eve: location Eve cafeteria>navigation>storage"]


def test_a_way_of_another_that_nobody_saw_is_a_route() -> None:
    assert told("Bob left caf for nav.") == ["location Bob cafeteria>navigation"]


def test_what_was_before_comes_first() -> None:
    assert told("I was in storage. Before that I was in caf, then in nav.") == ["location Grace cafeteria>navigation>storage"]


def test_both_engines_are_two_rooms() -> None:
    assert told("I went from oxygen through both engines to storage.") == [
        "location Grace oxygen>upper_engine>lower_engine>storage"
    ]


def test_a_route_may_be_the_one_of_an_earlier_speech() -> None:
    before = [said("I went caf -> nav -> storage.", "Bob"), said("I was in medbay.", "Eve")]
    assert told("Same as Bob.", before=before) == ["location Grace cafeteria>navigation>storage"]
    assert told("I took the same route as Ivy.", before=before) == []


@pytest.mark.parametrize("text", ["I was there at the same tick as Bob.", "The same goes for Bob."])
def test_the_same_tick_is_not_the_same_route(text: str) -> None:
    assert not [claim for claim in told(text, before=[said("I went caf -> nav -> storage.", "Bob")]) if ">" in claim]


def test_rooms_never_entered_are_in_no_route() -> None:
    assert told("I went caf -> nav. I never went to storage.") == [
        "location Grace cafeteria>navigation",
        "location Grace storage not",
    ]


def test_a_room_before_a_noun_is_no_part_of_a_way() -> None:
    assert told("I have no medbay info, I went caf -> nav.") == ["location Grace cafeteria>navigation"]


def test_a_move_of_another_to_one_room_is_a_location() -> None:
    assert told("Bob went to storage.") == ["location Bob storage"]
