"""Woozle beside TextArena, Inspect and clemcore: the same game of eight seats and 70 answers, measured in turn, in one run.

    python -m benchmarks peers

Each peer is installed into its own environment, which is removed afterwards: this needs 1.2 GB for a few minutes, and an
index of packages that pip knows. Players on all sides read their view as text before each answer (`talk.py`), and both sides do the
same work: a record or none, a log or transcripts read again. Every figure is a ratio, theirs over ours, of processor seconds per
answer, as the median over rounds; both sides of a round are measured one after the other, so that the machine's speed affects both.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median
from typing import NamedTuple

from benchmarks import speed
from benchmarks.environment import Environment, environment, size
from benchmarks.result import Result

VERSIONS = {"TextArena": "textarena==0.7.4", "clemcore": "clemcore==3.7.2", "Inspect": "inspect-ai==0.3.285"}
_MODULES = {"TextArena": "textarena", "clemcore": "clemcore.clemgame", "Inspect": "inspect_ai"}
_CORE = "woozle.core.match, woozle.core.registry"
_HERE = Path(__file__).parent
_MOST_ROUNDS = 5  # the slowest side needs two seconds for one


class Side:
    """One side of a comparison: a process that plays on demand (`worker.py`)."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process
        self._reply()

    def seconds(self, task: str, matches: int) -> float:
        """Return the processor seconds of one answer of a task; for a task without answers, of one match."""
        assert self._process.stdin
        self._process.stdin.write(json.dumps({"do": task, "matches": matches}) + "\n")
        self._process.stdin.flush()
        reply = self._reply()
        return reply["seconds"] / (reply["answers"] or matches)

    def _reply(self) -> Mapping[str, float]:
        assert self._process.stdout
        line = self._process.stdout.readline()
        if not line:
            raise RuntimeError("One of the sides ended; what it said stands above.")
        found: Mapping[str, float] = json.loads(line)
        return found


@contextmanager
def side(python: Path, *words: str) -> Iterator[Side]:
    """Start a side; stop it on leaving."""
    with tempfile.TemporaryDirectory() as folder:
        there = folder if words[0] != "-m" else None
        with subprocess.Popen([python, *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=there) as process:
            try:
                yield Side(process)
            finally:
                assert process.stdin
                process.stdin.close()


def times_faster(ours: Callable[[], float], theirs: Callable[[], float]) -> float:
    """Return how many times faster ours is: the median over rounds in which both are measured in turn.

    The first round does not count.
    """
    ratios = []
    for _ in range(1 + min(speed.ROUNDS, _MOST_ROUNDS)):
        mine = ours()
        ratios.append(theirs() / mine)
    return median(ratios[1:])


class Comparison(NamedTuple):
    """A comparison of the same work on both sides. matches: number of matches in a round, ours and theirs."""

    what: str
    peer: str
    task: str
    matches: tuple[int, int]
    their_task: str = ""
    wanted: str = ">= 1"


_PLAYED = (
    Comparison("8 seats, 70 answers, no record", "TextArena", "unrecorded", (200, 200)),
    Comparison("  its own SecretMafia beside it, an answer", "TextArena", "unrecorded", (200, 100), "own_game", ""),
    Comparison("8 seats, 70 answers, no record", "clemcore", "unrecorded", (200, 100)),
    Comparison("8 seats, 70 answers, recorded", "clemcore", "recorded", (100, 40)),
    Comparison("8 seats, 70 answers, recorded", "Inspect", "recorded", (100, 10)),
)
_KEPT = 40
_READ = (
    Comparison("records of 8 seats, 70 answers, read (level 0: and their chain checked)", "Inspect", "read", (_KEPT, _KEPT)),
    Comparison("records of 8 seats, 70 answers, read (level 2: and folded again)", "Inspect", "check", (_KEPT, _KEPT), "read"),
)


_STEPS = tuple(
    Comparison(
        f"PettingZoo, {game}, a step by all seats{how}", "TextArena", f"{game} steps{task}", (matches, 100), "own_game", wanted
    )
    for game, matches in (("urn", 300), ("ship", 15))
    for how, task, wanted in ((", read as text", "", ">= 1"), (", not read", ", unread", ""), (", read and recorded", ", kept", ""))
)


def environments() -> list[Result]:
    """Measure steps of PettingZoo's environments beside those of TextArena's SecretMafia."""
    with (
        environment(VERSIONS["TextArena"]) as made,
        side(Path(sys.executable), "-m", "benchmarks.peers.with_woozle") as ours,
        side(made.python, str(_HERE / "with_textarena.py")) as theirs,
    ):
        return [_compared(each, ours, theirs) for each in _STEPS]


def peers() -> list[Result]:
    """Install the peers, and measure."""
    with ExitStack() as stack:
        made = {name: stack.enter_context(environment(package)) for name, package in VERSIONS.items()}
        ours = stack.enter_context(side(Path(sys.executable), "-m", "benchmarks.peers.with_woozle"))
        theirs = {
            name: stack.enter_context(side(each.python, str(_HERE / f"with_{name.lower()}.py"))) for name, each in made.items()
        }
        results = [_compared(each, ours, theirs[each.peer]) for each in _PLAYED]
        for one in (ours, theirs["Inspect"]):
            one.seconds("keep", _KEPT)
        results += [_compared(each, ours, theirs[each.peer]) for each in _READ]
        for one in (ours, theirs["Inspect"]):
            one.seconds("forget", _KEPT)
        results += _imports(made)
        for name, each in made.items():
            results += [
                Result(f"installed: files of {_named(name)}, without bytecode", each.added() / 1e6, "MB", ""),
                Result("  the environment on the disk, with bytecode and pip", size(each.folder).disk / 1e6, "MB", ""),
            ]
    return results


def _named(peer: str) -> str:
    return f"{peer} {VERSIONS[peer].partition('==')[2]}"


def _compared(each: Comparison, ours: Side, theirs: Side) -> Result:
    mine, other = each.matches
    figure = times_faster(lambda: ours.seconds(each.task, mine), lambda: theirs.seconds(each.their_task or each.task, other))
    return Result(f"{each.what}: than {_named(each.peer)}", figure, "times faster", each.wanted)


def _imports(made: Mapping[str, Environment]) -> list[Result]:
    with tempfile.TemporaryDirectory() as bytecode:
        environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
        environment["PYTHONPYCACHEPREFIX"] = bytecode  # kept from the first run on, as in an installation

        def seconds(python: Path | str, modules: str) -> float:
            return speed.processor_seconds(python, f"import {modules}", environment, bytecode)

        results = []
        for name, each in made.items():
            figure = times_faster(
                lambda: seconds(sys.executable, _CORE),
                lambda each=each, name=name: seconds(each.python, _MODULES[name]),  # type: ignore[misc]
            )
            results.append(Result(f"import of the core: than {_named(name)}", figure, "times faster", ">= 1"))
        return results


ALL: dict[str, Callable[[], list[Result]]] = {"peers": peers, "environments": environments}
