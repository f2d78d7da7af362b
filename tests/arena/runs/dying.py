"""Workers that die in the middle of a match, as they would of a lack of memory: once, or whenever they come to one."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from woozle.arena.runs.bot_runs import play_shard
from woozle.arena.runs.plan import Plan
from woozle.players.fence import current_level
from woozle.saves.transcript import CLOSED
from woozle.saves.writer import Writer

from tests.saves.table import played_lines

LINES = 8  # that whoever dies has written before: those of a debate, and some of the next


def plays_and_dies(plan: Plan, out: Path, mark: Path, numbers: Sequence[int]) -> int:
    """Do the work of a worker, but kill the first one in the middle of its second match. mark: a file that records the kill."""
    if mark.exists():
        return play_shard(plan, out, current_level(), numbers)
    with _killed_after(LINES, mark):
        return play_shard(plan, out, current_level(), numbers)


@contextmanager
def _killed_after(lines: int, mark: Path) -> Iterator[None]:
    usual, written = Writer.keep_response, 0

    def folded(self: Writer, *more: Any) -> Any:
        nonlocal written
        written += 1
        if written > lines:
            try:
                mark.touch(exist_ok=False)
            except FileExistsError:  # somebody else was the first
                return usual(self, *more)
            os.kill(os.getpid(), signal.SIGKILL)
        return usual(self, *more)

    Writer.keep_response = folded  # type: ignore[method-assign]
    try:
        yield
    finally:
        Writer.keep_response = usual  # type: ignore[method-assign]


def files(out: Path) -> dict[str, list[tuple[bytes, bytes]]]:
    """All that matches of a run left behind, by where it is, but for the lines that say that one was resumed."""
    return {
        str(path.relative_to(out)): played_lines(path.read_bytes())
        for path in sorted(out.rglob("*"))
        if path.parent != out and path.is_file()
    }


def finished(out: Path) -> int:
    """Return the number of finished matches."""
    return len(list(out.glob(f"*/{CLOSED}")))
