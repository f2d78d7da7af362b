"""Accusations by how sure they sound and by what they rest on, and rates by tolerance."""

from __future__ import annotations

from dataclasses import replace

from woozle.games.ship.claims.audit import audit
from woozle.games.ship.claims.comparison import NO_GROUND, TOLERANCES, by_ground, by_strength, sweep
from woozle.games.ship.claims.schema import Claim

from tests.games.ship.claims.test_audit import board

SURE = Claim("accusation", "Alice", "Frank", strength="strong")
UNSURE = Claim("accusation", "Alice", "Bob", strength="weak", is_hedged=True)


def audited(*claims):
    """Alice says this once; everybody else, and she herself later, says nothing."""
    first = {"Alice": list(claims)}
    return audit(board(Alice="...").record, known=lambda statement: first.pop(statement.speaker, []))


def test_accusations_are_counted_by_strength_and_by_hedges():
    found = by_strength([audited(SURE, UNSURE), audited(SURE)])
    assert {name: (share.value, share.n) for name, share in found.items()} == {
        "strong": (1.0, 2),
        "weak": (0.0, 1),
        "not hedged": (1.0, 2),
        "hedged (I think)": (0.0, 1),
    }


def test_accusations_are_counted_by_what_the_accuser_had_seen():
    assert {name: share.value for name, share in by_ground([audited(SURE, UNSURE)]).items()} == {NO_GROUND: 0.5}


def test_what_is_uncertain_or_not_the_accusers_own_word_is_left_out():
    assert not by_strength([audited(replace(SURE, doubt="It may be supposed."), replace(SURE, source="quoted"))])
    assert not by_strength([audited(replace(SURE, subject="Frank"))], team="duck"), "Alice spoke, a goose"


def test_rates_are_counted_again_for_each_tolerance():
    late = Claim("location", "Alice", room="medbay", when="around tick 1")  # where she came in tick 3
    rates = {tolerance: row["true"].value for tolerance, row in sweep([audited(late)], ["true"]).items()}
    assert tuple(rates) == TOLERANCES
    assert rates[0] == 0.0 and rates[5] == 1.0
