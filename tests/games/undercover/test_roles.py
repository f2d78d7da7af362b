"""The role of the undercover, as it is dealt."""

from __future__ import annotations

import pytest

from woozle.arena.views.company import roles_of
from woozle.core.outcome import Result

from tests.games.roles import played, roles


def test_the_undercover_is_the_one_that_the_end_reveals():
    referee = played("undercover", size=256)
    found = roles(referee)
    assert {seat for seat, role in found.items() if role == "undercover"} == {
        seat for seat, result in referee.outcome.results.items() if result.numbers["undercover"]
    }
    assert sorted(found.values()) == ["regular"] * 4 + ["undercover"]


@pytest.mark.parametrize("options", [{"has_undercover": False}, {"mode": "mad_vote"}])
def test_without_an_undercover_no_seat_has_a_role(options):
    assert roles(played("undercover", size=256, **options)) == {}


def test_in_a_baseline_the_numbers_of_results_name_no_role():
    assert roles_of("undercover", {seat: Result("won", {"undercover": 0.0}) for seat in ("Al", "Bo")}) == {}
