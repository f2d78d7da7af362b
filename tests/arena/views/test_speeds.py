"""Reading speeds: said once, typed, shown, and gone through."""

from __future__ import annotations

from math import inf

import pytest

from woozle.arena.views.speeds import SPEEDS, TYPED, faster, name_of, parse_speed, slower
from woozle.tui.settings.schema import ABOUT


def test_the_settings_and_the_command_line_offer_every_speed_that_a_match_can_have():
    assert ABOUT["speed"].choices == tuple(SPEEDS)
    assert [parse_speed(text) for text in TYPED] == [parse_speed(name) for name in SPEEDS] == list(SPEEDS.values())
    assert [name_of(speed) for speed in SPEEDS.values()] == list(SPEEDS)


@pytest.mark.parametrize("text", ["", "3", "x", "nan", "inf"])
def test_what_is_no_speed_is_refused_with_those_there_are(text):
    with pytest.raises(ValueError, match=r"choose from 0\.25, 0\.5, 1, 2, 4, max\."):
        parse_speed(text)


def test_what_is_nearly_a_speed_is_named_in_place_of_all():
    with pytest.raises(ValueError, match=r"no speed 'maxx1'; did you mean max\?"):
        parse_speed("maxx1")


def test_the_slowest_and_the_fastest_are_the_ends():
    assert [slower(speed) for speed in (inf, 4, 1, 0.25)] == [4, 2, 0.5, 0.25]
    assert [faster(speed) for speed in (0.25, 1, 4, inf)] == [0.5, 2, inf, inf]
