"""The report of 10,000 matches of the ship with their claims, and the same again, extrapolated from some hundreds.

    python -m benchmarks reports

Every report is a process of its own with its own home. What a match costs is the difference between two numbers of matches; what is
left of the smaller one does not grow with them.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from benchmarks.result import Result

FEW, MANY, WHOLE = 200, 600, 10_000
_WOOZLE = "from woozle.tui.cli.entry import main; main()"


class Cost(NamedTuple):
    """What a command took: seconds by the clock, and of processor on all cores."""

    seconds: float
    processor: float

    def grown(self, few: Cost, matches: int) -> Cost:
        """Return the cost for a number of matches, by this one of MANY and that of FEW."""
        each = [(many - some) / (MANY - FEW) for many, some in zip(self, few, strict=True)]
        return Cost(*(some + rate * (matches - FEW) for some, rate in zip(few, each, strict=True)))


def woozle(home: Path, *words: object) -> Cost:
    """Run a command, and return what it took."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    started = time.perf_counter()
    command = [sys.executable, "-c", _WOOZLE, *map(str, words)]
    subprocess.run(command, env={**os.environ, "WOOZLE_HOME": str(home)}, stdout=subprocess.DEVNULL, check=True)
    seconds, after = time.perf_counter() - started, resource.getrusage(resource.RUSAGE_CHILDREN)
    return Cost(seconds, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


def reports() -> list[Result]:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        first, again = {}, {}
        for number in (FEW, MANY):
            home, out = folder / f"home {number}", folder / f"run {number}"
            woozle(home, "run", "ship", "--seats", "bot*6", "--matches", number, "--seed", 600_000, "--out", out)
            first[number] = woozle(home, "report", out, "--table")
            again[number] = min((woozle(home, "report", out, "--table") for _ in range(3)), key=lambda cost: cost.processor)
    new, kept = first[MANY].grown(first[FEW], WHOLE), again[MANY].grown(again[FEW], WHOLE)
    what = f"a report of {WHOLE:,} matches of the ship, by {FEW} and {MANY}"
    return [
        Result(what, new.seconds, "s", "<= 240"),
        Result("    processor, of all cores", new.processor, "s of a core", ""),
        Result("the same again, in one process", kept.processor, "s of a core", "<= 15"),
        Result("    a match, verified, read and measured", (new.processor - first[FEW].processor) / (WHOLE - FEW) * 1000, "ms", ""),
        Result("    a match, again", (kept.processor - again[FEW].processor) / (WHOLE - FEW) * 1000, "ms", ""),
    ]


ALL = {"reports": reports}
