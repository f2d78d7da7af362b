"""The processor time of bots' matches beside that of an earlier commit, in one run.

    python -m benchmarks processor                    # beside the commit that counts of the code are compared with
    python -m benchmarks.processor --commit COMMIT --rounds 9 --games ship urn

Both are installed into their own folders, so each finds its own games. They play the same matches in turns, one process at a
time; a first match of each process, with all that it loads, does not count. All takes five minutes of processor.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.checkout import checked_out
from benchmarks.codebase import BASELINE
from benchmarks.environment import source
from benchmarks.result import Result

from tests.games.parts import parts

ROUNDS = 5
_WANTED = "<= 1.1"
_COSTS = parts("facts", "COST")
"""The limits of games whose bots were meant to compute more."""
_MATCHES = parts("facts", "MATCHES")
_TABLES = {game: (seats, _MATCHES[game]) for game, seats in parts("facts", "BOTS").items()}
"""The seats and the matches of each game: three seconds or so."""


@contextmanager
def installed(checkout: Path) -> Iterator[Path]:
    """Install a checkout, without what it needs, into a folder that is there until the block ends."""
    with TemporaryDirectory() as folder:
        options = ("--quiet", "--disable-pip-version-check", "--no-deps", "--no-build-isolation", "--target", folder)
        subprocess.run([sys.executable, "-m", "pip", "install", *options, checkout], check=True, stdout=sys.stderr)
        yield Path(folder)


def seconds(packages: Path, game: str, matches: int) -> float:
    """Return the processor's seconds of a process that plays some matches of a game. packages: where Woozle is installed."""
    seats, _ = _TABLES[game]
    with TemporaryDirectory() as folder:
        words = f"run {game} --seats {seats} --matches {matches} --seed 5 --jobs 1 --out {folder}/played".split()
        process = subprocess.Popen(
            [sys.executable, "-c", "from woozle.tui.cli.entry import main; main()", *words],
            cwd=folder,
            env={**os.environ, "PYTHONPATH": str(packages), "WOOZLE_HOME": f"{folder}/home", "PYTHONHASHSEED": "0"},
            stdout=subprocess.DEVNULL,
        )
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, words)
    return used.ru_utime + used.ru_stime


def least(before: Path, after: Path, game: str, rounds: int) -> dict[Path, float]:
    """Return the least seconds of both for a game's matches; which of them is first changes from round to round.

    Other work on the machine only adds to the seconds: of whole processes and of their starts, the least are taken.
    """
    _, matches = _TABLES[game]
    spent: dict[tuple[Path, int], list[float]] = {}
    for number in range(rounds):
        for packages in (before, after) if number % 2 else (after, before):
            for count in (1, matches + 1):
                spent.setdefault((packages, count), []).append(seconds(packages, game, count))
    return {packages: min(spent[packages, matches + 1]) - min(spent[packages, 1]) for packages in (before, after)}


def processor(commit: str = "", rounds: int = ROUNDS, games: Collection[str] = tuple(_TABLES)) -> list[Result]:
    """Measure both. commit: the earlier one; empty for the one that counts of the code are compared with."""
    commit = commit or json.loads(BASELINE.read_text("utf-8"))["commit"]
    results = []
    with checked_out(commit) as earlier, installed(earlier) as before, source() as copy, installed(copy) as after:
        for game in games:
            spent = least(before, after, game, rounds)
            ratio = spent[after] / spent[before]
            wanted = _COSTS.get(game, _WANTED)
            results.append(Result(f"bots' matches of {game}, processor, beside {commit}", ratio, "times", wanted))
    return results


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.processor", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--commit", default="")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--games", nargs="+", choices=[*_TABLES], default=[*_TABLES])
    options = parser.parse_args()
    for each in processor(options.commit, options.rounds, options.games):
        print(f"{each.what}: {each.shown} {each.unit}")


ALL: dict[str, Callable[[], list[Result]]] = {"processor": processor}

if __name__ == "__main__":
    main()
