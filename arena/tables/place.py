"""A place at a table: who may sit there, who does, and their connection."""

from __future__ import annotations

import asyncio

from woozle.arena.tables.database import PlaceRow
from woozle.arena.tables.guest import Guest
from woozle.arena.tables.remote_seat import RemoteSeat
from woozle.players.seats import SeatSpec


class Place:
    """A place at a table. row: as the database has it; spec: who is meant to sit there.

    Attributes:
        seat: In the match; None before the deal, and where nobody joins.
        guest: Its connection, or None. rival: a second one, that waits for the first to agree.
        is_ready: Its player wants to begin, or after the end to play again.
    """

    def __init__(self, row: PlaceRow, spec: SeatSpec) -> None:
        self.row = row
        self.spec = spec
        self.seat: RemoteSeat | None = None
        self.guest: Guest | None = None
        self.rival: Guest | None = None
        self.is_ready = False
        self.answers: asyncio.Event = asyncio.Event()  # that the first connection said something about the second
        self.gone_since: float | None = None

    @property
    def number(self) -> int:
        return self.row.number

    @property
    def is_remote(self) -> bool:
        """Whether it is for somebody who joins."""
        return self.spec.kind in ("human", "remote")

    @property
    def is_taken(self) -> bool:
        return bool(self.row.token) and not self.row.is_removed

    @property
    def is_open(self) -> bool:
        return self.is_remote and not self.is_taken and self.row.kind == "open"
