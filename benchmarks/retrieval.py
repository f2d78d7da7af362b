"""The cost of searching a large corpus: 100,000 paragraphs of a generated world, indexed and searched by words.

python -m benchmarks retrieval
"""

from __future__ import annotations

import subprocess
import sys
import time

from benchmarks.result import Result

THINGS = 50_000  # in each of two corpora
QUERIES = 2_000


def retrieval() -> list[Result]:
    """Measure in its own process, so that memory is that of the index alone."""
    ran = subprocess.run([sys.executable, "-m", "benchmarks.retrieval"], check=True, capture_output=True, text=True)
    making, indexing, memory, median, p95, hits = map(float, ran.stdout.split())
    return [
        Result("a world of 100,000 paragraphs, made", making, "s", ""),
        Result("  indexed by words", indexing, "s", "< 60"),
        Result("  memory of the index", memory, "MB", ""),
        Result("  a question, 3 paragraphs: median", median, "ms", "< 5"),
        Result("  faster than that are 95 of 100", p95, "ms", "< 5"),
        Result("  the right paragraph is the first", hits, "%", ""),
    ]


def _resident() -> float:
    """Return the resident memory of this process in megabytes."""
    with open("/proc/self/statm") as file:  # noqa: PTH123 (no path of ours)
        return int(file.read().split()[1]) * 4096 / 1e6


def _measure() -> None:
    import bm25s  # noqa: F401 (its import is no part of the index)

    from woozle.games.self_play.data.world import world
    from woozle.games.self_play.players.bm25 import Index

    begun = time.perf_counter()
    made = world(7, THINGS)
    paragraphs = [each for name in made.paragraphs for each in made.paragraphs[name]]
    step = len(made.things) // QUERIES
    asked = [(thing.facts[at % len(thing.facts)].question(at), thing.id) for at, thing in enumerate(made.things[::step])]
    making = time.perf_counter() - begun

    before, begun = _resident(), time.perf_counter()
    index = Index([f"{each.title} {each.text}" for each in paragraphs])
    indexing = time.perf_counter() - begun

    seconds, hits = [], 0
    for question, thing in asked:
        begun = time.perf_counter()
        found = index.best(question.question, 3)
        seconds.append(time.perf_counter() - begun)
        hits += paragraphs[found[0].at].id == thing
    seconds.sort()
    median, p95 = (seconds[int(len(seconds) * share)] * 1000 for share in (0.5, 0.95))
    print(making, indexing, _resident() - before, median, p95, 100 * hits / len(asked))


ALL = {"retrieval": retrieval}

if __name__ == "__main__":
    _measure()
