"""What the socket of a spectator's page is sent, where spectators see everything after the end."""

from __future__ import annotations

import asyncio
import json

from aiohttp import ClientSession

from tests.web.open_table import Guest, plan, serving


async def test_where_only_the_end_may_be_seen_nothing_of_a_match_comes_before(tmp_path):
    async with serving(tmp_path) as (tables, base), ClientSession() as session, asyncio.timeout(30):
        table = tables.open(plan(seats="remote,bot*4", preset="quick", watching="end", is_listed=True))
        guest = Guest(session, base, table.id, table.room.invitations[1])
        async with session.ws_connect(f"{base}/t/{table.id}/watch/page", origin=base) as socket:
            await socket.send_json({"type": "join"})
            playing, heard = asyncio.create_task(guest.play()), []
            while not heard or heard[-1]["type"] != "over":
                heard.append(json.loads(await socket.receive_str()))
                assert heard[-1]["type"] != "lines" or table.match.referee.outcome
        await playing
    lines = "".join(each["html"] for each in heard if each["type"] == "lines")
    assert " red" in lines
