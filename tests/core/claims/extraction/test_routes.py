from __future__ import annotations

import pytest

from tests.core.claims.extraction.speeches import claims, rooms, routes, said


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
])  # fmt: skip
def test_a_way_is_one_route(text: str) -> None:
    assert routes(text) == {"Grace": "cafeteria>navigation>storage"}


def test_a_route_told_again_is_no_other_route() -> None:
    assert routes("I went caf -> nav -> storage. As I said, I went from nav to storage.") == {
        "Grace": "cafeteria>navigation>storage"
    }


def test_routes_of_others() -> None:
    text = "Bob says he went elec -> sec -> nav. Eve's route was storage, medbay. Ivy came into weapons from security at tick 4."
    assert routes(text) == {"Bob": "electrical>security>navigation", "Eve": "storage>medbay", "Ivy": "security>weapons"}


def test_where_somebody_came_from_may_follow() -> None:
    assert routes("I saw Bob walking into medbay, coming from storage.")["Bob"] == "storage>medbay"


def test_both_engines_are_two_rooms() -> None:
    assert routes("I went from oxygen through both engines to storage.") == {"Grace": "oxygen>upper_engine>lower_engine>storage"}


def test_a_route_may_be_the_one_of_an_earlier_speech() -> None:
    before = [said("I went caf -> nav -> storage.", "Bob"), said("I was in medbay.", "Eve")]
    assert routes("Same as Bob.", before=before) == {"Grace": "cafeteria>navigation>storage"}
    assert routes("I took the same route as Ivy.", before=before) == {}


def test_rooms_never_entered_are_in_no_route() -> None:
    assert routes("I went caf -> nav. I never went to storage.") == {"Grace": "cafeteria>navigation"}
    assert {c.room for c in claims("I never went to storage.", "location") if c.is_negated} == {"storage"}


def test_a_move_of_another_to_one_room_is_a_location() -> None:
    assert rooms("Bob went to storage.") == {("Bob", "storage")}
