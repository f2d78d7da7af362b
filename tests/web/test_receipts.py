"""Receipts of a real table: what terminals keep of it proves the transcript, also across a restart of the server."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

from aiohttp import ClientSession

from woozle.saves.group_sync import GroupSync
from woozle.saves.receipt_check import check_receipts
from woozle.saves.receipts import HostKey
from woozle.saves.transcript import read
from woozle.saves.verify import verify

from tests.web.open_table import NONCE, Guest, guests_of, plan, serving


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


async def test_everybodys_receipts_prove_the_transcript_of_a_blind_table(tmp_path: Path):
    house = {"host_key": HostKey.load(tmp_path / "host.key"), "group": GroupSync()}
    async with serving(tmp_path, **house) as (tables, base), ClientSession() as session, asyncio.timeout(30):
        table = tables.open(plan(is_blind=True, slot=0.01, is_durable=True))
        guests = guests_of(session, base, table)
        await asyncio.gather(leave_and_come_back(guests[0]), guests[1].play())
    house["group"].close()
    prove(tmp_path, table.folder, guests)


async def test_a_server_that_stops_goes_on_with_the_same_links_and_repeats_no_answer(tmp_path: Path):
    house = {"host_key": HostKey.load(tmp_path / "host.key")}
    async with ClientSession() as session, asyncio.timeout(30):
        async with serving(tmp_path, **house) as (tables, base):
            table = tables.open(plan())
            guests = guests_of(session, base, table)
            await asyncio.gather(*(guest.play(lambda message: message["type"] == "receipt") for guest in guests))
        async with serving(tmp_path, **house) as (tables, base):
            for guest in guests:
                guest.base = base
                guest.joins |= {"seen": sum(len(each["items"]) for each in guest.all("events")), "receipts": 1}
            await asyncio.gather(*(guest.play() for guest in guests))
            (again,) = tables
        async with serving(tmp_path, **house) as (_, base):
            late = Guest(session, base, table.id, guests[0].joins["token"])
            await late.play()
    for guest in guests:
        places = [at for each in guest.all("events") for at in range(each["first"], each["first"] + len(each["items"]))]
        assert places == [*range(len(places))]
        receipts = [each["n"] for each in guest.all("receipt")]
        assert receipts == [*range(1, len(receipts) + 1)]
    assert late.last("over") == guests[0].last("over")
    assert late.last("events")["items"][-1] == guests[0].last("events")["items"][-1]
    prove(tmp_path, again.folder, guests)


async def test_a_page_offers_its_receipts_as_a_file_for_verify(tmp_path: Path):
    async with serving(tmp_path, host_key=HostKey.load(tmp_path / "host.key")) as (tables, base), asyncio.timeout(30):
        table = tables.open(plan())
        async with ClientSession() as session:
            guests = guests_of(session, base, table)
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
        assert checked.count == len({each["n"] for each in guest.all("receipt")}) > 0
