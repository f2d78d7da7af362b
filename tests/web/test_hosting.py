"""A table that is hosted line by line, from its links to its end."""

from __future__ import annotations

import asyncio
import io
import os
import re
import sys

import pytest
from aiohttp import ClientSession, TCPConnector

from woozle.arena.join.link import without_fingerprint
from woozle.arena.tables.database import TABLES
from woozle.arena.web.served_tables import HOSTED, open_tables
from woozle.arena.web.ways_in import way_in
from woozle.saves.paths import data_folder
from woozle.saves.store import list_matches
from woozle.saves.verify import verify
from woozle.tui.cli.table_output import host_table

from tests.arena.web.certificates import make_certificate
from tests.web.open_table import Guest, plan
from tests.web.test_reverse_proxies import Here, free_port

LINK = re.compile(r"(http://127\.0\.0\.1:\d+)/t/(\w{8})#([\w-]{43}\.[A-Z]{16})$", re.MULTILINE)


class Told:
    """What is printed."""

    def __init__(self, capsys):
        self._capsys = capsys
        self.text = ""

    async def wait_for(self, pattern: str) -> re.Match[str]:
        while not (found := re.search(pattern, self.text)):
            await asyncio.sleep(0)
            self.text += "".join(self._capsys.readouterr())
        return found

    async def links(self) -> list[tuple[str, str, str]]:
        await self.wait_for("If somebody")
        return LINK.findall(self.text)


@pytest.fixture
def told(monkeypatch, capsys):
    """Nobody types anything; what is printed."""
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    return Told(capsys)


def guests_at(links, session) -> list[Guest]:
    return [Guest(session, *link, secret=f"{number:064x}", name=f"Guest {number}") for number, link in enumerate(links)]


async def test_a_table_is_played_to_its_end_by_the_links_that_are_printed(told):
    hosting = asyncio.create_task(host_table(plan(), way_in(port=0)))
    async with ClientSession() as session, asyncio.timeout(120):
        guests = guests_at(await told.links(), session)
        await asyncio.gather(*(guest.play() for guest in guests))
        await hosting  # ends by itself: the match is over, everybody has left, and nobody could type `quit`
        await told.wait_for("The match is over: ")
    assert "  1. Guest 0, here" in told.text
    (match,) = list_matches()
    assert verify(match.path).verdict == "verified"


async def test_what_a_host_types_is_done_and_told(monkeypatch, capsys):
    reading, writing = os.pipe()
    monkeypatch.setattr(sys, "stdin", os.fdopen(reading))
    told = Told(capsys)

    async def type_in(line: str, pattern: str) -> re.Match[str]:
        told.text = ""
        os.write(writing, f"{line}\n".encode())
        return await told.wait_for(pattern)

    async def knock(secret: str, answer: str) -> bool:
        """Knock, and return whether that is answered by a seat."""
        told.text, form = "", {"code": code, "name": "Ann", "secret": secret * 32}
        while True:
            async with session.post(f"{base}/t/{table}/join", data=form, headers={"Accept": "application/json"}) as reply:
                said = await reply.json()
            if not said.get("waiting"):
                return said.get("joined", False)
            if not told.text:
                await told.wait_for("Ann knocks")
                os.write(writing, f"{answer}\n".encode())

    hosting = asyncio.create_task(host_table(plan(preset="quick"), way_in(port=0)))
    async with ClientSession() as session, asyncio.timeout(120):
        (base, table, token), _ = await told.links()
        code = re.search(r"\b[0-9A-Z]{4}-[0-9A-Z]{4}\b", told.text)[0]
        assert token not in (await type_in("link 1", r"  1\. \S+#(\S+)"))[1]
        assert not await knock("ab", "no") and await knock("cd", "yes")
        await type_in("yes", "Nobody knocks")
        await type_in("dance", "Type start")
        await type_in("remove 2", r"  2\. [^A]")
        await type_in("start", "The match is over: ")
        await type_in("room", r"  2\. ")
        os.write(writing, b"quit\n")
        await hosting
    os.close(writing)


async def test_a_table_that_was_left_is_opened_again_with_the_same_links(told):
    hosting = asyncio.create_task(host_table(plan(), way_in(port=0)))
    async with ClientSession() as session, asyncio.timeout(120):
        guests = guests_at(await told.links(), session)
        await asyncio.gather(*(guest.play(lambda message: message["type"] == "receipt") for guest in guests))
        hosting.cancel()
        await asyncio.wait([hosting])
        told.text = ""
        hosting = asyncio.create_task(host_table(None, way_in(port=0)))
        base = (await told.wait_for(r"At (http://127\.0\.0\.1:\d+),"))[1]
        assert "  1. Guest 0, reconnecting" in told.text
        for guest in guests:
            guest.base = base
        await asyncio.gather(*(guest.play() for guest in guests))
        await hosting
    (match,) = list_matches()
    assert verify(match.path).verdict == "verified"


async def test_over_tls_friends_come_by_the_certificate_s_name_and_the_host_by_the_loopback(tmp_path):
    certificate, key = make_certificate(tmp_path, "play.example.org")
    way = way_in(cert=certificate, key=key, port=free_port())
    async with asyncio.timeout(120), open_tables(way, data_folder() / HOSTED, tell=print, report=print) as hosting:
        table = hosting.tables.open(plan(seats="human,remote,bot*3"))
        connector = TCPConnector(resolver=Here(), ssl=False)
        async with ClientSession(connector=connector) as friends, ClientSession() as own:
            one, two = (table.room.invitations[number] for number in (1, 2))
            host = Guest(own, hosting.here, table.id, one, secret="1" * 64)
            friend = Guest(friends, hosting.base, table.id, two, secret="2" * 64)
            await asyncio.gather(host.play(), friend.play())
            async with friends.get(hosting.base, headers={"Host": "other.example.org"}) as page:
                assert page.status == 421
        assert table.state == "over"


async def test_the_host_s_view_has_links_of_open_places_alone_and_knows_who_knocks():
    async with open_tables(way_in(port=0), data_folder() / TABLES, tell=print, report=print) as hosting:
        table = hosting.tables.open(plan(seats="human,remote,bot*3"))
        hosting.tables.door.knock(table.id, "cd" * 32, "Ann", "10.0.0.9")
        room = hosting.room(table, own=1)
        assert [bool(place.link) for place in room.places] == [False, True, False, False, False]
        assert [place.is_host for place in room.places] == [True, False, False, False, False]
        assert [knock.name for knock in room.knocks] == ["Ann"]
        assert room.way.startswith(f"At {hosting.base}, for this machine alone")
        assert len(room.code) == 9
        assert max(len(without_fingerprint(place.link)) for place in room.places) <= 78
