"""How long the dry runs of all papers take, by the command line as a user types it.

python -m benchmarks papers
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.result import Result
from woozle.arena.reproduction.recipe import papers

_COMMAND = "from woozle.tui.cli.entry import main; main()"


def dry_runs() -> list[Result]:
    results: list[Result] = []
    cells = 0
    for paper in papers():
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "cells.json"
            started = time.perf_counter()
            with file.open("wb") as out:
                subprocess.run([sys.executable, "-c", _COMMAND, "reproduce", paper, "--dry-run", "--json"], stdout=out, check=True)
            seconds = time.perf_counter() - started
            tables = json.loads(file.read_bytes())["tables"]
        cells += sum(cell["ours"] is not None for table in tables for row in table["rows"] for cell in row["cells"])
        results.append(Result(f"    {paper}", seconds, "s", ""))
    every = sum(each.figure for each in results)
    return [
        Result(f"dry runs of all {len(results)} papers, one after the other", every, "s", "<= 60"),
        *results,
        Result("    cells that they fill", float(cells), "cells", ""),
    ]


ALL = {"papers": dry_runs}
