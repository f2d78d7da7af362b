"""All tables of one server: they are opened, found by their id, taken up again after a kill, and left when it stops."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

from woozle.arena.tables import invitations
from woozle.arena.tables.house import House
from woozle.arena.tables.invitations import Door
from woozle.arena.tables.plan import TablePlan
from woozle.arena.tables.table import OpenTable, new_table, resumed_tables
from woozle.core.errors import InputError

MOST = 200
"""Default limit of tables that are not over."""


class TableDirectory:
    """The tables of a server. door: room codes, and those who knock. most: tables that are open at once."""

    def __init__(self, house: House, most: int = MOST) -> None:
        self.house = house
        self.door = Door(house.clock)
        self._most = most
        self._tables: dict[str, OpenTable] = {}

    def __iter__(self) -> Iterator[OpenTable]:
        return iter([*self._tables.values()])

    def find(self, id: str) -> OpenTable | None:
        """Return a table, as typed or as in a link; one that is over is looked up in the database."""
        known = self._tables.get(id)
        if known or len(id) != invitations.CODE_LENGTH:
            return known
        if stored := self.house.database.read_table(id):
            try:
                self._tables[id] = table = OpenTable(stored, self.house)
            except InputError:
                return None
            return table
        return None

    def open(self, plan: TablePlan, *, creator: str = "") -> OpenTable:
        """Open a table. Raises InputError if there are too many, SaveError if it cannot be kept."""
        if sum(table.state not in ("over", "closed") for table in self) >= self._most:
            raise InputError(f"There are {self._most} open tables already; close one, or come back later.")
        table = new_table(plan, self.house, creator=creator)
        self._tables[table.id] = table
        return table

    def resume(self) -> list[OpenTable]:
        """Take up the tables that the process before has left, and return them. What cannot go on is told to the operator."""
        found = []
        for table in resumed_tables(self.house):
            self._tables[table.id] = table
            try:
                table.resume()
            except (InputError, OSError) as error:
                table.failure = str(error)
                self.house.tell(f"Table {table.id} cannot go on: {error}")
            found.append(table)
        return found

    def forget(self, table: OpenTable) -> None:
        """Let go of a table that has ended; `find` looks it up again if it is still kept."""
        if table.state in ("over", "closed"):
            self._tables.pop(table.id, None)
            self.door.close(table.id)

    async def stop(self) -> None:
        """Leave all tables; they go on when the server starts again."""
        await asyncio.gather(*(table.close("The server stops; come back soon.", for_good=False) for table in self))
