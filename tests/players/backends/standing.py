"""Fakes for tests of a gate and a cache: a clock that advances when told to, and a ModelClient that does as it is told."""

from __future__ import annotations

import asyncio
import random
from heapq import heappop, heappush
from itertools import count

from woozle.core.usage import Usage
from woozle.players.backends.model_client import BackendError, Capabilities, Chat, Heard, Message, ModelInfo, Reply, Sent, deaf
from woozle.players.backends.rate_limiter import RateLimiter, RateLimits
from woozle.players.backends.readiness import Readiness


class Time:
    """Seconds that go on when everybody waits."""

    def __init__(self):
        self.now = 1000.0
        self._order = count()
        self._sleeping = []

    def clock(self):
        return self.now

    async def sleep(self, seconds):
        if seconds <= 0:
            return await asyncio.sleep(0)
        heappush(self._sleeping, (self.now + seconds, next(self._order), wake := asyncio.get_running_loop().create_future()))
        return await wake

    async def skip(self, seconds):
        """Sleep where nobody else has to be waited for."""
        self.now += seconds

    def go_on(self):
        """To the next moment at which somebody wakes; whether anybody did."""
        while self._sleeping:
            at, _, wake = heappop(self._sleeping)
            if not wake.done():
                self.now = at
                wake.set_result(None)
                return True
        return False

    async def until(self, *tasks):
        """Until these are done."""
        while not all(task.done() for task in tasks):
            await settled()
            if not all(task.done() for task in tasks):
                assert self.go_on(), "Nobody sleeps, and yet it does not go on."
        return tasks


async def settled():
    """Everybody has gone as far as they can without time going on."""
    for _ in range(10):
        await asyncio.sleep(0)


class Scripted:
    """Does one thing after another: gives a Reply, raises an exception, or waits for a Future and does what comes of it.

    When nothing is left it says "yes". asked: the Chats so far; inside: how many are under way; most: how many were at once.
    """

    def __init__(self, *whats, time=None):
        self.whats = list(whats)
        self.asked = []
        self.at = []
        self.inside = self.most = 0
        self.is_closed = False
        self._time = time

    async def chat(self, chat, hear=deaf):
        self.asked.append(chat)
        self.at.append(self._time.now if self._time else 0.0)
        self.inside += 1
        self.most = max(self.most, self.inside)
        hear(Sent())
        try:
            what = self.whats.pop(0) if self.whats else reply("yes")
            if isinstance(what, asyncio.Future):
                what = await what
            if isinstance(what, Exception):
                raise what
            hear(Heard(what.text))
            return what
        finally:
            self.inside -= 1

    async def models(self):
        return [ModelInfo("tiny")]

    async def capabilities(self, model):
        return Capabilities(vision=False)

    async def close(self):
        self.is_closed = True


def chat(text="hello", **more):
    return Chat("tiny", (Message("user", (text,)),), **more)


def reply(text="yes", tokens_in=8, tokens_out=2, **more):
    return Reply(text, usage=Usage(1, tokens_in, tokens_out, 0.01), seconds=0.5, **more)


def trouble(name="overloaded", retry_after=None):
    return BackendError(name, f"It is {name}.", retry_after=retry_after)


class Longest(random.Random):
    """Draws the longest pause there can be."""

    def uniform(self, a, b):
        return b


class Door:
    """A gate with its time, what stands behind, and what was told of its readiness. pace: its limits."""

    def __init__(self, *whats, **pace):
        self.time, self.told = Time(), []
        self.backend = Scripted(*whats, time=self.time)
        self.readiness = Readiness("lab", self.told.append, self.time.clock)
        timed = {"clock": self.time.clock, "sleep": self.time.sleep, "chance": Longest(), "readiness": self.readiness}
        self.gate = RateLimiter(self.backend, RateLimits(**pace), **timed)

    def ask(self, text="hello", hear=deaf, **more):
        return asyncio.ensure_future(self.gate.chat(chat(text, **more), hear))

    async def said(self, *tasks):
        return [task.result() for task in await self.time.until(*tasks)]

    async def refused(self, task):
        await self.time.until(task)
        assert isinstance(task.exception(), BackendError)
        return task.exception()

    @property
    def moments(self):
        """The time of each request, in seconds from the start."""
        return [at - 1000.0 for at in self.backend.at]

    @property
    def texts(self):
        return [each.messages[0].parts[0] for each in self.backend.asked]
