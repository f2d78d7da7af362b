"""`woozle join` at the command line: links that lead nowhere, and a match line by line."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from woozle.arena.join.connection import Joiner
from woozle.arena.join.link import parse_link
from woozle.arena.join.session import JoinedSession
from woozle.tui.cli.join_output import PlainSeat

from tests.join.hostile_host import soon
from tests.join.players import leave, person
from tests.web.open_table import plan, serving

NOWHERE = f"http://127.0.0.1:1/t/ABCDEFGH#{'a' * 43}"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["nonsense", "--plain"], "is no link to a seat"),
        ([NOWHERE, "--plain", "--name", "Ada"], "nothing listens there"),
        ([NOWHERE, "--agent", "exec:true"], "nothing listens there"),
        ([NOWHERE, "--agent", "somebody"], "names no agent"),
        (["http://8.8.8.8/t/ABCDEFGH#" + "a" * 43, "--plain"], "begins with https"),
    ],
)
def test_what_leads_nowhere_is_a_sentence(words, said, woozle):
    status, out, err = woozle("join", *words)
    assert status in (1, 2) and said in err and out == ""


class Typed:
    """Lines that a person types: the first choice of everything, and rules once."""

    def __init__(self) -> None:
        self._first = iter(("?",))

    async def line(self, *, is_text: bool = False) -> str:
        await asyncio.sleep(0)
        return next(self._first, "1")


class Queued:
    """Lines that a person types when a test says so."""

    def __init__(self) -> None:
        self.lines = asyncio.Queue[str]()

    async def line(self, *, is_text: bool = False) -> str:
        return await self.lines.get()


async def test_a_match_is_played_line_by_line(tmp_path: Path):
    written: list[str] = []
    async with serving(tmp_path) as (tables, base), asyncio.timeout(30):
        table = tables.open(plan(seats="remote,bot*4"))
        link = parse_link(f"{base}/t/{table.id}#{table.room.invitations[1]}")
        session = JoinedSession(link, Joiner("Ada"), base=tmp_path / "joined")
        status = await PlainSeat(session, Typed(), written.append).play()
    text = "\n".join(written)
    assert status == 0
    assert "An urn holds" in text and "You say: 1 red." in text and text.count("Verified here") <= 1
    assert "The transcript is in" in text


async def test_whoever_types_line_by_line_keeps_the_seat_from_a_second_connection(tmp_path: Path, capsys):
    async with serving(tmp_path) as (tables, base), asyncio.timeout(30):
        table = tables.open(plan(seats="remote*2,bot*3"))
        token, typist = table.room.invitations[1], Queued()
        session = JoinedSession(parse_link(f"{base}/t/{table.id}#{token}"), Joiner("Ada"), base=tmp_path / "one")
        playing = asyncio.ensure_future(PlainSeat(session, typist, print).play())
        await soon(lambda: session.connection.reached.state == "here")
        second = person(base, table.id, token, tmp_path / "two")
        second.session._kept.credentials.secret = session._kept.credentials.secret
        there = asyncio.ensure_future(second.play())
        await soon(lambda: "type anything here to keep it" in capsys.readouterr().err)
        typist.lines.put_nowait("")
        await there
        assert "whoever is there stays" in second.failure and not playing.done()
        await leave(playing)
