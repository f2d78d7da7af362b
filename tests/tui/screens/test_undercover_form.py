"""Pictures of what is set before a match of undercover."""

from __future__ import annotations

import pytest

from tests.tui.hosts import settled
from tests.tui.scenes import Stage

SIZES = pytest.mark.parametrize("size", [(80, 24), (140, 45)], ids=["80x24", "140x45"])
THEMES = pytest.mark.parametrize("theme", ["woozle-dark", "woozle-light"])


@SIZES
@THEMES
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
