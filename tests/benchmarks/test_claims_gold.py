"""The gold set fits its matches, and claims of typed lines are read at least as well as is stated."""

from __future__ import annotations

import json
from hashlib import sha256

from benchmarks import claims_gold
from benchmarks.claims_gold import GOLD, PASSES, SETTLED, Gold, by_grammar, reading
from woozle.games.ship.tui.label_files import read_labels


def test_each_label_is_of_a_match_that_is_there():
    for kind, file in (("prose", "game.jsonl"), ("chat", "transcript.jsonl")):
        there = {sha256(path.read_bytes()).hexdigest() for path in (GOLD / kind).rglob(file)}
        for name in (*PASSES, SETTLED):
            labels = read_labels(GOLD / kind / "labels" / f"{name}.jsonl")
            assert not labels.torn and labels.labels and {item.match for item in labels.labels} <= there


def test_no_speech_is_in_both_halves():
    speeches = json.loads((GOLD / "sample.json").read_text("utf-8"))["speeches"]
    places = [(each["path"], each["at"]) for each in speeches]
    assert len(set(places)) == len(places)
    halves = {half: {each.get("author") for each in speeches if each["half"] == half} - {None} for half in ("tuned", "test")}
    assert not halves["tuned"] & halves["test"], "the typed lines are parted by their writers"


def test_typed_lines_are_read_at_least_so_well(monkeypatch):
    gold = Gold("tuned")
    monkeypatch.setattr(gold, "speeches", [place for place in gold.speeches if place.kind == "chat"][::4])
    found = reading(gold, "chat", by_grammar)
    assert found.strict.precision.value >= 0.7 and found.strict.recall.value >= 0.5
    assert found.lenient.precision.value >= 0.8 and found.lenient.recall.value >= 0.55
    turned, claims = found.inverted
    assert turned <= 0.02 * claims


def test_what_turns_a_claim_around():
    claim = claims_gold.Claim
    seen, unseen = claim("sighting", "Bob", "Eve", "medbay"), claim("sighting", "Bob", "Eve", "medbay", is_negated=True)
    swapped, blamed, cleared = (
        claim("sighting", "Eve", "Bob", "medbay"),
        claim("accusation", "Bob", "Eve"),
        claim("defense", "Bob", "Eve"),
    )
    assert all(claims_gold.is_inverted(one, [other]) for one, other in ((unseen, seen), (swapped, seen), (cleared, blamed)))
    assert not claims_gold.is_inverted(seen, [seen, unseen]) and not claims_gold.is_inverted(claim("location", "Bob"), [seen])
