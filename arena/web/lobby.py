"""The open lobby: listed tables, room codes, counts and, if the operator allows it, new tables."""

from __future__ import annotations

from collections.abc import Mapping
from http import HTTPStatus

from aiohttp import web

from woozle.arena.rate_limiter import RateLimiter
from woozle.arena.tables.database import RESUMED
from woozle.arena.tables.invitations import AdmissionError, digest, is_same, new_token, read_code
from woozle.arena.tables.server_settings import ServerSettings
from woozle.arena.tables.table import OpenTable
from woozle.arena.web.assets import page, read_form, read_number, see_other
from woozle.arena.web.desk import serve_desk
from woozle.arena.web.guard import Cookie
from woozle.arena.web.table_server import TableServer
from woozle.core.errors import InputError

_HOUR = 3600.0
_DESK_SECONDS = 30 * 24 * 3600  # that a browser keeps the cookie of a desk


class Lobby:
    """The lobby of a server. has_budget: whether the cost of models in a match is limited; without, visitors can seat none."""

    def __init__(self, site: TableServer, settings: ServerSettings, *, has_budget: bool = False) -> None:
        self.site = site
        self.settings = settings
        create = settings.create
        self.offer = create if create is None or has_budget else create.without_models()
        most = self.offer.of_address if self.offer else 1
        self._opened = RateLimiter(site.tables.house.clock, at_once=most, seconds=_HOUR / most)

    def add_to(self, app: web.Application) -> None:
        """Add the routes."""
        add, post = app.router.add_get, app.router.add_post
        add("/", self._show, allow_head=False)
        post("/code", self._find)
        post("/open", self._open)
        add("/counts", self._show_counts, allow_head=False)
        add("/counts.json", self._send_counts, allow_head=False)
        add("/t/{id}/desk", self._serve_desk, allow_head=False)
        post("/t/{id}/desk", self._serve_desk)

    # The list

    async def _show(self, request: web.Request) -> web.Response:
        return self._lobby()

    def _lobby(self, problem: str = "", code: str = "", form: Mapping[str, str] | None = None) -> web.Response:
        listed = [table for table in self.site.tables if table.plan.is_listed and table.state != "closed"]
        order = {"waiting": 0, "dealing": 1, "playing": 1}
        return page(
            "lobby.html",
            HTTPStatus.BAD_REQUEST if problem else HTTPStatus.OK,
            title=self.settings.title,
            tables=sorted(listed, key=lambda each: (order.get(each.state, 2), each.title, each.id)),
            offer=self.offer,
            code=code,
            form=form or {},
            problem=problem,
        )

    async def _find(self, request: web.Request) -> web.Response:
        """Redirect to the table of a room code, with the code in the fragment for its form."""
        code = read_code((await read_form(request)).get("code", ""))
        try:
            rows = [table.row for table in self.site.tables if table.state == "waiting"]
            found = self.site.tables.door.find_table(rows, code, self.site.guard.network(request))
        except AdmissionError as error:
            return self._lobby(str(error), code)
        raise web.HTTPSeeOther(f"/t/{found.id}#{code}")

    # A table of one's own

    async def _open(self, request: web.Request) -> web.Response:
        form = await read_form(request)
        if not self.offer:
            raise web.HTTPNotFound
        own = [table for table in self.site.tables if table.row.creator and table.state in RESUMED]
        counts = [read_number(form.get(f"seat-{number}", "0")) for number in range(len(self.offer.seats))]
        try:
            plan = self.offer.plan(
                read_number(form.get("choice", ""), -1),
                read_number(form.get("people", "")),
                counts,
                is_listed="listed" in form,
                is_blind="blind" in form,
            )
            if len(own) >= self.offer.most:
                raise InputError("As many tables are open here as there may be; come back later.")
            if not self._opened.take(self.site.guard.network(request)):
                raise InputError("You have opened several tables in the last hour; come back later.")
            token = new_token()
            table = self.site.tables.open(plan, creator=digest(token))
        except InputError as error:
            return self._lobby(str(error), form=form)
        return self.site.guard.with_cookie(request, see_other(f"/t/{table.id}/desk"), _desk_cookie(table), token)

    async def _serve_desk(self, request: web.Request) -> web.Response:
        """Answer the browser that has opened a table."""
        table = self.site.table(request)
        if not is_same(table.row.creator, digest(self.site.guard.cookie(request, _desk_cookie(table)))):
            raise web.HTTPNotFound
        return await serve_desk(request, self.site, table, f"/t/{table.id}/desk", tells_addresses=False)

    # Counts

    def counts(self) -> dict[str, int]:
        """Return the public counts of the server."""
        tables = [*self.site.tables]
        states = self.site.tables.house.database.count_states()
        return {
            **{f"tables_{state}": number for state, number in states.items()},
            "players_here": sum(place.guest is not None for table in tables for place in table.room.places),
            "spectators_here": sum(table.room.spectators.count for table in tables),
        }

    async def _show_counts(self, request: web.Request) -> web.Response:
        return page("counts.html", counts={name.replace("_", " "): number for name, number in self.counts().items()})

    async def _send_counts(self, request: web.Request) -> web.Response:
        return web.json_response(self.counts())


def _desk_cookie(table: OpenTable) -> Cookie:
    return Cookie(f"woozle-desk-{table.id}", f"/t/{table.id}/desk", _DESK_SECONDS)
