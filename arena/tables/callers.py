"""Players without a socket: those of pages without script, and clients of the Model Context Protocol."""

from __future__ import annotations

import asyncio

from woozle.arena.tables.guest import Guest
from woozle.arena.tables.place import Place
from woozle.arena.tables.table import OpenTable


class Callers:
    """Players who are connected call by call. seconds: how long a call counts as a connection."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._kept: dict[Place, tuple[Guest, asyncio.TimerHandle]] = {}

    async def call(self, table: OpenTable, place: Place, address: str = "") -> Guest | None:
        """Return the connection by which the table sees a player; None if the seat is open elsewhere."""
        guest, end = self._kept.pop(place, (None, None))
        if end:
            end.cancel()
        if guest is None or place.guest is not guest:
            if place.guest:
                return None
            guest = Guest(address, can_commit=False)
            await table.room.attach(place, guest)
        end = asyncio.get_running_loop().call_later(self._seconds, self.end, table, place)
        self._kept[place] = guest, end
        if place.seat:
            place.seat.show_sign()
        return guest

    def end(self, table: OpenTable, place: Place) -> None:
        """Note that a player has stopped calling."""
        guest, end = self._kept.pop(place, (None, None))
        if guest and end:
            end.cancel()
            table.room.detach(place, guest)
