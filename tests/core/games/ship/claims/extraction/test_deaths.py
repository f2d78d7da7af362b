from __future__ import annotations

import pytest

from tests.core.games.ship.claims.extraction.speeches import told


@pytest.mark.parametrize("text", ["I found Eve's body in nav.", "I found Eve dead in nav.", "I saw Eve's body in navigation.",
                                  "eve dead in nav", "Eve's remains were in nav.", "Eve was killed in nav."])  # fmt: skip
def test_a_body_in_a_room(text: str) -> None:
    assert told(text) == ["body Grace Eve navigation"]


def test_a_body_may_have_another_finder() -> None:
    assert told("Bob found Eve dead in nav.") == ["body Bob Eve navigation"]


def test_a_body_that_was_not_there_is_denied() -> None:
    assert told("I saw no body in medbay.") == ["body Grace medbay not"]


def test_a_death_alone_is_no_claim() -> None:
    assert told("Eve is dead.") == []


@pytest.mark.parametrize("text", ["I saw Bob kill Eve in medbay!", "I caught Bob killing Eve in medbay.",
                                  "Bob killed Eve in front of me in medbay.", "I saw how Bob killed Eve in medbay."])  # fmt: skip
def test_a_kill_that_was_seen_is_no_further_accusation(text: str) -> None:
    assert told(text) == ["kill Grace Bob Eve medbay"]


def test_a_kill_that_was_not_seen() -> None:
    assert told("I did not see Bob kill Eve.") == ["kill Grace Bob Eve not"]
    assert told("Bob killed Eve.") == ["accusation Grace Bob"]
