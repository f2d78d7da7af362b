"""The gate before an endpoint: how much may be asked of it at once and in a minute, and what is tried again."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from itertools import count

from woozle.players.backends.backend import (
    PASSING,
    Backend,
    BackendError,
    Capabilities,
    Chat,
    Failure,
    Hear,
    ModelInfo,
    Queued,
    Reply,
    Waiting,
    deaf,
)
from woozle.players.backends.minutes import Minute, OwnMinute
from woozle.players.backends.tokens import tokens_in
from woozle.players.backends.turns import Line, Share

_FIRST_PAUSE = 1.0  # seconds at most; twice as long after each try
_LONGEST_PAUSE = 60.0  # seconds
_NAP = 1.0  # seconds between two looks at the minute, which has room sooner than it seemed when estimates prove too high
_REPLY = 500  # tokens, where max_tokens is not set


@dataclass(frozen=True, slots=True)
class Pace:
    """How much is asked of an endpoint; None is no limit.

    concurrency: requests under way. timeout: seconds for one try. tries: of one Chat, the first included. patience: seconds that
    the failed tries of one Chat and the pauses after them may take together; waiting in line does not count.
    """

    concurrency: int = 8
    requests_per_minute: int | None = None
    tokens_per_minute: int | None = None
    timeout: float | None = None
    tries: int = 8
    patience: float = 600.0


class Gate:
    """Stands before the Backend of an endpoint, for all seats and matches of a process. First come, first served.

    What may pass is tried again: after as long as the server says, for which all others wait too, or after exponential backoff with
    full jitter (Brooker 2015, "Exponential Backoff And Jitter"), drawn from a generator of its own.
    """

    def __init__(
        self,
        backend: Backend,
        pace: Pace = Pace(),
        minute: Minute | None = None,
        *,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        chance: random.Random | None = None,
    ) -> None:
        """minute: shared with other processes; None for one of its own, with the limits of the pace."""
        self._backend = backend
        self._pace = pace
        self._minute = minute or OwnMinute(pace.requests_per_minute, pace.tokens_per_minute, clock)
        self._clock = clock
        self._sleep = sleep
        self._chance = chance or random.Random()
        self._numbers = count()
        self._places = Line(pace.concurrency)
        self._door = Line(1)

    async def chat(self, chat: Chat, hear: Hear = deaf) -> Reply:
        """The reply, after so many tries as it takes. Raises BackendError with all of them."""
        number = next(self._numbers)
        seconds = _shorter(chat.seconds, self._pace.timeout)
        one_try = chat if seconds == chat.seconds else replace(chat, seconds=seconds)
        failures: tuple[Failure, ...] = ()
        lost = 0.0
        while True:
            try:
                reply = await self._tried(number, one_try, hear)
            except BackendError as error:
                failures += error.failures
                pause = self._pause(error, len(failures))
                lost += error.failures[-1].seconds + pause
                if not self._may_pass(error, chat.seconds) or len(failures) >= self._pace.tries or lost > self._pace.patience:
                    raise _given_up(error, failures) from error
            else:
                return replace(reply, failures=failures + reply.failures) if failures else reply
            hear(Waiting(len(failures) + 1, pause, failures[-1]))
            await self._sleep(pause)

    async def models(self) -> list[ModelInfo]:
        """Asked at once, and once: somebody looks at the answer."""
        return await self._backend.models()

    async def capabilities(self, model: str) -> Capabilities:
        """Asked at once, and once: somebody looks at the answer."""
        return await self._backend.capabilities(model)

    async def close(self) -> None:
        """Close what stands behind."""
        await self._backend.close()

    async def _tried(self, number: int, chat: Chat, hear: Hear) -> Reply:
        """One try. A BackendError has its one Failure, with the time it took."""
        tokens = tokens_in(chat.messages) + (chat.sampling.max_tokens or _REPLY)
        if self._places.is_full or self._door.is_full or self._minute.seconds_until_open(tokens):
            hear(Queued())
        await self._places.come(number)
        try:
            share = await self._let_through(number, tokens)
            begun = self._clock()
            try:
                reply = await self._backend.chat(chat, hear)
            except BackendError as error:
                error.failures = (Failure(error.trouble, str(error), round(self._clock() - begun, 3)),)
                self._close_for(error.retry_after or 0.0)
                raise
        finally:
            self._places.leave()
        if used := reply.usage.tokens_in + reply.usage.tokens_out:
            self._minute.correct(share, used)
        return reply

    async def _let_through(self, number: int, tokens: int) -> Share:
        """Wait until there is room in the minute, and take it."""
        await self._door.come(number)
        try:
            while (share := self._minute.taken(tokens)) is None:
                await self._sleep(min(self._minute.seconds_until_open(tokens), _NAP))
            return share
        finally:
            self._door.leave()

    def _close_for(self, seconds: float) -> None:
        """Nobody goes on for so long. Whoever is to wait for longer than anybody's patience learns it by asking."""
        if seconds <= self._pace.patience:
            self._minute.close_for(seconds)

    def _may_pass(self, error: BackendError, seconds: float | None) -> bool:
        """Whether another try is worth it. Who used up all the time that its Chat has was too slow, and is not given it again."""
        is_its_own = seconds is not None and (self._pace.timeout is None or seconds < self._pace.timeout)
        is_late = is_its_own and error.failures[-1].seconds >= 0.9 * (seconds or 0.0)
        return error.trouble in PASSING and not (is_late and error.trouble == "timeout")

    def _pause(self, error: BackendError, tries: int) -> float:
        longest = min(_FIRST_PAUSE * 2 ** (tries - 1), _LONGEST_PAUSE)
        return max(self._chance.uniform(0.0, longest), error.retry_after or 0.0)


def _shorter(one: float | None, other: float | None) -> float | None:
    return min((each for each in (one, other) if each is not None), default=None)


def _given_up(error: BackendError, failures: tuple[Failure, ...]) -> BackendError:
    sentence = f"After {len(failures)} tries: {error}" if len(failures) > 1 else str(error)
    return BackendError(error.trouble, sentence, retry_after=error.retry_after, failures=failures)
