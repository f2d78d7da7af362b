"""How much may be asked in a minute, and until when nothing may: by one process, or by several that share it."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Protocol

from woozle.players.backends.slate import Slate
from woozle.players.backends.turns import MINUTE, Rate, Share

_SLOTS_A_SECOND = 10
_SLOTS = int(MINUTE) * _SLOTS_A_SECOND + 1  # of the minute; the one that is now is not over
_WINDOW = _SLOTS + 1  # numbers: the slots, and which of them was the last


class Minute(Protocol):
    """What a gate looks at before it lets a request through. tokens: as many as it is thought to take."""

    def seconds_until_open(self, tokens: int) -> float:
        """How long until there is room for a request, as far as can be told."""

    def taken(self, tokens: int) -> Share | None:
        """The share of a request that goes now; None if there is no room."""

    def correct(self, share: Share, tokens: int) -> None:
        """It took another number of tokens, as turned out later."""

    def close_for(self, seconds: float) -> None:
        """Nothing may be asked for so long."""


class OwnMinute:
    """Of one process."""

    def __init__(self, requests: int | None, tokens: int | None, clock: Callable[[], float] = time.monotonic) -> None:
        self._requests = Rate(requests)
        self._tokens = Rate(tokens)
        self._clock = clock
        self._opens = clock()

    def seconds_until_open(self, tokens: int) -> float:
        """How long until there is room."""
        return self._seconds(tokens, self._clock())

    def taken(self, tokens: int) -> Share | None:
        """The share of a request; None if there is no room."""
        now = self._clock()
        if self._seconds(tokens, now):
            return None
        self._requests.take(1, now)
        return self._tokens.take(tokens, now)

    def correct(self, share: Share, tokens: int) -> None:
        """It took another number of tokens."""
        self._tokens.correct(share, tokens, self._clock())

    def close_for(self, seconds: float) -> None:
        """Nothing may be asked for so long."""
        self._opens = max(self._opens, self._clock() + seconds)

    def _seconds(self, tokens: int, now: float) -> float:
        return max(self._opens - now, self._requests.seconds_until(1, now), self._tokens.seconds_until(tokens, now), 0.0)


class SharedMinute:
    """Of several processes, on a slate. Their clock has to be the same, as that of the system is."""

    SIZE = 1 + 2 * _WINDOW
    """How many numbers of the slate it takes."""

    def __init__(
        self,
        slate: Slate,
        start: int,
        requests: int | None,
        tokens: int | None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """start: which number is its first."""
        self._slate = slate
        self._opens = slate.numbers[start : start + 1]
        self._requests = _Window(slate.numbers[start + 1 : start + 1 + _WINDOW], requests)
        self._tokens = _Window(slate.numbers[start + 1 + _WINDOW : start + self.SIZE], tokens)
        self._is_limited = requests is not None or tokens is not None
        self._clock = clock

    def seconds_until_open(self, tokens: int) -> float:
        """How long until there is room."""
        now = self._clock()
        closed = max(self._opens[0] - now, 0.0)
        if not self._is_limited:
            return closed
        with self._slate.alone():
            return max(closed, self._seconds(tokens, now))

    def taken(self, tokens: int) -> Share | None:
        """The share of a request; None if there is no room."""
        now = self._clock()
        if self._opens[0] > now:
            return None
        if self._is_limited:
            with self._slate.alone():
                if self._seconds(tokens, now) > 0:
                    return None
                self._requests.add(1, now)
                self._tokens.add(tokens, now)
        return Share(now, tokens)

    def correct(self, share: Share, tokens: int) -> None:
        """It took another number of tokens."""
        if not self._is_limited:
            return
        with self._slate.alone():
            self._tokens.roll(self._clock())
            self._tokens.add(tokens - share.amount, share.at)
        share.amount = tokens

    def close_for(self, seconds: float) -> None:
        """Nothing may be asked for so long."""
        if seconds > 0:
            with self._slate.alone():
                self._opens[0] = max(self._opens[0], self._clock() + seconds)

    def _seconds(self, tokens: int, now: float) -> float:
        return max(self._requests.seconds_until(1, now), self._tokens.seconds_until(tokens, now))


class _Window:
    """A Rate by tenths of a second: what was taken counts until a minute after the end of its tenth, so never too short."""

    def __init__(self, numbers: memoryview[float], most: int | None) -> None:
        self._last, self._slots = numbers[:1], numbers[1:]
        self._most = most

    def roll(self, now: float) -> None:
        """Forget what is over."""
        slot, last = _slot(now), int(self._last[0])
        for each in range(max(last + 1, slot - _SLOTS + 1), slot + 1):
            self._slots[each % _SLOTS] = 0.0
        self._last[0] = max(slot, last)  # at the end: who is killed before has forgotten nothing that counts

    def seconds_until(self, amount: int, now: float) -> float:
        """As of a Rate; 0 or more."""
        if self._most is None:
            return 0.0
        self.roll(now)
        over = sum(self._slots) + min(amount, self._most) - self._most
        if over <= 0:
            return 0.0
        last = int(self._last[0])
        for each in range(last - _SLOTS + 1, last + 1):
            over -= self._slots[each % _SLOTS]
            if over <= 0:
                return max(_begin(each + 1) + MINUTE - now, 0.0)
        return MINUTE

    def add(self, amount: float, at: float) -> None:
        """So much was taken then, or less than was thought."""
        if self._most is not None and (slot := _slot(at)) > self._last[0] - _SLOTS:
            self._slots[slot % _SLOTS] += amount


def _slot(at: float) -> int:
    return int(at * _SLOTS_A_SECOND)


def _begin(slot: int) -> float:
    return slot / _SLOTS_A_SECOND
