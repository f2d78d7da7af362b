"""Review of claims extracted elsewhere, by the sentences that name their rooms."""

from __future__ import annotations

import pytest

from woozle.games.ship.claims.elsewhere import Review
from woozle.games.ship.claims.schema import Claim, Statement
from woozle.games.ship.maps import load

REVIEW = Review(("Alice", "Bob", "Charlie", "Diana", "Eve", "Frank"), load("ship"))


def reviewed(text, kind, **said):
    claim = Claim(kind, said.pop("subject", "Alice"), **said)
    (found,) = REVIEW(Statement(0, 9, 1, "Alice", text, 5), [claim])
    return found.source, found.told_by, bool(found.doubt)


@pytest.mark.parametrize(
    "text",
    [
        "I went to storage for my task.",
        "I was doing my route to storage for my cargo task.",
        "I came in from medbay to do cargo. Storage was empty.",
        "I headed to storage to sort the boxes.",
    ],
)
def test_a_task_that_is_only_the_aim_of_a_way_is_uncertain(text):
    assert reviewed(text, "activity", activity="task", room="storage") == ("own", "", True)


@pytest.mark.parametrize(
    "text", ["I did my task in storage.", "I was in storage, working on the cargo.", "I finished Sort Cargo in storage."]
)
def test_a_task_that_was_done_is_none(text):
    assert reviewed(text, "activity", activity="task", room="storage") == ("own", "", False)


def test_what_somebody_else_is_told_to_have_said_is_hearsay():
    assert reviewed("Bob says he was in storage.", "location", subject="Bob", room="storage") == ("hearsay", "Bob", False)
    assert reviewed("I can confirm Bob was in storage.", "location", subject="Bob", room="storage") == ("own", "", False)
    assert reviewed("Bob was in storage. Eve says he was in storage.", "location", subject="Bob", room="storage")[0] == "own"
    assert reviewed("Bob says so, but I was in storage.", "location", room="storage") == ("own", "", False), "of itself"


def test_what_is_only_supposed_is_uncertain():
    assert reviewed("If Bob was in storage, he saw it.", "location", subject="Bob", room="storage") == ("own", "", True)


def test_stances_and_claims_without_a_room_are_left_as_they_are():
    assert reviewed("Bob says it is Eve.", "accusation", target="Eve") == ("own", "", False)
    assert reviewed("Bob says he saw Eve.", "sighting", subject="Bob", target="Eve") == ("own", "", False)


def is_tentative(text, kind, **said):
    (found,) = REVIEW(Statement(0, 9, 1, "Alice", text, 5), [Claim(kind, said.pop("subject", "Alice"), **said)])
    return found.is_tentative


def test_where_another_seat_was_is_tentative_unless_the_grammar_reads_it_as_well():
    assert is_tentative("Bob has a good alibi in storage.", "location", subject="Bob", room="storage")
    assert not is_tentative("Bob was in storage.", "location", subject="Bob", room="storage")
    assert not is_tentative("I saw Bob in storage.", "location", subject="Bob", room="storage")
    assert not is_tentative("Something with storage.", "location", room="storage"), "of itself the speaker is believed to speak"


def test_a_tick_that_the_same_claim_does_not_have_makes_it_tentative():
    said = "I was never in medbay at tick 9. I was in storage."
    assert is_tentative(said, "location", room="storage", when="at tick 9")
    assert not is_tentative(said, "location", room="storage")
    assert not is_tentative("I was in storage at tick 9.", "location", room="storage", when="tick 9")
