"""The form before a debate, in pictures."""

from __future__ import annotations

from tests.tui.hosts import LARGE, settled
from tests.tui.scenes import Stage


async def opened(pilot, focus=""):
    """The form, from the lobby."""
    await settled(pilot)
    await pilot.press("down", "down", "down", "down", "p")
    await settled(pilot)
    if focus:
        pilot.app.screen.query_one(focus).focus()
        await settled(pilot)


def test_the_form(snap_compare):
    assert snap_compare(Stage(), terminal_size=LARGE, run_before=opened)


def test_what_can_be_typed_in_a_small_terminal(snap_compare):
    """Options that do not fit are scrolled to."""
    assert snap_compare(Stage(theme="woozle-light"), terminal_size=(80, 24), run_before=lambda pilot: opened(pilot, "#graph"))
