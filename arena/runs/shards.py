"""Shards: the parts in which work is handed out, and what a worker does with one."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeVar

from woozle.core.errors import InputError
from woozle.core.faults import WorkerError, find_origin

SHARD = 250
"""The most items in a shard: seconds of work, so that little is repeated when a worker dies."""

TRIES = 3
"""Attempts at a shard: whatever kills a worker that often always does."""

_ROUNDS = 4  # least number of shards for each worker, so that the wait for the last ones is short

T = TypeVar("T")
S = TypeVar("S")


class LostError(OSError):
    """Worker processes keep dying. The message is a sentence for the user."""


def cores() -> int:
    """Return the number of processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def in_shards(items: Sequence[T], workers: int) -> list[Sequence[T]]:
    """Divide many items into shards of SHARD, and few into smaller ones, so that every worker has some."""
    size = max(1, min(SHARD, len(items) // (workers * _ROUNDS)))
    return [items[at : at + size] for at in range(0, len(items), size)]


def run_shard(task: Callable[[Sequence[T]], S], shard: Sequence[T]) -> S:
    """Return the result of a task, in a worker. A bug there raises WorkerError, since its message may hold a secret."""
    try:
        return task(shard)
    except InputError:
        raise
    except Exception as error:
        if isinstance(error, OSError) and not find_origin(error):
            raise
        raise WorkerError.of(error) from None


def in_order(results: Iterable[tuple[int, S]]) -> Iterator[S]:
    """Yield the results in the order of their shards, each as soon as all earlier ones are done."""
    early: dict[int, S] = {}
    following = 0
    for number, result in results:
        early[number] = result
        while following in early:
            yield early.pop(following)
            following += 1
