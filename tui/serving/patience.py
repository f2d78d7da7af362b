"""How often somebody may be wrong before no link opens for a while. Addresses are in memory only, and not even there legible."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from hashlib import blake2b

AT_ONCE = 20  # guesses that an address has
SECONDS = 3.0  # until it has another one
_ADDRESSES = 10_000  # that are told apart; 1 MB


class Patience:
    """Guesses that are left, by address. A token has 256 bits: this keeps guessing cheap for us, not tokens safe."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._key = secrets.token_bytes(16)
        self._full_at: dict[bytes, float] = {}
        """When an address has all its guesses again."""

    def has_left(self, address: str) -> bool:
        """Whether an address may guess now."""
        return self._full_at.get(self._name(address), 0.0) - self._clock() <= SECONDS * (AT_ONCE - 1)

    def was_wrong(self, address: str) -> None:
        """One guess less."""
        now = self._clock()
        if len(self._full_at) >= _ADDRESSES:
            self._full_at = {each: full_at for each, full_at in self._full_at.items() if full_at > now}
        name = self._name(address)
        self._full_at[name] = max(self._full_at.get(name, now), now) + SECONDS

    def _name(self, address: str) -> bytes:
        name = blake2b(address.encode("utf-8", "replace"), key=self._key, digest_size=8).digest()
        is_one_too_many = len(self._full_at) >= _ADDRESSES and name not in self._full_at
        return b"" if is_one_too_many else name  # they share what is left
