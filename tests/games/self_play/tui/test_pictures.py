"""Pictures of self-play. After a change that is meant: look at the report, then `pytest --snapshot-update`."""

from __future__ import annotations

import pytest

from woozle.arena.play.start import Replay
from woozle.tui.app import WoozleApp
from woozle.tui.styles.themes import DARK, LIGHT

from tests.games.self_play.tui.scenes import played, self_play_stage
from tests.tui.hosts import LARGE, SMALL, settled
from tests.tui.screens.test_watch_screen import opened


@pytest.mark.parametrize(
    ("moment", "size", "theme"),
    [("asker again", SMALL, DARK.name), ("helper again", LARGE, LIGHT.name)],
    ids=["asker again", "helper again"],
)
def test_the_table(snap_compare, moment, size, theme):
    assert snap_compare(self_play_stage(moment, theme=theme), terminal_size=size, run_before=settled)


def test_looking_on(snap_compare, tmp_path):
    app = WoozleApp(Replay(played(tmp_path / "20260102-030405-self_play-0a1b")), clock=lambda: 0.0)

    async def show(pilot):
        await opened(pilot)
        await pilot.press("space", "end", "shift+left", "shift+left", "right", "right")
        await settled(pilot)

    assert snap_compare(app, terminal_size=LARGE, run_before=show)
