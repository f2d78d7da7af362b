"""A table that says what a test tells it to: the page's script against a server without rules, rooms or seats."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from typing import Any

from aiohttp import WSCloseCode, web
from aiohttp.test_utils import TestServer

from woozle.arena.fragments import question as fragments
from woozle.arena.views.panels import Choice, Question

ID = "ABCDEFGH"
PLACE = 2

_QUESTION = Question(
    1,
    "Whose marbles are false?",
    (
        Choice("1", "Ada", "Ada", sure="Ada: is that your answer?", target="Cellar"),
        Choice("2", "Bo", "Bo"),
        Choice("0", "No one", None, then=""),
    ),
    then=Question(1, "A remark on {first}", limit=400, may_be_empty=True, is_optional=True),
)


def question(id: int, seconds: float | None = None) -> dict[str, Any]:
    """Return the message that asks for a choice and a remark."""
    html = fragments.question(replace(_QUESTION, id=id), f"/t/{ID}/answer")
    return {"type": "ask", "id": id, "html": html, "seconds": seconds, "said": "Your turn: 3 choices."}


def lines(first: int, count: int) -> dict[str, Any]:
    """Return a message with lines of the log."""
    items = (f'<li id="line-{number}">Line {number}</li>' for number in range(first, first + count))
    return {"type": "lines", "first": first, "html": "".join(items)}


class ScriptedTable:
    """A server with one table. heard: what the page said, in order; posted: forms of who wants to join, with their replies."""

    def __init__(self) -> None:
        self.url = ""
        self.heard: list[dict[str, Any]] = []
        self.posted: list[dict[str, str]] = []
        self.replies: list[dict[str, Any] | None] = []
        self.connections = 0
        self.heartbeat = 10.0
        self.signs = False
        self._socket: web.WebSocketResponse | None = None
        self._changed = asyncio.Event()

    async def until_heard(self, kind: str, count: int = 1) -> dict[str, Any]:
        """Return the message of a kind that is the first, second, ... of its kind; wait for it."""
        while len(found := [each for each in self.heard if each["type"] == kind]) < count:
            self._changed.clear()
            await asyncio.wait_for(self._changed.wait(), 10)
        return found[count - 1]

    async def tell(self, *messages: dict[str, Any]) -> None:
        assert self._socket
        for each in messages:
            await self._socket.send_json(each)

    async def cut(self, code: int = WSCloseCode.GOING_AWAY) -> None:
        """Close the connection."""
        assert self._socket
        await self._socket.close(code=code)

    def application(self) -> web.Application:
        app = web.Application()
        app.router.add_get(f"/t/{ID}", self._page)
        app.router.add_post(f"/t/{ID}/join", self._join)
        app.router.add_post(f"/t/{ID}/here", self._here)
        app.router.add_get(f"/t/{ID}/page", self._connect)
        app.router.add_get("/static/{name}", self._script)
        app.router.add_get("/favicon.ico", self._nothing)
        return app

    async def _nothing(self, request: web.Request) -> web.Response:
        return web.Response(status=204)

    async def _page(self, request: web.Request) -> web.Response:
        file = "scripted_seat.html" if "seat" in request.cookies else "scripted_join.html"
        text = Path(__file__).with_name(file).read_text("utf-8").replace("@id@", ID).replace("@place@", str(PLACE))
        return web.Response(text=text, content_type="text/html")

    async def _join(self, request: web.Request) -> web.Response:
        self.posted.append({name: str(text) for name, text in (await request.post()).items()})
        reply = self.replies.pop(0) if self.replies else {"joined": True, "recovery": "7KQ2"}
        if reply is None:
            return web.Response(status=502)
        response = web.json_response(reply)
        if reply.get("joined"):
            response.set_cookie("seat", "1", httponly=True, samesite="Strict")
        return response

    async def _here(self, request: web.Request) -> web.Response:
        return web.json_response({"joined": "seat" in request.cookies})

    async def _script(self, request: web.Request) -> web.Response:
        body = (files("woozle.arena.web.static") / request.match_info["name"]).read_bytes()
        return web.Response(body=body, content_type="text/javascript")

    async def _connect(self, request: web.Request) -> web.WebSocketResponse:
        self._socket = socket = web.WebSocketResponse(compress=False)
        await socket.prepare(request)
        self.connections += 1
        await socket.send_json({"type": "hello", "heartbeat": self.heartbeat, "signs": self.signs})
        async for message in socket:
            self.heard.append(json.loads(message.data))
            self._changed.set()
        return socket


@asynccontextmanager
async def scripted_table() -> AsyncIterator[ScriptedTable]:
    """Serve a scripted table on loopback."""
    table = ScriptedTable()
    server = TestServer(table.application())
    await server.start_server(shutdown_timeout=0.01)
    table.url = str(server.make_url(f"/t/{ID}"))
    yield table
    await server.close()
