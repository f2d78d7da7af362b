"""A seat that is played call by call, as clients of the Model Context Protocol do: look, answer, and keep nothing in between."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from hashlib import sha256
from typing import Any

from woozle.arena.tables.remote_seat import RemoteSeat, Turn
from woozle.core.errors import InputError
from woozle.core.request import Forfeit, Picture, Seat
from woozle.players import seat_protocol
from woozle.players.registry import prompt
from woozle.players.seat_protocol import Narration, UnreadableMessageError

PATIENCE = 19.0
"""Seconds that a look waits for news."""

_GATHER = 0.5  # seconds that news waits for the question that often comes with it


class SeatError(InputError):
    """An invalid call. The message is a sentence for the caller."""


class SeatCalls:
    """The calls for a seat. Repeating an answer changes nothing and returns the same."""

    def __init__(self, seat: RemoteSeat, game: str) -> None:
        self.seat = seat
        self._prompt = prompt(game)
        self._narration = Narration(self._prompt, seat.name)
        self._settled: dict[int, tuple[bytes, str]] = {}

    @property
    def turn(self) -> Turn | None:
        """The open question, or None."""
        turn = self.seat.turn
        return turn if turn and turn.is_open else None

    @property
    def pictures(self) -> tuple[Picture, ...]:
        """The pictures shown with the open question."""
        return turn.pictures if (turn := self.turn) else ()

    def look(self, seen: int, state: str, failure: str = "") -> dict[str, Any]:
        """Return the Events from `seen` on and the open request, as in the seat protocol, beside the state of the table.

        failure: why the match stopped before its end.
        """
        seat, observation, turn = self.seat, self.seat.observation, self.turn
        found: dict[str, Any] = {"seat": seat.name, "state": state}
        if seen == 0:
            found["guide"] = "\n".join(self._prompt.words.guide(seat.name, observation)) if observation or turn else ""
        found["events"] = self._narration.events_message(observation, seen).model_dump()["items"]
        found["seen"] = len(observation)
        if turn:
            asked = seat_protocol.request_message(turn.number, turn.request, observation, self._prompt)
            found["request"] = asked.model_dump(by_alias=True, exclude={"type", "pictures"})
        if state in ("over", "stopped"):
            outcome = seat.outcome
            own = outcome.results.get(seat.name) if outcome else None
            found["result"] = {"kind": own.kind, "numbers": dict(own.numbers)} if own else None
            found["why"] = outcome.reason if outcome else f"The match stopped before its end. {failure}".rstrip()
        return found

    def answer(self, number: int, given: Any) -> str:
        """Answer a request, and return a sentence about the result.

        Args:
            number: Of the request.
            given: The fields of the answer.

        Raises SeatError for an answer that is not accepted.
        """
        message = _read_answer(number, given)
        key = _digest("" if isinstance(message, UnreadableMessageError) else json.dumps(message, sort_keys=True))
        if number in self._settled:
            return self._answer_again(number, key)
        turn = self.turn
        if not turn or number != turn.number:
            return self._answer_late(number, message)
        if isinstance(message, UnreadableMessageError):
            refused: seat_protocol.RefusedMessage | None = self.seat.refuse_unreadable(str(message))
        else:
            refused = self.seat.answer(number, message)
        if isinstance(turn.given, Forfeit):
            self._settled[number] = b"", f"Request {number} is forfeited: {turn.given.why.rstrip('.')}."
            return self._answer_again(number, key)
        if refused:
            tries = turn.reader.tries_left
            raise SeatError(f"This is no valid answer to request {number}: {refused.why.rstrip('.')}. Tries left: {tries}.")
        assert turn.given
        told = "accepted. Look again."
        if problem := turn.request.refusal(turn.given):
            told = f"not legal: {problem} Look: you are asked again, {seat_protocol.TRIES} times in all."
        self._settled[number] = key, f"The answer to request {number} is {told}"
        return self._settled[number][1]

    def _answer_late(self, number: int, message: Mapping[str, Any] | UnreadableMessageError) -> str:
        """Return what became of a request that is not open: also of one that was answered before the server was restarted."""
        seat = self.seat
        is_known = 0 < number <= len(seat.receipts) + (seat.turn is not None)
        if is_known and not isinstance(message, UnreadableMessageError) and seat.answer(number, message) is None:
            return f"The answer to request {number} is accepted. Look again."
        what = "is over" if is_known and not seat.is_ended else "is not open"
        raise SeatError(f"Request {number} {what}; `look` shows what is asked now.")

    def _answer_again(self, number: int, key: bytes) -> str:
        before, told = self._settled[number]
        if not before:
            raise SeatError(told)
        if before != key:
            raise SeatError(f"Request {number} already has another answer, which stands; `look` shows what is asked now.")
        return told


def empty_look(seat: Seat, state: str, why: str) -> dict[str, Any]:
    """Return a look at a table whose match has not begun."""
    return {"seat": seat, "state": state, "events": [], "seen": 0, "why": why}


def check_seen(seen: int, told: int) -> None:
    """Raise SeatError unless a caller can have seen so many of the Events that it was told."""
    if not 0 <= seen <= told:
        raise SeatError(f"`seen` is how many Events you have been told: from 0 to {told} now, not {seen}.")


async def wait_for_news(
    is_due: Callable[[], bool], has_grown: Callable[[], bool], news: Callable[[], Awaitable[object]], patience: float
) -> None:
    """Wait for at most `patience` seconds; once there is news, briefly for the question that often follows.

    Args:
        is_due: Returns whether the seat is asked something, or nothing more will come.
        has_grown: Returns whether it has observed more.
        news: Waits until either may have changed.
    """

    async def wait(is_there: Callable[[], bool], seconds: float) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while not is_there():
                    await news()

    await wait(lambda: is_due() or has_grown(), patience)
    if has_grown():
        await wait(is_due, min(patience, _GATHER))


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


def _digest(text: str) -> bytes:
    return sha256(text.encode("utf-8", "surrogatepass")).digest()
