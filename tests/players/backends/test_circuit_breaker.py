"""The door before a gate: who is sent away when it is shut, and who is still heard."""

from __future__ import annotations

import asyncio

import pytest

from woozle.core.match import Halt
from woozle.players.backends.circuit_breaker import CircuitBreaker
from woozle.players.backends.model_client import BackendError, Chat, Failure, Heard, Message, Queued, Reply, Sent, Waiting, deaf

LATE = "It is late"
CHAT = Chat("tiny", (Message("user", ("Hello",)),))
FAILED = Failure("overloaded", "The server is overloaded.")


class Behind:
    """A ModelClient that sends signals, then waits until it is let."""

    def __init__(self, *signals):
        self.signals, self.go, self.asked = signals, asyncio.Event(), 0

    async def chat(self, chat, hear=deaf):
        self.asked += 1
        for signal in self.signals:
            hear(signal)
        await self.go.wait()
        return Reply("Hello.")


async def shut_before(behind):
    """Return what is asked there, after the door was shut."""
    door = CircuitBreaker(behind)
    asking = asyncio.create_task(door.chat(CHAT))
    await asyncio.sleep(0)
    door.shut(LATE)
    return asking


async def shut_while(*signals):
    asking = await shut_before(behind := Behind(*signals))
    behind.go.set()
    return await asking


@pytest.mark.parametrize(
    "signals", [(Queued(),), (Sent(), Waiting(2, 5.0, FAILED)), (Queued(), Sent(), Heard("x"), Waiting(2, 1.0, FAILED))]
)
async def test_who_stands_in_line_is_sent_away(signals):
    with pytest.raises(Halt, match=LATE):
        await shut_while(*signals)


@pytest.mark.parametrize(
    "signals", [(Sent(),), (Queued(), Sent()), (Queued(), Sent(), Heard("H")), (Waiting(2, 1.0, FAILED), Sent())]
)
async def test_what_was_sent_is_still_heard(signals):
    assert (await shut_while(*signals)).text == "Hello."


async def test_nobody_comes_in_any_more():
    door = CircuitBreaker(behind := Behind())
    door.shut(LATE)
    with pytest.raises(Halt, match=LATE):
        await door.chat(CHAT)
    assert behind.asked == 0


async def test_who_is_cancelled_by_others_too_is_cancelled():
    asking = await shut_before(Behind(Queued()))
    asking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asking


class Failing(Behind):
    """Fails when it is let, and waits to be tried again."""

    async def chat(self, chat, hear=deaf):
        hear(Sent())
        await self.go.wait()
        hear(Waiting(2, 600.0, FAILED))
        await asyncio.Event().wait()


async def test_what_fails_after_the_door_was_shut_is_not_tried_again():
    asking = await shut_before(behind := Failing())
    behind.go.set()
    with pytest.raises(Halt, match=LATE):
        await asking


async def test_who_is_cancelled_by_others_alone_is_cancelled_though_the_door_is_shut():
    class Quiet(Failing):
        async def chat(self, chat, hear=deaf):
            try:
                await super().chat(chat, hear)
            except asyncio.CancelledError:
                hear(Waiting(3, 1.0, FAILED))
                raise

    asking = await shut_before(Quiet())
    asking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asking


async def test_signals_and_errors_pass_through():
    class Broken(Behind):
        async def chat(self, chat, hear=deaf):
            hear(Queued())
            hear(Sent())
            raise BackendError("broken", "The reply is not JSON.")

    heard = []
    with pytest.raises(BackendError):
        await CircuitBreaker(Broken()).chat(CHAT, heard.append)
    assert heard == [Queued(), Sent()]
