"""Where the calls of many matches are, as their players tell."""

from __future__ import annotations

from typing import Literal, TypeAlias

from woozle.core.request import Seat
from woozle.players.backends.backend import Heard, Queued, Sent, Waiting
from woozle.players.models.progress import Progress

Stage: TypeAlias = Literal["in line", "sent", "pausing"]
"""A call waits for its turn, is on its way to the model or back, or failed and waits to be tried again."""


class Calls:
    """How many calls are where."""

    def __init__(self) -> None:
        self._stages: dict[tuple[int, Seat, int], Stage] = {}

    def hear(self, match: int, progress: Progress) -> None:
        """There is news of a player of a match."""
        call = (match, progress.seat, progress.request)
        match progress.news:
            case Queued():
                self._stages[call] = "in line"
            case Sent() | Heard():
                self._stages[call] = "sent"
            case Waiting():
                self._stages[call] = "pausing"
            case _:
                self._stages.pop(call, None)

    def count(self, stage: Stage) -> int:
        """How many are there."""
        return sum(each == stage for each in self._stages.values())
