"""The labelled replies are whole and legal, those of two halves halved by lot; what is misread in them is tested beside them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.labelled_replies import FRESH, HALVES, LATER, Row, rows

DEBATE = Path(__file__).parent / "games/debate"
SELF_PLAY = Path(__file__).parent / "games/self_play/players"


def halved_rows(folder: Path) -> list[Row]:
    return [row for half in HALVES for row in rows(folder, half)]


def all_rows(folder: Path) -> list[Row]:
    return halved_rows(folder) + rows(folder, FRESH) + rows(folder, LATER)


@pytest.mark.parametrize("folder", [DEBATE, SELF_PLAY])
def test_there_are_enough_replies_of_both_sources_each_once(folder):
    parts = ((halved_rows(folder), 200, 60), (rows(folder, FRESH), 100, 36), (rows(folder, LATER), 70, 24))
    for part, least, least_of_models in parts:
        assert len(part) >= least
        assert sum(row["source"] != "written" for row in part) >= least_of_models
    replies = all_rows(folder)
    assert len({row["id"] for row in replies}) == len(replies)
    assert len({json.dumps([row.get("of"), row["question"], row["reply"]]) for row in replies}) == len(replies)
    assert all(row["why"] and row.get("arguable", True) is True for row in replies)
