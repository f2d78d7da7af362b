"""A server of the Model Context Protocol, through which any of its clients takes a seat. Needs the extra `mcp`.

The protocol has no sessions and no requests from servers: between calls, a client keeps only the handle of its seat.
"""

from __future__ import annotations

import asyncio
import json
import os
from base64 import b64encode
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, Any, TypeAlias

from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.exceptions import ResourceNotFoundError, ToolError
from mcp.types import CallToolResult, ImageContent, TextContent, ToolAnnotations
from pydantic import Field, ValidationError, WithJsonSchema

from woozle.arena.http_server import FAILED, Addresses, open_listener, serve_app
from woozle.arena.play import models
from woozle.arena.runs.interrupts import handle_stop
from woozle.arena.tables.database import TABLES
from woozle.arena.tables.directory import open_directory
from woozle.arena.tables.seat_calls import PATIENCE, SeatCalls, SeatError
from woozle.arena.views.rules import lines, usual
from woozle.arena.web.mcp_tables import MOST, Offer, OfferedTables
from woozle.core import registry
from woozle.core.errors import InputError
from woozle.core.request import Picture
from woozle.core.text import visible_line
from woozle.core.validation import first_problem
from woozle.players.registry import bots
from woozle.players.seat_protocol import LONGEST_MESSAGE
from woozle.saves.paths import data_folder

HOST = "127.0.0.1"

Report: TypeAlias = Callable[[BaseException], object]
"""Called with failures that are not the clients' fault; clients do not see the details."""

_LONGEST_REQUEST = 8 * LONGEST_MESSAGE  # bytes over HTTP: an answer may be escaped
_SWEEP = 60.0  # seconds between looks for idle tables
_NAMED = 60  # characters of a client's name and version that tables keep
_TOLD = 1000  # characters of a sentence

_HOW = (
    "Woozle is an arena for games about truth. {begin} Then, until the state is over or stopped: call look with `seen` as the last "
    "look gave it; if there is a request, call answer with its id and an object that follows its schema. Nobody plays for you "
    "meanwhile: a request that has `seconds` is forfeited when they are up."
)
_BEGIN = "Take a seat with sit_down, which gives you the handle that look and answer take."
_NEXT = "Call look with this handle and seen=0. Keep the handle to yourself: anyone who has it can play for this seat."

FreeObject = Annotated[Any, WithJsonSchema({"type": "object", "description": "An object that follows the request's schema."})]
Handle = Annotated[str, Field(description="The handle of your seat, from sit_down.")]
RequestId = Annotated[int, Field(description="The id of the request.")]
Seen = Annotated[int, Field(description="How many Events you have seen; 0 for all from the first.")]


