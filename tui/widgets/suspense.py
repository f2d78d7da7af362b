"""Stages of an event in the log, one after the other; what comes after the event waits until they are over."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from textual.timer import Timer

from woozle.tui.widgets.transcript import Transcript

if TYPE_CHECKING:
    from woozle.arena.play.news import News
    from woozle.arena.views.suspense import Stage


class Suspense:
    """Held by a table. deliver: takes the news that waited."""

    def __init__(self, story: Transcript, deliver: Callable[[News], None]) -> None:
        self._story, self._deliver = story, deliver
        self._stages: deque[Stage] = deque()
        self._news: deque[News] = deque()
        self._speed = 1.0
        self._timer: Timer | None = None
        self._then: Callable[[], None] | None = None

    @property
    def is_on(self) -> bool:
        """Return whether stages are being shown."""
        return self._then is not None

    def begin(self, stages: Sequence[Stage], then: Callable[[], None], speed: float = 1.0) -> None:
        """Show stages. then: tells the event in full."""
        self._stages, self._then, self._speed = deque(stages), then, speed
        self._step()

    def keep(self, news: News) -> None:
        """Keep news until the stages are over."""
        self._news.append(news)

    def finish(self) -> None:
        """Tell the event, and what came after it; that may hold the next event with stages."""
        if self._timer:
            self._timer.stop()
        self._stages.clear()
        then, self._then = self._then, None
        if then is None:
            return
        self._story.append_for_now(())
        then()
        while self._news and not self.is_on:
            self._deliver(self._news.popleft())

    def finish_all(self) -> None:
        """Tell everything that waits, without further stages."""
        while self.is_on:
            self.finish()

    def _step(self) -> None:
        if not self._stages:
            self.finish()
            return
        stage = self._stages.popleft()
        self._story.append_for_now(stage.lines)
        self._timer = self._story.set_timer(stage.seconds / self._speed, self._step)
