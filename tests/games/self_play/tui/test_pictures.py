"""Pictures of self-play. After a change that is meant: look at the report, then `pytest --snapshot-update`."""

from __future__ import annotations

import pytest

from woozle.arena.play.start import Replay
from woozle.tui import routes
from woozle.tui.app import WoozleApp
from woozle.tui.styles.themes import DARK, LIGHT

from tests.games.self_play.tui.scenes import played, self_play_stage
from tests.tui.hosts import LARGE, SMALL, settled
from tests.tui.scenes import Stage
from tests.tui.screens.test_watch_screen import opened


def after(*keys):
    async def show(pilot):
        await settled(pilot)
        for key in keys:
            await pilot.press(key)
            await settled(pilot)

    return show


@pytest.mark.parametrize(
    ("moment", "size", "theme"),
    [("asker again", SMALL, DARK.name), ("helper again", LARGE, LIGHT.name)],
    ids=["asker again", "helper again"],
)
def test_the_table(snap_compare, moment, size, theme):
    assert snap_compare(self_play_stage(moment, theme=theme), terminal_size=size, run_before=after())


def test_words_are_written(snap_compare):
    assert snap_compare(self_play_stage("helper again"), terminal_size=SMALL, run_before=after("5", "s", "o"))


def test_the_end_without_colour(snap_compare, monkeypatch):
    monkeypatch.setenv("NO_COLOR", "1")
    assert snap_compare(self_play_stage("over"), terminal_size=LARGE, run_before=after())


def test_the_form(snap_compare):
    async def show(pilot):
        await settled(pilot)
        pilot.app.push_screen(routes.seats("self_play"))
        await settled(pilot)

    assert snap_compare(Stage(), terminal_size=SMALL, run_before=show)


@pytest.fixture(scope="module")
def match(tmp_path_factory):
    return played(tmp_path_factory.mktemp("matches") / "20260102-030405-self_play-0a1b")


@pytest.mark.parametrize(("keys", "size"), [("in the middle", LARGE), ("a seat", SMALL)], ids=["in the middle", "a seat"])
def test_looking_on(snap_compare, match, keys, size):
    app = WoozleApp(Replay(match), clock=lambda: 0.0)

    async def show(pilot):
        await opened(pilot)
        await pilot.press("space", "end", *(["2"] if keys == "a seat" else ["shift+left", "shift+left", "right", "right"]))
        await settled(pilot)

    assert snap_compare(app, terminal_size=size, run_before=show)
