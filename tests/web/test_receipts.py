"""Receipts of a real table: what terminals keep of it proves the transcript, also across a restart of the server."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from aiohttp import ClientSession

from woozle.saves.group_sync import GroupSync
from woozle.saves.receipt_check import check_receipts
from woozle.saves.receipts import HostKey
from woozle.saves.transcript import read
from woozle.saves.verify import verify

from tests.web.open_table import NONCE, Guest, plan, serving


def keep(guest: Guest, path: Path) -> Path:
    """Write what a guest heard, with its own nonce before the welcome."""
    rows: list[dict[str, Any]] = []
    for each in guest.heard:
        if each["type"] == "welcome":
            rows.append({"type": "reveal", "attempt": each["attempt"], "nonce": NONCE})
        rows.append(each)
    path.write_text("".join(json.dumps(each) + "\n" for each in rows))
    return path


async def leave_and_come_back(guest: Guest) -> None:
    """Play with a connection that is lost after the first receipt, and then another that is sent everything again."""
    await guest.play(lambda message: message["type"] == "receipt")
    await guest.play()


TABLES = {
    "urn": {},
    "a blind table": {"is_blind": True, "slot": 0.01},
    "answers that are worth waiting for": {"is_durable": True},
}


@pytest.mark.parametrize("options", TABLES.values(), ids=TABLES)
async def test_everybodys_receipts_prove_the_transcript(tmp_path: Path, options: dict[str, Any]):
    house = {"host_key": HostKey.load(tmp_path / "host.key"), "group": GroupSync()}
    async with serving(tmp_path, **house) as (tables, base), ClientSession() as session, asyncio.timeout(30):
        table = tables.open(plan(**options))
        invited = table.room.invitations
        guests = [Guest(session, base, table.id, token, secret=f"{n:064x}") for n, token in invited.items()]
        await asyncio.gather(leave_and_come_back(guests[0]), guests[1].play())
        folder = table.folder
    house["group"].close()
    prove(tmp_path, folder, guests)


async def test_a_server_that_was_restarted_makes_the_same_receipts(tmp_path: Path):
    house = {"host_key": HostKey.load(tmp_path / "host.key")}
    async with ClientSession() as session, asyncio.timeout(30):
        async with serving(tmp_path, **house) as (tables, base):
            table = tables.open(plan())
            guests = [
                Guest(session, base, table.id, token, secret=f"{place:064x}") for place, token in table.room.invitations.items()
            ]
            await asyncio.gather(*(guest.play(lambda message: message["type"] == "receipt") for guest in guests))
        async with serving(tmp_path, **house) as (tables, base):
            for guest in guests:
                guest.base = base
            await asyncio.gather(*(guest.play() for guest in guests))
            (table,) = tables
    prove(tmp_path, table.folder, guests)


async def test_a_page_offers_its_receipts_as_a_file_for_verify(tmp_path: Path):
    async with serving(tmp_path, host_key=HostKey.load(tmp_path / "host.key")) as (tables, base), asyncio.timeout(30):
        table = tables.open(plan())
        async with ClientSession() as session:
            guests = [
                Guest(session, base, table.id, token, secret=f"{place:064x}") for place, token in table.room.invitations.items()
            ]
            await asyncio.gather(*(guest.play() for guest in guests))
            cookie = {"Cookie": f"woozle-{table.id}={guests[0].joins['token']}"}
            async with session.get(f"{base}/t/{table.id}/receipts", headers=cookie) as reply:
                assert reply.status == 200
                (tmp_path / "page").write_bytes(await reply.read())
    assert table.folder
    checked = check_receipts(tmp_path / "page", read(table.folder))
    assert (checked.verdict, checked.findings, checked.notes, checked.is_bound) == ("verified", [], [], True)


def prove(tmp_path: Path, folder: Path | None, guests: list[Guest]) -> None:
    assert folder
    report = verify(folder, 3)
    assert report.is_verified and "players brought those of places 1 and 2" in report.deal
    for number, guest in enumerate(guests):
        checked = check_receipts(keep(guest, tmp_path / str(number)), read(folder))
        assert (checked.verdict, checked.findings, checked.notes, checked.is_bound) == ("verified", [], [], True)
        assert checked.count == len({each["n"] for each in guest.heard if each["type"] == "receipt"}) > 0
