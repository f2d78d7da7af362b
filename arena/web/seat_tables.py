"""Tables at which outside agents take seats: the holder of a seat's handle looks and answers for it, call by call."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field
from hashlib import sha256
from pathlib import Path
from typing import Any, Literal, TypeAlias

from woozle.arena.environments.episode import AGENT, Setting, setting
from woozle.arena.play import models
from woozle.arena.play.setup import Ready, new_match
from woozle.arena.tables.remote_seat import RemotePlayer, RemoteSeat, SeatTerms, Turn
from woozle.arena.tables.seat_calls import PATIENCE, SeatCalls, SeatError, check_seen, empty_look, wait_for_news
from woozle.core import registry
from woozle.core.game import Event
from woozle.core.match import Watch
from woozle.core.outcome import Outcome
from woozle.core.request import Picture, Seat
from woozle.core.text import visible_line
from woozle.core.value import value
from woozle.players.models.client_pool import ClientPool
from woozle.players.registry import agent_pictures
from woozle.players.seats import nobody
from woozle.saves import store

MOST = 64
"""Tables that are open at once."""

MOST_OF_ONE = 16
"""Tables at which one client sits at once. A client is known by the name and version that it gives of itself: the protocol tells no
more over HTTP, and on standard input and output there is only one."""

IDLE = 1800.0
"""Seconds without a call for one of its seats after which a table is left."""

SILENT = 300.0
"""The same, where the table is in the way of another one."""

_HANDLE_BYTES = 32
_NAMED = 60  # characters of a client's name

State: TypeAlias = Literal["waiting", "playing", "over", "stopped"]

FAILED = "The server failed at this; its log says why."
"""The message to a client about a failure that is not its own."""


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


class AgentSeat:
    """A seat for which the holder of a handle answers.

    Attributes:
        last_call: Time of the last call for it.
        watch: Woken when there may be news.
        calls: Its calls; None until the match begins.
    """

    def __init__(self, table: Table, name: Seat, client: Mapping[str, str], now: float) -> None:
        self.table = table
        self.name = name
        self.client = client
        self.last_call = now
        self.watch = Watch()
        self.calls: SeatCalls | None = None

    def begin(self) -> RemotePlayer:
        """Return the player of this seat in the match that begins."""
        game = self.table.setting.game
        terms = SeatTerms(takes_over=False, forfeits=False, gone_after=0.0, draw=agent_pictures(game), lag=0.0)
        about = {"kind": "agent", **self.client}
        seat = RemoteSeat(self.name, None, terms, is_human=False, describe=about, wake=self.watch.wake)
        seat.set_here(True)
        self.calls = SeatCalls(seat, game)
        return seat.player

    @property
    def observation(self) -> Sequence[Event]:
        return self.calls.seat.observation if self.calls else ()

    def turn(self) -> Turn | None:
        """Return the open turn, or None."""
        return self.calls.turn if self.calls else None

    def pictures(self) -> tuple[Picture, ...]:
        """Return the pictures shown with the seat's open request."""
        return self.calls.pictures if self.calls else ()

    def look(self, seen: int) -> dict[str, Any]:
        """Return the Events from `seen` on, the open request, and the state of the match, as in the seat protocol."""
        table = self.table
        if not self.calls:
            return empty_look(self.name, table.state, table.why or table.missing)
        found = self.calls.look(seen, table.state, table.why)
        if table.is_ended and table.ready:
            found["match"] = table.ready.folder.name
        return found

    async def wait(self, seen: int, patience: float) -> None:
        """Wait for news. Raises SeatError if the seat has observed fewer than `seen` Events."""
        check_seen(seen, len(self.observation))
        is_due = lambda: self.table.is_ended or self.turn() is not None  # noqa: E731
        await wait_for_news(is_due, lambda: len(self.observation) > seen, self.watch.news, patience)

    def answer(self, number: int, given: Any) -> str:
        """Answer a request, and return a sentence about the result. Raises SeatError for an answer that is not accepted."""
        if not self.calls:
            raise SeatError(f"Request {number} is not open; `look` shows what is asked now.")
        return self.calls.answer(number, given)


