"""Seats of clients of the Model Context Protocol at open tables, with an invitation as the bearer token. Needs the extra `mcp`.

A client with the link https://HOST/t/TABLE#TOKEN uses the address https://HOST/mcp/TABLE and the header `Authorization: Bearer
TOKEN`. At a listed table any token of 43 random letters will do, and takes an open seat.
"""

from __future__ import annotations

import asyncio
from collections.abc import MutableMapping
from hashlib import sha256
from typing import Annotated, Any
from weakref import WeakKeyDictionary

from aiohttp import web
from mcp.server.mcpserver import Context
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from mcp.types import CallToolResult, ToolAnnotations
from pydantic import Field

from woozle.arena.http_server import Message
from woozle.arena.tables.callers import Callers
from woozle.arena.tables.entrance import Visitor, enter
from woozle.arena.tables.guest import Guest
from woozle.arena.tables.invitations import NAME_LIMIT, AdmissionError, digest, is_key, is_same
from woozle.arena.tables.place import Place
from woozle.arena.tables.seat_calls import PATIENCE, SeatCalls, SeatError, check_seen, empty_look, wait_for_news
from woozle.arena.tables.table import OpenTable
from woozle.arena.views.rules import lines
from woozle.arena.web.guard import LONGEST_BODY
from woozle.arena.web.mcp_server import ANSWER, LOOK, FreeObject, SeatServer, result, text, with_pictures
from woozle.arena.web.table_server import TableServer
from woozle.core.text import visible_line

SILENT = 300.0
"""Seconds after its last call for which a client counts as connected: a model may think for long."""

_TABLE, _NETWORK, _TOKEN = "x-woozle-table", "x-woozle-network", "x-woozle-token"  # headers that only this server sets
_PASSED = ("accept", "content-type", "user-agent")  # and those of the protocol itself
_STATES = {"waiting": "waiting", "dealing": "waiting", "playing": "playing", "over": "over", "closed": "stopped"}
_HOW = (
    "Woozle is an arena for games about truth. You were invited to a seat at a table. Take it with sit_down. Then, until the state "
    "is over or stopped: call look with `seen` as the last look gave it; if there is a request, call answer with its id and an "
    "object that follows its schema. Others wait for you meanwhile, and a request that has `seconds` is forfeited when they are up."
)


class _Visit:
    """A call of a client that has a place. known: the calls of each connection in its current match."""

    def __init__(self, table: OpenTable, place: Place, guest: Guest, known: MutableMapping[Guest, SeatCalls]) -> None:
        self.table = table
        self.place = place
        self._guest = guest
        self._known = known

    @property
    def calls(self) -> SeatCalls | None:
        """The calls for the seat in the current match; None before it."""
        seat, found = self.place.seat, self._known.get(self._guest)
        if seat and (not found or found.seat is not seat):
            self._known[self._guest] = found = SeatCalls(seat, self.table.plan.game)
        return found if seat else None

    @property
    def observed(self) -> int:
        return len(self.place.seat.observation) if self.place.seat else 0

    @property
    def is_due(self) -> bool:
        is_asked = self.calls is not None and self.calls.turn is not None
        return is_asked or self.table.state in ("over", "closed") or self._guest.bye is not None

    async def wait(self, seen: int) -> None:
        check_seen(seen, self.observed)
        await wait_for_news(lambda: self.is_due, lambda: self.observed > seen, self._guest.news, PATIENCE)

    def look(self, seen: int) -> dict[str, Any]:
        """Return what is new, and the state of the match."""
        table = self.table
        state = "stopped" if table.failure else _STATES[table.state]
        if self.calls:
            return self.calls.look(seen, state, table.failure)
        waiting = "The match begins when all places are taken, or when the host starts it."
        why = table.failure or (waiting if state == "waiting" else "The host closed the table.")
        return empty_look("", state, why) | {"notes": [*table.room_message(self.place.number).notes]}


