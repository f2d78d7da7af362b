"""Engines: small tasks done in this process, in worker processes of this machine, or on a cluster.

Work is handed out in shards, and the result of each is reduced where it was computed. So an engine is called some hundreds of times
for a million matches, and the cost of a call does not matter: one task per match would make a cluster several times slower.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import AbstractContextManager, closing, nullcontext
from importlib.util import find_spec
from itertools import islice
from threading import Thread
from typing import Literal, Protocol, TypeVar, get_args

from woozle.arena.runs.cluster import cluster
from woozle.arena.runs.interrupts import held_back
from woozle.arena.runs.shards import TRIES, LostError, cores, in_shards, run_shard
from woozle.core.errors import InputError

Name = Literal["processes", "ray"]
NAMES: tuple[Name, ...] = get_args(Name)

T = TypeVar("T")
S = TypeVar("S")


class Engine(Protocol):
    """A place where shards are processed."""

    def shards(self, items: Sequence[T]) -> list[Sequence[T]]:
        """Divide items into shards, enough of them that every worker has some."""
        ...

    def results(self, task: Callable[[Sequence[T]], S], shards: Sequence[Sequence[T]]) -> Iterator[tuple[int, S]]:
        """Yield the index of each shard and the task's result for it, in order of completion.

        The task may be pickled, and is repeated from the beginning if its worker dies. Raises LostError if that does not help; a
        task's own InputError or OSError with a sentence for the user; WorkerError for any other exception.
        """
        ...


class InProcess:
    """The engine in this process, which can be interrupted after each item."""

    def shards(self, items: Sequence[T]) -> list[Sequence[T]]:
        return [items[at : at + 1] for at in range(len(items))]

    def results(self, task: Callable[[Sequence[T]], S], shards: Sequence[Sequence[T]]) -> Iterator[tuple[int, S]]:
        for number, shard in enumerate(shards):
            with held_back():  # an event loop that is interrupted while it starts or stops logs long errors
                result = task(shard)
            yield number, result


class WorkerPool:
    """Worker processes of this machine. If one dies, new ones repeat the shards that were not done."""

    def __init__(self, jobs: int, tell: Callable[[str], object]) -> None:
        """jobs: processes side by side. tell: called with a sentence whenever one dies."""
        self._jobs = jobs
        self._tell = tell
        self._executor: ProcessPoolExecutor | None = None
        self._others = set(multiprocessing.active_children())

    def shards(self, items: Sequence[T]) -> list[Sequence[T]]:
        return in_shards(items, self._jobs)

    def results(self, task: Callable[[Sequence[T]], S], shards: Sequence[Sequence[T]]) -> Iterator[tuple[int, S]]:
        if len(shards) <= 1:
            yield from InProcess().results(task, shards)
            return
        left = dict(enumerate(shards))
        begun = Counter[int]()
        while left:
            try:
                for number, result in self._process(task, left, begun):
                    del left[number]
                    yield number, result
            except BrokenProcessPool:
                if max(begun[number] for number in left) >= TRIES:
                    raise LostError(
                        f"{TRIES} workers died at the same part of the work, one after the other; is there enough memory?"
                    ) from None
                self._tell("A worker died; another one repeats its part.")

    def close(self) -> None:
        """Kill all workers, whatever they are doing."""
        for worker in set(multiprocessing.active_children()) - self._others:
            worker.kill()
        if self._executor:
            self._executor.shutdown(cancel_futures=True)

    def _process(
        self, task: Callable[[Sequence[T]], S], shards: Mapping[int, Sequence[T]], begun: Counter[int]
    ) -> Iterator[tuple[int, S]]:
        """Process shards in a new pool of workers. begun: number of attempts at each so far."""
        waiting = iter(list(shards.items()))
        under_way: dict[Future[S], int] = {}
        executor = self._executor = ProcessPoolExecutor(min(self._jobs, len(shards)), initializer=_prepare_worker)
        while True:
            for number, shard in islice(waiting, self._jobs - len(under_way)):
                begun[number] += 1
                under_way[executor.submit(run_shard, task, shard)] = number
            if not under_way:
                return executor.shutdown()
            for future in wait(under_way, return_when=FIRST_COMPLETED).done:
                yield under_way.pop(future), future.result()


def open_engine(name: str, jobs: int | None, address: str | None, tell: Callable[[str], object]) -> AbstractContextManager[Engine]:
    """Open the engine called `name`. Raises ValueError.

    jobs: workers side by side; None for one per core. address: of a running cluster; None to start one on this machine, which ends
    with the context. tell: called with a sentence whenever a worker dies.
    """
    check_engine(name, address)
    if name == "ray":
        return cluster(address, jobs)
    count = jobs or cores()
    return closing(WorkerPool(count, tell)) if count > 1 else nullcontext(InProcess())


def check_engine(name: str, address: str | None) -> None:
    """Raise ValueError, with a sentence, for an unknown or missing engine, or an address that it does not need."""
    if name not in NAMES:
        raise InputError(f"There is no engine {name!r}; --engine takes {' or '.join(NAMES)}.")
    if name == "ray" and not find_spec("ray"):
        raise InputError("--engine ray needs Ray; install it with `pip install 'woozle[ray]'`.")
    if address is not None and name != "ray":
        raise InputError("--address is where a Ray cluster is; add --engine ray, or leave it out.")


def _prepare_worker() -> None:
    """Leave interrupts to the parent process, and end with it, since a killed parent cannot stop its workers."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    Thread(target=_end_with_the_parent, daemon=True).start()


def _end_with_the_parent() -> None:
    if parent := multiprocessing.parent_process():
        parent.join()
        os._exit(1)
