"""Pictures of what is set before a match of undercover."""

from __future__ import annotations

from woozle.tui.styles.themes import LIGHT

from tests.tui.hosts import LARGE, settled
from tests.tui.scenes import Stage


def test_the_form(snap_compare):
    async def show(pilot):
        await settled(pilot)
        await pilot.press("down", "down", "down", "p")
        await settled(pilot)

    assert snap_compare(Stage(theme=LIGHT.name), terminal_size=LARGE, run_before=show)
