"""The palette finds games, places, matches, themes and the keys of the screen; during a match it leads nowhere else."""

from textual.command import CommandList

from woozle.tui.app import WoozleApp
from woozle.tui.palette import commands
from woozle.tui.screens.browser import BrowserScreen
from woozle.tui.screens.seats import SeatsScreen
from woozle.tui.screens.table import TableScreen

from tests.tui.hosts import settled


async def _choose(pilot, words):
    await pilot.press("ctrl+p")
    await pilot.press(*words.replace(" ", "_").replace("_", " "))
    await settled(pilot)
    await pilot.app.workers.wait_for_complete()
    await pilot.pause()
    assert pilot.app.screen.query_one(CommandList).option_count
    await pilot.press("enter", "enter")
    await settled(pilot)


async def test_what_is_typed_is_found_and_opened_and_a_match_under_way_is_not_left_by_a_word():
    async with WoozleApp().run_test() as pilot:
        await settled(pilot)
        before = {found.title for found in commands(pilot.app, pilot.app.screen)}
        for words, found in (("play urn", SeatsScreen), ("browser", BrowserScreen), ("daily urn", TableScreen)):
            await _choose(pilot, words)
            assert isinstance(pilot.app.screen, found)
            if found is not TableScreen:
                await pilot.press("escape")
                await settled(pilot)
        during = {found.title for found in commands(pilot.app, pilot.app.screen)}
    assert {"Play ship", "Daily quest", "Browser", "Sort"} - before == {"Sort"}
    assert not {words for words in during if words.startswith(("Play ", "Watch ", "Learn "))}
    assert "Theme: nord" in during
    assert "Help" in during
