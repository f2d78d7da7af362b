"""Time that passes only when a test says so."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any


class Time:
    """A clock that stands until it is moved, with the alarms that were set on it."""

    def __init__(self) -> None:
        self.now = 0.0
        self.alarms: list[Alarm] = []

    def __call__(self) -> float:
        return self.now

    def later(self, seconds: float, ring: Callable[..., object], *args: Any) -> Alarm:
        """Set an alarm, as `call_later` of an event loop does."""
        alarm = Alarm(self, self.now + seconds, partial(ring, *args))
        self.alarms.append(alarm)
        return alarm

    def pass_by(self, seconds: float) -> None:
        """Move the clock, and ring the alarms on the way when they are due."""
        end = self.now + seconds
        while due := [each for each in self.alarms if each.at <= end]:
            first = min(due, key=lambda each: each.at)
            self.now = max(self.now, first.at)
            first.cancel()
            first.ring()
        self.now = end


class Alarm:
    def __init__(self, time: Time, at: float, ring: Callable[[], object]) -> None:
        self.at, self.ring = at, ring
        self._time = time

    def cancel(self) -> None:
        self._time.alarms = [each for each in self._time.alarms if each is not self]
