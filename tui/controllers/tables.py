"""The open table that is hosted at this terminal: its server, who is there, and the host's own seat."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from woozle.core.errors import InputError
from woozle.saves.paths import data_folder
from woozle.tui import messages

if TYPE_CHECKING:
    from textual.worker import Worker

    from woozle.arena.play.start import Host, Start
    from woozle.arena.tables.host_commands import Command
    from woozle.arena.tables.table import OpenTable
    from woozle.arena.web.served_tables import ServedTables
    from woozle.tui.app import WoozleApp
    from woozle.tui.screens.host import HostScreen

_OWN = "hosted.link"
"""The file with the link of the host's own seat, which leads back to it after the app was killed."""


class Tables:
    """Serves one open table, shows who is there, and does what its host says. It goes on while other screens are shown."""

    def __init__(self, app: WoozleApp) -> None:
        self._app = app
        self._served: ServedTables | None = None
        self._table: OpenTable | None = None
        self._screen: HostScreen | None = None
        self._serving: Worker[None] | None = None
        self._own = 0  # the place of the host
        self._closed = asyncio.Event()

    @property
    def is_open(self) -> bool:
        """Return whether a table is hosted now."""
        return self._table is not None

    def host(self, host: Host) -> None:
        """Open a table, or go on with the one that was left."""
        if self._serving and self._serving.is_running:
            self._app.say("A table is open at this terminal already; close it first.")
            return
        self._closed.clear()
        self._serving = self._app.run_worker(self._serve(host), name="tables", group="tables")

    def host_chosen(self, start: Start) -> None:
        """Open the table that was chosen before."""
        from woozle.arena.play.start import Host, Start
        from woozle.arena.tables.plan import plan_table
        from woozle.arena.web.ways_in import way_in

        terms, preferences = start.terms, self._app.preferences
        if terms["your_name"]:
            preferences.change("name", terms["your_name"])
        try:
            whole = self._app.models.complete(start)
            assert isinstance(whole, Start)
            plan = plan_table(
                start.game,
                ",".join(whole.seats),
                start.config,
                start.services,
                seed=start.seed,
                is_blind=start.is_blind,
                when_gone=terms["when_gone"],
            )
            self.host(Host(plan, way_in(lan=terms["way"] == "lan"), preferences.settings.name or "Host"))
        except (InputError, OSError) as error:
            self._app.say(str(error))

    async def _serve(self, host: Host) -> None:
        from woozle.arena.web.served_tables import HOSTED, open_tables

        try:
            async with open_tables(host.way, data_folder() / HOSTED, tell=self._app.say, report=self._app.note_failure) as served:
                self._served = served
                self._table = self._open(served, host)
                self.show()
                async for _ in served.changes(self._table, self._closed):
                    self._look()
        except (InputError, OSError) as error:
            self._app.say(str(error))
        finally:
            self._served = self._table = None
            self._leave_screens()

    def _open(self, served: ServedTables, host: Host) -> OpenTable:
        table = served.own_table(host.plan)
        self._own = next((place.number for place in table.room.places if place.spec.kind == "human"), 0)
        if self._own:
            from woozle.arena.join.connection import Joiner
            from woozle.arena.join.link import parse_link
            from woozle.arena.join.session import JoinedSession
            from woozle.arena.web.served_tables import own_link

            link = parse_link(own_link(served, table, self._own, data_folder() / _OWN))
            self._app.matches.join(JoinedSession(link, Joiner(host.name), clock=self._app.clock))
        return table

    def _look(self) -> None:
        if not (self._served and self._table):
            return
        if len(self._app.screen_stack) == 1:  # the host has left the own seat
            self.show()
        elif self._screen in self._app.screen_stack and self._screen:
            self._screen.post_message(messages.RoomChanged(self._served.room(self._table, self._own)))

    def show(self) -> None:
        """Show who is there, and the links, above the host's own seat."""
        from woozle.tui.screens.host import HostScreen

        if self._served and self._table and self._screen not in self._app.screen_stack:
            self._screen = HostScreen(self._served.room(self._table, self._own))
            self._app.push_screen(self._screen)

    def _leave_screens(self) -> None:
        if self._screen in self._app.screen_stack:
            self._app.matches.leave()
            self._app.go_home()
        self._screen = None

    # Commands of the host

    def obey(self, command: Command, number: int = 0) -> None:
        """Do something about the table, and show how it is then; say why it cannot be done. number: of a place or a knock."""
        from woozle.arena.tables.host_commands import obey

        if self._served and self._table:
            try:
                obey(self._table, self._served.tables.door, command, number)
            except (InputError, OSError) as error:
                self._app.say(str(error))
            self._look()

    def sit(self) -> None:
        """Go to the host's own place."""
        if self._screen and self._screen is self._app.screen:
            self._app.pop_screen()

    def show_results(self) -> None:
        """Show how the match ended."""
        if self._table and self._table.folder:
            self._app.library.open_results(self._table.folder)

    def may_quit(self, key: str) -> bool:
        """Return whether the app may end: no table is open, or its host was asked. key: the binding pressed."""
        if not self._table or self._table.state in ("over", "closed"):
            return True
        self.show()
        while self._app.screen is not self._screen:
            self._app.pop_screen()
        return self._screen is not None and self._screen.is_sure_to_close(key)

    @property
    def farewell(self) -> str:
        """Return how to open the table again after leaving the app; empty where there is none to come back to."""
        is_left = self._table and self._table.state not in ("over", "closed")
        return self._served.farewell if self._served and is_left else ""

    def close(self) -> None:
        """Close the table; a match that is not over is kept."""
        self._closed.set()
