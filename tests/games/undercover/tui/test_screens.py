"""Pictures of undercover. After a change that is meant: look at the report, then `pytest --snapshot-update`."""

from __future__ import annotations

import asyncio

import pytest

from woozle.arena.play.setup import new_match
from woozle.arena.play.start import Replay
from woozle.core.match import Pacer
from woozle.games.undercover.config import Case, Config
from woozle.tui.app import WoozleApp
from woozle.tui.styles.themes import DARK, LIGHT

from tests.games.undercover.tui.scenes import drawn, pair, undercover_stage
from tests.tui.hosts import LARGE, SMALL
from tests.tui.screens.test_watch_screen import opened


def test_the_small_table(snap_compare):
    assert snap_compare(undercover_stage("voting", theme=DARK.name), terminal_size=SMALL, run_before=drawn)


def test_the_large_table(snap_compare):
    assert snap_compare(undercover_stage("over", theme=LIGHT.name), terminal_size=LARGE, run_before=drawn)


def test_a_table_with_a_drawing(snap_compare):
    assert snap_compare(undercover_stage("drawn"), terminal_size=SMALL, run_before=drawn)


def test_a_table_with_a_long_question(snap_compare):
    assert snap_compare(undercover_stage("long"), terminal_size=SMALL, run_before=drawn)


def of_files() -> Case:
    of = pair()
    return Case(id="cups", question=of.question, picture=of.picture, counterfactual=of.counterfactual, edit=of.edit)


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """A match of four bots that say whatever comes."""
    folder = tmp_path_factory.mktemp("matches") / "20260102-030405-undercover-0a1b"
    ready = new_match("undercover", ["bot:random*4"], Config(pool=(of_files(),)), 3, folder, pacer=Pacer(), sync=False)
    asyncio.run(ready.match.play())
    ready.writer.close()
    return folder


def test_looking_on(snap_compare, played):
    app = WoozleApp(Replay(played, line=9), clock=lambda: 0.0)

    async def show(pilot):
        await opened(pilot)
        await drawn(pilot)

    assert snap_compare(app, terminal_size=LARGE, run_before=show)
