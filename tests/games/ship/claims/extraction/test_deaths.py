from __future__ import annotations

import pytest

from tests.games.ship.claims.extraction.speeches import said, told


@pytest.mark.parametrize("text", ["I found Eve's body in nav.", "I found Eve dead in nav.", "I saw Eve's body in navigation.",
                                  "eve dead in nav", "Eve's remains were in nav."])  # fmt: skip
def test_a_body_in_a_room(text: str) -> None:
    assert told(text) == ["body Grace Eve navigation"]


def test_a_body_may_have_another_finder() -> None:
    assert told("Bob found Eve dead in nav.") == ["body Bob Eve navigation"]


def test_a_meeting_may_begin_with_a_name_and_a_room() -> None:
    assert told("BOB!! medbay.") == ["body Grace Bob medbay"]


def test_the_body_is_the_one_of_the_meeting() -> None:
    before = [said("I found Eve's body in nav.", "Bob")]
    assert told("I came back and she was dead.", before=before) == ["body Grace Eve navigation"]
    assert told("Bob found the body.", before=before) == ["body Bob Eve"]


@pytest.mark.parametrize("text", ["I walked into nav and saw Eve's body.", "I went caf -> nav, where I found Eve dead.",
                                  'I went from caf to nav, where I "found" Eve dead.'])  # fmt: skip
def test_a_body_lies_where_its_finder_is(text: str) -> None:
    assert told(text, "body") == ["body Grace Eve navigation"]


@pytest.mark.parametrize("text", ["Bob was close to Eve's body.", "Eve ran from the body room."])
def test_what_stands_beside_a_body_is_none(text: str) -> None:
    assert told(text, "body") == []


def test_a_body_that_was_not_there_is_denied() -> None:
    assert told("I saw no body in medbay.") == ["body Grace medbay not"]
    assert told("There was no body in medbay when I left.") == ["body Grace medbay not"]
    assert told("I did not see Eve or a body in medbay.") == ["body Grace medbay not", "sighting Grace Eve medbay not"]


def test_a_death_alone_is_no_claim() -> None:
    assert told("Eve is dead.") == []
    assert told("Eve was killed in nav.") == []


@pytest.mark.parametrize("text", ["I saw Bob kill Eve in medbay!", "I caught Bob killing Eve in medbay.",
                                  "Bob killed Eve in front of me in medbay.", "I saw how Bob killed Eve in medbay."])  # fmt: skip
def test_a_kill_that_was_seen_is_no_further_accusation(text: str) -> None:
    assert told(text) == ["kill Grace Bob Eve medbay"]


def test_a_kill_that_was_not_seen() -> None:
    assert told("I did not see Bob kill Eve.") == ["kill Grace Bob Eve not"]
    assert told("Bob killed Eve.") == ["accusation Grace Bob"]


@pytest.mark.parametrize(
    "text",
    ["Medbay. Frank is dead.", "medbay. franks body", "found frank. medbay", "body medbay, its frank", "Body in medbay. Frank."],
)
def test_who_and_where_may_be_told_beside_the_body(text: str) -> None:
    assert told(text) == ["body Grace Frank medbay"]
