"""Matches at open tables, played from the other side of the wire."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tests.join.players import person
from tests.web.open_table import plan, serving


async def test_people_join_and_play_to_the_end(tmp_path: Path):
    async with serving(tmp_path) as (tables, base):
        table = tables.open(plan())
        people = [person(base, table.id, token, tmp_path / "joined", f"Guest {n}") for n, token in table.invitations.items()]
        async with asyncio.timeout(30):
            await asyncio.gather(*(each.play() for each in people))
        for each in people:
            assert each.failure == "" and each.has_finished
            assert each.events == [*table.match.referee.view(each.session.looking)]
