"""A run of bots: they never wait, so every core plays."""

from __future__ import annotations

import asyncio
import gc
import os
import signal
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import parent_process
from pathlib import Path
from threading import Thread

from woozle.core.match import Halt
from woozle.tui.runs.interrupts import held_back
from woozle.tui.runs.plan import Plan, PlanError
from woozle.tui.runs.table import ready

_MATCHES_AT_A_TIME = 4  # of one process between two reports


def play(plan: Plan, out: Path, left: Sequence[int], jobs: int) -> Iterator[int]:
    """Play these matches of a run, `jobs` processes side by side; yields how many more are finished, as they are."""
    batches = [left[at : at + _MATCHES_AT_A_TIME] for at in range(0, len(left), _MATCHES_AT_A_TIME)]
    if jobs <= 1 or len(batches) <= 1:
        for number in left:
            with held_back():  # an event loop that is broken off while it begins or ends complains at length
                _play_batch(plan, out, [number])
            yield 1
        return
    pool = ProcessPoolExecutor(min(jobs, len(batches)), initializer=_begin)
    try:
        waiting: set[Future[int]] = {pool.submit(_play_batch, plan, out, batch) for batch in batches}
        while waiting:
            done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            for each in done:
                yield each.result()
    except BrokenProcessPool:
        raise PlanError(f"A process of the run was killed; `woozle resume {out}` goes on with the rest.") from None
    finally:
        pool.shutdown(cancel_futures=True)


def cores() -> int:
    """How many processes can really run side by side."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def rare_collection() -> None:
    """Look for cycles seldom, in this process.

    A match makes many small values that live as long as it does: looking every 700 of them costs a tenth of the time.
    """
    gc.set_threshold(50_000, 20, 100)


def _begin() -> None:
    """What a process of the pool does first: it leaves interrupts to its parent, and does not outlive it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    Thread(target=end_with_the_parent, daemon=True).start()


def end_with_the_parent() -> None:
    """A parent that is killed tells nobody, and its processes would wait for more matches for ever."""
    if parent := parent_process():
        parent.join()
        os._exit(1)


def _play_batch(plan: Plan, out: Path, numbers: Sequence[int]) -> int:
    return asyncio.run(_play_in_turn(plan, out, numbers))


async def _play_in_turn(plan: Plan, out: Path, numbers: Sequence[int]) -> int:
    rare_collection()
    for number in numbers:
        if table := ready(plan, out, number):
            try:
                await table.match.play()
            except Halt as halt:  # a picture that nobody has
                raise PlanError(str(halt)) from None
            finally:
                table.writer.close()
    return len(numbers)