class SeatServer(MCPServer[Any]):
    """An MCP server that reports each failure in one sentence.

    Args:
        begin: How a client begins, as a sentence.
    """

    def __init__(self, report: Report, begin: str) -> None:
        super().__init__(
            "woozle",
            title="Woozle",
            instructions=_HOW.format(begin=begin),
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


def make_server(tables: OfferedTables, report: Report) -> SeatServer:
    """Return the server of these tables."""
    server = SeatServer(report, _BEGIN)
    only_reads, idempotent = ToolAnnotations(read_only_hint=True), ToolAnnotations(idempotent_hint=True)

    @server.tool(description=_SIT_DOWN.format(what=_on_offer(tables.offer)))
    async def sit_down(
        context: Context[Any, Any],
        game: Annotated[str, Field(description="The name of the game.")] = "",
        preset: Annotated[str, Field(description="The preset of its options; empty for its usual one.")] = "",
        opponents: Annotated[str, Field(description="Bots as opponents: bot*5, or bot:NAME; empty for the usual ones.")] = "",
    ) -> CallToolResult:
        handle, calls = await tables.sit_down(software(context), game, preset, opponents)
        told = {each: found for each, found in calls.look(0).items() if each in ("seat", "state", "why")}
        return result({"handle": handle, "game": calls.table.plan.game, **told, "next": _NEXT})

    @server.tool(description=LOOK, annotations=only_reads)
    async def look(handle: Handle, seen: Seen = 0) -> CallToolResult:
        return await look_at(await tables.seat(handle), seen, partial(_picture_uri, handle))

    @server.tool(description=ANSWER, annotations=idempotent)
    async def answer(handle: Handle, id: RequestId, answer: FreeObject) -> CallToolResult:
        return text((await tables.seat(handle)).answer(id, answer))

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

    @server.resource(_OBSERVATION, title="What a seat has observed", mime_type="application/json")
    async def observation(handle: str) -> str:
        """All Events that the seat has observed, and its open request."""
        return json.dumps((await tables.seat(handle)).look(0))

    async def picture(handle: str, digest: str) -> bytes:
        """A picture that belongs to the open request of the seat."""
        for each in (await tables.seat(handle)).pictures:
            if each.digest == digest:
                return each.data
        raise SeatError("This picture does not belong to the open request.")

    for media_type, ending in _ENDINGS.items():
        uri = _PICTURE.format(handle="{handle}", digest="{digest}", ending=ending)
        server.resource(uri, name=f"picture_{ending}", title="A picture that a seat is shown", mime_type=media_type)(picture)
    return server


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


async def look_at(calls: SeatCalls, seen: int, uri: Callable[[Picture], str] | None = None) -> CallToolResult:
    """Wait for news of a seat, and return them as a result, with the pictures of its request.

    Args:
        uri: Under which pictures are resources; None if they are none.
    """
    await calls.wait(seen)
    found = calls.look(seen)
    shown = calls.pictures if "request" in found else ()
    if shown:
        found["pictures"] = [{"media_type": each.media_type} | ({"uri": uri(each)} if uri else {}) for each in shown]
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


def software(context: Context[Any, Any]) -> str:
    """Return the name and version that a client gives of itself, for the transcript."""
    client = context.session.client_params
    named = f"mcp:{client.client_info.name} {client.client_info.version}" if client else "mcp"
    return visible_line(named[:_NAMED])


@asynccontextmanager
async def open_server(offer: Offer, index: Path | None, tell: Callable[[str], None], report: Report) -> AsyncIterator[SeatServer]:
    """Yield a server whose tables are left when they are idle.

    Args:
        index: The file from which the next server goes on with its tables; None if nobody can come back to them.
    """
    hub, records = models.hub(tell=tell), offer.records and offer.records.absolute()
    with (
        TemporaryDirectory(prefix="woozle-mcp-") as folder,
        open_directory(index or Path(folder, TABLES), hub, most=MOST, records=records, tell=tell, report=report) as directory,
    ):
        directory.resume()
        tables = OfferedTables(offer, directory)

        async def sweep() -> None:
            while True:
                await asyncio.sleep(_SWEEP)
                await tables.leave_idle()

        sweeping = asyncio.create_task(sweep())
        try:
            yield make_server(tables, report)
        finally:
            sweeping.cancel()
            await directory.stop()
            await hub.close()


async def serve_stdio(offer: Offer, tell: Callable[[str], None], report: Report) -> None:
    """Serve one client on standard input and output until it closes them, or until SIGINT or SIGTERM, which end the process."""
    stopped = asyncio.Event()
    handle_stop(stopped.set)
    async with open_server(offer, None, tell, report) as server:
        serving = asyncio.create_task(server.run_stdio_async())
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
        port: Whose next server goes on with the tables; 0 for any free one.
        opened: Receives the URL once the server is up.
    """
    with open_listener(HOST, port, "--http") as listening:
        reached = listening.getsockname()[1]
        index = data_folder() / f"mcp-{port}.sqlite" if port else None
        async with open_server(offer, index, tell, report) as server:
            app = server.streamable_http_app(
                host=HOST, json_response=True, stateless_http=True, max_request_body_size=_LONGEST_REQUEST
            )
            opened(f"http://{HOST}:{reached}/mcp")
            await serve_app(app, listening, Addresses.of_listener(HOST, reached), lifespan="on")
