"""Players without a socket are at the table for some time after each call."""

from __future__ import annotations

import asyncio

from woozle.arena.tables.callers import Callers

from tests.players.stopped_time import Time
from tests.web.open_table import plan, serving


async def test_a_call_counts_for_some_time_and_each_one_anew(tmp_path):
    async with serving(tmp_path) as (tables, _):
        table, time, callers = tables.open(plan()), Time(), Callers(60.0)
        place = table.room.places[0]
        asyncio.get_running_loop().call_later = time.later
        guest = await callers.call(table, place)
        assert guest and place.guest is guest
        time.pass_by(59.0)
        assert await callers.call(table, place) is guest
        time.pass_by(59.0)
        assert place.guest is guest
        time.pass_by(1.0)
        assert place.guest is None
        again = await callers.call(table, place)
        assert again is not guest and await Callers(60.0).call(table, place) is None
        callers.end(table, place)
        assert place.guest is None
