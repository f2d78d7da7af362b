"""Where many small pieces of work are done: in this process, in several of this machine, or on a cluster.

Work is handed out in shards, and what comes back of each is reduced where it was done. So an engine is asked some hundreds of times
for a million matches, and what it costs to ask does not matter: one task for each match would make a cluster several times slower.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from importlib.util import find_spec
from typing import Literal, Protocol, TypeVar, get_args

from woozle.arena.runs.interrupts import held_back

Name = Literal["processes", "ray"]
NAMES: tuple[Name, ...] = get_args(Name)

SHARD = 250
"""Of many things, how many are handed out together: seconds of work, so that little is repeated where a worker dies."""

TRIES = 3
"""How often a shard is begun: whatever kills a worker that often, does it every time."""

_ROUNDS = 4  # so many shards for each worker at least, so that the last ones to be ready are not waited for long

T = TypeVar("T")
S = TypeVar("S")


class WorkerError(Exception):
    """A bug that a worker met."""


class LostError(OSError):
    """Workers die, again and again. Says so, in a sentence."""


class Engine(Protocol):
    """Where shards are done."""

    def shards(self, things: Sequence[T]) -> list[Sequence[T]]:
        """What is done, as shards: enough of them that everybody works."""
        ...

    def results(self, task: Callable[[Sequence[T]], S], shards: Sequence[Sequence[T]]) -> Iterator[tuple[int, S]]:
        """What a task makes of each shard, with the shard's place among them, in the order they are done.

        The task may be pickled, and is done again from the beginning where its worker dies. Raises LostError if that does not help;
        ValueError and OSError of a task as they are, and WorkerError for any other.
        """
        ...


class Here:
    """In this process, which can be stopped after each thing."""

    def shards(self, things: Sequence[T]) -> list[Sequence[T]]:
        """One thing each."""
        return [things[at : at + 1] for at in range(len(things))]

    def results(self, task: Callable[[Sequence[T]], S], shards: Sequence[Sequence[T]]) -> Iterator[tuple[int, S]]:
        """One after the other."""
        for number, shard in enumerate(shards):
            with held_back():  # an event loop that is broken off while it begins or ends complains at length
                result = task(shard)
            yield number, result


def opened(name: str, jobs: int | None, address: str | None, tell: Callable[[str], object]) -> AbstractContextManager[Engine]:
    """An engine, for as long as it is entered. jobs: workers side by side; None for one a core. tell: hears of workers that die.

    address: of a cluster that is there; None for one on this machine, which ends with it. Raises ValueError.
    """
    must_be_one(name, address)
    if name == "ray":
        from woozle.arena.runs.cluster import cluster

        return cluster(address, jobs)
    from woozle.arena.runs.processes import Processes, cores

    count = jobs or cores()
    return Processes(count, tell) if count > 1 else nullcontext(Here())


def must_be_one(name: str, address: str | None) -> None:
    """Raises ValueError, with a sentence, for what is no engine or not here, or an address that it does not need."""
    if name not in NAMES:
        raise ValueError(f"There is no engine {name!r}; --engine takes {' or '.join(NAMES)}.")
    if name == "ray" and not find_spec("ray"):
        raise ValueError("--engine ray needs Ray; install it with `pip install 'woozle[ray]'`.")
    if address is not None and name != "ray":
        raise ValueError("--address is where a Ray cluster is; add --engine ray, or leave it out.")


def in_shards(things: Sequence[T], workers: int) -> list[Sequence[T]]:
    """Of many things shards of SHARD, of few as many as all workers have some of."""
    size = max(1, min(SHARD, len(things) // (workers * _ROUNDS)))
    return [things[at : at + size] for at in range(0, len(things), size)]


def in_order(results: Iterable[tuple[int, S]]) -> Iterator[S]:
    """What came of each shard, in their order, as soon as all before it are done."""
    early: dict[int, S] = {}
    following = 0
    for number, result in results:
        early[number] = result
        while following in early:
            yield early.pop(following)
            following += 1
