"""A host of open tables stands whatever its clients do: nobody else is kept waiting, and nobody learns anything."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import pytest
from aiohttp import ClientSession

from woozle.arena.tables.entrance import Visitor, enter
from woozle.arena.web.sockets import _frame_head
from woozle.saves.receipts import HostKey

from tests.web.attacks import TEXT, WAYS, Target, frame
from tests.web.open_table import Guest, plan, serving

_QUICK = 1.0  # seconds of a processor until an honest player is answered


async def test_no_way_of_being_hostile_stops_a_match_or_tells_anything(tmp_path: Path, caplog: pytest.LogCaptureFixture):
    assert len(WAYS) >= 40
    troubles: list[object] = []
    asyncio.get_running_loop().set_exception_handler(lambda loop, context: troubles.append(context))
    key = HostKey.load(tmp_path / "host.key")
    async with serving(tmp_path, host_key=key) as (tables, base), ClientSession() as session:
        table = tables.open(plan(seats="remote*3,bot*2", starts_when_full=False))
        invitations = dict(table.room.invitations)
        honest = Guest(session, base, table.id, invitations[1], secret="1" * 64)
        honest.says = lambda request: None
        _, joined = enter(table, tables.door, Visitor("a" * 64, "Attacker", ""), invitations[2])
        target = Target(int(base.rpartition(":")[2]), table.id, invitations[3], joined.token)
        playing = asyncio.create_task(honest.play())
        async with asyncio.timeout(10):
            while table.room.places[0].guest is None:
                await asyncio.sleep(0.01)
            table.start()
            while "request" not in honest.kinds():
                await asyncio.sleep(0.01)
        secrets = (honest.joins["token"], table.match.referee.key.hex(), repr(table.match.referee.record)[:60], "Traceback")
        for name, way in WAYS.items():
            async with asyncio.timeout(60):
                found = await way(target)
            began = time.process_time()
            async with asyncio.timeout(60), session.get(f"{base}/t/{table.id}") as reply:
                assert reply.status < 500, name
            assert time.process_time() - began < _QUICK, name
            assert not playing.done() and table.state == "playing", name
            assert not [each for each in secrets if each.encode() in found], name
            await target.close()
        playing.cancel()
    assert not troubles
    others = ("aiohttp", "asyncio")  # which say how each request is bad, and that the attackers write to closed connections
    told = [each for each in caplog.records if not each.name.startswith(others)]
    assert not told


async def test_who_meets_too_many_others_at_the_door_may_come_back(tmp_path: Path):
    async with serving(tmp_path) as (tables, base), ClientSession() as session:
        table = tables.open(plan())
        target = Target(int(base.rpartition(":")[2]), table.id, table.room.invitations[1], "")
        for _ in range(20):
            await target.socket()
        guest = Guest(session, base, table.id, table.room.invitations[1])
        assert await guest.play() == 4007
        await target.close()
        guest.heard.clear()
        assert await guest.play(until=lambda message: message["type"] == "joined") is None


@pytest.mark.parametrize("size", [0, 125, 126, 2**16 - 1, 2**16])
def test_frames_of_all_sizes_have_the_head_that_they_need(size: int):
    assert _frame_head(size) + bytes(size) == frame(TEXT, bytes(size), masked=False)
