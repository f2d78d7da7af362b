"""Pictures of undercover. After a change that is meant: look at the report, then `pytest --snapshot-update`."""

from __future__ import annotations

from woozle.tui.styles.themes import DARK, LIGHT

from tests.games.undercover.tui.scenes import drawn, undercover_stage
from tests.tui.hosts import LARGE, SMALL


def test_the_small_table(snap_compare):
    assert snap_compare(undercover_stage("voting", theme=DARK.name), terminal_size=SMALL, run_before=drawn)


def test_the_large_table(snap_compare):
    assert snap_compare(undercover_stage("over", theme=LIGHT.name), terminal_size=LARGE, run_before=drawn)


def test_a_table_with_a_drawing(snap_compare):
    assert snap_compare(undercover_stage("drawn"), terminal_size=SMALL, run_before=drawn)


def test_a_table_with_a_long_question(snap_compare):
    assert snap_compare(undercover_stage("long"), terminal_size=SMALL, run_before=drawn)
