"""A server of the Model Context Protocol, through which any of its clients takes a seat. Needs the extra `mcp`.

The protocol has no sessions and no requests from servers: between calls, a client keeps only the handle of its seat.
"""

from __future__ import annotations

import asyncio
import json
import os
from base64 import b64encode
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from functools import partial
from importlib.metadata import version
from typing import Annotated, Any

from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.exceptions import ResourceNotFoundError, ToolError
from mcp.types import CallToolResult, ImageContent, TextContent, ToolAnnotations
from pydantic import Field, ValidationError, WithJsonSchema

from woozle.arena.http_server import Addresses, open_listener, serve_app
from woozle.arena.play import models
from woozle.arena.runs.interrupts import handle_stop
from woozle.arena.tables.seat_calls import PATIENCE, SeatError
from woozle.arena.views.rules import lines, usual
from woozle.arena.web.seat_tables import FAILED, Offer, Report, Tables
from woozle.core import registry
from woozle.core.errors import InputError
from woozle.core.request import Picture
from woozle.core.text import visible_line
from woozle.core.validation import first_problem
from woozle.players.registry import bots
from woozle.players.seat_protocol import LONGEST_MESSAGE

HOST = "127.0.0.1"

_LONGEST_REQUEST = 8 * LONGEST_MESSAGE  # bytes over HTTP: an answer may be escaped
_SWEEP = 60.0  # seconds between looks for idle tables
_TOLD = 1000  # characters of a sentence

_HOW = (
    "Woozle is an arena for games about truth. Take a seat with sit_down. Then, until the state is over or stopped: call "
    "look with your handle and with `seen` as the last look gave it; if there is a request, call answer with its id and an "
    "object that follows its schema. No one plays for you meanwhile: a request that has `seconds` is forfeited when the time "
    "is up."
)
_NEXT = "Call look with this handle and seen=0. Keep the handle to yourself: anyone who has it can play for this seat."

FreeObject = Annotated[Any, WithJsonSchema({"type": "object", "description": "An object that follows the request's schema."})]
Handle = Annotated[str, Field(description="The handle of your seat, from sit_down.")]


class SeatServer(MCPServer[Any]):
    """An MCP server that reports each failure in one sentence.

    Args:
        report: Hears of failures that are no fault of clients.
        how: What clients are told of its tools.
    """

    def __init__(self, report: Report, how: str = _HOW) -> None:
        super().__init__(
            "woozle",
            title="Woozle",
            instructions=how,
            version=version("woozle"),
            log_level="CRITICAL",
            subscriptions=False,
        )
        self._report = report

    async def call_tool(self, name: str, arguments: dict[str, Any], context: Any = None) -> Any:
        """Call a tool. What fails is a result that says so."""
        try:
            return await super().call_tool(name, arguments, context)
        except ToolError as error:
            told = self._sentence(error.__cause__ or error)
            return CallToolResult(content=[TextContent(text=told)], is_error=True)

    async def read_resource(self, uri: Any, context: Any = None) -> Any:
        """Read a resource. Raises ResourceNotFoundError with a sentence."""
        try:
            return await super().read_resource(uri, context)
        except ResourceNotFoundError:
            raise ResourceNotFoundError("There is no such resource; look names those of a seat.") from None
        except Exception as error:
            raise ResourceNotFoundError(self._sentence(error.__cause__ or error)) from None

    def _sentence(self, error: BaseException) -> str:
        match error:
            case ValidationError():
                told = f"{first_problem(error)}."
            case InputError() | ToolError():
                told = str(error)
            case _:
                self._report(error)
                told = FAILED
        return visible_line(told[:_TOLD])


