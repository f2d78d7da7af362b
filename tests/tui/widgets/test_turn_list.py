"""The list of seats being asked, with the time so far."""

from __future__ import annotations

import pytest

from woozle.arena.views.panels import Turn
from woozle.tui.widgets.turn_list import TurnList

from tests.tui.hosts import Clock, Host

TURNS = (
    Turn(2, "Bob", "asked", "act"),
    Turn(1, "Alice", "answered", "speak", 4.2),
    Turn(3, "Charlie", "refused", "vote", 1.0),
    Turn(4, "Diana", "forfeited", "vote", 90.0),
    Turn(0, "judge", "answered", "score", 0.25),
)


@pytest.fixture
def clock():
    return Clock(100.0)


@pytest.fixture
def turns(clock):
    return TurnList(clock=clock)


def rows(widget) -> list[str]:
    return widget.render().plain.split("\n")


async def test_each_turn_has_a_sign_a_name_a_word_and_its_seconds(turns):
    async with Host(turns).run_test(size=(60, 10)):
        turns.show(TURNS)
        assert rows(turns) == [
            "▸ Bob           act",
            "✓ Alice         speak  4.2 s",
            "✗ Charlie       vote refused  1.0 s",
            "– Diana         vote forfeited  01:30",
            "✓ judge         score  0.2 s",
        ]
        turns.show(())
        assert rows(turns) == ["No one is asked anything."]


async def test_who_thinks_for_more_than_half_a_second_has_a_clock_and_a_timer_runs_only_meanwhile(turns, clock):
    app = Host(turns)
    app.animation_level = "none"
    async with app.run_test(size=(60, 10)):
        assert turns._timer is None
        turns.show(TURNS[:1])
        timer = turns._timer
        clock.now += 0.4
        assert rows(turns) == ["▸ Bob           act"]
        clock.now += 6.6
        assert rows(turns) == ["▸ Bob           act  7.0 s"]
        turns.show((Turn(1, "Alice", "asked", "act"), *TURNS[:1]))
        assert rows(turns)[1] == "▸ Bob           act  7.0 s"
        assert turns._timer is timer, "there is one timer"
        turns.show(TURNS[1:])
        assert turns._timer is None


async def test_the_spinner_turns_only_where_there_are_animations(turns, clock):
    app = Host(turns)
    app.animation_level = "full"
    async with app.run_test(size=(60, 10)):
        turns.show(TURNS[:1])
        assert rows(turns)[0].startswith("▸ ")
        clock.now += 1
        first = rows(turns)[0][0]
        clock.now += 0.1
        assert first in "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏"
        assert rows(turns)[0][0] != first
        app.animation_level = "none"
        assert rows(turns)[0].startswith("▸ ")


@pytest.fixture
def models(clock):
    return TurnList(clock=clock, only_models=True)


async def test_of_models_alone_it_is_said_how_they_go_on(models):
    app = Host(models)
    app.animation_level = "none"
    async with app.run_test(size=(90, 10)) as pilot:
        assert not models.display
        models.show([*TURNS, Turn(4, "Diana", "asked", "act", words="streaming", since=98.0)])
        await pilot.pause()
        assert models.display
        assert rows(models) == ["▸ Diana         act · streaming  2.0 s"]
        models.show(TURNS)
        assert not models.display


async def test_the_longer_it_takes_the_more_is_said(models):
    app = Host(models)
    app.animation_level = "none"
    async with app.run_test(size=(90, 10)) as pilot:
        for since, end in (
            (99.8, "act · sent"),
            (95.0, "act · sent  5.0 s"),
            (80.0, "act · sent  20.0 s ▰▰▱▱▱▱ limit 01:00"),
            (51.0, "act · sent  49.0 s ▰▰▰▰▰▱ late limit 01:00"),
            (0.0, "act · sent  01:40 ▰▰▰▰▰▰ late limit 01:00"),
        ):
            models.show([Turn(1, "Alice", "asked", "act", words="sent", since=since, limit=60.0)])
            await pilot.pause()
            assert rows(models)[0].endswith(f" {end}")


async def test_who_has_to_wait_says_until_when(models, clock):
    async with Host(models).run_test(size=(90, 10)) as pilot:
        models.show([Turn(1, "Alice", "asked", "act", words="rate-limited", since=100.0, until=112.0)])
        await pilot.pause()
        assert rows(models)[0].endswith("act · waits 12 s: rate-limited")
        clock.now += 30
        assert rows(models)[0].endswith("act · waits 0 s: rate-limited")
