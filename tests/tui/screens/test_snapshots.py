"""Pictures of every screen. After a change that is meant: look at the report, then `pytest --snapshot-update`."""

from __future__ import annotations

import pytest

from woozle.tui import messages, routes
from woozle.tui.present.views import Line, ResultRow, Results

from tests.tui import scenes
from tests.tui.hosts import settled
from tests.tui.scenes import Stage

SMALL, LARGE = (80, 24), (140, 45)
SIZES = pytest.mark.parametrize("size", [SMALL, LARGE], ids=["80x24", "140x45"])

MOMENTS = {
    "roam": (scenes.ROAM, scenes.ACT),
    "meeting": (scenes.MEETING, scenes.SPEAK),
    "vote": (scenes.VOTE, scenes.VOTING),
    "dead": (scenes.DEAD, None),
    "duck": (scenes.DUCK, scenes.KILL),
}

RESULTS = Results(
    "You win. The geese win.",
    "All ducks have been ejected.",
    True,
    (
        ResultRow(1, "A", "Alice", "you", "goose", "survived", "3 of 5", "–", "1 of 2", is_you=True),
        ResultRow(2, "B", "Bob", "bot", "DUCK", "ejected, tick 31", "2 fake", "2", "0 of 2"),
        ResultRow(3, "C", "Charlie", "bot", "goose", "killed, tick 12", "1 of 5", "–", "–"),
        ResultRow(4, "D", "Diana", "bot random", "goose", "killed, tick 28", "4 of 5", "–", "0 of 1"),
        ResultRow(5, "E", "Eve", "bot", "goose", "survived", "5 of 5", "–", "2 of 2"),
    ),
    ("31 ticks", "2 meetings", "2 kills"),
)


async def settle(pilot):
    await settled(pilot)


@SIZES
@pytest.mark.parametrize("moment", MOMENTS)
def test_the_table(snap_compare, moment, size):
    assert snap_compare(Stage(*MOMENTS[moment]), terminal_size=size, run_before=settle)


@pytest.mark.parametrize("moment", ["roam", "vote"])
def test_the_table_in_light(snap_compare, moment):
    assert snap_compare(Stage(*MOMENTS[moment], theme="woozle-light"), terminal_size=SMALL, run_before=settle)


def test_the_table_without_colour(snap_compare, monkeypatch):
    monkeypatch.setenv("NO_COLOR", "1")
    assert snap_compare(Stage(*MOMENTS["duck"]), terminal_size=SMALL, run_before=settle)


def test_a_kill_is_asked_once_more(snap_compare):
    assert snap_compare(Stage(*MOMENTS["duck"]), press=["5"], terminal_size=SMALL, run_before=settle)


@SIZES
def test_the_lobby(snap_compare, size):
    assert snap_compare(Stage(matches=scenes.MATCHES), terminal_size=size, run_before=settle)


def test_the_lobby_in_light(snap_compare):
    assert snap_compare(Stage(matches=scenes.MATCHES, theme="woozle-light"), terminal_size=SMALL, run_before=settle)


@SIZES
def test_the_seat_picker(snap_compare, size):
    assert snap_compare(Stage(), press=["p"], terminal_size=size, run_before=settle)


@SIZES
def test_the_results(snap_compare, size):
    async def show(pilot):
        pilot.app.push_screen(routes.results(RESULTS, "/home/ada/.local/share/woozle/matches/20260102-030405-ship-0a1b"))
        await pilot.pause()
        lines = (
            Line("PASSED  shape and chain", "good", "✓"),
            Line("PASSED  rules folded again", "good", "✓"),
            Line("SKIPPED  scores", "quiet", "·"),
        )
        pilot.app.screen.post_message(messages.Verified(lines, is_sound=True))
        await settle(pilot)

    assert snap_compare(Stage(), terminal_size=size, run_before=show)


@SIZES
def test_the_help(snap_compare, size):
    async def show(pilot):
        await settle(pilot)
        await pilot.press("question_mark")
        await settle(pilot)

    assert snap_compare(Stage(*MOMENTS["roam"]), terminal_size=size, run_before=show)
