"""Servers and guests are killed and cut off at random moments: every answer is on record once, and seen by whom it may be."""

from __future__ import annotations

import asyncio

import pytest

from tests.join.hostile_host import soon
from tests.join.players import person
from tests.join.test_joining import signing
from tests.web.kills import BAD, KILLS, play_through
from tests.web.open_table import plan, serving
from tests.web.proxy import proxied

pytestmark = pytest.mark.e2e

_TABLES = (
    {"game": "urn", "seats": "remote*3,bot*2", "preset": "patient"},
    {"game": "ship", "seats": "remote*2,bot*4", "preset": "standard"},
)


async def test_no_answer_is_lost_doubled_or_seen_by_others_across_kills(tmp_path, monkeypatch):
    monkeypatch.setenv("WOOZLE_HOME", str(tmp_path / "home"))
    outcome = await play_through(tmp_path, _TABLES, 20, pause=0.1, between=0.25)
    assert not outcome.problems
    assert outcome.kills.keys() == {*KILLS} and outcome.answers > 21  # all of the urn, and some of the ship, which may end early


async def test_a_match_is_played_over_a_bad_network_that_is_cut_now_and_then(tmp_path, monkeypatch):
    monkeypatch.setattr("woozle.arena.join.connection._WAITS", (0.05,))
    async with asyncio.timeout(120), proxied(0, **BAD) as proxy, serving(tmp_path, proxy, **signing(tmp_path)) as (tables, base):
        table = tables.open(plan(preset="quick"))
        people = [person(base, table.id, token, tmp_path / "joined") for token in table.room.invitations.values()]
        playing = asyncio.gather(*(each.play() for each in people))
        for count in (0, 2, 5):
            await soon(lambda count=count: table.match and table.match.referee.folded > count)
            proxy.cut()
        await playing
        for each in people:
            assert each.session.end.verdict.startswith("verified here: rules, deal and 4 receipts"), each.failure
            assert each.events == [*table.match.referee.view(each.session.looking)]
