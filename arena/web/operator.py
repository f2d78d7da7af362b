"""The operator's pages: names and addresses of all players, and the desk of every table."""

from __future__ import annotations

from aiohttp import web

from woozle.arena.tables.invitations import AdmissionError, digest, is_same, new_token
from woozle.arena.tables.table import OpenTable
from woozle.arena.web.assets import asset_address, page, read_form
from woozle.arena.web.desk import SCRIPT, serve_desk
from woozle.arena.web.guard import Cookie
from woozle.arena.web.table_server import TableServer

_COOKIE = Cookie("woozle-operator", "/operator")
_SESSIONS = 8  # browsers at once; of more, the oldest is out


class Operator:
    """The operator's pages of a site.

    token: of the link that is printed at the start. It is exchanged for a cookie by the first browser that enters with it, and
    replaced by another one, which the pages show, for another browser.
    """

    def __init__(self, site: TableServer) -> None:
        self.site = site
        self.token = new_token()
        self._sessions: list[str] = []
        self._pending: set[str] = set()

    @property
    def path(self) -> str:
        """The path of the link, with the token in the fragment."""
        return f"/operator#{self.token}"

    def add_to(self, app: web.Application) -> None:
        """Add the routes."""
        app.router.add_get("/operator", self._show, allow_head=False)
        app.router.add_post("/operator", self._enter)
        app.router.add_get("/operator/{id}", self._serve_table, allow_head=False)
        app.router.add_post("/operator/{id}", self._serve_table)

    def _is_operator(self, request: web.Request) -> bool:
        session = digest(self.site.guard.cookie(request, _COOKIE))
        if session in self._pending:  # the browser has its cookie: from now on the link opens nothing
            self._sessions = [*self._sessions, session][-_SESSIONS:]
            self._pending.clear()
            self.token = new_token()
        return any(is_same(each, session) for each in self._sessions)

    async def _show(self, request: web.Request) -> web.Response:
        if not self._is_operator(request):
            return _entrance()
        tables, link = self.site.tables, self.site.base(request) + self.path
        return page("operator.html", tables=[*tables], door=tables.door, link=link, desk_script=asset_address(SCRIPT))

    async def _enter(self, request: web.Request) -> web.Response:
        token = (await read_form(request)).get("token", "").strip()
        if not is_same(digest(token), digest(self.token)):
            error = AdmissionError("wrong", "This is not the operator's link, or it was used; the operator's page has a new one.")
            return _entrance(self.site.guard.count_refusal(self.site.guard.network(request), error))
        session = new_token()
        self._pending.add(digest(session))
        response = web.Response(status=303, headers={"Location": "/operator"})
        self.site.guard.set_cookie(request, response, _COOKIE, session)
        return response

    def _table(self, request: web.Request) -> OpenTable:
        if not self._is_operator(request):
            raise web.HTTPSeeOther("/operator")
        return self.site.table(request)

    async def _serve_table(self, request: web.Request) -> web.Response:
        table = self._table(request)
        return await serve_desk(request, self.site, table, f"/operator/{table.id}", tells_addresses=True)


def _entrance(problem: str = "") -> web.Response:
    return page("operator_entrance.html", 403 if problem else 200, problem=problem, desk_script=asset_address(SCRIPT))
