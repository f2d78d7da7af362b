"""Limits on how often something may be done, by name, as by the network that requests come from."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from hashlib import blake2b
from math import inf

AT_ONCE = 20  # uses at once
SECONDS = 3.0  # until there is another one
_NAMES = 10_000  # names with their own bucket; 1 MB
_PURGE = 1.0  # seconds between looks for names whose bucket is full again: a look takes 2 ms


class TokenBucket:
    """A limit on uses: so many at once, and one more every so many seconds."""

    __slots__ = ("_full_at", "at_once", "seconds")

    def __init__(self, at_once: int, seconds: float) -> None:
        self.at_once = at_once
        self.seconds = seconds
        self._full_at = 0.0

    def charge(self, now: float, uses: int = 1) -> float:
        """Take some uses, also those to come; return the seconds until they may be made. now: of a clock that only goes forward."""
        self._full_at = max(self._full_at, now) + self.seconds * uses
        return max(0.0, self._full_at - now - self.seconds * self.at_once)


class RateLimiter:
    """A token bucket for each name, in bounded memory: `at_once` uses, and one more every `seconds`."""

    def __init__(self, clock: Callable[[], float] = time.monotonic, *, at_once: int = AT_ONCE, seconds: float = SECONDS) -> None:
        self.at_once = at_once
        self.seconds = seconds
        self._clock = clock
        self._key = secrets.token_bytes(16)
        self._full_at: dict[bytes, float] = {}
        """The time at which each name's bucket is full again."""
        self._purge_at = -inf

    def take(self, name: str) -> bool:
        """Take one use; return False if none is left."""
        digest, full_at = self._look_up(name)
        if full_at is None:
            return False
        self._full_at[digest] = full_at
        return True

    def is_left(self, name: str) -> bool:
        """Return whether a use is left."""
        return self._look_up(name)[1] is not None

    def _look_up(self, name: str) -> tuple[bytes, float | None]:
        """Return the digest of a name, and when its bucket would be full again after one more use."""
        now = self._clock()
        if len(self._full_at) >= _NAMES and now >= self._purge_at:
            self._purge_at = now + _PURGE
            self._full_at = {each: full_at for each, full_at in self._full_at.items() if full_at > now}
        digest = self._digest(name)
        return digest, _after_use(self, self._full_at.get(digest, now), now)

    def _digest(self, name: str) -> bytes:
        digest = blake2b(name.encode("utf-8", "replace"), key=self._key, digest_size=8).digest()
        is_one_too_many = len(self._full_at) >= _NAMES and digest not in self._full_at
        return b"" if is_one_too_many else digest  # names beyond the limit share one bucket


def _after_use(limit: RateLimiter, full_at: float, now: float) -> float | None:
    """Return the time at which a bucket is full again after one more use; None if none is left."""
    after = max(full_at, now) + limit.seconds
    return None if after - now > limit.seconds * limit.at_once else after
