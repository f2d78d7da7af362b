"""The seat protocol over WebSockets: a match at an open table, played by scripted guests."""

from __future__ import annotations

import asyncio
from pathlib import Path

from aiohttp import ClientSession

from woozle.saves.verify import verify

from tests.web.open_table import Guest, plan, serving


async def test_guests_play_a_match_to_its_end(tmp_path: Path):
    async with serving(tmp_path) as (tables, base), ClientSession() as session:
        table = tables.open(plan())
        guests = [Guest(session, base, table.id, token, secret=f"{n:064x}") for n, token in table.invitations.items()]
        async with asyncio.timeout(30):
            await asyncio.gather(*(guest.play() for guest in guests))
        for guest in guests:
            kinds = guest.kinds()
            assert kinds[0] == "hello" and kinds[1] == "joined" and kinds[-1] == "over"
            assert kinds.index("deal") < kinds.index("welcome") < kinds.index("request")
            asked = [each["id"] for each in guest.heard if each["type"] == "request"]
            assert asked == [each["id"] for each in guest.heard if each["type"] == "receipt"] == [*range(1, len(asked) + 1)]
        assert guests[0].last("welcome")["seat"] != guests[1].last("welcome")["seat"]
        assert table.folder and verify(table.folder).verdict == "verified"
