"""The people at one terminal: their names, and the PIN that opens a person's curtain."""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from woozle.core.errors import InputError

PIN_DIGITS = 4
NICKNAME_LIMIT = 12  # characters
TRIES = 3
FIRST_WAIT = 30.0  # seconds, after the first wrong tries; each further wait is twice as long

Shuffle = Callable[[list[Any]], None]
by_lot: Shuffle = secrets.SystemRandom().shuffle


class Lock:
    """A PIN of four digits, kept in memory alone. After every third wrong try it stays shut for a while, each time longer."""

    __slots__ = ("_digits", "_shut_until", "_wrong")

    def __init__(self, digits: str = "") -> None:
        """Raises ValueError, with a sentence, for what is neither empty nor a PIN."""
        self._digits = ""
        self._wrong = 0
        self._shut_until = 0.0
        if digits:
            self.set(digits)

    @property
    def is_set(self) -> bool:
        return bool(self._digits)

    def set(self, digits: str) -> None:
        """Shut it from now on. Raises ValueError, with a sentence, unless it is open and these are a PIN."""
        if self._digits or not (digits.isascii() and digits.isdigit() and len(digits) == PIN_DIGITS):
            raise InputError(f"A PIN is {PIN_DIGITS} digits; leave it empty for none.")
        self._digits = digits

    def opens(self, digits: str, now: float) -> bool:
        """Return whether these digits open it; count a wrong try. now: seconds, of any clock."""
        if self.wait(now):
            return False
        if hmac.compare_digest(digits.encode(), self._digits.encode()):
            self._wrong = 0
            return True
        self._wrong += 1
        if self._wrong % TRIES == 0:
            self._shut_until = now + FIRST_WAIT * 2 ** (self._wrong // TRIES - 1)
        return False

    def wait(self, now: float) -> float:
        """Return the seconds for which no try counts."""
        return max(0.0, self._shut_until - now)

    @property
    def tries_left(self) -> int:
        """Wrong tries until the next wait."""
        return TRIES - self._wrong % TRIES


@dataclass(eq=False)
class Person:
    """A person at the terminal. number: from 1; nickname: as it was typed, empty for none."""

    number: int
    nickname: str = ""
    lock: Lock = field(default_factory=Lock, repr=False)

    @property
    def name(self) -> str:
        """The name that the others see."""
        return self.nickname or f"person {self.number}"


def people(count: int, known: Sequence[Person] = ()) -> list[Person]:
    """Return a number of people, the known ones first."""
    return [*known[:count], *(Person(number) for number in range(len(known) + 1, count + 1))]
