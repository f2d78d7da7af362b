"""Pictures of what is set before a match of undercover."""

from __future__ import annotations

from tests.tui.hosts import VIEWS, settled
from tests.tui.scenes import Stage


@VIEWS
def test_the_form(snap_compare, theme, size):
    async def show(pilot):
        await settled(pilot)
        await pilot.press("down", "down", "p")
        await settled(pilot)

    assert snap_compare(Stage(theme=theme), terminal_size=size, run_before=show)


def test_the_last_options_in_a_small_terminal(snap_compare):
    """What does not fit is scrolled to."""

    async def show(pilot):
        await settled(pilot)
        await pilot.press("down", "down", "p")
        await settled(pilot)
        pilot.app.screen.query_one("#place").focus()
        await settled(pilot)

    assert snap_compare(Stage(), terminal_size=(80, 24), run_before=show)
