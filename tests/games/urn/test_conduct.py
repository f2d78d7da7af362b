"""Conduct at the urn agrees with its measures."""

from __future__ import annotations

from tests.games.conduct import conducts


def test_lies_and_ranges_of_the_urn_are_those_of_its_results():
    match, found = conducts("urn-1-standard")
    for seat, conduct in found.items():
        assert len(conduct.lies) == match.seats[seat].result.numbers["lies"]
        is_fair = match.seats[seat].role == "fair"
        assert len(conduct.beliefs) <= is_fair
        assert is_fair or not conduct.suspicions
        if conduct.beliefs:
            assert conduct.beliefs[0].is_so == bool(match.seats[seat].right["guess"].part)
