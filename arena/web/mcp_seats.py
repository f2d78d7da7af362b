"""Seats of clients of the Model Context Protocol at open tables, with an invitation as the bearer token. Needs the extra `mcp`.

A client with the link https://HOST/t/TABLE#TOKEN uses the address https://HOST/mcp/TABLE and the header `Authorization: Bearer
TOKEN`. At a listed table any token of 43 random letters will do, and takes an open seat.
"""

from __future__ import annotations

from hashlib import sha256
from typing import Annotated, Any

from aiohttp import web
from httpx2 import ASGITransport, Request
from mcp.server.mcpserver import Context
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from mcp.types import CallToolResult, ToolAnnotations
from pydantic import Field

from woozle.arena.http_server import Message, Receive, Send
from woozle.arena.tables.entrance import Visitor, enter
from woozle.arena.tables.invitations import NAME_LIMIT, AdmissionError, digest, is_key, is_same
from woozle.arena.tables.place import Place
from woozle.arena.tables.seat_calls import CalledPlaces, SeatCalls, SeatError
from woozle.arena.tables.table import OpenTable
from woozle.arena.views.rules import lines
from woozle.arena.web.guard import LONGEST_BODY
from woozle.arena.web.mcp_server import ANSWER, LOOK, FreeObject, RequestId, SeatServer, Seen, look_at, result, software, text
from woozle.arena.web.mcp_tables import NAME
from woozle.arena.web.table_server import TableServer
from woozle.core.value import value

_BEGIN = "You were invited to a seat at a table; take it with sit_down."


@value
class _Caller:
    """A caller. network: as limits count it; secret: as of whoever joins, the same for the same token."""

    table: OpenTable
    token: str
    network: str

    @property
    def secret(self) -> str:
        return sha256(f"woozle mcp\n{self.token}".encode("utf-8", "surrogatepass")).hexdigest()


class McpSeats:
    """The seats of MCP clients at the tables of a site."""

    def __init__(self, site: TableServer) -> None:
        self._site = site
        self._places = CalledPlaces()
        self._server = self._make_server()

    async def serve(self, request: web.Request, table: OpenTable, token: str) -> web.Response:
        """Hand a request to the protocol's own server, which speaks ASGI."""
        caller = _Caller(table, token, self._site.guard.network(request))
        manager = StreamableHTTPSessionManager(
            self._server._lowlevel_server, json_response=True, stateless=True, max_request_body_size=LONGEST_BODY
        )

        async def application(scope: Message, receive: Receive, send: Send) -> None:
            await manager.handle_request({**scope, "state": {"caller": caller}}, receive, send)

        handed = Request("POST", "http://localhost/", headers=request.raw_headers, content=await request.read())
        async with manager.run():
            response = await ASGITransport(application).handle_async_request(handed)
            kept = {name: text for name, text in response.headers.items() if name == "content-type"}
            return web.Response(status=response.status_code, body=await response.aread(), headers=kept)

    def _make_server(self) -> SeatServer:
        server = SeatServer(self._site.tables.house.report, _BEGIN)
        only_reads, idempotent = ToolAnnotations(read_only_hint=True), ToolAnnotations(idempotent_hint=True)

        @server.tool(annotations=idempotent)
        async def sit_down(
            context: Context[Any, Any],
            name: Annotated[str, Field(description=f"What others call you, in at most {NAME_LIMIT} characters.")] = NAME,
        ) -> CallToolResult:
            """Take the seat of your link. Again, it changes nothing."""
            calls = await self._calls(context, self._sit_down(_caller(context), name, software(context)))
            next_ = "Call look with seen=0."
            return result({"table": calls.table.title, "place": calls.place.number, "state": calls.state, "next": next_})

        @server.tool(description=LOOK, annotations=only_reads)
        async def look(context: Context[Any, Any], seen: Seen = 0) -> CallToolResult:
            return await look_at(await self._calls(context), seen)

        @server.tool(description=ANSWER, annotations=idempotent)
        async def answer(context: Context[Any, Any], id: RequestId, answer: FreeObject) -> CallToolResult:
            return text((await self._calls(context)).answer(id, answer))

        @server.tool(annotations=only_reads)
        async def rules(context: Context[Any, Any]) -> CallToolResult:
            """Explain the game of this table: its rules, with the options that are played."""
            return text("\n".join(line.text for line in lines(_caller(context).table.game)))

        return server

    def _sit_down(self, caller: _Caller, name: str, software: str) -> Place:
        """Return the place of the caller's token, taken now if it is an invitation. Raises SeatError."""
        table, token, door = caller.table, caller.token, self._site.tables.door
        if place := table.room.place_of(token):
            return place
        if not is_key(token):  # a code that others know too must not be all that opens a seat
            raise SeatError("Your bearer token must be the part of a link after #.")
        visitor = Visitor(caller.secret, name, caller.network, is_agent=True, software=software)
        try:
            try:
                entered = enter(table, door, visitor, token)
            except AdmissionError as error:
                if error.code != "wrong" or not table.plan.is_listed:
                    raise
                entered = enter(table, door, visitor)
        except AdmissionError as error:
            raise SeatError(self._site.guard.count_refusal(caller.network, error)) from None
        assert isinstance(entered, tuple)  # only codes knock
        return entered[0]

    async def _calls(self, context: Context[Any, Any], place: Place | None = None) -> SeatCalls:
        caller = _caller(context)
        return await self._places.call(caller.table, place or _place(caller), caller.network)


def _caller(context: Context[Any, Any]) -> _Caller:
    request = context.request_context.request
    assert request
    caller: _Caller = request.state.caller
    return caller


def _place(caller: _Caller) -> Place:
    """Return the place that a caller has. Raises SeatError."""
    table, joiner = caller.table, digest(caller.secret)
    joined = (place for place in table.room.places if is_same(place.row.joiner, joiner))
    if place := table.room.place_of(caller.token) or next(joined, None):
        return place
    raise SeatError("You have no seat at this table; call sit_down first.")
