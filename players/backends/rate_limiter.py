"""Limits of how much is asked of an endpoint, at once and in a minute, and retries of what failed."""

from __future__ import annotations

import asyncio
import random
import time
from collections import deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from heapq import heappop, heappush
from itertools import count

from woozle.players.backends.model_client import (
    PASSING,
    BackendError,
    Chat,
    ClientLayer,
    Failure,
    Hear,
    ModelClient,
    Queued,
    Reply,
    Waiting,
    deaf,
    estimate_tokens,
)
from woozle.players.backends.readiness import Readiness

_MINUTE = 60.0  # seconds
_FIRST_PAUSE = 1.0  # seconds at most; twice as long after each failure
_LONGEST_PAUSE = 60.0  # seconds
_NAP = 1.0  # seconds between two looks at the windows, which have room sooner than it seemed when estimates prove too high
_REPLY = 500  # tokens, where max_tokens is not set


@dataclass(frozen=True, slots=True)
class RateLimits:
    """The limits of an endpoint; None is no limit.

    Args:
        concurrency: requests under way.
        timeout: seconds for one request.
        tries: requests for one Chat, the first included.
        patience: seconds that the failed requests of one Chat and the pauses after them may take together; queues do not count.
    """

    concurrency: int = 8
    requests_per_minute: int | None = None
    tokens_per_minute: int | None = None
    timeout: float | None = None
    tries: int = 8
    patience: float = 600.0


class RateLimiter(ClientLayer):
    """A client in front of that of an endpoint, for all seats and matches of a process. First come, first served.

    What may pass is retried: after as long as the server says, for which all others wait too, or after exponential backoff with
    full jitter (Brooker 2015, "Exponential Backoff And Jitter"), drawn from its own generator.
    A server that is not ready yet is waited for, which counts as no try.
    """

    def __init__(
        self,
        client: ModelClient,
        limits: RateLimits = RateLimits(),
        *,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        chance: random.Random | None = None,
        readiness: Readiness | None = None,
    ) -> None:
        super().__init__(client)
        self._limits = limits
        self._clock = clock
        self._sleep = sleep
        self._chance = chance or random.Random()
        self._readiness = readiness or Readiness("The server", clock=clock)
        self._requests = SlidingWindow(limits.requests_per_minute)
        self._tokens = SlidingWindow(limits.tokens_per_minute)
        self._opens = clock()
        self._numbers = count()
        self._under_way = Queue(limits.concurrency)
        self._next = Queue(1)

    async def chat(self, chat: Chat, hear: Hear = deaf) -> Reply:
        """Return the reply, after as many requests as it takes. Raises BackendError with all that failed."""
        number = next(self._numbers)
        seconds = min((each for each in (chat.seconds, self._limits.timeout) if each is not None), default=None)
        limited = chat if seconds == chat.seconds else replace(chat, seconds=seconds)
        failures: tuple[Failure, ...] = ()
        lost = waited = 0.0
        while True:
            try:
                reply = await self._request(number, limited, hear)
            except BackendError as error:
                if pause := self._readiness.pause(error, waited):
                    waited += pause
                    hear(Waiting(len(failures) + 1, pause, error.failures[-1]))
                    await self._sleep(pause)
                    continue
                failures += error.failures
                pause = self._pause(error, len(failures))
                lost += error.failures[-1].seconds + pause
                is_over = len(failures) >= self._limits.tries or lost > self._limits.patience
                if is_over or not self._may_pass(error, chat.seconds):
                    raise _final_error(error, failures) from error
            else:
                self._readiness.note_reply()
                return replace(reply, failures=failures + reply.failures) if failures else reply
            hear(Waiting(len(failures) + 1, pause, failures[-1]))
            await self._sleep(pause)

    async def _request(self, number: int, chat: Chat, hear: Hear) -> Reply:
        """Send one request. A BackendError has its one Failure, with the time it took."""
        tokens = estimate_tokens(chat.messages) + (chat.sampling.max_tokens or _REPLY)
        if self._under_way.is_full or self._next.is_full or self._seconds_until_open(tokens):
            hear(Queued())
        await self._under_way.enter(number)
        try:
            share = await self._reserve(number, tokens)
            begun = self._clock()
            try:
                reply = await self._client.chat(chat, hear)
            except BackendError as error:
                error.failures = (Failure(error.trouble, str(error), round(self._clock() - begun, 3)),)
                self._close_for(error.retry_after or 0.0)
                raise
        finally:
            self._under_way.leave()
        if used := reply.usage.tokens_in + reply.usage.tokens_out:
            self._tokens.correct(share, used, self._clock())
        return reply

    async def _reserve(self, number: int, tokens: int) -> Share:
        """Wait until a request with this number of tokens fits into the minute, and take its share."""
        await self._next.enter(number)
        try:
            while seconds := self._seconds_until_open(tokens):
                await self._sleep(min(seconds, _NAP))
            now = self._clock()
            self._requests.take(1, now)
            return self._tokens.take(tokens, now)
        finally:
            self._next.leave()

    def _seconds_until_open(self, tokens: int) -> float:
        now = self._clock()
        return max(self._opens - now, self._requests.seconds_until(1, now), self._tokens.seconds_until(tokens, now), 0.0)

    def _close_for(self, seconds: float) -> None:
        """Send nothing for this long. If no caller would wait that long, let each learn so by asking."""
        if seconds <= self._limits.patience:
            self._opens = max(self._opens, self._clock() + seconds)

    def _may_pass(self, error: BackendError, seconds: float | None) -> bool:
        """Return whether a retry is worth it. A Chat that used up all the time it has was too slow, and is not given it again."""
        is_its_own = seconds is not None and (self._limits.timeout is None or seconds < self._limits.timeout)
        is_late = is_its_own and error.failures[-1].seconds >= 0.9 * (seconds or 0.0)
        return error.trouble in PASSING and not (is_late and error.trouble == "timeout")

    def _pause(self, error: BackendError, failures: int) -> float:
        longest = min(_FIRST_PAUSE * 2 ** (failures - 1), _LONGEST_PAUSE)
        return max(self._chance.uniform(0.0, longest), error.retry_after or 0.0)


