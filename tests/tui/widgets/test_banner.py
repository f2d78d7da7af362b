"""A banner shows the moments of a match, once each, and goes by itself or with any key."""

import pytest
from textual.app import App

from woozle.core.line import Line
from woozle.tui.widgets.banner import Banner
from woozle.tui.widgets.progress_signs import moves


@pytest.fixture(autouse=True)
def _banners(monkeypatch, _calm_terminal):
    monkeypatch.setattr("woozle.tui.widgets.banner.moves", moves)


KILL = Line("Bob killed Diana.", moment="Bob kills Diana", glyph="†")
MEETING, TICK = Line("", moment="Eve reports a body"), Line("", moment="free roam")
VOTE = Line("Bob voted to skip.")


class Stage(App):
    def compose(self):
        yield Banner(id="banner")


def words(app):
    banner = app.query_one(Banner)
    return str(banner.render()) if banner.display else ""


async def shown(*events, level="full", is_quiet=False):
    async with Stage().run_test() as pilot:
        pilot.app.animation_level = level
        for each in events:
            pilot.app.query_one(Banner).see(each, is_quiet=is_quiet)
        await pilot.pause()
        return words(pilot.app)


async def test_a_blow_and_a_new_part_are_shown_and_other_events_are_not():
    assert await shown([KILL]) == "† Bob kills Diana"
    assert await shown([TICK, MEETING, VOTE]) == "Eve reports a body"
    assert await shown([VOTE]) == ""


async def test_a_part_that_goes_on_is_no_moment():
    async with Stage().run_test() as pilot:
        pilot.app.animation_level = "full"
        banner = pilot.app.query_one(Banner)
        banner.see([TICK])
        banner.hide()
        banner.see([TICK])
        assert words(pilot.app) == ""


async def test_with_reduced_motion_and_for_what_was_before_there_is_none():
    assert await shown([KILL], level="none") == ""
    assert await shown([KILL], is_quiet=True) == ""


async def test_it_goes_by_itself(monkeypatch):
    monkeypatch.setattr("woozle.tui.widgets.banner.SHOWN", 0.01)
    async with Stage().run_test() as pilot:
        pilot.app.animation_level = "full"
        pilot.app.query_one(Banner).see([KILL])
        timer = pilot.app.query_one(Banner)._timer
        await timer._task
        assert words(pilot.app) == ""