def make_server(tables: Tables, report: Report) -> SeatServer:
    """Return the server of these tables."""
    server = SeatServer(report)
    only_reads, idempotent = ToolAnnotations(read_only_hint=True), ToolAnnotations(idempotent_hint=True)

    @server.tool(description=_SIT_DOWN.format(what=_on_offer(tables.offer)))
    async def sit_down(
        context: Context[Any, Any],
        game: Annotated[str, Field(description="The name of the game.")] = "",
        preset: Annotated[str, Field(description="The preset of its options; empty for its usual one.")] = "",
        opponents: Annotated[str, Field(description="Bots as opponents: bot*5, or bot:NAME; empty for the usual ones.")] = "",
    ) -> CallToolResult:
        named = context.session.client_params
        client, version = (named.client_info.name, named.client_info.version) if named else ("", "")
        handle, seat = await tables.sit_down(game, preset, opponents, client, version)
        told = {each: found for each, found in seat.look(0).items() if each in ("seat", "state", "why")}
        return result({"handle": handle, "game": seat.table.setting.game, **told, "next": _NEXT})

    @server.tool(description=LOOK, annotations=only_reads)
    async def look(
        handle: Handle, seen: Annotated[int, Field(description="How many Events you have seen; 0 for all from the first.")] = 0
    ) -> CallToolResult:
        seat, found = await tables.look(handle, seen)
        return with_pictures(found, seat.pictures(), partial(_picture_uri, handle))

    @server.tool(description=ANSWER, annotations=idempotent)
    async def answer(
        handle: Handle,
        id: Annotated[int, Field(description="The id of the request.")],
        answer: FreeObject,
    ) -> CallToolResult:
        return text(tables.seat(handle).answer(id, answer))

    @server.tool(annotations=only_reads)
    async def rules(game: Annotated[str, Field(description="The name of the game.")] = "") -> CallToolResult:
        """Explain a game: its rules, with the options used here or the usual ones, and what can be chosen."""
        offer = tables.offer
        game = registry.name_of(game or offer.game)
        kind = registry.game(game)
        here = offer.setting() if game == offer.game else None
        told = [line.text for line in (lines(kind(len(here.seats), here.config)) if here else usual(game))]
        told += [] if here and offer.preset else [f"Presets: {', '.join(kind.presets)}."]
        told += [] if here and offer.seats else [f"Bots: {', '.join(bots(game))}."]
        return text("\n".join(told))

    _add_resources(server, tables)
    return server


def _add_resources(server: SeatServer, tables: Tables) -> None:
    @server.resource(_OBSERVATION, title="What a seat has observed", mime_type="application/json")
    async def observation(handle: str) -> str:
        """All Events that the seat has observed, and its open request."""
        return json.dumps(tables.seat(handle).look(0))

    async def picture(handle: str, digest: str) -> bytes:
        """A picture that belongs to the open request of the seat."""
        for each in tables.seat(handle).pictures():
            if each.digest == digest:
                return each.data
        raise SeatError("This picture does not belong to the open request.")

    for media_type, ending in _ENDINGS.items():
        uri = _PICTURE.format(handle="{handle}", digest="{digest}", ending=ending)
        server.resource(uri, name=f"picture_{ending}", title="A picture that a seat is shown", mime_type=media_type)(picture)


_OBSERVATION = "woozle://seats/{handle}/observation"
_PICTURE = "woozle://seats/{handle}/pictures/{digest}.{ending}"
_ENDINGS = {"image/png": "png", "image/jpeg": "jpg"}

_SIT_DOWN = "Take a seat in a match, with {what}. Returns the handle of the seat and its name; the first look gives the rest."
LOOK = (
    f"See what is new for your seat; waits up to {PATIENCE:g} seconds for news. Returns `events` (each with its kind, its "
    "data and the same in words), `seen` (for the next look), `request` if you are asked something (its id, text, schema of"
    " legal answers, choices and seconds), pictures that belong to it, and the `state`: waiting, playing, over or stopped, "
    "with `result` and `why` at the end. With seen=0 you get everything again, and the guide, which says who you are."
)
ANSWER = (
    "Answer a request by its id. The same answer given again changes nothing; another one for the same id is refused. An "
    "invalid answer is refused with the reason, and can be corrected: three tries for each request."
)


