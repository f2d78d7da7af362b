"""The pace at which the player of a seat is shown what happens: each Event once there was time to read the one before."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

from woozle.core.event import Event

LONGEST = 30.0
"""Seconds after which a question is shown, with all that came before it, however slowly its player reads."""


class ReadingPace:
    """The number of Events that a player may be shown.

    Args:
        seconds: Returns the time that people need to read an Event, at speed 1.
        moved: Is called when more may be shown.

    Attributes:
        speed: A factor; 0 for all at once.
        shown: The number of Events that may be shown.
    """

    def __init__(self, seconds: Callable[[Event], float], moved: Callable[[], None], clock: Callable[[], float]) -> None:
        self.speed = 0.0
        self.shown = 0
        self._seconds = seconds
        self._moved = moved
        self._clock = clock
        self._next = 0.0
        self._latest: float | None = None
        self._alarm: asyncio.TimerHandle | None = None

    def skip(self, observation: Sequence[Event]) -> None:
        self.shown, self._next, self._latest = len(observation), 0.0, None
        self._stop()

    def ask(self) -> None:
        """Note that a question waits behind what has not been shown yet."""
        self._latest = self._clock() + LONGEST

    def go_on(self, observation: Sequence[Event]) -> None:
        """Show the Events that are due, and schedule the rest."""
        self._stop()
        now = self._clock()
        if not self.speed or (self._latest is not None and now >= self._latest):
            self.skip(observation)
            return
        while self.shown < len(observation) and now >= self._next:
            self._next = max(now, self._next) + self._seconds(observation[self.shown]) / self.speed
            self.shown += 1
        if self.shown < len(observation):
            until = self._next if self._latest is None else min(self._next, self._latest)
            self._alarm = asyncio.get_running_loop().call_later(max(0.001, until - now), self._moved)
        else:
            self._latest = None

    def _stop(self) -> None:
        if self._alarm:
            self._alarm.cancel()
            self._alarm = None
