from __future__ import annotations

import pytest

from tests.core.games.ship.claims.extraction.speeches import claims, rooms


@pytest.mark.parametrize("text", ["I found Eve's body in nav.", "I found Eve dead in nav.", "I saw Eve's body in navigation.",
                                  "I discovered Eve dead in nav."])  # fmt: skip
def test_a_body_that_was_found(text: str) -> None:
    (claim,) = claims(text, "body")
    assert (claim.subject, claim.target, claim.room) == ("Grace", "Eve", "navigation")
    assert ("Eve", "navigation") in rooms(text)


def test_where_a_body_was() -> None:
    assert rooms("Eve's remains were in weapons.") == {("Eve", "weapons")}
    assert rooms("Eve died in weapons.") == {("Eve", "weapons")}


def test_a_kill_that_was_seen() -> None:
    (claim,) = claims("I saw Bob kill Eve in medbay!", "kill")
    assert (claim.subject, claim.target, claim.victim, claim.room) == ("Grace", "Bob", "Eve", "medbay")
    assert claims("I did not see Bob kill Eve.", "kill")[0].is_negated


def test_who_found_a_body_was_there() -> None:
    assert rooms("Bob found Eve dead in nav.") == {("Eve", "navigation"), ("Bob", "navigation")}