def _on_offer(offer: Offer) -> str:
    games = f"the game {offer.game}" if offer.game else f"a game of your choice: {', '.join(registry.names())}"
    return games if offer.seats else f"{games}; and with bots as opponents"


def with_pictures(
    found: dict[str, Any], pictures: Sequence[Picture], uri: Callable[[Picture], str] | None = None
) -> CallToolResult:
    """Return a look as a result, with the pictures of its request. uri: under which they are resources; None if they are none."""
    shown = pictures if "request" in found else ()
    if shown:
        about = [{"media_type": each.media_type} | ({"uri": uri(each)} if uri else {}) for each in shown]
        found["pictures"] = about
    told = result(found)
    images = [ImageContent(data=b64encode(each.data).decode(), mime_type=each.media_type) for each in shown]
    return told.model_copy(update={"content": [*told.content, *images]})


def _picture_uri(handle: str, picture: Picture) -> str:
    return _PICTURE.format(handle=handle, digest=picture.digest, ending=_ENDINGS[picture.media_type])


def result(found: dict[str, Any]) -> CallToolResult:
    """Return data as a result, and as text for clients that show nothing else to their model."""
    return CallToolResult(content=[TextContent(text=json.dumps(found, ensure_ascii=False))], structured_content=found)


def text(told: str) -> CallToolResult:
    """Return a sentence as a result."""
    return CallToolResult(content=[TextContent(text=told)])


@asynccontextmanager
async def open_tables(offer: Offer, tell: Callable[[str], None], report: Report) -> AsyncIterator[Tables]:
    """Yield the tables of a server, with the models that play at them; all are left at the end, and those that are idle before."""
    hub = models.hub(tell=tell) if offer.game and offer.setting().has_models else None
    tables = Tables(offer, hub=hub, report=report)

    async def sweep() -> None:
        while True:
            await asyncio.sleep(_SWEEP)
            await tables.leave_idle()

    sweeping = asyncio.create_task(sweep())
    try:
        yield tables
    finally:
        sweeping.cancel()
        await tables.leave_all()
        if hub:
            await hub.close()


async def serve_stdio(offer: Offer, tell: Callable[[str], None], report: Report) -> None:
    """Serve one client on standard input and output until it closes them, or until SIGINT or SIGTERM, which end the process.

    Args:
        tell: Receives sentences for the operator.
        report: Hears of failures that are no fault of clients.
    """
    stopped = asyncio.Event()
    handle_stop(stopped.set)
    async with open_tables(offer, tell, report) as tables:
        serving = asyncio.create_task(make_server(tables, report).run_stdio_async())
        stopping = asyncio.create_task(stopped.wait())
        await asyncio.wait([serving, stopping], return_when=asyncio.FIRST_COMPLETED)
    if not serving.done():
        os._exit(0)  # a thread waits for a line of the client, and nothing else would wake it
    stopping.cancel()
    try:
        serving.result()
    except* BrokenPipeError:
        pass  # the client has gone


async def serve_http(offer: Offer, port: int, opened: Callable[[str], None], tell: Callable[[str], None], report: Report) -> None:
    """Serve clients on this machine over HTTP until SIGINT or SIGTERM. Raises ValueError for an unusable port.

    Args:
        port: 0 for any free one.
        opened: Receives the URL once the server is up.
    """
    async with open_tables(offer, tell, report) as tables:
        app = make_server(tables, report).streamable_http_app(
            host=HOST, json_response=True, stateless_http=True, max_request_body_size=_LONGEST_REQUEST
        )
        with open_listener(HOST, port, "--http") as listening:
            reached = listening.getsockname()[1]
            opened(f"http://{HOST}:{reached}/mcp")
            await serve_app(app, listening, Addresses.of_listener(HOST, reached), lifespan="on")
