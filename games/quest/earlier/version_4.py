"""The rules of the quest before version 5, so that saved matches stay verified.

What was spent on an item that was left out counted, and a reply with a `summary` in place of a `text` was not read.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import ClassVar, Self

from woozle.core.request import Request, Seat
from woozle.games.quest import events, rules
from woozle.games.quest.lane import Spent


class Write(events.Write):
    """As it is now, but for the name that MAS-HQ has for the text."""

    @classmethod
    def of_reply(cls, text: str, request: Request) -> Self | None:
        """Return a refusal in plain words as what was written; None for all else."""
        return None if "{" in text else super().of_reply(text, request)


class Quest(rules.Quest):
    """A match of the quest by version 4 of the rules."""

    version = 4
    added_options: ClassVar[Collection[str]] = ("reviewed", "alpha", "beta")
    summary = Write

    def _charge(self, seat: Seat, counted: Sequence[int]) -> Spent:
        return self._spent(seat)