class Table:
    """A match to come, under way, or ended, with its seats for agents.

    Attributes:
        ready: The match; None until all seats are taken.
        outcome: Its outcome; None until that is on disk.
        is_ended: Whether nothing more will happen: it finished, or it stopped.
        why: Why it stopped, as a sentence.
    """

    def __init__(self, asked: tuple[str, ...], setting: Setting) -> None:
        self.asked = asked
        self.setting = setting
        self.seats: list[AgentSeat] = []
        self.ready: Ready | None = None
        self.outcome: Outcome | None = None
        self.is_ended = False
        self.why = ""
        self._task: asyncio.Task[None] | None = None

    @property
    def free(self) -> tuple[Seat, ...]:
        """The free seats for agents."""
        return () if self.is_ended else self.setting.agents[len(self.seats) :]

    @property
    def state(self) -> State:
        if self.is_ended:
            return "over" if self.outcome else "stopped"
        return "playing" if self.ready else "waiting"

    @property
    def missing(self) -> str:
        return f"The match begins when {len(self.free)} more {'agents sit' if len(self.free) > 1 else 'agent sits'} down."

    def is_played_by(self, client: Mapping[str, str]) -> bool:
        """Return whether a client has a seat here, and the match is not over."""
        return not self.is_ended and any(seat.client == client for seat in self.seats)

    @property
    def last_call(self) -> float:
        """The time of the last call for the seat that has been silent for longest."""
        return min(seat.last_call for seat in self.seats)

    def begin(self, folder: Path, seed: int | None, number: int, hub: ClientPool | None, report: Report) -> None:
        """Play, in its own task. Raises ValueError or SaveError with a sentence."""
        setting, seats = self.setting, {seat.name: seat for seat in self.seats}
        self.ready = ready = new_match(
            setting.game,
            setting.seats,
            setting.config,
            seed,
            folder,
            lambda name: seats[name].begin(),
            model=models.seats_of_a_match(hub) if hub else nobody,
            services=setting.services,
            number=number,
            sync=bool(hub),
        )
        ready.match.asked_last = setting.agents
        for seat in self.seats:
            assert seat.calls
            seat.calls.seat.begin(ready.match.referee.view(seat.name))
            ready.match.watch(seat.watch)
            seat.watch.wake()
        self._task = asyncio.create_task(self._play(ready, report))

    async def leave(self, why: str) -> None:
        """Leave the match, unless it is over; it is kept as an unfinished match."""
        self.why = self.why or why
        if self._task:
            self._task.cancel()
            await asyncio.wait([self._task])
        if self.ready:
            self.ready.writer.close()  # again, since a task cancelled before it ran has not closed it
        self._end()

    def _end(self) -> None:
        self.is_ended = True
        for seat in self.seats:
            seat.watch.wake()

    async def _play(self, ready: Ready, report: Report) -> None:
        try:
            self.outcome = await ready.match.play()
        except Exception as error:
            self.why = FAILED
            report(error)
        finally:
            ready.writer.close()
            self._end()


Report: TypeAlias = Callable[[BaseException], object]
"""Called with failures that are not the clients' fault; clients do not see the details."""


