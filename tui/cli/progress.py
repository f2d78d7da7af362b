"""Progress bars on standard error, if that is a terminal."""

from __future__ import annotations

import sys
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from woozle.arena.runs.forecast import forecast_parts
from woozle.arena.views.words import cost, count, round_short

if TYPE_CHECKING:
    from rich.progress import Progress, ProgressColumn

    from woozle.arena.runs.model_runs import ModelRun

_WINDOW = 60.0  # seconds over which calls a minute are counted
_EVERY = 0.5  # seconds between two looks


@contextmanager
def progress(total: int, done: int) -> Iterator[Callable[[int], None]]:
    """Show a bar, and yield the function that advances it."""
    if not sys.stderr.isatty():
        yield lambda number: None
        return
    with _bar() as bar:
        task = bar.add_task("matches", total=total, completed=done)
        yield lambda number: bar.advance(task, number)


@contextmanager
def reading() -> Iterator[Callable[[int, int], bool]]:
    """Show a bar while matches are read, and yield the function to call with the number read and the total."""
    if not sys.stderr.isatty():
        yield lambda done, of: True
        return
    with _bar() as bar:
        task = bar.add_task("matches", total=None)

        def tell(done: int, of: int) -> bool:
            bar.update(task, completed=done, total=of)
            return True

        yield tell


@contextmanager
def show_model_run(run: ModelRun, total: int, done: int) -> Iterator[None]:
    """Show a bar for a run with models, and their usage."""
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


def figures(run: ModelRun, rate: float) -> str:
    """Return the progress of a run with models as a line. rate: calls a minute."""
    usage, tally = run.usage, run.tally
    parts = [
        f"{tally.playing} at play, {count(tally.sent, 'answer')} under way",
        f"{round_short(usage.calls)} calls ({rate:.0f} a minute)",
        f"{round_short(usage.tokens_in + usage.tokens_out)} tokens",
    ]
    parts += [cost(usage.dollars, usage.unpriced)] if usage.dollars or usage.unpriced else []
    if forecast := run.forecast:
        parts.append(f"all: {', '.join([*forecast_parts(forecast)][-2:])}")
    if not run.why:  # else they were sent away
        parts += [f"{tally.in_line} in line"] * bool(tally.in_line)
        parts += [f"{tally.pausing} to be tried again"] * bool(tally.pausing)
    return " · ".join(parts)


class Pulse:
    """The rate of something per minute, over the last minute."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._looks: deque[tuple[float, int]] = deque()

    def rate(self, happened: int) -> float:
        """Return the rate. happened: the total so far."""
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
