"""Places played call by call, as by clients of the Model Context Protocol: look, answer, and keep nothing in between."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping, MutableMapping
from contextlib import suppress
from typing import Any
from weakref import WeakKeyDictionary

from woozle.arena.tables.callers import Callers
from woozle.arena.tables.guest import Guest
from woozle.arena.tables.place import Place
from woozle.arena.tables.remote_seat import RemoteSeat, Turn
from woozle.arena.tables.table import OpenTable
from woozle.core.errors import InputError
from woozle.core.request import Answer, Forfeit, Picture, Seat
from woozle.players import seat_protocol
from woozle.players.registry import prompt
from woozle.players.seat_protocol import Narration, UnreadableMessageError

PATIENCE = 19.0
"""Seconds that a look waits for news."""

SILENT = 300.0
"""Seconds after the last call for which a player counts as connected: a model may think for a long time."""

_GATHER = 0.5  # seconds that news waits for the question that often comes with it
_STATES = {"waiting": "waiting", "dealing": "waiting", "playing": "playing", "over": "over", "closed": "stopped"}


class SeatError(InputError):
    """An invalid call. The message is a sentence for the caller."""


class CalledPlaces:
    """The places that are played call by call, at the tables of a server."""

    def __init__(self) -> None:
        self._callers = Callers(SILENT)
        self._narrations: WeakKeyDictionary[RemoteSeat, Narration] = WeakKeyDictionary()

    async def call(self, table: OpenTable, place: Place, address: str = "") -> SeatCalls:
        """Return the calls for a place, whose player counts as connected for a while. Raises SeatError if it is open elsewhere."""
        guest = await self._callers.call(table, place, address)
        if guest is None:
            raise SeatError("This seat is open elsewhere; close it there first.")
        return SeatCalls(table, place, guest, self._narrations)


class SeatCalls:
    """The calls for a place. narrations: everything that each seat was told in words so far; they grow."""

    def __init__(self, table: OpenTable, place: Place, guest: Guest, narrations: MutableMapping[RemoteSeat, Narration]) -> None:
        self.table = table
        self.place = place
        self._guest = guest
        self._narrations = narrations

    @property
    def name(self) -> Seat:
        """The seat of the place; empty before a deal by lot."""
        if seat := self.place.seat:
            return seat.name
        return "" if self.table.plan.is_blind else self.table.game.seats[self.place.number - 1]

    @property
    def turn(self) -> Turn | None:
        turn = self.place.seat.turn if self.place.seat else None
        return turn if turn and turn.is_open else None

    @property
    def pictures(self) -> tuple[Picture, ...]:
        """The pictures shown with the open question."""
        return turn.pictures if (turn := self.turn) else ()

    @property
    def state(self) -> str:
        return "stopped" if self.table.failure else _STATES[self.table.state]

    @property
    def _observed(self) -> int:
        return len(self.place.seat.observation) if self.place.seat else 0

    @property
    def _is_due(self) -> bool:
        return self.turn is not None or self.state in ("over", "stopped") or self._guest.bye is not None

    async def wait(self, seen: int) -> None:
        """Wait for news, for a limited time; once there is some, wait briefly for the question that often follows.

        Raises SeatError if the seat has observed fewer than `seen` Events.
        """
        if not 0 <= seen <= self._observed:
            raise SeatError(f"`seen` is how many Events you have been told: from 0 to {self._observed} now, not {seen}.")
        await self._until(lambda: self._is_due or self._observed > seen, PATIENCE)
        if self._observed > seen:
            await self._until(lambda: self._is_due, _GATHER)

    async def _until(self, is_so: Callable[[], bool], seconds: float) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while not is_so():
                    await self._guest.news()

    def look(self, seen: int) -> dict[str, Any]:
        """Return the Events from `seen` on, the open request, and the state of the match, as in the seat protocol."""
        table, seat, turn = self.table, self.place.seat, self.turn
        found: dict[str, Any] = {"seat": self.name, "state": self.state}
        if not seat:
            why = self._why_waiting() if self.state == "waiting" else self._why_stopped()
            return found | {"events": [], "seen": 0, "why": why, "notes": [*table.room_message(self.place.number).notes]}
        observation, spoken = seat.observation, prompt(table.plan.game)
        if seen == 0:
            found["guide"] = "\n".join(spoken.words.guide(seat.name, observation)) if observation or turn else ""
        narration = self._narrations.setdefault(seat, Narration(spoken, seat.name))
        found["events"] = narration.events_message(observation, seen).model_dump()["items"]
        found["seen"] = len(observation)
        if turn:
            asked = seat_protocol.request_message(turn.number, turn.request, observation, spoken)
            found["request"] = asked.model_dump(by_alias=True, exclude={"type", "pictures"})
        if self.state in ("over", "stopped"):
            over = seat_protocol.over_message(seat.outcome, seat.name)
            found |= {"result": over.result, "why": over.why if seat.outcome else self._why_stopped()}
            if table.folder and not table.plan.study:
                found["match"] = table.folder.name
        return found

    def answer(self, number: int, given: Any) -> str:
        """Answer a request with fields, and return a sentence about the result. A repeated call returns the same.

        Raises SeatError for an answer that is not accepted.
        """
        if not (seat := self.place.seat):
            raise SeatError(f"Request {number} is not open; `look` shows what is asked now.")
        turn, fields = self.turn, _read_answer(number, given)
        is_asked = turn is not None and turn.number == number
        if isinstance(fields, UnreadableMessageError):
            refused = seat.refuse_unreadable(str(fields)) if is_asked else seat.answer(number, {})
        else:
            refused = seat.answer(number, fields)
        if is_asked and turn and turn.is_open and refused:
            tries = turn.reader.tries_left
            raise SeatError(f"This is no valid answer to request {number}: {refused.why.rstrip('.')}. Tries left: {tries}.")
        request, taken = seat.closed(number)
        if isinstance(taken, Forfeit) and taken.kind == "illegal":
            raise SeatError(f"Request {number} is forfeited: {taken.why.rstrip('.')}.")
        if refused or not request or not isinstance(taken, Answer):
            why = refused.why.rstrip(".") if refused else f"Request {number} is over"
            raise SeatError(f"{why}; `look` shows what is asked now.")
        told = "accepted. Look again."
        if problem := request.refusal(taken):
            told = f"not legal: {problem} Look: you are asked again, {seat_protocol.TRIES} times in all."
        return f"The answer to request {number} is {told}"

    def _why_waiting(self) -> str:
        missing = len(self.table.room.open_places)
        if self.table.state == "dealing":
            return "The match is about to begin."
        if missing and self.table.plan.starts_when_full:
            return f"The match begins when {missing} more {'seats are' if missing > 1 else 'seat is'} taken."
        return f"The match begins when {'everybody is here' if self.table.plan.starts_when_full else 'the host starts it'}."

    def _why_stopped(self) -> str:
        bye = self._guest.bye
        return self.table.failure or (bye.why if bye else "The host closed the table.")


def _read_answer(number: int, given: Any) -> Mapping[str, Any] | UnreadableMessageError:
    """Return the fields of an answer, parsed like a program's line; an error if it is invalid."""
    try:
        line = json.dumps({"type": "answer", "id": number, "answer": given}).encode()
        if len(line) >= seat_protocol.LONGEST_MESSAGE:
            return UnreadableMessageError(f"it has {len(line):,} bytes, more than {seat_protocol.LONGEST_MESSAGE:,}")
        message = seat_protocol.parse_message(line)
    except UnreadableMessageError as error:
        return error
    except (TypeError, ValueError, RecursionError):
        return UnreadableMessageError("it cannot be written as JSON")
    assert isinstance(message, seat_protocol.AnswerMessage)
    return message.answer
