"""How long a server of open tables keeps names, words and matches."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import pytest
from aiohttp import ClientSession

from woozle.arena.tables.entrance import Visitor, enter
from woozle.arena.tables.invitations import new_secret
from woozle.arena.tables.retention import Caretaker
from woozle.arena.tables.server_settings import DAY, ServerSettings
from woozle.saves.transcript import read
from woozle.saves.verify import verify

from tests.web.open_table import first_legal, guests_of, plan, serving


class Clock:
    """Unix time that a test sets forward."""

    later = 0.0

    def __call__(self) -> float:
        return time.time() + self.later


def everything(folder: Path) -> bytes:
    return b"".join(file.read_bytes() for file in sorted(folder.rglob("*")) if file.is_file())


def talking(request):
    answer = first_legal(request)
    return {**answer, "text": "Quokkas"} if "text" in request["schema"]["properties"] else answer


async def test_names_and_words_go_first_and_later_the_matches(tmp_path):
    now = Clock()
    async with serving(tmp_path, now=now, clock=now, records=None) as (tables, base), ClientSession() as session:
        table = tables.open(plan())
        guests = guests_of(session, base, table)
        for guest in guests:
            guest.joins["name"], guest.says = "Wilhelmina", talking
        async with asyncio.timeout(30):
            await asyncio.gather(*(guest.play() for guest in guests))
        folder, id = table.folder, table.id
        assert b"Quokkas" in everything(folder) and b"Wilhelmina" in everything(tmp_path)
        caretaker = Caretaker(tables, ServerSettings(names_days=30, transcripts_days=365))
        now.later = 29 * DAY
        await caretaker.tidy()
        assert b"Quokkas" in everything(folder) and tables.find(id)

        now.later = 31 * DAY
        await caretaker.tidy()
        assert b"Quokkas" not in everything(folder) and b"Wilhelmina" not in everything(tmp_path)
        assert verify(folder).verdict != "altered" and read(folder).is_finished
        assert tables.find(id).state == "over"

        now.later = 366 * DAY
        await caretaker.tidy()
        assert not folder.exists() and tables.find(id) is None and id.encode() not in everything(tmp_path)


@pytest.mark.parametrize("keeps_words", [False, True])
async def test_at_a_table_of_one_s_own_names_go_and_words_stay(tmp_path, monkeypatch, keeps_words):
    now, redacted = Clock(), []
    monkeypatch.setattr("woozle.arena.tables.retention.redact_match", redacted.append)
    async with serving(tmp_path, now=now, clock=now) as (tables, _):
        table = tables.open(plan())
        enter(table, tables.door, Visitor(new_secret(), "Wilhelmina", "here"), table.room.invitations[1])
        monkeypatch.setattr(tables.house.database, "match_folders", lambda id: [tmp_path])
        await table.close()
        now.later = 31 * DAY
        await Caretaker(tables, ServerSettings(), keeps_words=keeps_words).tidy()
        assert b"Wilhelmina" not in everything(tmp_path)
        assert redacted == ([] if keeps_words else [tmp_path])


async def test_a_table_that_waits_for_nobody_is_closed(tmp_path):
    now = Clock()
    async with serving(tmp_path, now=now, clock=now) as (tables, _):
        table = tables.open(plan())
        enter(table, tables.door, Visitor(new_secret(), "Ada", "here"), table.room.invitations[1])
        caretaker = Caretaker(tables, ServerSettings(waiting_hours=1))
        await caretaker.tidy()
        now.later = 3500.0
        await caretaker.tidy()
        assert table.state == "waiting"
        now.later = 3700.0
        await caretaker.tidy()
        assert table.state == "closed" and [*tables] == [table]
        now.later = 7400.0
        await caretaker.tidy()
        assert [*tables] == [] and tables.find(table.id).state == "closed"


async def test_a_standing_table_is_opened_again_once_it_is_left(tmp_path):
    standing = {"tables": [{"game": "urn", "seats": "remote*2,bot*3"}]}
    async with serving(tmp_path) as (tables, _):
        caretaker = Caretaker(tables, ServerSettings.model_validate(standing))
        for _ in range(2):
            caretaker.open_standing()
        [table] = tables
        assert table.plan.is_listed
        await table.close()
        caretaker.open_standing()
        assert len([*tables]) == 2
