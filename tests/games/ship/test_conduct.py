"""Conduct on the ship agrees with its measures."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.games.conduct import conducts


@pytest.mark.parametrize("name", ["ship-1-standard", "ship-1-quack"])
def test_votes_of_the_ship_are_those_of_its_results_and_its_claims_are_no_truths_and_no_lies(name):
    match, found = conducts(name)
    for seat, conduct in found.items():
        numbers = match.seats[seat].result.numbers
        assert (conduct.lies, conduct.truths) == ((), 0), "too few of the contradictions that the grammar finds are any"
        votes = Counter(each.is_right for each in conduct.suspicions if each.how == "vote")
        if match.seats[seat].role == "goose":
            assert (votes.total(), votes[True]) == (numbers["votes"], numbers["votes_on_ducks"])
        else:
            assert not conduct.suspicions
