"""Conduct in debates agrees with what was right."""

from __future__ import annotations

from tests.games.conduct import conducts


def test_a_seat_is_pressed_where_it_was_right_among_many_who_were_wrong():
    for name in ("debate-1-standard", "debate-2-standard", "debate-3-standard"):
        match, found = conducts(name)
        right = match.facts.right
        most_wrong = [2 * each.count(False) > len(each) - 1 for each in right]
        for at, conduct in enumerate(found.values()):
            assert len(conduct.pressed) <= sum(is_so and each[at] for is_so, each in zip(most_wrong, right, strict=True))
