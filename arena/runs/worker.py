"""One of the processes that play a run with models: what it is given, and what it and its parent tell each other."""

from __future__ import annotations

import asyncio
import signal
import traceback
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from threading import Thread
from typing import TypeAlias

from woozle.arena.play import models
from woozle.arena.runs.asking import STOPPED, Asking, Ways
from woozle.arena.runs.board import Board
from woozle.arena.runs.plan import Plan
from woozle.arena.runs.processes import end_with_the_parent
from woozle.core.usage import Purse
from woozle.players.models.config import ModelsConfig

_EVERY = 0.25  # seconds between two times that it tells how far it is


@dataclass(frozen=True)
class Work:
    """What a process is given. ways, config: its part of what may be at once. left: the matches that all play together.

    before: what those of them that are begun have cost. board, rows, gates: as a Board takes them; row: its own.
    """

    plan: Plan
    out: Path
    ways: Ways
    config: ModelsConfig
    cache: Path | None
    left: Sequence[int]
    before: Mapping[int, Purse]
    board: Path
    rows: int
    gates: Sequence[str]
    row: int


@dataclass(frozen=True)
class Stop:
    """To a process: the person wants it to stop. again: and not to wait for what is under way."""

    again: bool = False


@dataclass(frozen=True)
class Halted:
    """Both ways: nothing is to be begun any more, and why."""

    why: str


@dataclass(frozen=True)
class Here:
    """From a process, the first: it has read the board, whose file nobody needs any more."""


@dataclass(frozen=True)
class Stopping:
    """From a process: it waits for so many answers under way."""

    sent: int


@dataclass(frozen=True)
class Over:
    """From a process, the last: it is done. standing: why matches stand still, by number. frames: of an error of ours, or none."""

    standing: Mapping[int, str]
    refusal: str = ""
    frames: str = ""


Word: TypeAlias = Stop | Halted | Here | Stopping | Over


def work(given: Work, parent: Connection) -> None:
    """Play matches until none is left, or it is told not to. Interrupts are left to the parent, whom it does not outlive."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    Thread(target=end_with_the_parent, daemon=True).start()
    worker = _Worker(given, parent)
    try:
        asyncio.run(worker.play())
    except asyncio.CancelledError:
        over = Over(worker.standing)
    except (ValueError, OSError) as error:
        over = Over({}, refusal=str(error))
    except Exception as error:  # a bug; what it says may be somebody's secret, where it arose is not
        over = Over({}, frames=f"{type(error).__name__}\n{''.join(traceback.format_tb(error.__traceback__))}")
    else:
        over = Over(worker.standing)
    parent.send(over)


class _Worker:
    def __init__(self, given: Work, parent: Connection) -> None:
        self._given = given
        self._parent = parent
        self._board = Board(given.board, given.rows, given.gates)
        self._hub = models.hub(replies=given.cache, here=given.config, minute=self._board.minute)
        purse = self._board.purse(given.row)
        self._asking = Asking(given.plan, given.out, given.ways, self._hub, purse=purse, before=given.before, halted=self._tell_why)
        self._why = ""
        parent.send(Here())

    @property
    def standing(self) -> dict[int, str]:
        return self._asking.hall.standing

    async def play(self) -> None:
        loop, playing = asyncio.get_running_loop(), asyncio.current_task()
        assert playing

        def listen() -> None:
            try:
                while True:
                    loop.call_soon_threadsafe(self._hear, self._parent.recv(), playing)
            except (EOFError, OSError, RuntimeError):  # the parent is gone, or this is over
                return

        Thread(target=listen, daemon=True).start()
        telling = asyncio.create_task(self._tell_how_far())
        try:
            await self._asking.play(self._board.taken(self._given.left))
        finally:
            telling.cancel()
            self._board.tell(self._given.row, self._asking.tally)
            await self._hub.close()

    async def _tell_how_far(self) -> None:
        while True:
            self._board.tell(self._given.row, self._asking.tally)
            await asyncio.sleep(_EVERY)

    def _hear(self, word: Word, playing: asyncio.Task[None]) -> None:
        match word:
            case Stop(again=True):
                playing.cancel()
            case Stop():
                self._parent.send(Stopping(self._asking.tally.sent))
                self._asking.hall.halt(STOPPED)
            case Halted(why) if not self._why:
                self._asking.hall.halt(why)

    def _tell_why(self, why: str) -> None:
        """Matches halt one by one; the parent is told once."""
        if not self._why:
            self._why = why
            self._parent.send(Halted(why))
