"""`woozle host --plain` and `woozle serve`: open tables without a screen, told line by line."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from threading import Thread
from typing import TYPE_CHECKING

from woozle.arena.runs.interrupts import handle_stop
from woozle.arena.tables.database import TABLES
from woozle.arena.tables.host_commands import COMMANDS, obey
from woozle.arena.tables.plan import TablePlan
from woozle.arena.tables.server_settings import ServerSettings
from woozle.arena.tables.table import OpenTable
from woozle.arena.views.waiting_room import WaitingRoom, room_lines
from woozle.arena.views.words import count
from woozle.arena.web.served_tables import HOSTED, ServedTables, open_tables
from woozle.core.errors import InputError
from woozle.core.text import visible_line
from woozle.saves.paths import data_folder
from woozle.saves.transcript import display_path
from woozle.tui.cli.sentences import notice, report_failure

if TYPE_CHECKING:
    from woozle.arena.web.ways_in import WayIn

_COMMANDS = "Type start to begin now, yes or no for who knocks, link N or remove N for a place, room to see all, or quit."


async def host_table(plan: TablePlan | None, way: WayIn) -> None:
    """Host one table line by line, until its host stops. plan: None for the table that was left."""
    stopped = asyncio.Event()
    handle_stop(stopped.set)
    async with open_tables(way, data_folder() / HOSTED, tell=notice, report=report_failure) as served:
        table = served.own_table(plan)
        await _PlainHost(served, table, stopped).attend()
    if table.state not in ("over", "closed"):
        notice(served.farewell)


class _PlainHost:
    """Tells what changes at a table, and does what the host types."""

    def __init__(self, served: ServedTables, table: OpenTable, stopped: asyncio.Event) -> None:
        self._served = served
        self._table = table
        self._stopped = stopped
        self._told: WaitingRoom | None = None
        self._is_unattended = False

    async def attend(self) -> None:
        """Go on until the host stops, or until the match is over and everybody has left, where nobody can stop it."""
        loop = asyncio.get_running_loop()
        Thread(target=_read_lines, args=(lambda line: loop.call_soon_threadsafe(self._do, line),), daemon=True).start()
        async for _ in self._served.changes(self._table, self._stopped):
            self._tell()
            if self._is_unattended and self._table.state == "over" and not any(place.guest for place in self._table.room.places):
                return

    def _tell(self) -> None:
        """Print the room at first, and then what is new in it."""
        room, before = self._served.room(self._table), self._told
        self._told = room
        if before is None:
            print(*room_lines(room), sep="\n", flush=True)
            if own := next((place.number for place in self._table.room.places if place.spec.kind == "human"), 0):
                notice(f"Place {own} is yours: open its link in a browser, or with `woozle join` in another terminal.")
            _print_code(next((place.link for place in room.places if place.link), ""))
            if sys.stdin is not None and sys.stdin.isatty():
                notice(_COMMANDS)
            return
        for place, old in zip(room.places, before.places, strict=True):
            if (place.kind, place.label, place.presence) != (old.kind, old.label, old.presence):
                link = f": {place.link}" if place.link else ""
                print(f"  {place.number}. {place.who}, {place.state or 'seated'}{link}", flush=True)
            elif place.link and place.link != old.link:
                print(f"  {place.number}. {place.link}", flush=True)
        for knock in room.knocks:
            if knock not in before.knocks:
                print(f"{visible_line(knock.name)} knocks; yes lets them in, no turns them away.", flush=True)
        if room.state != before.state:
            print(f"{room.title}: {room.headline}", flush=True)
            if room.state == "over" and self._table.folder:
                print(f"The transcript is in {display_path(self._table.folder)}; `woozle verify last` checks it.", flush=True)

    def _do(self, line: str | None) -> None:
        """Do what was typed. line: None at the end of the input."""
        if line is None:
            self._is_unattended = True
            return
        word, _, number = line.strip().lower().partition(" ")
        try:
            self._obey(word, int(number) if number.isdecimal() else 0)
        except (InputError, OSError) as error:
            notice(str(error))

    def _obey(self, word: str, number: int) -> None:
        knocks = self._told.knocks if self._told else ()
        match word:
            case "":
                pass
            case "yes" | "no" if not knocks:
                notice("Nobody knocks.")
            case "yes" | "no":
                self._say("admit" if word == "yes" else "refuse", knocks[0].number)
            case "link":
                self._say("invite", number)
            case "room":
                self._told = None
                self._tell()
            case "quit":
                self._stopped.set()
            case _ if word in COMMANDS:
                self._say(word, number)
            case _:
                notice(_COMMANDS)

    def _say(self, command: str, number: int) -> None:
        obey(self._table, self._served.tables.door, command, number)


async def serve_tables(way: WayIn, settings: ServerSettings, most: int) -> None:
    """Serve many tables until SIGINT or SIGTERM."""
    stopped = asyncio.Event()
    handle_stop(stopped.set)
    database = data_folder() / TABLES
    async with open_tables(way, database, settings=settings, most=most, tell=notice, report=report_failure) as served:
        resumed = [table for table in served.tables.resume() if not table.failure]
        if resumed:
            notice(f"{count(len(resumed), 'table')} go on." if len(resumed) > 1 else "1 table goes on.")
        notice(f"Tables are at {served.base}/; stop with ctrl+c.")
        notice(f"For the operator, in one browser: {served.operator_link}")
        await stopped.wait()
    notice("Stopped. All tables go on, with the same links, when it is started again.")


def _read_lines(take: Callable[[str | None], object]) -> None:
    """Hand over each line that is typed, and None at the end. Runs in a thread, which nothing waits for."""
    with suppress(RuntimeError, OSError, ValueError):  # the loop or the input is closed
        for line in sys.stdin or ():
            take(line)
        take(None)


def _print_code(link: str) -> None:
    """Print the QR code of a link, where all of it can be seen."""
    if not link or not sys.stdout.isatty() or os.environ.get("NO_COLOR"):
        return
    from woozle.arena.join.link import without_fingerprint
    from woozle.arena.views.qr_code import qr_code

    code = qr_code(without_fingerprint(link))
    with suppress(OSError):
        size = os.get_terminal_size(sys.stdout.fileno())
        if code.width <= size.columns and code.height < size.lines:
            print(*code.lines(), sep="\n", flush=True)
