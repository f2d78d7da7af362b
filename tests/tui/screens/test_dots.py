"""The test card: what pictures are made of, asked once before the first picture, and whenever somebody wants."""

from __future__ import annotations

import pytest

from woozle.tui import surfaces
from woozle.tui.app import WoozleApp
from woozle.tui.messages import WantDrawn
from woozle.tui.screens.dots import DotsScreen
from woozle.tui.settings import config

from tests.tui.hosts import SMALL, settled
from tests.tui.picture_scenes import Seen

WANTED = WantDrawn("urn", (Seen(),), lambda message: None)


@pytest.mark.parametrize(("key", "mode"), [("2", "sextant"), ("escape", "halfblock")])
async def test_it_is_asked_once_before_the_first_picture_and_leaving_is_an_answer(key, mode):
    app = WoozleApp()
    app.asks_for_dots = True
    async with app.run_test(size=SMALL) as pilot:
        app.post_message(WANTED)
        await settled(pilot)
        assert isinstance(app.screen, DotsScreen)
        await pilot.press(key)
        await settled(pilot)
        assert not isinstance(app.screen, DotsScreen)
        assert config.read().settings.blocks == mode
        assert app.surface == surfaces.BLOCKS[mode]
        app.post_message(WANTED)
        await settled(pilot)
        assert not isinstance(app.screen, DotsScreen)


async def test_whoever_opens_it_may_leave_it_as_it_is():
    app = WoozleApp()
    async with app.run_test(size=SMALL) as pilot:
        app.show_dots()
        await settled(pilot)
        await pilot.press("escape")
        await settled(pilot)
        assert not isinstance(app.screen, DotsScreen)
        assert config.read().settings.blocks == "auto"


def test_the_card(snap_compare):
    async def show(pilot):
        pilot.app.show_dots(is_first=True)
        await settled(pilot)

    assert snap_compare(WoozleApp(), terminal_size=SMALL, run_before=show)
