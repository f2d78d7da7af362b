"""A seat that is played call by call, as clients of the Model Context Protocol do: look, answer, and keep nothing in between."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from typing import Any

from woozle.arena.tables.remote_seat import RemoteSeat, Turn
from woozle.core.errors import InputError
from woozle.core.request import Answer, Forfeit, ParseFailure, Picture, Request, Seat
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
        seat, turn, message = self.seat, self.turn, _read_answer(number, given)
        is_asked = turn is not None and turn.number == number
        refused: seat_protocol.RefusedMessage | None = None
        if not isinstance(message, UnreadableMessageError):
            refused = seat.answer(number, message)
        elif is_asked:
            refused = seat.refuse_unreadable(str(message))
        if is_asked and turn and turn.is_open and refused:
            tries = turn.reader.tries_left
            raise SeatError(f"This is no valid answer to request {number}: {refused.why.rstrip('.')}. Tries left: {tries}.")
        request, taken = self._closed(number)
        if isinstance(taken, Forfeit) and taken.kind == "illegal":
            raise SeatError(f"Request {number} is forfeited: {taken.why.rstrip('.')}.")
        if not request or not isinstance(taken, Answer):
            raise SeatError(f"Request {number} {'is over' if request else 'is not open'}; `look` shows what is asked now.")
        if refused or isinstance(message, UnreadableMessageError):
            raise SeatError(f"Request {number} already has another answer, which stands; `look` shows what is asked now.")
        told = "accepted. Look again."
        if problem := request.refusal(taken):
            told = f"not legal: {problem} Look: you are asked again, {seat_protocol.TRIES} times in all."
        return f"The answer to request {number} is {told}"

    def _closed(self, number: int) -> tuple[Request | None, Answer | Forfeit | ParseFailure | None]:
        """Return a request of this seat that was closed, and how; None for one that was never asked."""
        turn, receipts = self.seat.turn, self.seat.receipts
        if turn and turn.number == number:
            return turn.request, turn.given
        if 0 < number <= len(receipts):
            past = receipts[number - 1].past
            return past.request, past.response.answer
        return None, None


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
