"""The viewers through whose eyes a match may be watched."""

from __future__ import annotations

import pytest

from woozle.arena.views.observer import allowed_viewers
from woozle.core.game import PUBLIC
from woozle.core.state import EVERYTHING

SEATS = ("Alice", "Bob", "Charlie")
ALL = (EVERYTHING, PUBLIC, *SEATS)


@pytest.mark.parametrize(
    ("people", "is_over", "may"),
    [
        ((), False, ALL),
        ((), True, ALL),
        (("Bob",), True, ALL),
        (("Alice", "Bob"), True, ALL),
        (("Bob",), False, ("Bob",)),
        (("Alice", "Bob"), False, (PUBLIC,)),
    ],
)
def test_while_people_play_nobody_sees_what_one_of_them_must_not_know(people, is_over, may):
    assert allowed_viewers(SEATS, people, is_over=is_over) == may
