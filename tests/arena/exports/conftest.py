"""Matches that are exported."""

from __future__ import annotations

import pytest

from tests.saves.tables.recorded import GAMES, recorded


@pytest.fixture(scope="package")
def tables(tmp_path_factory):
    """A match of every game, with a person, a model and bots."""
    folder = tmp_path_factory.mktemp("tables")
    for game in GAMES:
        recorded(game, folder / game)
    return folder
