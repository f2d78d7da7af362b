"""How a run goes on, on standard error, if that is a terminal."""

from __future__ import annotations

import sys
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from woozle.arena.views.words import count, money, rounded

if TYPE_CHECKING:
    from rich.progress import Progress, ProgressColumn

    from woozle.arena.runs.alone import Alone
    from woozle.arena.runs.crew import Crew

_WINDOW = 60.0  # seconds over which calls a minute are counted
_EVERY = 0.5  # seconds between two looks


@contextmanager
def progress(total: int, done: int) -> Iterator[Callable[[int], None]]:
    """A bar for a run of bots; gives the function that moves it on."""
    if not sys.stderr.isatty():
        yield lambda number: None
        return
    with _bar() as bar:
        task = bar.add_task("matches", total=total, completed=done)
        yield lambda number: bar.advance(task, number)


@contextmanager
def shown(run: Alone | Crew, total: int, done: int) -> Iterator[None]:
    """A bar for a run with models, and what they use."""
    if not sys.stderr.isatty():
        yield
        return
    from rich.progress import ProgressColumn, Task
    from rich.text import Text

    pulse = Pulse()

    class Figures(ProgressColumn):
        max_refresh = _EVERY

        def render(self, task: Task) -> Text:
            bar.update(task.id, completed=done + run.tally.finished)
            return Text(figures(run, pulse.rate(run.usage.calls)))

    with _bar(Figures()) as bar:
        bar.add_task("matches", total=total, completed=done)
        yield


def figures(run: Alone | Crew, rate: float) -> str:
    """How a run with models goes on, in a line. rate: calls a minute."""
    usage, tally = run.usage, run.tally
    parts = [
        f"{tally.playing} at play, {count(tally.sent, 'answer')} under way",
        f"{rounded(usage.calls)} calls ({rate:.0f} a minute)",
        f"{rounded(usage.tokens_in + usage.tokens_out)} tokens",
    ]
    parts += [money(usage.dollars)] if usage.dollars else []
    if not run.why:  # else they were sent away
        parts += [f"{tally.in_line} in line"] * bool(tally.in_line)
        parts += [f"{tally.pausing} to be tried again"] * bool(tally.pausing)
    return " · ".join(parts)


class Pulse:
    """How often something happens a minute, over the last one."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._looks: deque[tuple[float, int]] = deque()

    def rate(self, happened: int) -> float:
        """happened: how often in all, until now."""
        now = self._clock()
        self._looks.append((now, happened))
        while self._looks[0][0] < now - _WINDOW:
            self._looks.popleft()
        since, before = self._looks[0]
        return (happened - before) / (now - since) * 60 if now > since else 0.0


def _bar(*more: ProgressColumn) -> Progress:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    columns = [BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), *more]
    return Progress("matches", *columns, console=Console(stderr=True), transient=True)
