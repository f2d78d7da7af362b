"""Rate limits by name. Names are kept in memory only, as keyed digests."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from hashlib import blake2b

AT_ONCE = 20  # times at once
SECONDS = 3.0  # until there is another one
_NAMES = 10_000  # names with a bucket of their own; 1 MB


class RateLimiter:
    """A token bucket for each name: AT_ONCE uses, and one more every SECONDS."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._key = secrets.token_bytes(16)
        self._full_at: dict[bytes, float] = {}
        """The time at which each name's bucket is full again."""

    def take(self, name: str) -> bool:
        """Take one use; returns False if none is left."""
        now = self._clock()
        if len(self._full_at) >= _NAMES:
            self._full_at = {each: full_at for each, full_at in self._full_at.items() if full_at > now}
        digest = self._digest(name)
        full_at = max(self._full_at.get(digest, now), now) + SECONDS
        if full_at - now > SECONDS * AT_ONCE:
            return False
        self._full_at[digest] = full_at
        return True

    def _digest(self, name: str) -> bytes:
        digest = blake2b(name.encode("utf-8", "replace"), key=self._key, digest_size=8).digest()
        is_one_too_many = len(self._full_at) >= _NAMES and digest not in self._full_at
        return b"" if is_one_too_many else digest  # names beyond the limit share one bucket