class Tables:
    """All tables of a server. Seats are found by the digests of their handles; the handles are not kept.

    Args:
        hub: The client pool for models, if any play.
        clock: Monotonic clock, in seconds.
        patience: Seconds that a look waits for news.
        most: Largest number of open tables. One that is over makes room for a new one.
    """

    def __init__(
        self,
        offer: Offer,
        *,
        hub: ClientPool | None = None,
        report: Report = lambda error: None,
        clock: Callable[[], float] = time.monotonic,
        patience: float = PATIENCE,
        most: int = MOST,
    ) -> None:
        self.offer = offer
        self._hub = hub
        self._report = report
        self._clock = clock
        self._patience = patience
        self._most = most
        self._tables: list[Table] = []
        self._seats: dict[bytes, AgentSeat] = {}
        self._begun = 0

    async def sit_down(
        self, game: str = "", preset: str = "", opponents: str = "", client: str = "", version: str = ""
    ) -> tuple[str, AgentSeat]:
        """Take the next free seat, at a new table if no other waits for agents; return its handle, and the seat.

        Args:
            client, version: Name and version of the client, for the transcript.

        Raises ValueError with a sentence.
        """
        asked = (game or self.offer.game, preset or self.offer.preset, opponents)
        wanted = self.offer.setting(game, preset, opponents)
        who = {"name": f"mcp:{visible_line(client[:_NAMED])}" if client else "mcp"}
        if version:
            who["version"] = visible_line(version[:_NAMED])
        await self._make_room(lambda table: table.is_played_by(who), MOST_OF_ONE, "You sit at {} tables")
        if not (table := self._waiting(asked)):
            await self._make_room(lambda table: True, self._most, "All {} tables are taken")
            if not (table := self._waiting(asked)):
                self._tables.append(table := Table(asked, wanted))
        seat = AgentSeat(table, table.free[0], who, self._clock())
        table.seats.append(seat)
        if not table.free:
            try:
                self._begin(table)
            except Exception as error:
                self._report(error)
                await self._leave([table], FAILED)
                raise SeatError(FAILED) from None
        handle = secrets.token_urlsafe(_HANDLE_BYTES)
        self._seats[_digest(handle)] = seat
        if table.ready and not seat.observation:  # a service may have to work before roles are dealt
            await seat.wait(0, self._patience)
        return handle, seat

    def _waiting(self, asked: tuple[str, ...]) -> Table | None:
        return next((table for table in self._tables if table.asked == asked and table.free), None)

    def seat(self, handle: str) -> AgentSeat:
        """Return the seat of a handle. Raises SeatError."""
        if not (seat := self._seats.get(_digest(handle))):
            raise SeatError(f"No seat has this handle, or it was left after {IDLE / 60:g} minutes without a call; sit down first.")
        seat.last_call = self._clock()
        return seat

    async def look(self, handle: str, seen: int) -> tuple[AgentSeat, dict[str, Any]]:
        """Return a seat and its view, as soon as there is news or the patience is over. Raises SeatError."""
        seat = self.seat(handle)
        await seat.wait(seen, self._patience)
        seat.last_call = self._clock()
        return seat, seat.look(seen)

    async def leave_idle(self) -> None:
        """Leave the tables at which a seat has been silent for too long."""
        idle = [table for table in self._tables if self._clock() - table.last_call > IDLE]
        await self._leave(idle, f"A seat made no call for {IDLE / 60:g} minutes.")

    async def leave_all(self) -> None:
        """Leave all tables, as the server stops."""
        await self._leave([*self._tables], "The server stopped.")

    async def _leave(self, tables: Iterable[Table], why: str) -> None:
        for table in tables:
            self._forget(table)
            await table.leave(why)

    def _forget(self, table: Table) -> None:
        self._tables = [each for each in self._tables if each is not table]
        self._seats = {digest: seat for digest, seat in self._seats.items() if seat.table is not table}

    async def _make_room(self, counts: Callable[[Table], bool], most: int, why: str) -> None:
        """Make room for one more of some tables, before any other caller can take it. Raises SeatError.

        Args:
            counts: Returns whether a table is one of them.
            most: Their largest number.
            why: The beginning of the sentence when there is no room.
        """
        await self.leave_idle()
        while len(some := [table for table in self._tables if counts(table)]) >= most:
            oldest = min(some, key=lambda table: (not table.is_ended, table.last_call))
            if not oldest.is_ended and self._clock() - oldest.last_call <= SILENT:
                raise SeatError(f"{why.format(most)}; end a match, or come back when one was silent for {SILENT / 60:g} minutes.")
            await self._leave([oldest], f"A seat made no call for {SILENT / 60:g} minutes, and its table was needed.")

    def _begin(self, table: Table) -> None:
        self._begun += 1
        folder = store.new_match_folder(table.setting.game, among=self.offer.records)
        table.begin(folder, self.offer.seed, self._begun, self._hub, self._report)


def _digest(handle: str) -> bytes:
    return sha256(handle.encode("utf-8", "surrogatepass")).digest()
