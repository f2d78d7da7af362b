"""The operator's pages: names and addresses of all players, and the desk of every table."""

from __future__ import annotations

from aiohttp import web

from woozle.arena.web.assets import page
from woozle.arena.web.desk import serve_desk
from woozle.arena.web.operator_entrance import PATH, OperatorEntrance
from woozle.arena.web.table_server import TableServer


class Operator:
    """The operator's pages of a site."""

    def __init__(self, site: TableServer) -> None:
        self.site = site
        self.entrance = OperatorEntrance(site.guard, "woozle-operator")

    def add_to(self, app: web.Application) -> None:
        """Add the routes."""
        app.router.add_get(PATH, self._show, allow_head=False)
        app.router.add_post(PATH, self.entrance.enter)
        app.router.add_get(f"{PATH}/{{id}}", self._serve_table, allow_head=False)
        app.router.add_post(f"{PATH}/{{id}}", self._serve_table)

    async def _show(self, request: web.Request) -> web.Response:
        if not self.entrance.has_entered(request):
            return self.entrance.show()
        tables, link = self.site.tables, self.site.base(request) + self.entrance.path
        return page("operator.html", tables=[*tables], door=tables.door, link=link)

    async def _serve_table(self, request: web.Request) -> web.Response:
        if not self.entrance.has_entered(request):
            raise web.HTTPSeeOther(PATH)
        table = self.site.table(request)
        return await serve_desk(request, self.site, table, f"{PATH}/{table.id}", tells_addresses=True)
