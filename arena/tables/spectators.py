"""Spectators of a table: the public view, with a delay or without, or everything after the end."""

from __future__ import annotations

import asyncio
from bisect import bisect_right
from collections.abc import Callable, Sequence

from woozle.arena.tables.plan import Watching
from woozle.core.event import PUBLIC, Event
from woozle.core.referee import Referee


class Spectators:
    """The view of a table that spectators have now, and the spectators who wait for more.

    Attributes:
        token: Of their link; empty if only its digest is known. referee: Of the match; None before it.
        observation: All public Events; of these, `allowed` may be shown.
        closed: The reason why nothing more will come, as a sentence; empty before.
    """

    def __init__(self, watching: Watching, delay: float, clock: Callable[[], float]) -> None:
        self.watching = watching
        self.token = ""
        self.closed = ""
        self.observation: Sequence[Event] = ()
        self._delay = delay
        self._clock = clock
        self.referee: Referee | None = None
        self._grown: list[tuple[float, int]] = []  # times at which the observation had grown, and its length then
        self._waiting: set[asyncio.Event] = set()

    def begin(self, referee: Referee) -> None:
        self.referee, self.observation = referee, referee.view(PUBLIC)
        self._grown = []
        self.grow()

    def grow(self) -> None:
        """Note the progress of the match."""
        if self._grown and self._grown[-1][1] == len(self.observation):
            return
        self._grown.append((self._clock(), len(self.observation)))
        if self._delay:
            asyncio.get_running_loop().call_later(self._delay, self.wake)
        else:
            self.wake()

    @property
    def is_over(self) -> bool:
        return self.referee is not None and self.referee.outcome is not None

    @property
    def allowed(self) -> int:
        """The number of public Events that may be shown."""
        if self.watching == "none" or (self.watching == "end" and not self.is_over):
            return 0
        if not self._delay or not self._grown:
            return len(self.observation)
        at = bisect_right(self._grown, self._clock() - self._delay, key=lambda each: each[0])
        return self._grown[at - 1][1] if at else 0

    def follow(self) -> asyncio.Event:
        """Return an event that is set whenever there may be more to see."""
        self._waiting.add(event := asyncio.Event())
        event.set()
        return event

    def unfollow(self, event: asyncio.Event) -> None:
        self._waiting.discard(event)

    def end(self, why: str) -> None:
        self.closed = why
        self.wake()

    @property
    def count(self) -> int:
        return len(self._waiting)

    def wake(self) -> None:
        """Let all spectators look again."""
        for event in self._waiting:
            event.set()
