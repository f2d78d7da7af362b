"""Conduct in undercover agrees with its measures."""

from __future__ import annotations

from tests.games.conduct import conducts


def test_votes_are_those_of_the_measures():
    match, found = conducts("undercover-1-paper")
    for seat, conduct in found.items():
        if seat != match.facts.undercover:
            numbers = match.seats[seat].result.numbers
            assert len(conduct.suspicions) <= numbers["votes"]
            assert sum(each.is_right for each in conduct.suspicions) <= numbers["votes_right"]
            assert all(0 < each.chance <= 1 / 2 for each in conduct.suspicions)
