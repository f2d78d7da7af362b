"""A run with models, played by several processes: what holds for an endpoint or a budget holds for all of them together."""

from __future__ import annotations

import multiprocessing
import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from dataclasses import replace
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pathlib import Path
from types import TracebackType
from typing import NamedTuple

from woozle.arena.play import models
from woozle.arena.runs.asking import STOPPED, Ways, first, spent_before, stopping
from woozle.arena.runs.board import Board
from woozle.arena.runs.engines import WorkerError
from woozle.arena.runs.interrupts import rung
from woozle.arena.runs.plan import Plan
from woozle.arena.runs.table import asked_in
from woozle.arena.runs.tally import Tally
from woozle.arena.runs.worker import Halted, Here, Over, Stop, Stopping, Word, Work, work
from woozle.arena.views.words import count
from woozle.core.usage import Usage
from woozle.players.models.config import ModelsConfig, endpoint_name
from woozle.players.models.hub import gates


class _Hand(NamedTuple):
    process: BaseProcess
    row: int


class Crew:
    """Processes that play a run, while it is entered. is_stopped: whether the person wants it to stop.

    why: why nothing is begun any more, empty while it is. say: tells the person a sentence.
    """

    def __init__(self, plan: Plan, out: Path, ways: Ways, cache: Path | None, say: Callable[[str], object]) -> None:
        self.is_stopped = False
        self.why = ""
        self._say = say
        self._left = plan.left(out, ways.shard)
        self._config = models.config()
        self._asked = sorted({endpoint_name(spec) for spec in asked_in(plan)})
        self._jobs = hands(ways, len(self._left), self._config, self._asked)
        total, before = spent_before(plan, out, ways.shard)
        names = [gate for name in self._asked for gate in gates(name)]
        file, path = tempfile.mkstemp(prefix="woozle-")
        os.close(file)
        self._path, rows = Path(path), self._jobs + 1
        Board.hang(self._path, rows, names)
        self._board = Board(self._path, rows, names)
        self._purse = self._board.purse(0)
        self._purse.spend(total.usage, total.seconds)
        self._works = [
            Work(plan, out, part, config, cache, self._left, before, self._path, rows, names, row)
            for row, (part, config) in enumerate(self._parts(ways), 1)
        ]
        self._hands: dict[Connection, _Hand] = {}
        self._awaited: set[Connection] = set()
        self._open = ExitStack()
        self._standing: dict[int, str] = {}
        self._stopping: list[int] = []
        self._killed = 0
        self._bug = ""
        self._refusal = ""

    def __enter__(self) -> Crew:
        """Begin."""
        self._bell = self._open.enter_context(rung())
        for each in self._works:
            here, there = multiprocessing.Pipe()
            process = multiprocessing.Process(target=work, args=(each, there))
            process.start()
            there.close()  # so that it ends when the process does
            self._hands[here] = _Hand(process, each.row)
            self._awaited.add(here)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, frames: TracebackType | None) -> None:
        """Whoever still plays is ended."""
        for line, hand in self._hands.items():
            hand.process.kill()
            hand.process.join()
            line.close()
        self._path.unlink(missing_ok=True)
        self._open.close()

    def play(self) -> None:
        """Return when all is played, or stands still. Raises ValueError or WorkerError for what a process cannot go on from.

        Ctrl+c halts, and leaves what is under way when it is pressed again; either way all that was paid for is kept.
        """
        while self._hands:
            for line in wait([*self._hands, self._bell]):
                if line is self._bell:
                    self._bell.recv()
                    self._interrupted()
                else:
                    self._listen(line)  # type: ignore[arg-type]
        if self._bug:
            raise WorkerError(self._bug)
        if self._refusal:
            raise ValueError(self._refusal)

    @property
    def reason(self) -> str:
        """Why matches stand still, as a sentence; empty if none does."""
        killed = f"{count(self._killed, 'process', 'processes')} of the run {'was' if self._killed == 1 else 'were'} killed."
        return self.why or (killed if self._killed else first(self._standing))

    @property
    def tally(self) -> Tally:
        """How far all are together."""
        return self._board.tally()

    @property
    def usage(self) -> Usage:
        """What its matches have cost so far."""
        return self._purse.usage

    def _parts(self, ways: Ways) -> Iterator[tuple[Ways, ModelsConfig]]:
        """What each may have at once. Each endpoint's requests under way are divided, so that nobody has to ask the others."""
        places = parts(ways.concurrency, self._jobs)
        shares = {name: parts(self._config.named(name).concurrency, self._jobs) for name in self._asked}
        for number in range(self._jobs):
            own = {
                name: self._config.named(name).model_copy(update={"concurrency": share[number]}) for name, share in shares.items()
            }
            config = self._config.model_copy(update={"endpoints": {**self._config.endpoints, **own}})
            yield replace(ways, concurrency=places[number]), config

    def _interrupted(self) -> None:
        again, self.is_stopped = self.is_stopped, True
        self._tell(Stop(again))
        self.why = self.why or STOPPED

    def _tell(self, word: Word) -> None:
        for line in self._hands:
            with suppress(OSError):  # it is dead, as will be heard
                line.send(word)

    def _listen(self, line: Connection) -> None:
        try:
            word: Word = line.recv()
        except (EOFError, OSError):
            self._lost(line)
            return
        match word:
            case Here():
                self._is_here(line)
            case Halted(why):
                self._halt(why)
            case Stopping(sent):
                self._stopping.append(sent)
                self._say_what_it_waits_for()
            case Over(standing, refusal, frames):
                self._standing |= standing
                self._refusal = self._refusal or refusal
                self._bug = self._bug or frames
                if refusal or frames:
                    self._halt(STOPPED)
                self._end(line)

    def _halt(self, why: str) -> None:
        if not self.why:
            self.why = why
            self._tell(Halted(why))

    def _lost(self, line: Connection) -> None:
        """A process was killed: its matches stand where they are, and the others go on."""
        row = self._hands[line].row
        self._board.tell(row, Tally(finished=self._board.told(row).finished))
        self._killed += 1
        self._end(line)
        left = f"{count(len(self._hands), 'goes', 'go')} on" if self._hands else "none is left"
        self._say(f"A process of the run was killed; {left}.")

    def _is_here(self, line: Connection) -> None:
        """The file goes as soon as all have read it, so that it is not left behind whatever happens."""
        self._awaited.discard(line)
        if not self._awaited:
            self._path.unlink(missing_ok=True)

    def _end(self, line: Connection) -> None:
        self._is_here(line)
        self._hands.pop(line).process.join()
        line.close()
        self._say_what_it_waits_for()

    def _say_what_it_waits_for(self) -> None:
        """As soon as everybody has said so."""
        if self._stopping and len(self._stopping) >= len(self._hands):
            if sent := sum(self._stopping):
                self._say(stopping(sent))
            self._stopping = []


def hands(ways: Ways, left: int, config: ModelsConfig, asked: list[str]) -> int:
    """How many processes really play: each has a match at least, and a request under way at each endpoint."""
    return max(1, min([ways.jobs, ways.concurrency, left, *(config.named(name).concurrency for name in asked)]))


def parts(whole: int, of: int) -> list[int]:
    """A number as so many that are as equal as can be."""
    return [whole // of + (number < whole % of) for number in range(of)]
