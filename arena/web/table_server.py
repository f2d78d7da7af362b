"""The web application of open tables: the seat protocol for terminals and agents, and pages for browsers."""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus

from aiohttp import web

from woozle.arena.http_server import FAILED
from woozle.arena.tables.directory import TableDirectory
from woozle.arena.tables.place import Place
from woozle.arena.tables.table import OpenTable
from woozle.arena.web.guard import LONGEST_BODY, Cookie, Guard, Handler
from woozle.arena.web.seat_socket import serve_seat
from woozle.arena.web.table_pages import TablePages, nothing_here
from woozle.core.errors import InputError
from woozle.saves.disk import SaveError

_SEAT_SECONDS = 90 * 24 * 3600  # for the cookie of a seat
_NO_FILE = "A file on the server cannot be used now, perhaps because its disk is full. Go back, and try again in a minute."


class TableServer:
    """The web application of a server's tables.

    Args:
        guard: Checks every request first.
        find_place: Returns the place whose player sent a request; nobody else is told of a table. None for cookies of seats.
        not_found: Returns the answer to requests for what is not there.
        leads_on: Returns the address at which a player goes on whose match at a table is over; empty for everybody else.
    """

    def __init__(
        self,
        tables: TableDirectory,
        guard: Guard,
        find_place: Callable[[web.Request, OpenTable], Place | None] | None = None,
        not_found: Callable[[], web.Response] = nothing_here,
        leads_on: Callable[[web.Request, OpenTable], str] = lambda request, table: "",
    ) -> None:
        self._leads_on = leads_on
        self._find_place = find_place
        self._not_found = not_found
        self.tables = tables
        self.guard = guard
        self.pages = TablePages(self)

    def application(self) -> web.Application:
        app = web.Application(middlewares=[self.guard.check, self._explain], client_max_size=LONGEST_BODY)
        app.on_response_prepare.append(self.guard.add_headers)
        self.pages.add_to(app)
        app.router.add_get("/t/{id}/seat", self._serve_seat, allow_head=False)
        app.router.add_get("/t/{id}/picture/{digest}", self._send_picture, allow_head=False)
        return app

    @web.middleware
    async def _explain(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Answer errors without details that are not for clients."""
        try:
            return await handler(request)
        except web.HTTPNotFound:
            return self._not_found()
        except (web.HTTPException, ConnectionResetError):
            raise
        except SaveError as error:
            self.tables.house.tell(str(error))  # which names a file
            return web.Response(status=HTTPStatus.SERVICE_UNAVAILABLE, text=_NO_FILE)
        except InputError as error:
            return web.Response(status=HTTPStatus.BAD_REQUEST, text=str(error))
        except Exception as error:
            self.tables.house.report(error)
            return web.Response(status=HTTPStatus.INTERNAL_SERVER_ERROR, text=FAILED)

    def table(self, request: web.Request) -> OpenTable:
        """Return the table of a request. Raises HTTPNotFound, and HTTPSeeOther for who has gone on from there."""
        found = self.tables.find(request.match_info["id"])
        if found and (not self._find_place or self._find_place(request, found)):
            return found
        if found and (address := self._leads_on(request, found)):
            raise web.HTTPSeeOther(address)
        raise web.HTTPNotFound

    def base(self, request: web.Request) -> str:
        """Return how links to this server begin, by the request's host."""
        return f"{'https' if self.guard.is_secure(request) else 'http'}://{request.host}"

    def seat_cookie(self, table: OpenTable) -> Cookie:
        return Cookie(f"woozle-{table.id}", f"/t/{table.id}", _SEAT_SECONDS)

    def place(self, request: web.Request, table: OpenTable) -> Place | None:
        """Return the place whose player sent a request: by the cookie of a page, or by the token of a terminal or agent."""
        if self._find_place:
            return self._find_place(request, table)
        kind, _, token = request.headers.get("Authorization", "").partition(" ")
        if kind.lower() != "bearer":
            token = self.guard.cookie(request, self.seat_cookie(table))
        return table.room.place_of(token) if token else None

    async def _serve_seat(self, request: web.Request) -> web.StreamResponse:
        return await serve_seat(request, self.table(request), self.tables.door, self.guard)

    async def _send_picture(self, request: web.Request) -> web.StreamResponse:
        table = self.table(request)
        picture = self.pages.picture(request, table, self.place(request, table), request.match_info["digest"])
        if picture is None:
            raise web.HTTPNotFound
        headers = {"Cache-Control": "private, max-age=86400", "X-Content-Type-Options": "nosniff"}
        return web.Response(body=picture.data, content_type=picture.media_type, headers=headers)
