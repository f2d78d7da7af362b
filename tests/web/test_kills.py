"""Servers and guests are killed and cut off at random moments: every answer is on record once, and seen by whom it may be."""

from __future__ import annotations

import pytest

from tests.web.kills import BAD, KILLS, play_through

pytestmark = pytest.mark.e2e

_TABLES = (
    {"game": "urn", "seats": "remote*3,bot*2", "preset": "patient"},
    {"game": "ship", "seats": "remote*2,bot*4", "preset": "standard"},
)


async def test_no_answer_is_lost_doubled_or_seen_by_others_across_kills(tmp_path, monkeypatch):
    monkeypatch.setenv("WOOZLE_HOME", str(tmp_path / "home"))
    outcome = await play_through(tmp_path, _TABLES, 20, pause=0.15, between=0.3)
    assert not outcome.problems
    assert outcome.kills.keys() == {*KILLS} and outcome.answers > 50


async def test_a_match_is_played_over_a_bad_network_that_is_cut_now_and_then(tmp_path, monkeypatch):
    monkeypatch.setenv("WOOZLE_HOME", str(tmp_path / "home"))
    plan = {"game": "urn", "seats": "remote*2,bot*3", "preset": "quick"}
    outcome = await play_through(tmp_path, [plan], 0, pause=0.05, network={**BAD, "cut_share": 0.01})
    assert not outcome.problems and outcome.answers == 8
