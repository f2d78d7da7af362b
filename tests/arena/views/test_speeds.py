"""Reading speeds: said once, typed, shown, and gone through."""

from __future__ import annotations

from math import inf

import pytest

from woozle.arena.views.registry import reading
from woozle.arena.views.speeds import SPEEDS, TYPED, faster, name_of, parse_speed, reading_seconds, slower
from woozle.core.line import Line
from woozle.games.ship import events as ship
from woozle.tui.settings.schema import ABOUT

from tests.games.parts import parts


def test_the_settings_and_the_command_line_offer_every_speed_that_a_match_can_have():
    assert ABOUT["speed"].choices == tuple(SPEEDS)
    assert [parse_speed(text) for text in TYPED] == [parse_speed(name) for name in SPEEDS] == list(SPEEDS.values())
    assert [name_of(speed) for speed in SPEEDS.values()] == list(SPEEDS)


@pytest.mark.parametrize("text", ["", "3", "x", "nan", "inf"])
def test_what_is_no_speed_is_refused_with_those_there_are(text):
    with pytest.raises(ValueError, match=r"choose from 0\.25, 0\.5, 1, 2, 4, max\."):
        parse_speed(text)


def test_the_slowest_and_the_fastest_are_the_ends():
    assert [slower(speed) for speed in (inf, 4, 1, 0.25)] == [4, 2, 0.5, 0.25]
    assert [faster(speed) for speed in (0.25, 1, 4, inf)] == [0.5, 2, inf, inf]


# Time to read

BLOW = {"moment": "Bob kills Eve", "glyph": "†"}


@pytest.mark.parametrize(
    ("line", "seconds"),
    [
        (Line("x" * 80, "speech"), 2.6),
        (Line("x" * 80, "speech", shown=""), 0),
        (Line("x" * 80), 0),
        (Line("Round 2", "heading", moment="round 2"), 0),
        (Line("Nobody is out.", "notice"), 2),
        (Line("x" * 80, "notice"), 2.6),
        (Line("Bob killed Eve.", "bad", **BLOW), 2),
        (Line("", **BLOW), 0),
        (Line("x" * 80, "speech", seconds=0.5), 0.5),
        (Line("The vote", "heading", steps=((Line("one"),), (Line("two"),))), 0.8),
    ],
)
def test_speeches_are_read_and_notices_and_blows_are_seen_at_a_glance(line, seconds):
    assert reading_seconds([line]) == pytest.approx(seconds)


@pytest.mark.parametrize(
    ("game", "event", "to_others", "to_itself"),
    [(game, *row) for game, rows in parts("speeds", "READ").items() for row in rows],
)
def test_a_seat_needs_no_time_for_what_it_does_itself_or_is_given(game, event, to_others, to_itself):
    assert reading(game, [event], "Ada") == reading(game, [event], None) == pytest.approx(to_others)
    assert reading(game, [event], "Bob") == pytest.approx(to_itself)


def test_nobody_waits_longer_than_twelve_seconds_and_spectators_see_each_event():
    assert reading("ship", [ship.Spoke("Bob", 1, "x" * 900)], None) == 12
    assert reading("ship", [ship.Tick(3)] * 3, None, 0.5) == 1.5
