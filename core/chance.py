"""Random draws by name: each is a hash of the match key, a label, and how often that label was drawn before.

There is no stream of random numbers, so one more draw never shifts another, nothing has to be saved, and matches that
run at the same time cannot disturb each other.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from math import perm
from typing import TypeVar

T = TypeVar("T")

KEY_BYTES = 32
_SPARE_BYTES = 16  # a modulo of a number that is 128 bits too long is biased by less than 2**-128


def key_from_seed(seed: int, *path: str | int) -> bytes:
    """Return the match key of a seed, for matches that can be repeated.

    Args:
        path: Tells several matches with one seed apart.
    """
    return hashlib.sha256("/".join(map(str, ("woozle", seed, *path))).encode()).digest()


def commitment(key: bytes) -> str:
    """Return the SHA-256 commitment to a key, in hex. It binds, and reveals nothing of a key that cannot be guessed."""
    return hashlib.sha256(b"woozle commitment " + key).hexdigest()


class Chance:
    """The random draws of one match. The same key, labels and order of draws within a label give the same results everywhere."""

    def __init__(self, key: bytes) -> None:
        self._key = key
        self._drawn: dict[str, int] = {}

    def _number(self, label: str, size: int) -> int:
        self._drawn[label] = count = self._drawn.get(label, 0) + 1
        draw = self._key + f"{label}#{count}".encode()
        digest = hashlib.sha256(draw).digest() if size <= 32 else hashlib.shake_256(draw).digest(size)
        return int.from_bytes(digest)

    def below(self, label: str, n: int) -> int:
        """Return an integer in [0, n), uniformly distributed."""
        return self._number(label, n.bit_length() // 8 + 1 + _SPARE_BYTES) % n

    def choice(self, label: str, items: Sequence[T]) -> T:
        """Return one of the items. There must be at least one."""
        return items[self.below(label, len(items))]

    def sample(self, label: str, items: Sequence[T], k: int) -> list[T]:
        """Return `k` items at different places, in random order (Fisher and Yates, all from one number); 0 <= k <= len(items)."""
        rest = list(items)
        number = self._number(label, (2 if len(rest) < 2**16 else 8) * k + _SPARE_BYTES) % perm(len(rest), k)
        drawn = []
        for left in range(len(rest), len(rest) - k, -1):
            i = number % left
            number //= left
            drawn.append(rest[i])
            rest[i] = rest[left - 1]
        return drawn

    def shuffle(self, label: str, items: Sequence[T]) -> list[T]:
        """Return all items in random order."""
        return self.sample(label, items, len(items))
