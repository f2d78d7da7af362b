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


def after(*keys):
    async def show(pilot):
        await drawn(pilot)
        for key in keys:
            await pilot.press(key)
            await drawn(pilot)

    return show


@pytest.mark.parametrize(
    ("moment", "size", "theme"),
    [("voting", SMALL, DARK.name), ("voting", (100, 30), DARK.name), ("over", LARGE, LIGHT.name)],
    ids=["voting", "between small and large", "over"],
)
def test_the_table(snap_compare, moment, size, theme):
    assert snap_compare(undercover_stage(moment, theme=theme), terminal_size=size, run_before=after())


def test_a_table_with_a_drawing(snap_compare):
    assert snap_compare(undercover_stage("drawn"), terminal_size=SMALL, run_before=after())


@pytest.mark.parametrize("moment", ["long", "told", "summary"])
def test_the_small_table(snap_compare, moment):
    assert snap_compare(undercover_stage(moment), terminal_size=SMALL, run_before=after())


def test_the_second_part_of_an_answer(snap_compare):
    assert snap_compare(undercover_stage("reasoning"), terminal_size=SMALL, run_before=after("enter", "s", "o"))


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


@pytest.mark.parametrize(("keys", "size"), [("", LARGE), ("2", SMALL)], ids=["everything", "a seat"])
def test_looking_on(snap_compare, played, keys, size):
    app = WoozleApp(Replay(played, line=9), clock=lambda: 0.0)

    async def show(pilot):
        await opened(pilot)
        await pilot.press(*keys)
        await drawn(pilot)

    assert snap_compare(app, terminal_size=size, run_before=show)
