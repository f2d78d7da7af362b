"""The current activity of each seat, in a few words."""

from __future__ import annotations

from woozle.arena.views.panels import Turn
from woozle.arena.views.turns import newest, turn
from woozle.games.ship.events import Vote

SEATS = ("Alice", "Bob")


def test_a_turn_says_who_is_asked_for_what_and_how_long_it_took():
    assert turn(SEATS, "Bob", Vote.__name__, "asked") == Turn(2, "Bob", "asked", "vote", None)
    assert turn(SEATS, "Alice", "Speak", "answered", 1.5) == Turn(1, "Alice", "answered", "speak", 1.5)


def test_a_service_has_no_number():
    assert turn(SEATS, "judge", "Score", "asked").number == 0


def test_of_each_seat_only_the_last_turn_is_shown_the_newest_first():
    turns = [turn(SEATS, seat, "Act", "answered", n) for n, seat in enumerate(("Bob", "Alice", "Bob", "Bob"))]
    assert [(each.name, each.seconds) for each in newest(reversed(turns))] == [("Bob", 3), ("Alice", 1)]
