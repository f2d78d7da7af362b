"""Pictures of a game without a table of its own. After a change that is meant: see the report, then `pytest --snapshot-update`."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from woozle.arena.play.setup import new_match
from woozle.arena.play.start import Replay
from woozle.arena.views.end import End
from woozle.arena.views.registry import results
from woozle.core.match import Pacer
from woozle.games.urn.rules import Accuse, Config, Report, Reported
from woozle.tui import routes
from woozle.tui.app import WoozleApp
from woozle.tui.styles.themes import LIGHT

from tests.arena.views.any_game.urn_match import ME, UrnStage, over, until
from tests.tui.hosts import HOSTILE, LARGE, SMALL, settled
from tests.tui.scenes import Stage
from tests.tui.screens.test_watch_screen import opened


def after(*keys):
    async def show(pilot):
        await settled(pilot)
        await pilot.press(*keys)
        await settled(pilot)

    return show


def test_the_table(snap_compare):
    app = UrnStage(*until(Accuse, seed=5), theme=LIGHT.name)
    assert snap_compare(app, terminal_size=LARGE, run_before=after())


def test_eight_seats_and_a_hostile_sentence(snap_compare):
    referee, request = until(Report, 2, seats=8, seed=5)
    view = [replace(event, text=HOSTILE) if isinstance(event, Reported) else event for event in referee.view(ME)]
    stage = UrnStage(referee, request)
    stage._seen = tuple(view)
    assert snap_compare(stage, terminal_size=SMALL, run_before=after())


def test_the_results(snap_compare):
    referee = over(seed=5)
    players = {seat: {"kind": "bot", "name": "keen"} for seat in referee.game.seats} | {ME: {"kind": "human"}}
    shown = results("urn", End(referee.record, referee.outcome, players, ME))

    class Ended(Stage):
        def on_mount(self) -> None:
            self.push_screen(routes.results(shown, "/home/me/matches/20260102-030405-urn-0a1b", "urn"))

    assert snap_compare(Ended(), terminal_size=SMALL, run_before=after())


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """A match of five bots."""
    folder = tmp_path_factory.mktemp("matches") / "20260102-030405-urn-0a1b"
    ready = new_match("urn", ["bot*3,bot:bold,bot:trusting"], Config(), 5, folder, pacer=Pacer(), sync=False)
    asyncio.run(ready.match.play())
    ready.writer.close()
    return folder


def test_looking_on(snap_compare, played):
    async def show(pilot):
        await opened(pilot)
        await pilot.press("1")
        await settled(pilot)

    assert snap_compare(WoozleApp(Replay(played, line=14), clock=lambda: 0.0), terminal_size=SMALL, run_before=show)
