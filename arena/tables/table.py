"""An open table, from the waiting room by way of the deal and the match to its end or a rematch.

Everything that must survive a kill is in the database before anybody is told; the match itself is in its transcript.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal

from woozle.arena.join.link import seat_fragment
from woozle.arena.play.setup import Dealt
from woozle.arena.tables import invitations
from woozle.arena.tables.database import PlaceRow, StoredTable, TableRow
from woozle.arena.tables.deal_attempt import DealAttempt
from woozle.arena.tables.house import House
from woozle.arena.tables.place import Place
from woozle.arena.tables.plan import TablePlan, WhenGone
from woozle.arena.tables.room import Room
from woozle.arena.tables.table_match import TableMatch
from woozle.core import deal as deals
from woozle.core.chance import key_from_seed
from woozle.core.deal import Deal
from woozle.core.errors import InputError
from woozle.core.match import Halt
from woozle.players.seat_protocol import (
    CommitMessage,
    GuessesMessage,
    LeaveMessage,
    OfTable,
    PaceMessage,
    ReadyMessage,
    RevealMessage,
    RoomMessage,
    StayMessage,
    TableState,
)
from woozle.saves import store
from woozle.saves.disk import SaveError
from woozle.saves.resume import FinishedError
from woozle.saves.transcript import TranscriptError

BACK_SECONDS = 60.0
"""Time for players to come back to a table that is dealt again, since they or its server were gone."""

_TRIES_TO_DEAL = 5
_FAULT = "The match stopped, because of a fault in its game; the host's log says why."
_NO_FILE = "The match stopped, because a file could not be used; the host's log says which."


class OpenTable:
    """A table at which seats are taken over a network.

    Attributes:
        id: As in its links. title: of the game. game: its rules. room: places and players.
        match: The match; None before it has begun, and after its end until somebody comes back to it.
        failure: The reason why it has stopped, as a sentence; empty if it goes on. is_faulty: the game itself failed.
    """

    def __init__(self, stored: StoredTable, house: House) -> None:
        """Raises InputError if its plan cannot be played here."""
        self.row = stored.row
        self.id = stored.row.id
        self.plan = plan = TablePlan.parse(stored.row.plan)
        self.house = house
        self.title = plan.named()
        self.game = plan.new_game()
        self.match: TableMatch | None = None
        self.failure = ""
        self.is_faulty = False
        self._reported = ""
        places = [Place(row, spec, plan.game) for row, spec in zip(stored.places, plan.specs(), strict=True)]
        self.room = Room(places, plan, house, self._see_change)
        self._attempt: DealAttempt | None = None
        self._task: asyncio.Task[None] | None = None

    @property
    def state(self) -> TableState:
        return self.row.state

    @property
    def folder(self) -> Path | None:
        """The folder of the match; None before it has begun."""
        return Path(self.row.folder) if self.row.folder else None

    def link(self, base: str, token: str) -> str:
        """Return the link that a token opens, with the fingerprint of the host's key. base: how it begins."""
        key = self.house.host_key
        return f"{base}/t/{self.id}{seat_fragment(token, key.fingerprint if key else '')}"

    def room_message(self, you: int = 0) -> RoomMessage:
        """Return the places and players, as the player of a place may see them. you: its number; 0 for others."""
        places = self.room.seen_places(you)
        return RoomMessage(state=self.state, title=self.title, you=you, places=places, notes=tuple(self._notes()))

    def _notes(self) -> Iterator[str]:
        """Yield the facts that everybody should know before joining."""
        plan = self.plan
        if plan.is_blind:
            yield "Nobody learns who sits where until the end."
        if plan.seed is not None:
            yield "The host knows the seed of this match, and so what will be dealt."
        if providers := sorted({*self.room.providers.values()} - {""}):
            yield f"What you say is sent to {' and '.join(providers)}, whose models play along."
        yield _GONE[plan.when_gone].format(seconds=f"{plan.gone_after:g}")

    # Messages of players

    def hear(self, place: Place, message: OfTable) -> None:
        """Take a message of a place's player about the table."""
        match message:
            case CommitMessage(attempt=attempt, commitment=commitment) if self._attempt:
                self._attempt.commit(place, attempt, commitment)
            case RevealMessage(attempt=attempt, nonce=nonce) if self._attempt:
                self._attempt.reveal(place, attempt, nonce)
            case StayMessage(yields=yields):
                self.room.answer_rival(place, yields=yields)
            case GuessesMessage(humans=humans, abstains=abstains) if self.match:
                self.match.guess(place, None if abstains else humans)
            case PaceMessage(speed=speed, skip=skip):
                place.pace = speed
                if place.seat:
                    place.seat.set_pace(speed, skips=skip)
            case ReadyMessage() | LeaveMessage() if self.plan.study:
                pass  # the study decides who plays on
            case ReadyMessage():
                place.is_ready = True
                self.room.change()
            case LeaveMessage():
                is_waiting = self.state == "waiting"
                row = invitations.vacate(place.row) if is_waiting else replace(place.row, is_left=True)
                self._part(place, row, "over", "You have left the table.")

    def remove(self, number: int) -> None:
        """Remove a player. Raises InputError."""
        place = self.room.place(number)
        if not place.is_taken:
            raise InputError(f"Nobody has place {number}.")
        row = invitations.vacate(place.row) if self.state == "waiting" else invitations.remove(place.row)
        self._part(place, row, "removed", "The host removed you from the table.")

    def _part(self, place: Place, row: PlaceRow, code: Literal["over", "removed"], why: str) -> None:
        """Part with a player: before the match the place is open again, in it the seat is lost for good."""
        self.room.keep(place, row)
        self.room.journal.note("removed" if code == "removed" else "left", place.number)
        place.is_ready = False
        if place.seat:
            place.seat.leave()
        if place.guest:
            self.room.disconnect(place, code, why)
        elif place.seat:
            self.room.tell_presence(place)
        if self.state == "waiting":
            self.room.invite(place.number)
        self.room.change()

    def _see_change(self) -> None:
        room = self.room
        if self.state == "over" and not self.match:
            with suppress(InputError, OSError):  # without a transcript, only the room can be shown
                self.match = TableMatch.show_again(room, self.row)
        if not self.match:
            for place in room.places:
                if place.guest:
                    place.guest.tell(self.room_message(place.number))
        elif self.state == "playing":
            self.match.pause_if_lost()
        is_full = not room.open_places and all(place.guest for place in room.places if place.is_remote)
        if self.state == "waiting" and self.plan.starts_when_full and is_full and not self.failure:
            try:
                self.start()
            except SaveError as error:
                if not self.plan.study:
                    raise
                self.fail(error)
        if self.state == "over" and (players := room.players) and all(place.is_ready for place in players):
            self.rematch()

    # The deal and the match

    def start(self) -> None:
        """Begin: open places go to bots. Raises InputError."""
        if self.state != "waiting":
            raise InputError("The match at this table has begun already.")
        for place in self.room.open_places:
            place.row = replace(place.row, kind="bot", invitation="", is_used=False)
        for place in self.room.places:
            place.is_ready = place.was_lost = False
        number = self.row.attempt + (self.plan.seed is not None)  # of the deals of a seed: one a match
        self._save(state="dealing", room_code="", attempt=number)
        self.room.invitations.clear()
        self.room.code = ""
        self._task = asyncio.create_task(self._run())
        self.room.change()

    def take_up(self, folder: Path) -> None:
        """Resume a match that was begun elsewhere, with the players who are here.

        Raises InputError or OSError if it cannot be resumed, or continues elsewhere; the table is closed then.
        """
        self.room.invitations.clear()
        self._save(state="playing", room_code="", folder=str(folder))
        try:
            self.resume()
        except (InputError, OSError):
            self._save(state="closed", ended=self.house.now())
            raise

    def resume(self) -> None:
        """Resume where the previous process was killed. Raises InputError or OSError for a match that cannot be resumed."""
        for place in self.room.players:
            place.gone_since = self.house.clock()
        if self.state == "playing":
            try:
                self.match = TableMatch.resume(self.room, self.row)
            except FinishedError:
                self._finish()
        if self.state in ("dealing", "playing"):
            self._task = asyncio.create_task(self._run())

    async def _run(self) -> None:
        try:
            if self.state == "dealing":
                await self._begin()
            assert self.match
            await self.match.play()
            self._finish()
        except Exception as error:
            self.fail(error)

    async def _begin(self) -> None:
        if not self.match:
            dealt = await self._deal()
            if self.plan.study and self.house.records:
                folder = self.house.records / self.plan.study.folder
            else:
                folder = store.new_match_folder(self.plan.game, among=self.house.records)
            try:  # the process may have been killed between the first line and the index
                self.match = TableMatch.resume(self.room, replace(self.row, folder=str(folder)))
            except TranscriptError:
                self.match = TableMatch.begin(self.room, self.row, dealt, folder)
            self._attempt = None
        self._save(state="playing", folder=str(self.match.folder))
        self.room.change()

    async def _deal(self) -> Dealt:
        """Return a key made of nonces from all places, or that of a seed. Raises InputError."""
        plan = self.plan
        if plan.seed is not None:
            key = key_from_seed(plan.seed, self.row.attempt)
            return Dealt(key, replace(self._told("seed"), seats=plan.seats_by(key)), "")
        silent: set[int] = set()
        for _ in range(_TRIES_TO_DEAL):
            if self.row.attempt:
                await self.room.wait_until(lambda: all(place.guest for place in self.room.players), BACK_SECONDS)
            self._save(attempt=self.row.attempt + 1, secret=invitations.new_secret())
            self._attempt = DealAttempt(self._told("woozle.deal/1"), self.row.secret, self.room, silent)
            if deal := await self._attempt.run(self._save):
                key = deals.deal_key(self.row.secret, deal)
                return Dealt(key, replace(deal, seats=plan.seats_by(key)), self.row.secret)
            silent |= {number for number in self._attempt.refused if self.room.place(number).guest}  # others are waited for
            self.room.journal.note("not_revealed", attempt=self.row.attempt, places=sorted(silent))
        raise InputError("The match could not be dealt, because players did not reveal their nonces; open the table again.")

    def _told(self, protocol: Literal["woozle.deal/1", "seed"]) -> Deal:
        """Return the announcement of a deal, before anybody commits."""
        secret = self.row.secret if protocol != "seed" else ""
        config = deals.config_digest(self.plan.options, secret)
        return Deal(
            protocol, self.id, self.row.attempt, self.plan.game, self.game.version, config, "", (), is_drawn=self.plan.is_blind
        )

    # The end

    def _finish(self) -> None:
        self._save(state="over", ended=self.house.now())
        self.room.spectators.grow()
        self.room.spectators.wake()
        self.room.wake_guests()
        self.room.change()

    def rematch(self) -> None:
        """Play again with the same people, roles dealt anew. Raises InputError."""
        if self.state != "over":
            raise InputError("The match at this table is not over.")
        for place in self.room.places:
            place.seat = None
            if place.row.is_left or place.row.is_removed or (place.is_remote and not place.is_taken):
                place.row = invitations.vacate(place.row)
            if place.guest:
                place.guest.feed = None
        self.match = None
        self.room.journal.begin(None)
        self._save(state="waiting", ended=0.0, folder="", secret="")
        self.start()

    def fail(self, error: Exception) -> None:
        """Stop before the end; the match is kept, and resumes with `retry` or when the server starts again.

        Only the host is told of files. The pages of a study lead to one that says what happened.
        """
        self.is_faulty = not isinstance(error, InputError | OSError | Halt)
        self.failure = _FAULT if self.is_faulty else _NO_FILE if isinstance(error, OSError | TranscriptError) else str(error)
        if self._reported != repr(error):
            self._reported = repr(error)
            if self.is_faulty:
                self.house.report(error)
            self.house.tell(f"Table {self.id} has stopped: {self.failure if self.is_faulty else error}")
        if self.plan.study:
            self.room.wake_guests()
        else:
            self.room.close("stopping", self.failure)

    def retry(self) -> None:
        """Resume after a failure; a second failure stops it again."""
        self.failure = ""
        try:
            self.resume()
            self.room.change()  # a match that has not begun may do so now
        except Exception as error:
            self.fail(error)

    async def close(self, why: str = "The host closed the table.", *, for_good: bool = True) -> None:
        """Leave the table. for_good: it does not resume when the server starts again."""
        if self._task:
            self._task.cancel()
            await asyncio.wait([self._task])
        if for_good and self.state not in ("over", "closed"):
            self._save(state="closed", ended=self.house.now(), room_code="")
        self.room.close("closed" if for_good else "stopping", why)

    def _save(self, **changes: Any) -> None:
        """Change the table, and save it with all its places. Raises SaveError."""
        row = replace(self.row, **changes)
        self.house.database.save_table(row, *(place.row for place in self.room.places))
        self.row = row


