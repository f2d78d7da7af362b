"""A host that says what a test tells it to, and remembers what it was sent."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

from aiohttp import web
from aiohttp.test_utils import TestServer

from woozle.core.deal import commit_nonce

TABLE, TOKEN = "ABCDEFGH", "t" * 43
HOST_KEY = "ab" * 32
MATCH = "cd" * 32
SEATS = ["Ada", "Bo", "Cy", "Dot", "Eli"]

HELLO = {"type": "hello", "limits": {"tries": 3}, "host_key": HOST_KEY}
JOINED = {"type": "joined", "table": TABLE, "place": 1, "name": "Guest", "token": "s" * 43, "recovery": "ABCD"}
WELCOME = {
    "type": "welcome", "game": "urn", "rules": 0, "seat": "Ada", "text": "You are Ada.", "match": MATCH, "table": TABLE,
    "attempt": 1, "place": 1, "seats": SEATS, "rulebook": ["Draw."],
}  # fmt: skip
BRIEFING = {"event": "Briefing", "data": {"seats": SEATS, "handfuls": 1, "marbles": 20}, "text": "At the table."}
REQUEST = {
    "type": "request", "id": 1, "kind": "Report", "text": "How many?", "choices": {}, "seconds": None,
    "schema": {"type": "object", "properties": {"reds": {"enum": [0, 1]}}, "required": ["reds"]},
}  # fmt: skip


class Talk:
    """One connection of a client, as a script sees it."""

    def __init__(self, socket: web.WebSocketResponse, host: HostileHost) -> None:
        self.socket, self.host = socket, host

    async def say(self, *messages: dict[str, Any] | str) -> None:
        for message in messages:
            await self.socket.send_str(message if isinstance(message, str) else json.dumps(message))

    async def hear(self, kind: str) -> dict[str, Any]:
        """Return the next message of a kind."""
        while True:
            message = json.loads(await self.socket.receive_str())
            self.host.heard.append(message)
            if message["type"] == kind:
                return message

    async def admit(self, *messages: dict[str, Any] | str, welcome: dict[str, Any] | None = None) -> None:
        """Let the client in, up to the first lines of a match."""
        await self.say(HELLO)
        await self.hear("join")
        await self.say(JOINED, {**WELCOME, **(welcome or {})}, *messages)

    async def wait(self) -> None:
        """Wait until the client goes."""
        async for frame in self.socket:
            self.host.heard.append(json.loads(frame.data))


Script = Callable[[Talk], Awaitable[None]]


class HostileHost:
    """Runs a script for each connection.

    Attributes:
        heard: What clients said.
        requests: Paths that were asked for, each with its headers.
        files: What is at addresses below the table's.
    """

    def __init__(self, script: Script) -> None:
        self.script = script
        self.heard: list[dict[str, Any]] = []
        self.requests: list[tuple[str, dict[str, str]]] = []
        self.files: dict[str, Callable[[web.Request], Awaitable[web.StreamResponse]]] = {}
        self.base = ""

    @property
    def link(self) -> str:
        return f"{self.base}/t/{TABLE}#{TOKEN}"

    async def handle(self, request: web.Request) -> web.StreamResponse:
        self.requests.append((request.path, dict(request.headers)))
        if file := self.files.get(request.path.removeprefix(f"/t/{TABLE}")):
            return await file(request)
        if not request.path.endswith("/seat"):
            raise web.HTTPNotFound
        socket = web.WebSocketResponse(compress=False, protocols=("woozle.seat.1",), timeout=0.1)
        await socket.prepare(request)
        await self.script(Talk(socket, self))
        await socket.close()
        return socket


@asynccontextmanager
async def hosting(script: Script) -> AsyncIterator[HostileHost]:
    """Run a host on loopback."""
    host = HostileHost(script)
    app = web.Application()
    app.router.add_route("*", "/{path:.*}", host.handle)
    async with TestServer(app) as server:
        host.base = f"http://127.0.0.1:{server.port}"
        yield host


def deal(nonce_of: dict[str, str] | None = None, attempt: int = 1, **commitments: str) -> dict[str, Any]:
    """Return a message `deal`. nonce_of: nonces whose commitments it holds, by place."""
    made = {place: commit_nonce(TABLE, attempt, int(place), nonce) for place, nonce in (nonce_of or {}).items()}
    return {
        "type": "deal", "table": TABLE, "attempt": attempt, "game": "urn", "config": "00" * 32, "secret": "11" * 32,
        "commitments": made | commitments,
    }  # fmt: skip


def events(first: int = 0, **data) -> dict:
    """Return a message `events` of one line. data: what it has in place of a briefing."""
    return {"type": "events", "first": first, "items": [{**BRIEFING, **data}]}


async def soon(condition: Callable[[], bool]) -> None:
    """Wait until something holds."""
    async with asyncio.timeout(20):
        while not condition():
            await asyncio.sleep(0.005)
