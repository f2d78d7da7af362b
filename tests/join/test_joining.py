"""Matches at open tables, played from the other side of the wire."""

from __future__ import annotations

import asyncio
from pathlib import Path

from woozle.saves.receipts import HostKey

from tests.join.players import person
from tests.web.open_table import plan, serving


def signing(folder: Path) -> dict:
    """Return the part of a server that signs receipts."""
    return {"host_key": HostKey.load(folder / "host.key")}


async def test_people_join_and_play_to_the_end(tmp_path: Path):
    async with serving(tmp_path, **signing(tmp_path)) as (tables, base), asyncio.timeout(30):
        table = tables.open(plan())
        people = [person(base, table.id, token, tmp_path / "joined", f"Guest {n}") for n, token in table.invitations.items()]
        await asyncio.gather(*(each.play() for each in people))
        for each in people:
            assert each.failure == "" and each.has_finished
            assert each.events == [*table.match.referee.view(each.session.looking)]
            assert each.session.end.verdict == f"verified here: rules, deal and {len(each.session.connection.receipts)} receipts"
            assert each.session.end_card() and each.session.results().notes[-1].startswith("Verified here")
            assert each.session.game == "urn" and each.session.rules