_GONE: Mapping[WhenGone, str] = {
    "wait": "If somebody loses the connection, the match waits for them.",
    "pause": "If somebody loses the connection, the match pauses.",
    "bot": "If somebody is gone for {seconds} seconds, a bot answers for them until they are back.",
    "forfeit": "If somebody is gone for {seconds} seconds, they give no answers until they are back.",
}


def new_table(plan: TablePlan, house: House, *, creator: str = "", past_attempts: int = 0) -> OpenTable:
    """Open a table, with an invitation for each place, a room code, and a link for spectators. Raises SaveError.

    past_attempts: to deal, before this one; with a seed they number its matches.
    """
    row = TableRow(invitations.new_code(), plan.model_dump_json(), creator=creator, attempt=past_attempts)
    code, watching = invitations.new_code(), invitations.new_token()
    row = replace(row, room_code=invitations.digest(code), spectators=invitations.digest(watching))
    tokens: dict[int, str] = {}
    places: list[PlaceRow] = []
    for number, spec in enumerate(plan.specs(), 1):
        place = PlaceRow(row.id, number, spec.kind)
        if spec.kind in ("human", "remote"):
            place, tokens[number] = invitations.invite(PlaceRow(row.id, number))
        places.append(place)
    house.database.save_table(row, *places)
    table = OpenTable(StoredTable(row, tuple(places)), house)
    table.room.invitations, table.room.code, table.room.spectators.token = tokens, code, watching
    return table
