"""The address of the Model Context Protocol at open tables, `POST /mcp/TABLE`; the library is loaded when it is needed.

Only a bearer header and JSON are taken: never a cookie, and nothing that a page of any site sends.
"""

from __future__ import annotations

import asyncio
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING

from aiohttp import web

from woozle.arena.web.table_server import TableServer

if TYPE_CHECKING:
    from woozle.arena.web.mcp_seats import McpSeats


class McpPath:
    """The address for MCP clients at the tables of a site. The library takes a second and 25 MB, so the first client loads it."""

    def __init__(self, site: TableServer) -> None:
        self._site = site
        self._seats: McpSeats | None = None

    def add_to(self, app: web.Application) -> None:
        app.router.add_post("/mcp/{id}", self._serve)

    async def _serve(self, request: web.Request) -> web.Response:
        if "Origin" in request.headers:
            return web.Response(status=403, text="Pages in a browser cannot play here.")
        if request.content_type != "application/json":
            return web.Response(status=415, text="This takes JSON alone.")
        kind, _, token = request.headers.get("Authorization", "").partition(" ")
        if kind.lower() != "bearer" or not token.strip():
            why = "Send the part of your link after # as `Authorization: Bearer`."
            return web.Response(status=401, text=why, headers={"WWW-Authenticate": "Bearer"})
        table = self._site.table(request)
        if not find_spec("mcp"):
            return web.Response(status=501, text="The host has not installed what this needs: pip install 'woozle[mcp]'.")
        loaded = await asyncio.to_thread(import_module, "woozle.arena.web.mcp_seats")
        self._seats = self._seats or loaded.McpSeats(self._site)
        return await self._seats.serve(request, table, token.strip().partition(".")[0])  # the host's fingerprint follows
