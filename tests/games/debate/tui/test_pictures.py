"""Pictures of debates. After a change that is meant: look at the report, then `pytest --snapshot-update`."""

from __future__ import annotations

import asyncio

import pytest

from woozle.arena.play.setup import new_match
from woozle.arena.play.start import Replay
from woozle.arena.views.end import End
from woozle.core.match import Pacer
from woozle.games.debate.config import Config
from woozle.games.debate.views.end_card import results
from woozle.tui import routes
from woozle.tui.app import WoozleApp
from woozle.tui.styles.themes import LIGHT

from tests.games.debate.tui.scenes import PAWS, SEATS, debate_stage, debated
from tests.tui.hosts import LARGE, SMALL, settled
from tests.tui.scenes import Stage
from tests.tui.screens.test_watch_screen import opened


def test_the_large_table(snap_compare):
    assert snap_compare(debate_stage("over", theme=LIGHT.name), terminal_size=LARGE, run_before=settled)


def test_the_small_table(snap_compare):
    assert snap_compare(debate_stage("choosing"), terminal_size=SMALL, run_before=settled)


def test_the_results(snap_compare):
    referee = debated()

    async def show(pilot):
        players = {"Ada": {"kind": "human"}} | {seat: {"kind": "bot", "name": "fair"} for seat in SEATS[1:]}
        pilot.app.push_screen(routes.results(results(End(referee.record, referee.outcome, players, "Ada")), "/matches/x", "debate"))
        await settled(pilot)

    assert snap_compare(Stage(), terminal_size=LARGE, run_before=show)


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """A debate of five bots in which edges come and go."""
    folder = tmp_path_factory.mktemp("matches") / "20260102-030405-debate-0a1b"
    ready = new_match("debate", ["bot*5"], Config(pool=(PAWS,), topology="random"), 3, folder, pacer=Pacer(), sync=False)
    asyncio.run(ready.match.play())
    ready.writer.close()
    return folder


def test_looking_on(snap_compare, played):
    app = WoozleApp(Replay(played), clock=lambda: 0.0)

    async def show(pilot):
        await opened(pilot)
        await pilot.press("space", "end")
        await settled(pilot)

    assert snap_compare(app, terminal_size=LARGE, run_before=show)
