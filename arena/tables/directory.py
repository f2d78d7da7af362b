"""All tables of one server: opened, found by id, resumed after a kill, and left when the server stops."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from woozle.arena.play import models
from woozle.arena.tables import invitations
from woozle.arena.tables.database import TableDatabase
from woozle.arena.tables.house import House
from woozle.arena.tables.invitations import Door
from woozle.arena.tables.plan import SeatChange, TablePlan
from woozle.arena.tables.table import OpenTable, new_table
from woozle.core.errors import InputError
from woozle.core.request import PastResponse
from woozle.players.models.client_pool import ClientPool
from woozle.players.seats import ModelSeat
from woozle.saves.group_sync import GroupSync
from woozle.saves.receipts import HostKey

MOST = 200
"""Default limit of tables that are not over."""


class TableDirectory:
    """The tables of a server. door: room codes and knocks. most: limit of tables open at once."""

    def __init__(self, house: House, most: int = MOST) -> None:
        self.house = house
        self.door = Door(house.clock)
        self._most = most
        self._tables: dict[str, OpenTable] = {}
        self._of_studies: dict[str, OpenTable] = {}
        """The tables of studies, by the folders of their matches."""

    def __iter__(self) -> Iterator[OpenTable]:
        return iter([*self._tables.values()])

    def find(self, id: str) -> OpenTable | None:
        """Return a table, as typed or as in a link; one that is over is looked up in the database."""
        known = self._tables.get(id)
        if known or len(id) != invitations.CODE_LENGTH:
            return known
        if stored := self.house.database.read_table(id):
            with suppress(InputError):
                return self._add(OpenTable(stored, self.house))
        return None

    def find_match(self, folder: str) -> OpenTable | None:
        """Return the table of a match of a study. folder: its name."""
        return self._of_studies.get(folder)

    def _add(self, table: OpenTable) -> OpenTable:
        self._tables[table.id] = table
        if table.plan.study:
            self._of_studies[table.plan.study.folder] = table
        return table

    def open(self, plan: TablePlan, *, creator: str = "", past_attempts: int = 0) -> OpenTable:
        """Open a table, as `new_table` does. Raises InputError if there are too many, SaveError if it cannot be kept."""
        if sum(table.state not in ("over", "closed") for table in self) >= self._most:
            raise InputError(f"There are {self._most} open tables already; close one, or come back later.")
        return self._add(new_table(plan, self.house, creator=creator, past_attempts=past_attempts))

    def resume(self) -> list[OpenTable]:
        """Resume the tables that the previous process left, and return them. The operator is told of those that cannot go on."""
        found = []
        for stored in self.house.database.tables_to_resume():
            try:
                table = self._add(OpenTable(stored, self.house))
            except InputError as error:
                self.house.tell(f"Table {stored.row.id} cannot go on: {error}")
                continue
            try:
                table.resume()
            except Exception as error:
                table.fail(error)
            found.append(table)
        return found

    def forget(self, table: OpenTable) -> None:
        """Let go of a table that has ended; `find` looks it up again if it is still kept."""
        if table.state in ("over", "closed"):
            self._tables.pop(table.id, None)
            if table.plan.study:
                self._of_studies.pop(table.plan.study.folder, None)
            self.door.close(table.id)

    async def stop(self) -> None:
        """Leave all tables; they continue when the server starts again."""
        await asyncio.gather(*(table.close("The server stops; come back soon.", for_good=False) for table in self))


@contextmanager
def open_directory(
    database: Path,
    hub: ClientPool,
    *,
    most: int = MOST,
    host_key: HostKey | None = None,
    records: Path | None = None,
    holds: Callable[[TablePlan, PastResponse], bool] = lambda plan, past: False,
    lost: Callable[[TablePlan, int, SeatChange], object] = lambda plan, place, change: None,
    clock: Callable[[], float] = time.monotonic,
    tell: Callable[[str], object],
    report: Callable[[BaseException], object],
) -> Iterator[TableDirectory]:
    """Yield the tables of a server. Raises SaveError for an index that cannot be opened.

    Args:
        host_key, records, holds, lost, clock, tell, report: As in House.
    """

    def model(folder: Path) -> ModelSeat:
        return models.seats_of_a_match(hub, folder if folder.exists() else None)

    with closing(GroupSync()) as group, closing(TableDatabase(database, group)) as index:
        house = House(index, host_key, group, model, records, report, tell, holds, lost, clock)
        yield TableDirectory(house, most)
