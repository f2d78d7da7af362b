"""Every event of every game is worded for each kind of viewer, and as it was when somebody last read the golden files of lines."""

from __future__ import annotations

import pytest

from tests import lines


@pytest.mark.parametrize("game", lines.GAMES)
def test_events_read_as_in_the_golden_file(game):
    changed = lines.difference(lines.KEPT / f"{game}.txt", lines.text_of(game), lines.RENEW)
    assert not changed, changed


@pytest.mark.parametrize("game", lines.GAMES)
def test_every_event_is_in_the_golden_file_for_each_kind_of_viewer(game):
    lacks = lines.missing(game)
    assert not lacks, f"{' '.join(lacks)} Add such an event to {lines.KEPT / game}.json, and run `python -m tests.lines`."
