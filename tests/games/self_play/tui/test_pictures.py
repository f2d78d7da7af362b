"""Pictures of self-play. After a change that is meant: look at the report, then `pytest --snapshot-update`."""

from __future__ import annotations

import pytest

from woozle.tui.styles.themes import DARK, LIGHT

from tests.games.self_play.tui.scenes import self_play_stage
from tests.tui.hosts import LARGE, SMALL, settled


@pytest.mark.parametrize(
    ("moment", "size", "theme"),
    [("asker again", SMALL, DARK.name), ("helper again", LARGE, LIGHT.name)],
    ids=["asker again", "helper again"],
)
def test_the_table(snap_compare, moment, size, theme):
    assert snap_compare(self_play_stage(moment, theme=theme), terminal_size=size, run_before=settled)
