"""A running server of open tables, for `woozle host`, `woozle serve` and the app."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from woozle.arena.http_server import LOOPBACK
from woozle.arena.play import models
from woozle.arena.tables.directory import MOST, TableDirectory, open_directory
from woozle.arena.tables.plan import TablePlan
from woozle.arena.tables.retention import Caretaker
from woozle.arena.tables.server_settings import ServerSettings
from woozle.arena.tables.table import OpenTable
from woozle.arena.views.waiting_room import WaitingRoom
from woozle.arena.web.desk import waiting_room
from woozle.arena.web.garbage import short_pauses
from woozle.arena.web.guard import Guard, open_site
from woozle.arena.web.lobby import Lobby
from woozle.arena.web.mcp_path import McpPath
from woozle.arena.web.operator import Operator
from woozle.arena.web.table_server import TableServer
from woozle.arena.web.ways_in import WayIn, open_listeners
from woozle.core.errors import InputError
from woozle.core.regular_files import SMALL, read_text_file
from woozle.core.usage import Limits
from woozle.saves.disk import explain_save_errors, replace
from woozle.saves.receipts import HostKey

HOSTED = "hosted.sqlite"
"""The name of the index of `woozle host`, which has one table at a time."""

_HOST_KEY = "host.key"  # signs receipts, of all tables of this machine
_OWN = ServerSettings(waiting_hours=30 * 24)
"""Times for which a table of one's own, and the names at it, are kept."""


@dataclass(frozen=True)
class ServedTables:
    """Open tables on a running server. base: how links begin; here: the same for programs on this machine."""

    tables: TableDirectory
    way: WayIn
    base: str
    here: str
    operator: Operator | None = None

    @property
    def operator_link(self) -> str:
        """Return the link that opens the operator's pages once; empty where there are none."""
        return f"{self.base}{self.operator.entrance.path}" if self.operator else ""

    @property
    def farewell(self) -> str:
        """Return a sentence that says how to open the table again."""
        return f"The table is kept; `woozle host --again{self.way.options}` opens it, with the same links."

    def room(self, table: OpenTable, own: int = 0) -> WaitingRoom:
        """Return a table as its host sees it. own: the place of the host, 0 for none."""
        return waiting_room(table, self.tables, self.base, own, about=self.way.about(self.base), note=self.way.note)

    def own_table(self, plan: TablePlan | None) -> OpenTable:
        """Open a host's table: a new one or, without a plan, the last one that was left. Raises InputError where there is none."""
        if plan:
            return self.tables.open(plan)
        left = self.tables.house.database.tables_to_resume()
        table = self.tables.find(left[-1].row.id) if left else None
        if not table:
            raise InputError("No table was left; `woozle host ship` opens one.")
        table.resume()
        return table

    async def changes(self, table: OpenTable, stopped: asyncio.Event) -> AsyncIterator[None]:
        """Yield at once, and then at each change of a table and once a second, for knocks and clocks, until stopped."""
        watch, stopping = table.room.watch(), asyncio.ensure_future(stopped.wait())
        try:
            while not stopping.done():
                yield
                news = asyncio.ensure_future(watch.news())
                await asyncio.wait([news, stopping], timeout=1.0, return_when=asyncio.FIRST_COMPLETED)
                news.cancel()
        finally:
            stopping.cancel()


@asynccontextmanager
async def open_tables(
    way: WayIn,
    database: Path,
    *,
    settings: ServerSettings | None = None,
    most: int = MOST,
    tell: Callable[[str], object],
    report: Callable[[BaseException], object],
) -> AsyncIterator[ServedTables]:
    """Serve open tables until the block ends. Raises InputError or SaveError, with a sentence, where that cannot begin.

    Args:
        settings: Of a server for many, which has an operator's page; None for a table of one's own.
        most: Tables at once.
        tell: Takes sentences for the operator.
        report: Takes errors that clients did not cause.
    """
    async with AsyncExitStack() as opened:
        opened.enter_context(short_pauses())
        hub = models.hub(tell=tell)
        opened.push_async_callback(hub.close)
        host_key = HostKey.load(database.with_name(_HOST_KEY))
        directory = opened.enter_context(open_directory(database, hub, most=most, host_key=host_key, tell=tell, report=report))
        listeners = open_listeners(way)
        guard = Guard(way.addresses(listeners.ports), way.proxies)
        site = TableServer(directory, guard)
        app, operator = site.application(), Operator(site) if settings else None
        Lobby(site, settings or ServerSettings(), has_budget=hub.config.budget != Limits()).add_to(app)
        if operator:
            operator.add_to(app)
        McpPath(site).add_to(app)
        await opened.enter_async_context(open_site(app, way, listeners, guard, directory.stop))
        caretaker = Caretaker(directory, settings or _OWN, keeps_words=settings is None)
        opened.callback(asyncio.create_task(caretaker.run()).cancel)
        here = f"http://{LOOPBACK[0]}:{listeners.here.getsockname()[1]}"
        yield ServedTables(directory, way, way.links_begin(listeners.port), here, operator)


def own_link(served: ServedTables, table: OpenTable, place: int, kept: Path) -> str:
    """Return the link of the host's own seat; a new one is kept for the next time. Raises SaveError.

    Args:
        kept: The file of the link, which nobody else can read.
    """
    with suppress(OSError):
        if (text := read_text_file(kept, SMALL)).startswith(f"{served.here}/t/{table.id}#"):
            return text
    link = table.link(served.here, table.room.invitations.get(place) or table.room.invite(place))
    with explain_save_errors(kept, "host again"):
        replace(kept, link.encode())
    return link
