"""The open tables of `woozle mcp`: clients choose what is played, and who sits down first opens a table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field
from pathlib import Path
from typing import Any

from woozle.arena.environments.episode import AGENT, Setting, setting
from woozle.arena.tables.directory import TableDirectory
from woozle.arena.tables.entrance import Visitor, enter
from woozle.arena.tables.invitations import new_secret
from woozle.arena.tables.plan import TablePlan, plan_table
from woozle.arena.tables.seat_calls import SILENT, CalledPlaces, SeatCalls, SeatError
from woozle.arena.tables.table import OpenTable
from woozle.core import registry
from woozle.core.value import value
from woozle.players.seats import HUMAN, REMOTE, format_seats

MOST = 64
"""Tables that are open at once."""

MOST_OF_ONE = 16
"""Tables at which one client sits at once. A client is known by the name and version that it gives of itself: the protocol tells no
more over HTTP, and on standard input and output there is only one."""

IDLE = 1800.0
"""Seconds without a call for one of its seats after which a table is left."""

NAME = "Agent"
"""The name of a client that gives none."""


@value
class Offer:
    """The matches on offer at the tables of a server. Clients choose what is left empty: game, preset, and bots as opponents.

    seats: As in `setting`; they need the game, as do preset, options and services. seed: Of the first match; the next ones are
    numbered. records: The folder for matches; None for the store.
    """

    game: str = ""
    seats: str = ""
    preset: str = ""
    options: Mapping[str, Any] = field(default_factory=dict)
    services: Mapping[str, str] = field(default_factory=dict)
    seed: int | None = None
    records: Path | None = None

    def setting(self, game: str = "", preset: str = "", opponents: str = "") -> Setting:
        """Return the setting that a client asks for. Raises ValueError with a sentence if it is not on offer."""
        game = registry.name_of(game)
        if self.game and game not in ("", self.game):
            raise SeatError(f"Only {self.game} is played here; leave out the game.")
        if self.preset and preset not in ("", self.preset):
            raise SeatError(f"Only the preset {self.preset} is played here; leave out the preset.")
        if not (game := game or self.game):
            raise SeatError(f"Name a game: {', '.join(registry.names())}.")
        seats = self.seats
        if opponents:
            if seats:
                raise SeatError("It is settled who plays here; leave out the opponents.")
            if not all(part.strip().partition("*")[0].partition(":")[0].strip() == "bot" for part in opponents.split(",")):
                raise SeatError("Opponents can only be bots: bot, bot:NAME, or several, as in bot*5.")
            seats = f"{AGENT},{opponents}"
        return setting(game, seats, preset=self.preset or preset, options=self.options, services=self.services)

    def plan(self, game: str = "", preset: str = "", opponents: str = "") -> TablePlan:
        """Return the plan of a table for what a client asks for. Raises ValueError with a sentence if it is not on offer."""
        asked = self.setting(game, preset, opponents)
        seats = format_seats([REMOTE if spec == HUMAN else spec for spec in asked.seats])
        return plan_table(asked.game, seats, asked.config, asked.services, seed=self.seed, watching="none")


class OfferedTables:
    """The tables of a server at which clients sit down. most: of those that are open; one that is over makes room for a new one."""

    def __init__(self, offer: Offer, tables: TableDirectory, most: int = MOST) -> None:
        self.offer = offer
        self._tables = tables
        self._house = tables.house
        self._places = CalledPlaces()
        self._most = most
        self._opened = 0

    async def sit_down(self, software: str, game: str = "", preset: str = "", opponents: str = "") -> tuple[str, SeatCalls]:
        """Take the next free seat, at a new table if no other waits for agents; return its handle, and the calls for it.

        Args:
            software: Name and version of the client.

        Raises ValueError with a sentence.
        """
        plan = self.offer.plan(game, preset, opponents)
        await self._make_room(lambda table: _is_played_by(table, software), MOST_OF_ONE, "You sit at {} tables")
        if not (table := self._waiting(plan)):
            await self._make_room(lambda table: True, self._most, "All {} tables are taken")
            table = self._waiting(plan) or self._open(plan)
        number = table.room.open_places[0].number
        invitation = table.room.invitations.get(number) or table.room.invite(number)
        visitor = Visitor(new_secret(), NAME, "", is_agent=True, software=software)
        entered = enter(table, self._tables.door, visitor, invitation)
        assert isinstance(entered, tuple)  # only codes knock
        place, joined = entered
        calls = await self._places.call(table, place)
        if table.state == "dealing":
            await calls.wait(0)  # a service may have to work before roles are dealt
        if table.failure:
            await self._leave(table, table.failure)
            raise SeatError(table.failure)
        return f"{table.id}.{joined.token}", calls

    async def seat(self, handle: str) -> SeatCalls:
        """Return the calls for the seat of a handle. Raises SeatError."""
        id, _, token = handle.partition(".")
        table = self._tables.find(id) if id.isascii() else None
        if not table or not (place := table.room.place_of(token)):
            raise SeatError(f"No seat has this handle, or it was left after {IDLE / 60:g} minutes without a call; sit down first.")
        return await self._places.call(table, place)

    async def leave_idle(self) -> None:
        """Leave the tables at which a seat has been silent for too long, and forget those that ended long ago."""
        for stored in self._house.database.ended_before(self._house.now() - IDLE):
            if table := self._tables.find(stored.row.id):
                await self._leave(table, "The match at this table is over.")
        for table in self._tables:
            if self._silence(table) > IDLE:
                await self._leave(table, f"A seat made no call for {IDLE / 60:g} minutes.")

    def _waiting(self, plan: TablePlan) -> OpenTable | None:
        like = (table for table in self._tables if table.state == "waiting" and table.plan == plan)
        return next((table for table in like if table.room.open_places), None)

    def _open(self, plan: TablePlan) -> OpenTable:
        self._opened += 1
        return self._tables.open(plan, past_attempts=self._opened - 1 if plan.seed is not None else 0)

    def _silence(self, table: OpenTable) -> float:
        """Return the seconds since the last call for the seat that has been silent for longest; 0.0 if all are connected."""
        now = self._house.clock()
        lost = [now - place.gone_since for place in table.room.places if place.is_taken and place.gone_since is not None]
        return SILENT + max(lost) if lost else 0.0

    async def _make_room(self, counts: Callable[[OpenTable], bool], most: int, why: str) -> None:
        """Make room for one more of some tables, before any other caller can take it. Raises SeatError.

        Args:
            counts: Returns whether a table is one of them.
            most: Their largest number.
            why: The beginning of the sentence when there is no room.
        """
        await self.leave_idle()
        while len(some := [table for table in self._tables if counts(table)]) >= most:
            oldest = max(some, key=lambda table: (_has_ended(table), self._silence(table)))
            if not _has_ended(oldest) and not self._silence(oldest):
                raise SeatError(f"{why.format(most)}; end a match, or come back when one was silent for {SILENT / 60:g} minutes.")
            await self._leave(oldest, f"A seat made no call for {SILENT / 60:g} minutes, and its table was needed.")

    async def _leave(self, table: OpenTable, why: str) -> None:
        """Leave a table, and forget it; a match that is not over is kept as unfinished."""
        await table.close(why)
        self._tables.forget(table)
        self._house.database.delete_table(table.id)


def _has_ended(table: OpenTable) -> bool:
    return bool(table.failure) or table.state in ("over", "closed")


def _is_played_by(table: OpenTable, software: str) -> bool:
    return not _has_ended(table) and any(place.row.software == software for place in table.room.places)
