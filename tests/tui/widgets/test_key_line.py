"""The keys at the bottom: which are shown, what a click does, what becomes of them where there is no room."""

from __future__ import annotations

import pytest
from textual.app import App
from textual.binding import Binding
from textual.widgets import Static

from woozle.tui.styles import sheets
from woozle.tui.styles.themes import DARK, variables_for
from woozle.tui.widgets.key_line import KeyLine

from tests.tui.hosts import press_at_the_bottom, settled, shown


class Keys(App[None]):
    """Three keys, one of which can be forbidden."""

    CSS_PATH = sheets("base")
    BINDINGS = (
        Binding("a", "note('a')", "Add"),
        Binding("b,c", "note('b')", "Bring back"),
        Binding("d", "dream", "Dream"),
        Binding("e", "note('e')", "Hidden", show=False),
    )

    def __init__(self):
        super().__init__()
        self.noted, self.rung, self.may_dream = [], 0, None

    def get_theme_variable_defaults(self):
        return variables_for(DARK)

    def compose(self):
        yield Static("Above.")
        yield KeyLine()

    def action_note(self, what):
        self.noted.append(what)

    def action_dream(self):
        self.noted.append("d")

    def check_action(self, action, parameters):
        return self.may_dream if action == "dream" else True

    def bell(self):
        self.rung += 1


def bottom(app) -> str:
    (row,) = shown(app.query_one(KeyLine))
    return row


async def test_each_key_is_shown_once_with_what_it_does_and_hidden_ones_are_not():
    app = Keys()
    async with app.run_test(size=(60, 5)) as pilot:
        await settled(pilot)
        assert bottom(app).startswith("a Add b Bring back d Dream  ")
        assert bottom(app).endswith("▏^p palette")
        assert "Hidden" not in bottom(app)


async def test_a_click_does_the_same_as_the_key():
    app = Keys()
    app.may_dream = True
    async with app.run_test(size=(60, 5)) as pilot:
        await settled(pilot)
        for words in ("Bring back", "Dream", "Add"):
            await press_at_the_bottom(pilot, words)
            await pilot.pause()
        await pilot.click(KeyLine, offset=(30, 0))  # between the last key and the menu
        await pilot.pause()
    assert app.noted == ["b", "d", "a"]


async def test_what_is_not_possible_now_is_dim_and_rings():
    app = Keys()
    async with app.run_test(size=(60, 5)) as pilot:
        await settled(pilot)
        line = app.query_one(KeyLine).render()
        assert [line.plain[span.start : span.end] for span in line.spans if "dim" in str(span.style)] == ["d", " Dream"]
        await press_at_the_bottom(pilot, "Dream")
        await pilot.pause()
    assert (app.noted, app.rung) == ([], 1)


@pytest.mark.parametrize(("columns", "shows"), [(22, "d Dream"), (26, "a Add d Dream"), (37, "a Add b Bring back d Dream")])
async def test_whole_keys_are_left_out_where_there_is_no_room_and_the_last_and_the_menu_stay(columns, shows):
    app = Keys()
    async with app.run_test(size=(columns, 5)) as pilot:
        await settled(pilot)
        assert bottom(app).split("▏")[0].rstrip() == shows
        assert bottom(app).endswith("^p palette")


async def test_the_key_under_the_mouse_is_marked_until_the_mouse_is_gone():
    app = Keys()
    async with app.run_test(size=(60, 5)) as pilot:
        await settled(pilot)
        plain = app.query_one(KeyLine).render()
        await pilot.hover(KeyLine, offset=(8, 0))
        await settled(pilot)
        marked = app.query_one(KeyLine).render()
        assert not marked.is_same(plain)
        await pilot.hover(Static)
        await settled(pilot)
        assert app.query_one(KeyLine).render().is_same(plain)
