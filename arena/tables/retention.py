"""Retention on a server of open tables: of names, typed texts, matches, and tables that nobody visits."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

from woozle.arena.tables.database import StoredTable
from woozle.arena.tables.directory import TableDirectory
from woozle.arena.tables.server_settings import DAY, ServerSettings
from woozle.core.errors import InputError
from woozle.saves.deletion import delete_match
from woozle.saves.disk import SaveError
from woozle.saves.redaction import redact_match
from woozle.saves.transcript import TranscriptError

PERIOD = 600.0
"""Seconds between two rounds."""

_SOON = 5.0  # seconds between looks for tables that are to wait for players
_IN_MEMORY = 3600.0  # seconds that a table is held after its end, if nobody is there


class Caretaker:
    """Removes data that the operator's settings keep no longer, and closes tables at which nobody arrives.

    Typed texts are withdrawn from transcripts, so that their chains still close; names and all that opened seats are
    overwritten in the index. The operator is told of failures, which are tried again. keeps_words: leaves transcripts as they are.
    """

    def __init__(self, tables: TableDirectory, settings: ServerSettings, *, keeps_words: bool = False) -> None:
        self._tables = tables
        self._settings = settings
        self._keeps_words = keeps_words
        self._standing = [each.plan() for each in settings.tables]
        self._empty_since: dict[str, float] = {}
        self._complaint = ""

    async def run(self) -> None:
        """Repeat `open_standing` and, less often, `tidy`, until cancelled."""
        at = 0.0
        while True:
            try:
                self.open_standing()
                if self._tables.house.clock() >= at:
                    at = self._tables.house.clock() + PERIOD
                    await self.tidy()
            except Exception as error:
                self._tables.house.report(error)
            await asyncio.sleep(_SOON)

    def open_standing(self) -> None:
        """Open the operator's listed tables of which none is waiting for players."""
        for plan in self._standing:
            if not any(table.state == "waiting" and table.plan == plan for table in self._tables):
                try:
                    self._tables.open(plan)
                except (InputError, SaveError) as error:
                    self._complain(str(error))

    def _complain(self, why: str) -> None:
        """Tell the operator of a failure, once as long as it stays the same."""
        if why != self._complaint:
            self._complaint = why
            self._tables.house.tell(why)

    async def tidy(self) -> None:
        """Remove what is too old, once."""
        house, settings = self._tables.house, self._settings
        try:
            await self._close_unvisited()
            if settings.transcripts_days is not None:
                for stored in house.database.ended_before(house.now() - settings.transcripts_days * DAY):
                    await self._erase(stored, delete_match)
                    house.database.delete_table(stored.row.id)
            if settings.names_days is not None:
                for stored in house.database.ended_before(house.now() - settings.names_days * DAY):
                    if any(place.name or place.joiner for place in stored.places):
                        await self._erase(stored, None if self._keeps_words else redact_match)
                        house.database.forget_names(stored.row.id)
        except (SaveError, TranscriptError) as error:
            self._complain(str(error))

    async def _close_unvisited(self) -> None:
        """Close tables that wait and that nobody has visited for long, and let go of those that ended."""
        house = self._tables.house
        now = house.clock()
        empty = {table.id: table for table in self._tables if table.room.is_empty}
        self._empty_since = {id: self._empty_since.get(id, now) for id in empty}
        for id, since in self._empty_since.items():
            table = empty[id]
            if table.state == "waiting" and table.plan not in self._standing and now - since > self._settings.waiting_hours * 3600:
                await table.close("Nobody came to this table.")
            elif table.row.ended and now - since > _IN_MEMORY:
                self._tables.forget(table)

    async def _erase(self, stored: StoredTable, erase: Callable[[Path], object] | None) -> None:
        """Erase data of all matches of a table, and let go of the table."""
        id = stored.row.id
        for folder in self._tables.house.database.match_folders(id):
            if erase and folder.exists():
                await asyncio.to_thread(erase, folder)
        if table := next((each for each in self._tables if each.id == id), None):
            table.room.close("closed", "This table is not kept any longer.")
            self._tables.forget(table)
