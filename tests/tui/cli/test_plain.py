"""Several people who play line by line at one terminal."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from itertools import pairwise

import pytest

from woozle.core.game import EVERYONE
from woozle.core.games.ship.config import preset
from woozle.core.games.ship.maps import load
from woozle.players.registry import prompt
from woozle.tui.cli.plain import _CLEAR, PlainTable, Typist
from woozle.tui.setup import new_match

CONFIG = preset("standard", map=load("shuttle"), max_ticks=6, rounds=1)


def table(lines: Iterable[str], *, is_terminal: bool = True):
    """A table for two people who type these lines, the match, and what is written."""
    typed, written = iter(lines), []
    place = PlainTable("ship", Typist(lambda: next(typed)), written.append, is_terminal=is_terminal)
    return place, new_match("ship", ["human*2", "bot*3"], CONFIG, 3, human=place.human), written


async def test_people_take_turns_and_each_screen_shows_what_one_of_them_has_observed():
    place, (match, _, writer), written = table(["1\n"] * 400)
    await asyncio.wait_for(place.play(match), 60)
    writer.close()
    screens = "\n".join(written).split(_CLEAR)
    own = {
        seat: {
            line
            for event, audience in match.referee.record
            if audience is not EVERYONE and seat in audience
            for line in prompt("ship").lines(event, seat)
        }
        for seat in ("Alice", "Bob")
    }
    looked = set()
    for before, screen in pairwise(screens):
        seat = next((seat for seat in own if f"Pass the keyboard to {seat}, then press enter." in before), None)
        if seat:
            other = "Bob" if seat == "Alice" else "Alice"
            shown = set(screen.split("\n"))
            assert shown & own[seat]
            assert not shown & (own[other] - own[seat])
            looked.add(seat)
        else:
            assert "Pass the keyboard to" in screen
    assert looked == {"Alice", "Bob"}


def test_without_a_terminal_that_can_be_cleared_only_one_person_can_play():
    with pytest.raises(ValueError, match="only at a terminal"):
        table([], is_terminal=False)
