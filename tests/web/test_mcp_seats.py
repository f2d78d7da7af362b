"""Clients of the Model Context Protocol at open tables."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from importlib.metadata import version

import pytest
from aiohttp import ClientSession

pytest.importorskip("mcp.server.mcpserver", reason="needs the extra mcp")
if version("mcp").startswith("2.0."):
    pytest.skip("verifiers brings a version of mcp that is older than the extra mcp demands", allow_module_level=True)

import httpx2
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

from woozle.arena.tables.invitations import new_token
from woozle.arena.web.mcp_path import McpPath
from woozle.saves.transcript import read
from woozle.saves.verify import verify

from tests.arena.environments.schema_answers import least_answer
from tests.web.open_table import Guest, plan, serving


def site(folder):
    """Serve tables with seats for clients on loopback."""
    return serving(folder, add=lambda server, app: McpPath(server).add_to(app))


@asynccontextmanager
async def client(base, table, token):
    headers = {"Authorization": f"Bearer {token}"}
    async with (
        httpx2.AsyncClient(headers=headers, timeout=30) as http,
        Client(streamable_http_client(f"{base}/mcp/{table.id}", http_client=http)) as found,
    ):
        yield found


async def call(at, tool, **arguments):
    done = await at.call_tool(tool, arguments)
    assert not done.is_error, done.content[0].text
    return done.structured_content or done.content[0].text


async def refusal(at, tool, **arguments):
    done = await at.call_tool(tool, arguments)
    assert done.is_error
    return done.content[0].text


async def play(at):
    """Answer everything that the seat is asked, and return its last look."""
    seen = 0
    while True:
        told = await call(at, "look", seen=seen)
        seen = told["seen"]
        if told["state"] in ("over", "stopped"):
            return told
        if asked := told.get("request"):
            await call(at, "answer", id=asked["id"], answer=least_answer(asked["schema"]))


async def test_a_client_plays_beside_a_terminal_to_the_end(tmp_path):
    async with site(tmp_path) as (tables, base), ClientSession() as session:
        table = tables.open(plan())
        guest = Guest(session, base, table.id, table.room.invitations[1])
        async with client(base, table, table.room.invitations[2]) as at:
            assert "sit_down" in await refusal(at, "look")
            sat = await call(at, "sit_down", name="Ada")
            assert (sat["place"], sat["state"]) == (2, "waiting") and table.room.places[1].row.name == "Ada"
            assert "Tests" not in await call(at, "rules") and await call(at, "sit_down", name="Bo") == sat
            async with asyncio.timeout(60):
                over, _ = await asyncio.gather(play(at), guest.play())
            assert over["state"] == "over" and over["result"] and over["why"] == guest.last("over")["why"]
        assert table.folder and verify(table.folder).is_verified
        [agent] = [place.player for place in read(table.folder).header.seats if place.player["kind"] == "agent"]
        assert agent["remote"] is True


async def test_an_answer_survives_a_kill_of_the_server_and_can_be_given_again(tmp_path):
    async with site(tmp_path) as (tables, base):
        table = tables.open(plan(seats="remote,bot*4", when_gone="wait"))
        token = table.room.invitations[1]
        async with client(base, table, token) as at:
            await call(at, "sit_down")
            told = await call(at, "look", seen=0)
            while "request" not in told:
                told = await call(at, "look", seen=told["seen"])
            answer = least_answer(told["request"]["schema"])
            reply = await call(at, "answer", id=1, answer=answer)
            while told["request"]["id"] == 1 or "request" not in told:
                told = await call(at, "look", seen=0)
    async with site(tmp_path) as (tables, base):
        [table] = tables
        async with client(base, table, token) as at:
            assert await call(at, "answer", id=1, answer=answer) == reply
            assert "another answer" in await refusal(at, "answer", id=1, answer={"reds": 5})
            async with asyncio.timeout(60):
                assert (await play(at))["state"] == "over"
        assert verify(table.folder).is_verified


async def test_only_a_bearer_header_and_json_are_taken(tmp_path):
    async with site(tmp_path) as (tables, base), ClientSession() as session:
        table = tables.open(plan())
        token, url = table.room.invitations[1], f"{base}/mcp/{table.id}"
        bearer, asked = {"Authorization": f"Bearer {token}"}, {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}

        async def status(url=url, method="POST", **sent):
            async with session.request(method, url, **sent) as response:
                return response.status

        accept = {"Accept": "application/json, text/event-stream"}
        assert await status(json=asked, headers=bearer | accept) == 200
        assert await status(json=asked, headers=accept) == 401
        assert await status(json=asked, headers=accept, cookies={f"woozle-{table.id}": token}) == 401
        assert await status(json=asked, headers=bearer | accept | {"Origin": base}) == 403
        assert await status(json=asked, headers=bearer | accept | {"Origin": "https://evil.example"}) == 403
        assert await status(data={"a": "b"}, headers=bearer | accept) == 415
        assert await status(data=b"{", headers=bearer | accept | {"Content-Type": "application/json"}) == 400
        assert await status(method="GET", headers=bearer | accept) == 405
        assert await status(f"{base}/mcp/ABCDEFGH", json=asked, headers=bearer | accept) == 404
        forged = {"x-woozle-table": "ABCDEFGH", "x-woozle-network": "203.0.113.9", "x-woozle-token": token}
        async with client(base, table, token) as at:
            await call(at, "sit_down")
        assert table.room.places[0].guest.address == "127.0.0.1"
        assert await status(json=asked, headers=bearer | accept | forged) == 200


async def test_a_used_link_a_code_and_a_seat_that_is_open_elsewhere_are_refused(tmp_path):
    async with site(tmp_path) as (tables, base), ClientSession() as session:
        table = tables.open(plan())
        guest = Guest(session, base, table.id, table.room.invitations[1])
        link = table.room.invitations[1]
        playing = asyncio.create_task(guest.play(lambda message: False))
        while not table.room.places[0].guest:
            await asyncio.sleep(0)
        for token, why in ((link, "has been used"), (new_token(), "not valid"), (table.room.code, "must be the part of a link")):
            async with client(base, table, token) as at:
                assert why in await refusal(at, "sit_down")
        async with client(base, table, guest.joins["token"]) as at:
            assert "open elsewhere" in await refusal(at, "sit_down")
        playing.cancel()
        await asyncio.wait([playing])


async def test_a_client_takes_an_open_seat_of_a_listed_table_with_a_token_of_its_own(tmp_path, monkeypatch):
    monkeypatch.setattr("woozle.arena.tables.seat_calls.PATIENCE", 0.01)
    async with site(tmp_path) as (tables, base):
        table, token = tables.open(plan(is_listed=True)), new_token()
        async with client(base, table, token) as at:
            assert (await call(at, "sit_down", name="Ada"))["place"] == 1
            assert (await call(at, "look"))["state"] == "waiting"
        async with client(base, table, token) as at:
            assert (await call(at, "sit_down", name="Ada"))["place"] == 1
