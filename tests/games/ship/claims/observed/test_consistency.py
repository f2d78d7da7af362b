"""Speeches that contradict themselves: each row is one, or a near one that does not."""

from __future__ import annotations

import pytest

from woozle.games.ship.claims.observed import check_speech
from woozle.games.ship.views.claims import contradiction

from tests.games.ship.claims.observed.scene import Scene

SCENE = Scene()


def contradictions(text: str, speaker: str = "Charlie") -> set[tuple[str, str]]:
    """The pairs of clauses that cannot both be so."""
    statement, claims = SCENE.read(speaker, text)
    return {each.quotes for each in check_speech(SCENE.line, statement, claims) if each.quotes}


@pytest.mark.parametrize(
    ("text", "clauses"),
    [
        ("I saw Eve around tick 2. I saw nobody the entire round.", ("I saw Eve around tick 2", "I saw nobody the entire round")),
        ("I was alone all round. I saw Eve in medbay at tick 3.", ("I was alone all round", "I saw Eve in medbay at tick 3")),
        ("I never saw Eve. I saw Eve in medbay at tick 3.", ("I never saw Eve", "I saw Eve in medbay at tick 3")),
        ("I was never in medbay. I was in medbay at tick 3.", ("I was never in medbay", "I was in medbay at tick 3")),
        ("I was in medbay all round. I was in storage at tick 4.", ("I was in medbay all round", "I was in storage at tick 4")),
        ("I only saw Eve. I saw Diana in medbay at tick 3.", ("I only saw Eve", "I saw Diana in medbay at tick 3")),
    ],
)
def test_a_speech_that_says_the_contrary_too_is_told_so_with_both_clauses(text, clauses):
    assert contradictions(text) == {clauses}


@pytest.mark.parametrize(
    "text",
    [
        "I saw Eve around tick 2. I saw nobody after tick 4.",
        "I saw Eve in medbay at tick 3. I saw nobody in storage the entire round.",
        "I saw nobody the entire round. Wait, I saw Eve around tick 2.",
        "I think I saw Eve around tick 2. I saw nobody the entire round.",
        "Bob says he saw Eve around tick 2. I saw nobody the entire round.",
        "I saw nobody but Eve the entire round. I saw Eve around tick 2.",
        "I was in medbay all round. I was in cafeteria at tick 0.",
    ],
)
def test_what_can_both_be_so_or_is_taken_back_is_no_contradiction(text):
    assert contradictions(text) == set()


def test_both_claims_keep_their_own_verdicts_and_name_each_other():
    statement, claims = SCENE.read("Charlie", "I saw Eve around tick 2. I saw nobody the entire round.")
    seen, nobody = check_speech(SCENE.line, statement, claims)
    assert (seen.verdict.outcome, nobody.verdict.outcome) == ("true", "false")
    assert (seen.rival, nobody.rival) == (nobody.claim, seen.claim)
    said = "Charlie contradicts itself: “I saw Eve around tick 2” and “I saw nobody the entire round”."
    assert contradiction(seen) == contradiction(nobody) == said