class Queue:
    """A queue before a number of places. The lowest number is next, whenever it came: a retry keeps its number."""

    def __init__(self, places: int) -> None:
        self._free = places
        self._waiting: list[tuple[int, asyncio.Future[None]]] = []

    @property
    def is_full(self) -> bool:
        return not self._free

    async def enter(self, number: int) -> None:
        """Wait for a place, which is taken until `leave`."""
        if self._free:
            self._free -= 1
            return
        call = asyncio.get_running_loop().create_future()
        heappush(self._waiting, (number, call))
        try:
            await call
        except asyncio.CancelledError:
            if call.done() and not call.cancelled():  # it was called in the same moment
                self.leave()
            raise

    def leave(self) -> None:
        """Free a place, or hand it to the next one."""
        while self._waiting:
            _, call = heappop(self._waiting)
            if not call.done():
                return call.set_result(None)  # the place goes from hand to hand; no other call comes between
        self._free += 1
        return None


@dataclass(slots=True)
class Share:
    """A part of a window that was taken, and when."""

    at: float
    amount: int


class SlidingWindow:
    """A limit of so much in any minute; None for no limit.

    aiolimiter does not fit: its bucket lets twice as much through in the first minute, and small requests before large ones; what
    was taken cannot be corrected, and it reads the clock of the event loop.
    """

    def __init__(self, most: int | None) -> None:
        self._most = most
        self._taken: deque[Share] = deque()
        self._sum = 0

    def seconds_until(self, amount: int, now: float) -> float:
        """Return how long until there is room for `amount`. More than the whole limit fits when nothing else was taken."""
        if self._most is None:
            return 0.0
        while self._taken and self._taken[0].at + _MINUTE <= now:
            self._sum -= self._taken.popleft().amount
        over = self._sum + min(amount, self._most) - self._most
        until = now
        for share in self._taken:
            if over <= 0:
                break
            over -= share.amount
            until = share.at + _MINUTE
        return until - now

    def take(self, amount: int, now: float) -> Share:
        """Take so much, whether there is room or not."""
        share = Share(now, amount)
        if self._most is not None:
            self._taken.append(share)
            self._sum += amount
        return share

    def correct(self, share: Share, amount: int, now: float) -> None:
        """Correct a share, once it is known how much it was."""
        if self._most is not None and share.at + _MINUTE > now:
            self.seconds_until(0, now)
            self._sum += amount - share.amount
            share.amount = amount


def _final_error(error: BackendError, failures: tuple[Failure, ...]) -> BackendError:
    sentence = f"After {len(failures)} tries: {error}" if len(failures) > 1 else str(error)
    return BackendError(error.trouble, sentence, retry_after=error.retry_after, failures=failures)
