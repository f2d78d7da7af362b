"""Votes for seats and for answers."""

from __future__ import annotations

from woozle.core.votes import is_unanimous, leaders, most_frequent, tally


def test_leaders_have_the_most_votes():
    assert leaders({"A": "C", "B": "C", "C": "A"}, "ABC") == ["C"]


def test_of_a_tie_all_lead_in_the_order_of_seats():
    assert leaders({"A": "B", "B": "C", "C": "A"}, "ABC") == ["A", "B", "C"]


def test_an_abstention_is_no_vote():
    assert tally({"A": None, "B": "A", "C": "A"}) == {"A": 2}
    assert leaders({"A": None}, "ABC") == []


def test_of_several_answers_as_frequent_all_are_the_majority():
    assert most_frequent(["x", "y", "y", "z", "x"]) == ["x", "y"]
    assert most_frequent([None, "x", None]) == ["x"]
    assert most_frequent([]) == most_frequent([None]) == []


def test_empty_answers_are_not_unanimous():
    assert is_unanimous(["x", "x"]) and is_unanimous(["x"])
    assert not any(map(is_unanimous, (["x", "y"], ["x", None], [None, None], ["", ""])))
