"""The engine of many machines: Ray, which repeats the shards of a worker or machine that dies on another.

All machines share the folder of the run, under the same path, and have the same Woozle. No other module knows Ray.
"""

from __future__ import annotations

import logging
import os
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, redirect_stdout
from itertools import islice
from typing import Any, TypeVar

from woozle.arena.runs.shards import TRIES, LostError, cores, in_shards, run_shard
from woozle.core.errors import InputError
from woozle.core.faults import WorkerError

T = TypeVar("T")
S = TypeVar("S")

_USUAL = {
    "RAY_USAGE_STATS_ENABLED": "0",  # it would tell its makers
    "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0",  # the default from its next version on, as it warns
}
_ON_LOOPBACK = {
    "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0",  # as there: no other machine can join, so that all of it listens on loopback alone
    "http_proxy": "http://127.0.0.1:9",  # an unused port: Ray asks which cloud it is in, even with usage reports off
}
_QUIET = {"configure_logging": False, "log_to_driver": False}


class Cluster:
    """The workers of a cluster. at_once: the shards handed out at a time; workers: among how many to divide the work."""

    def __init__(self, ray: Any, workers: int, at_once: int) -> None:
        self._ray = ray
        self._workers = workers
        self._at_once = at_once

    def shards(self, items: Sequence[T]) -> list[Sequence[T]]:
        return in_shards(items, self._workers)

    def results(self, task: Callable[[Sequence[T]], S], shards: Sequence[Sequence[T]]) -> Iterator[tuple[int, S]]:
        def run(shard: Sequence[T]) -> S:
            return run_shard(task, shard)

        work = self._ray.remote(max_retries=TRIES - 1)(run)
        left = iter(enumerate(shards))
        under_way: dict[Any, int] = {}
        while True:
            under_way |= {work.remote(shard): number for number, shard in islice(left, self._at_once - len(under_way))}
            if not under_way:
                return
            for each in self._ray.wait(list(under_way))[0]:
                yield under_way.pop(each), self._result(each)

    def _result(self, done: Any) -> Any:
        try:
            return self._ray.get(done)
        except self._ray.exceptions.RayTaskError as error:
            if isinstance(error.cause, InputError | OSError | WorkerError):
                raise error.cause from None
            raise WorkerError(type(error.cause).__name__) from None
        except self._ray.exceptions.RayError:
            raise LostError(f"{TRIES} workers of the cluster died at the same part of the work; is there enough memory?") from None


@contextmanager
def cluster(address: str | None, jobs: int | None) -> Iterator[Cluster]:
    """Connect to a cluster, or start one on this machine that ends with the context. Raises ValueError.

    jobs: workers at once; None for one per processor.
    """
    with redirect_stdout(sys.stderr):  # where Ray is to tell of workers that die, and results are not
        ray = _connect(address, jobs)
        try:
            processors = max(1, int(ray.cluster_resources().get("CPU", 1)))
            yield Cluster(ray, jobs or processors, jobs or 2 * processors)  # one more each, for while its result travels
        finally:
            ray.shutdown()


def _connect(address: str | None, jobs: int | None) -> Any:
    before, usual = dict(os.environ), signal.getsignal(signal.SIGTERM)
    os.environ |= _USUAL if address else _USUAL | _ON_LOOPBACK
    try:
        import ray

        logging.getLogger("ray").setLevel(logging.ERROR)
        if address:
            ray.init(address=address, **_QUIET)
        else:
            ray.init(address="local", num_cpus=jobs or cores(), include_dashboard=False, **_QUIET)
    except (ConnectionError, ValueError, RuntimeError):
        where = f"answers at {address}" if address else "can be begun on this machine"
        raise InputError(f"No Ray cluster {where}; `ray start --head` begins one, and says its address.") from None
    finally:
        signal.signal(signal.SIGTERM, usual)  # Ray takes it for itself
        for name in _ON_LOOPBACK.keys() - before.keys():
            os.environ.pop(name, None)
        os.environ |= before
    return ray
