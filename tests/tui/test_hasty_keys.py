"""Keys that come when nobody has thought of them: as a screen opens or closes, or twice. Found by a monkey at the keys."""

from __future__ import annotations

import pytest
from textual.app import ComposeResult
from textual.command import CommandList
from textual.events import Key
from textual.screen import Screen
from textual.widgets import Input, Static
from textual.worker import WorkerFailed

from woozle.saves import paths
from woozle.tui.app import WoozleApp
from woozle.tui.screens.frame import JumpLetter, show_letters
from woozle.tui.screens.lobby import LobbyScreen
from woozle.tui.screens.menu import Menu

from tests.tui.hosts import settled


class Seeker(Screen[None]):
    """Looks for what it is made of, as soon as it is there."""

    def compose(self) -> ComposeResult:
        yield Static(id="sought")

    def on_mount(self) -> None:
        self.query_one("#sought")


async def test_an_app_that_ends_as_a_screen_opens_has_not_crashed():
    app = WoozleApp()
    async with app.run_test():
        app.push_screen(Seeker())
        app.exit()
    assert not app.last_words


async def test_who_goes_back_more_often_than_there_are_screens_is_in_the_lobby():
    app = WoozleApp()
    async with app.run_test() as pilot:
        await pilot.press("comma")
        for _ in range(3):
            app.go_back()
        await pilot.pause()
        assert isinstance(app.screen, LobbyScreen)
    assert not app.last_words


async def test_letters_are_shown_only_on_panels_that_are_there():
    app = WoozleApp()
    async with app.run_test() as pilot:
        show_letters(Seeker())
        app.screen.mount(box := Input())
        assert box in app.screen.focus_chain
        show_letters(app.screen)
        await pilot.pause()
        assert box not in {letter.panel for letter in app.screen.query(JumpLetter)}, "it is not laid out yet"
        assert len(app.screen.query(JumpLetter)) == 3
    assert not app.last_words


async def test_a_menu_that_is_left_and_opened_in_haste_leaves_the_screen_below_alone():
    app = WoozleApp()
    async with app.run_test() as pilot:
        await pilot.press("ctrl+p")
        found = app.screen.query_one(CommandList)
        found.display = False
        await pilot.pause()
        found.clear_options()
        found.add_option("one")
        found.highlighted = 0
        await pilot.press("pageup", "pagedown")
        assert found.highlighted == 0, "pages were turned in a list that was not drawn yet"
        menu = app.screen
        menu.dismiss()
        menu.dismiss()
        await pilot.pause()
        assert isinstance(app.screen, LobbyScreen), "left twice"
        await pilot.press("ctrl+p")
        app.screen.dismiss()
        app.action_command_palette()
        await pilot.pause()
        assert isinstance(app.screen, Menu), "opened while the one before was still leaving"
        app.action_command_palette()
        await pilot.pause()
        assert len(app.screen_stack) == 2
        menu = app.screen
        await menu.dismiss()
        with pytest.raises(WorkerFailed, match="CommandList"):
            await menu._gather_commands("l").wait()
    assert not app.last_words, "left as commands were sought"


@pytest.mark.parametrize(("before", "key"), [("p", "s"), ("", "e"), ("", "w")], ids=("played", "learnt", "watched"))
async def test_a_match_is_begun_once_however_often_its_key_came_before_it_was_there(before, key):
    app = WoozleApp()
    async with app.run_test(size=(100, 35)) as pilot:
        await settled(pilot)
        for each in before:
            await pilot.press(each)
            await settled(pilot)
        for _ in range(4):
            app.post_message(Key(key, key))
        await settled(pilot)
        assert len(app.workers) == 1
    assert len([*paths.matches_folder().glob("*"), *paths.tutorials_folder().glob("*")]) == 1
    assert not app.last_words
