"""Votes for seats and for answers."""

from __future__ import annotations

import json
from pathlib import Path

from woozle.core.voting import agree, leaders, majority, tally

VECTORS = {each["id"]: each for each in json.loads((Path(__file__).parent / "games/undercover/vectors.json").read_text())}


def test_who_has_the_most_votes_leads():
    vector = VECTORS["mug.majority"]
    assert leaders(vector["inputs"]["votes"], "ABC") == [vector["expected"]["eliminated"]]


def test_of_a_tie_all_lead_in_the_order_of_seats():
    vector = VECTORS["mug.tie"]
    assert leaders(vector["inputs"]["votes"], vector["inputs"]["order"]) == ["A", "B", "C"]


def test_who_abstains_votes_for_nobody():
    assert tally({"A": None, "B": "A", "C": "A"}) == {"A": 2}
    assert leaders({"A": None}, "ABC") == []


def test_of_several_answers_as_frequent_all_are_the_majority():
    assert majority(["x", "y", "y", "z", "x"]) == ["x", "y"]
    assert majority([None, "x", None]) == ["x"]
    assert majority([]) == majority([None]) == []


def test_who_says_nothing_agrees_with_nobody():
    assert agree(["x", "x"]) and agree(["x"])
    assert not any(map(agree, (["x", "y"], ["x", None], [None, None], ["", ""])))
