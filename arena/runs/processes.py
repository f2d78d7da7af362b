"""The engine of one machine: processes side by side, each of which may die without taking anything with it."""

from __future__ import annotations

import multiprocessing
import os
import signal
import traceback
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from multiprocessing import parent_process
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from threading import Thread
from types import TracebackType
from typing import Any, NamedTuple, TypeVar

from woozle.arena.runs.engines import TRIES, Here, LostError, WorkerError, in_shards

T = TypeVar("T")
S = TypeVar("S")

Task = Callable[[Any], Any]


class _Piece(NamedTuple):
    number: int
    shard: Any
    tries: int = 1


class _Hand(NamedTuple):
    process: BaseProcess
    piece: _Piece


class _Failed(NamedTuple):
    """What a task raised: an error with a sentence for people, or else where it arose."""

    refusal: Exception | None
    frames: str = ""


class Processes:
    """So many processes at most, while it is entered; they end with it, whatever they do. tell: hears of each that dies."""

    def __init__(self, jobs: int, tell: Callable[[str], object]) -> None:
        self._jobs = jobs
        self._tell = tell
        self._hands: dict[Connection, _Hand] = {}

    def __enter__(self) -> Processes:
        """Nothing is begun yet."""
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, frames: TracebackType | None) -> None:
        """Whoever still works is ended."""
        for line in list(self._hands):
            self._hands[line].process.kill()
            self._end(line)

    def shards(self, things: Sequence[T]) -> list[Sequence[T]]:
        """Enough for all processes."""
        return in_shards(things, self._jobs)

    def results(self, task: Callable[[Sequence[T]], S], shards: Sequence[Sequence[T]]) -> Iterator[tuple[int, S]]:
        """What comes of each shard, as it is done."""
        if len(shards) <= 1:
            yield from Here().results(task, shards)
            return
        waiting = deque(_Piece(number, shard) for number, shard in enumerate(shards))
        for _ in range(min(self._jobs, len(shards))):
            self._begin(task, waiting.popleft())
        while self._hands:
            for line in wait(list(self._hands)):
                assert isinstance(line, Connection)
                piece = self._hands[line].piece
                try:
                    said = line.recv()
                except (EOFError, OSError):
                    self._end(line)
                    self._begin(task, self._again(piece))
                    continue
                if isinstance(said, _Failed):
                    raise said.refusal or WorkerError(said.frames)
                if waiting:
                    self._give(line, waiting.popleft())
                else:
                    self._end(line)
                yield piece.number, said

    def _begin(self, task: Task, piece: _Piece) -> None:
        here, there = multiprocessing.Pipe()
        process = multiprocessing.Process(target=_work, args=(task, there))
        process.start()
        there.close()  # so that it ends when the process does
        self._hands[here] = _Hand(process, piece)
        self._give(here, piece)

    def _give(self, line: Connection, piece: _Piece) -> None:
        self._hands[line] = self._hands[line]._replace(piece=piece)
        with suppress(OSError):  # it is dead, as will be heard
            line.send(piece.shard)

    def _end(self, line: Connection) -> None:
        """It has nothing more to do, or is dead."""
        hand = self._hands.pop(line)
        with suppress(OSError):
            line.send(None)
        hand.process.join()
        line.close()

    def _again(self, piece: _Piece) -> _Piece:
        if piece.tries == TRIES:
            raise LostError(f"{TRIES} workers died at the same part of the work, one after the other; is there enough memory?")
        self._tell("A worker died; another one goes on with its part.")
        return piece._replace(tries=piece.tries + 1)


def cores() -> int:
    """How many processes can really run side by side."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def end_with_the_parent() -> None:
    """A parent that is killed tells nobody, and its processes would wait for more work for ever."""
    if parent := parent_process():
        parent.join()
        os._exit(1)


def _work(task: Task, parent: Connection) -> None:
    """Do what comes, until there is nothing more. Interrupts are left to the parent, whom it does not outlive."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    Thread(target=end_with_the_parent, daemon=True).start()
    while (shard := parent.recv()) is not None:
        parent.send(_done(task, shard))


def _done(task: Task, shard: Any) -> Any:
    try:
        return task(shard)
    except (ValueError, OSError) as error:
        return _Failed(error)
    except Exception as error:  # a bug; what it says may be somebody's secret, where it arose is not
        return _Failed(None, f"{type(error).__name__}\n{''.join(traceback.format_tb(error.__traceback__))}")
