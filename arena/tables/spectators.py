"""Spectators of a table: the public view, with a delay or without, or everything after the end."""

from __future__ import annotations

import asyncio
from bisect import bisect_right
from collections.abc import Callable, Sequence

from woozle.arena.tables.plan import Watching
from woozle.core.event import PUBLIC, Event
from woozle.core.referee import Referee

LULL_SECONDS = 5.0
"""Time after which those who watch are woken although there is nothing new, so that they can be told that they are connected."""


class Spectators:
    """What spectators may see of a table now, and those who wait for more.

    Attributes:
        observation: All public Events; of these, `allowed` may be shown.
        closed: Why there is nothing more to come, as a sentence; empty before.
    """

    def __init__(self, watching: Watching, delay: float, clock: Callable[[], float]) -> None:
        self.watching = watching
        self.closed = ""
        self.observation: Sequence[Event] = ()
        self.game = ""
        self._delay = delay
        self._clock = clock
        self._referee: Referee | None = None
        self._times: list[float] = []  # when the observation had grown, and to what length
        self._lengths: list[int] = []
        self._waiting: set[asyncio.Event] = set()
        self._timer: asyncio.TimerHandle | None = None

    def begin(self, game: str, referee: Referee) -> None:
        """Begin with a match."""
        self.game, self._referee, self.observation = game, referee, referee.view(PUBLIC)
        self._times, self._lengths = [], []
        self.grow()

    def grow(self) -> None:
        """Note how far the match is."""
        if self._lengths and self._lengths[-1] == len(self.observation):
            return
        self._times.append(self._clock())
        self._lengths.append(len(self.observation))
        if self._delay:
            asyncio.get_running_loop().call_later(self._delay, self.wake)
        else:
            self.wake()

    @property
    def is_over(self) -> bool:
        return self._referee is not None and self._referee.outcome is not None

    @property
    def allowed(self) -> int:
        """The number of public Events that may be shown."""
        if self.watching == "none" or (self.watching == "end" and not self.is_over):
            return 0
        if not self._delay or not self._times:
            return len(self.observation)
        at = bisect_right(self._times, self._clock() - self._delay)
        return self._lengths[at - 1] if at else 0

    def follow(self) -> asyncio.Event:
        """Return an event that is set whenever there may be more to see, and every LULL_SECONDS."""
        self._waiting.add(event := asyncio.Event())
        event.set()
        if self._timer is None:
            self._end_lull()
        return event

    def _end_lull(self) -> None:
        """Wake all now and then: one timer for a thousand who watch, as one for each took a quarter of their time."""
        self._timer = asyncio.get_running_loop().call_later(LULL_SECONDS, self._end_lull) if self._waiting else None
        self.wake()

    def unfollow(self, event: asyncio.Event) -> None:
        self._waiting.discard(event)

    def end(self, why: str) -> None:
        self.closed = why
        self.wake()

    @property
    def count(self) -> int:
        """The number of those who watch."""
        return len(self._waiting)

    def wake(self) -> None:
        """Let all who watch look again."""
        for event in self._waiting:
            event.set()