class McpSeats:
    """The seats of MCP clients at the tables of a site."""

    def __init__(self, site: TableServer) -> None:
        self._site = site
        self._callers = Callers(SILENT)
        self._calls: WeakKeyDictionary[Guest, SeatCalls] = WeakKeyDictionary()
        self.manager = StreamableHTTPSessionManager(
            self._server()._lowlevel_server, json_response=True, stateless=True, max_request_body_size=LONGEST_BODY
        )

    async def serve(self, request: web.Request, table: OpenTable, token: str) -> web.Response:
        """Hand a request to the protocol's own server, which speaks ASGI."""
        own = {_TABLE: table.id, _NETWORK: self._site.guard.network(request), _TOKEN: token}
        named = {name.lower(): value for name, value in request.headers.items()}
        passed = {name: value for name, value in named.items() if name in _PASSED or name.startswith("mcp-")}
        return await _call_asgi(self.manager, await request.read(), passed | own)

    # What clients call

    def _server(self) -> SeatServer:
        server = SeatServer(self._site.tables.house.report, _HOW)
        only_reads, idempotent = ToolAnnotations(read_only_hint=True), ToolAnnotations(idempotent_hint=True)

        @server.tool(annotations=idempotent)
        async def sit_down(
            context: Context[Any, Any],
            name: Annotated[str, Field(description=f"What others call you, in at most {NAME_LIMIT} characters.")] = "Agent",
        ) -> CallToolResult:
            """Take the seat of your link. Again, it changes nothing."""
            visit = await self._visit(context, self._sit_down(context, name))
            told = visit.look(0)
            next_ = "Call look with seen=0."
            return result({"table": visit.table.title, "place": visit.place.number, "state": told["state"], "next": next_})

        @server.tool(description=LOOK, annotations=only_reads)
        async def look(
            context: Context[Any, Any],
            seen: Annotated[int, Field(description="How many Events you have seen; 0 for all from the first.")] = 0,
        ) -> CallToolResult:
            visit = await self._visit(context, self._place(context))
            await visit.wait(seen)
            return with_pictures(visit.look(seen), visit.calls.pictures if visit.calls else ())

        @server.tool(description=ANSWER, annotations=idempotent)
        async def answer(
            context: Context[Any, Any],
            id: Annotated[int, Field(description="The id of the request.")],
            answer: FreeObject,
        ) -> CallToolResult:
            visit = await self._visit(context, self._place(context))
            if not visit.calls:
                raise SeatError(f"Request {id} is not open; `look` shows what is asked now.")
            return text(visit.calls.answer(id, answer))

        @server.tool(annotations=only_reads)
        async def rules(context: Context[Any, Any]) -> CallToolResult:
            """Explain the game of this table: its rules, with the options that are played."""
            return text("\n".join(line.text for line in lines(self._table(context).game)))

        return server

    def _table(self, context: Context[Any, Any]) -> OpenTable:
        table = self._site.tables.find(_header(context, _TABLE))
        if table is None:
            raise SeatError("This table is over and was removed.")
        return table

    def _sit_down(self, context: Context[Any, Any], name: str) -> Place:
        """Return the place of the caller's token, taken now if it is an invitation. Raises AdmissionError."""
        table, token = self._table(context), _header(context, _TOKEN)
        if place := table.room.place_of(token):
            return place
        client = context.session.client_params
        software = f"{client.client_info.name} {client.client_info.version}" if client else "mcp"
        network = _header(context, _NETWORK)
        visitor = Visitor(_secret(token), name, network, is_agent=True, software=visible_line(software))
        if not is_key(token):  # a code that others know too must not be all that opens a seat
            raise SeatError("Your bearer token must be the part of a link after #.")
        try:
            try:
                entered = enter(table, self._site.tables.door, visitor, token)
            except AdmissionError as error:
                if error.code != "wrong" or not table.plan.is_listed:
                    raise
                entered = enter(table, self._site.tables.door, visitor)
        except AdmissionError as error:
            raise SeatError(self._site.guard.count_refusal(network, error)) from None
        assert isinstance(entered, tuple)  # only codes knock
        return entered[0]

    def _place(self, context: Context[Any, Any]) -> Place:
        """Return the place that the caller has. Raises SeatError."""
        table, token = self._table(context), _header(context, _TOKEN)
        joiner = digest(_secret(token))
        joined = (place for place in table.room.places if is_same(place.row.joiner, joiner))
        if place := table.room.place_of(token) or next(joined, None):
            return place
        raise SeatError("You have no seat at this table; call sit_down first.")

    async def _visit(self, context: Context[Any, Any], place: Place) -> _Visit:
        """Return the call of a client, which counts as connected for a while. Raises SeatError if the seat is open elsewhere."""
        table = self._table(context)
        guest = await self._callers.call(table, place, _header(context, _NETWORK))
        if guest is None:
            raise SeatError("This seat is open elsewhere; close it there first.")
        return _Visit(table, place, guest, self._calls)


async def _call_asgi(manager: StreamableHTTPSessionManager, body: bytes, headers: dict[str, str]) -> web.Response:
    """Return the response of an ASGI application to a POST whose body is read."""
    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": "POST",
        "scheme": "http",
        "path": "/",
        "raw_path": b"/",
        "query_string": b"",
        "root_path": "",
        "headers": [(name.encode("latin-1"), value.encode("latin-1", "replace")) for name, value in headers.items()],
        "client": None,
        "server": None,
    }
    waiting = [{"type": "http.request", "body": body, "more_body": False}]
    sent: list[Message] = []

    async def receive() -> Message:
        return waiting.pop() if waiting else await asyncio.get_running_loop().create_future()

    async def send(message: Message) -> None:
        sent.append(message)

    await manager.handle_request(scope, receive, send)
    start, *parts = sent
    data = b"".join(part.get("body", b"") for part in parts)
    kept = {name.decode("latin-1"): value.decode("latin-1") for name, value in start["headers"] if name.lower() == b"content-type"}
    return web.Response(status=start["status"], body=data, headers=kept)


def _header(context: Context[Any, Any], name: str) -> str:
    return (context.headers or {}).get(name, "")


def _secret(token: str) -> str:
    """Return the joiner's secret of a client, which keeps nothing but its token: the same again gets the same seat."""
    return sha256(f"woozle mcp\n{token}".encode("utf-8", "surrogatepass")).hexdigest()
