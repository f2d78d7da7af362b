"""The web application of open tables: the seat protocol for terminals and agents, and pages for browsers."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from http import HTTPStatus

from aiohttp import web

from woozle.arena.http_server import Addresses
from woozle.arena.tables.directory import TableDirectory
from woozle.arena.tables.table import OpenTable, Place
from woozle.arena.web.connections import NO_PROXIES, Proxies, client_network
from woozle.arena.web.seat_socket import serve_seat
from woozle.core.errors import InputError
from woozle.core.request import Picture
from woozle.saves.disk import SaveError

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]

_LONGEST_FORM = 65_536  # bytes of a form


class TableServer:
    """The web application of a server's tables.

    addresses: under which it answers, and whose pages may ask. proxies: trusted to say where requests come from. is_secure: links
    begin with https. report: hears of failures that are no fault of clients.
    """

    def __init__(
        self,
        tables: TableDirectory,
        addresses: Addresses,
        *,
        proxies: Proxies = NO_PROXIES,
        is_secure: bool = False,
    ) -> None:
        self.tables = tables
        self.addresses = addresses
        self.proxies = proxies
        self.is_secure = is_secure

    def application(self) -> web.Application:
        """Return the application."""
        app = web.Application(middlewares=[self._guard], client_max_size=_LONGEST_FORM)
        app.router.add_get("/t/{id}/seat", self._serve_seat, allow_head=False)
        app.router.add_get("/t/{id}/picture/{digest}", self._send_picture, allow_head=False)
        return app

    @web.middleware
    async def _guard(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Refuse requests for other names, and from pages of others. Say of failures no more than the client may know."""
        hosts, origins = request.headers.getall("Host", []), request.headers.getall("Origin", [])
        status, why = self.addresses.refusal(hosts, origins)
        if not status and not origins and request.method not in ("GET", "HEAD"):
            status, why = HTTPStatus.FORBIDDEN, "This needs an Origin of this server."
        if status:
            return web.Response(status=status, text=why)
        try:
            return await handler(request)
        except (web.HTTPException, ConnectionResetError):
            raise
        except (InputError, SaveError) as error:
            return web.Response(status=HTTPStatus.BAD_REQUEST, text=str(error))
        except Exception as error:
            self.tables.house.report(error)
            return web.Response(status=HTTPStatus.INTERNAL_SERVER_ERROR, text="The server failed at this; its log says why.")

    def table(self, request: web.Request) -> OpenTable:
        """Return the table of a request. Raises HTTPNotFound."""
        if found := self.tables.find(request.match_info["id"]):
            return found
        raise web.HTTPNotFound

    def address(self, request: web.Request) -> str:
        """Return the network of a client, as it is counted. Behind a proxy, the proxy knows it."""
        peer = request.remote or ""
        told = request.headers.get("X-Forwarded-For", "").rpartition(",")[2].strip()
        return client_network(told if told and peer in self.proxies else peer)

    def cookie_name(self, table: OpenTable) -> str:
        """Return the name of the cookie of a seat; it is sent to the pages of its table alone."""
        return f"{'__Secure-' if self.is_secure else ''}woozle-{table.id}"

    def place(self, request: web.Request, table: OpenTable) -> Place | None:
        """Return the place whose player sent a request: by the cookie of a page, or by the token of a terminal or agent."""
        kind, _, token = request.headers.get("Authorization", "").partition(" ")
        if kind.lower() != "bearer":
            token = request.cookies.get(self.cookie_name(table), "")
        return table.place_of(token) if token else None

    async def _serve_seat(self, request: web.Request) -> web.StreamResponse:
        return await serve_seat(request, self.table(request), self.address(request))

    async def _send_picture(self, request: web.Request) -> web.StreamResponse:
        table = self.table(request)
        place = self.place(request, table)
        picture: Picture | None = place.seat.picture(request.match_info["digest"]) if place and place.seat else None
        if picture is None:
            raise web.HTTPNotFound
        headers = {"Cache-Control": "private, max-age=86400", "X-Content-Type-Options": "nosniff"}
        return web.Response(body=picture.data, content_type=picture.media_type, headers=headers)


def quiet_log() -> logging.Logger:
    """Return a disabled logger for aiohttp, whose messages contain addresses."""
    quiet = logging.getLogger("woozle.serving")
    quiet.disabled = True
    return quiet
