"""Steps before an event in the log, one after the other; what comes after the event waits until they are over."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING

from textual.timer import Timer

from woozle.arena.views.speeds import step_seconds
from woozle.core.line import Line, shown_lines
from woozle.tui.widgets.transcript import Transcript

if TYPE_CHECKING:
    from woozle.arena.play.news import News


class Suspense:
    """Held by a table. deliver: takes the news that waited."""

    def __init__(self, story: Transcript, deliver: Callable[[News], None]) -> None:
        self._story, self._deliver = story, deliver
        self._steps: deque[tuple[Line, ...]] = deque()
        self._seconds = 0.0
        self._news: deque[News] = deque()
        self._timer: Timer | None = None
        self._then: Callable[[], None] | None = None

    @property
    def is_on(self) -> bool:
        """Return whether steps are being shown."""
        return self._then is not None

    def begin(self, line: Line, then: Callable[[], None], speed: float = 1.0) -> None:
        """Show the steps of a line. then: tells its event in full."""
        self._steps, self._then, self._seconds = deque(line.steps), then, step_seconds(line) / speed
        self._step()

    def keep(self, news: News) -> None:
        """Keep news until the steps are over."""
        self._news.append(news)

    def finish(self) -> None:
        """Tell the event, and what came after it; that may hold the next event with steps."""
        if self._timer:
            self._timer.stop()
        self._steps.clear()
        then, self._then = self._then, None
        if then is None:
            return
        self._story.append_for_now(())
        then()
        while self._news and not self.is_on:
            self._deliver(self._news.popleft())

    def finish_all(self) -> None:
        """Tell everything that waits, without further steps."""
        while self.is_on:
            self.finish()

    def _step(self) -> None:
        if not self._steps:
            self.finish()
            return
        self._story.append_for_now(shown_lines(self._steps.popleft()))
        self._timer = self._story.set_timer(self._seconds, self._step)
