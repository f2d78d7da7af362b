from __future__ import annotations

import pytest

from tests.core.games.ship.claims.extraction.speeches import claims, rooms, routes, said


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


@pytest.mark.parametrize("text", [
    "Bob's route took him through caf, nav, storage.",
    "Eve doubts it. Bob's route, as she told it, is odd — caf, nav, storage.",
    "Bob ended up in storage after passing caf and nav.",
    "Bob went to caf (I was in medbay then), then back through nav, storage.",
    "Bob went through caf and nav, not medbay or weapons, to storage.",
])  # fmt: skip
def test_a_way_may_be_told_in_pieces(text: str) -> None:
    assert routes(text)["Bob"] == "cafeteria>navigation>storage"


def test_her_route_is_the_one_of_her() -> None:
    assert routes("Eve is calm. Her route was caf, nav, storage.") == {"Eve": "cafeteria>navigation>storage"}


def test_rooms_after_which_another_was_entered_come_first() -> None:
    assert routes("I was in storage after leaving nav.") == {"Grace": "navigation>storage"}
    assert routes("I got to storage after nav.") == {"Grace": "navigation>storage"}


def test_moves_of_others_that_meet_are_one_way() -> None:
    assert routes("Bob entered nav from caf and then went from nav to storage at tick 9.") == {
        "Bob": "cafeteria>navigation>storage"
    }


def test_who_came_in_came_to_where_the_story_is() -> None:
    assert routes("In medbay I saw Bob come in from nav. Eve came in from storage.") == {
        "Bob": "navigation>medbay",
        "Eve": "storage>medbay",
    }


def test_a_room_before_a_noun_is_no_part_of_a_way() -> None:
    assert routes("I have no medbay info, I went caf -> nav.") == {"Grace": "cafeteria>navigation"}


@pytest.mark.parametrize("text", ["I was there at the same tick as Bob.", "The same goes for Bob."])
def test_the_same_tick_is_not_the_same_route(text: str) -> None:
    assert routes(text, before=[said("I went caf -> nav -> storage.", "Bob")]) == {}


def test_a_time_in_a_list_of_stops_is_not_that_of_the_whole_route() -> None:
    (told,) = (claim for claim in claims("I have been in caf, nav around tick 4, then storage around tick 6.") if claim.route)
    assert told.route == ("cafeteria", "navigation", "storage") and told.when == ""
    (told,) = (claim for claim in claims("Around tick 4 I went caf -> nav -> storage.") if claim.route)
    assert told.when == "around tick 4"
    (told,) = (claim for claim in claims("I went from caf to nav around tick 4.") if claim.route)
    assert told.when == "around tick 4"


@pytest.mark.parametrize("again", ["I went caf -> nav.", "I went nav -> storage.", "I went from caf to nav."])
def test_a_part_of_a_route_told_again_is_no_other_route(again: str) -> None:
    assert [claim.route for claim in claims(f"I went caf -> nav -> storage. {again}") if claim.route] == [
        ("cafeteria", "navigation", "storage")
    ]


def test_a_verb_carries_a_route_over_a_few_words_only() -> None:
    found = [routes(f"My route {'really ' * count}took me through caf, nav, storage.") for count in (10, 11, 12, 13)]
    assert found == [{"Grace": "cafeteria>navigation>storage"}, {}, {}, {}]
