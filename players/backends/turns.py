"""Whose turn it is: a line in which nobody is overtaken, and so much in a minute."""

from __future__ import annotations

import asyncio
from collections import deque
from dataclasses import dataclass
from heapq import heappop, heappush

MINUTE = 60.0  # seconds


class Line:
    """So many at a time, the lowest number first, whenever it came: who has to come again keeps its number."""

    def __init__(self, places: int) -> None:
        self._free = places
        self._waiting: list[tuple[int, asyncio.Future[None]]] = []

    @property
    def is_full(self) -> bool:
        """Whether whoever comes now has to wait."""
        return not self._free

    async def come(self, number: int) -> None:
        """Return when it is this number's turn, which lasts until it leaves."""
        if self._free:
            self._free -= 1
        else:
            await self._called(number)

    def leave(self) -> None:
        """The turn of somebody is over; the next one has it."""
        while self._waiting:
            _, call = heappop(self._waiting)
            if not call.done():
                return call.set_result(None)  # the place goes from hand to hand; nobody comes between
        self._free += 1
        return None

    async def _called(self, number: int) -> None:
        call = asyncio.get_running_loop().create_future()
        heappush(self._waiting, (number, call))
        try:
            await call
        except asyncio.CancelledError:
            if call.done() and not call.cancelled():  # it was called in the same moment
                self.leave()
            raise


@dataclass(slots=True)
class Share:
    """What was taken of a Rate, and when."""

    at: float
    amount: int


class Rate:
    """At most so much in any minute; None for no limit.

    aiolimiter does not fit: its bucket lets twice as much through in the first minute, and small requests before large ones; what
    was taken cannot be corrected, and it reads the clock of the event loop.
    """

    def __init__(self, most: int | None) -> None:
        self._most = most
        self._taken: deque[Share] = deque()
        self._sum = 0

    def seconds_until(self, amount: int, now: float) -> float:
        """How long until there is room for so much. What is larger than the whole limit has room when nothing else was taken."""
        if self._most is None:
            return 0.0
        while self._taken and self._taken[0].at + MINUTE <= now:
            self._sum -= self._taken.popleft().amount
        over = self._sum + min(amount, self._most) - self._most
        until = now
        for share in self._taken:
            if over <= 0:
                break
            over -= share.amount
            until = share.at + MINUTE
        return until - now

    def take(self, amount: int, now: float) -> Share:
        """Take so much, whether there is room or not."""
        share = Share(now, amount)
        if self._most is not None:
            self._taken.append(share)
            self._sum += amount
        return share

    def correct(self, share: Share, amount: int, now: float) -> None:
        """It was another amount, as turned out later."""
        if self._most is not None and share.at + MINUTE > now:
            self.seconds_until(0, now)
            self._sum += amount - share.amount
            share.amount = amount
