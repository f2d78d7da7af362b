"""The cost of verifying many transcripts: in one process, in several, on a Ray cluster of this machine; and the size of matches.

Processor time is compared, since other work on the machine affects it less than the clock. Clusters over a network are not
measured.
"""

from __future__ import annotations

import asyncio
import os
import resource
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from importlib.util import find_spec
from pathlib import Path

from benchmarks.model_calls import SHORT
from benchmarks.model_calls import play as play_with_a_model
from benchmarks.model_server import serving
from benchmarks.result import Result
from woozle.arena.runs.bot_runs import play_bots
from woozle.arena.runs.engines import Engine, InProcess, open_engine
from woozle.arena.runs.plan import Plan, open_plan
from woozle.arena.runs.shards import cores
from woozle.arena.runs.verification import VerifyOptions, verify_shard
from woozle.core import registry
from woozle.players.backends.openai import OpenAI
from woozle.players.backends.rate_limiter import RateLimiter, RateLimits
from woozle.saves.verify import LEVELS, find_transcripts, verify_many

VERIFIED = 400  # transcripts, in shards of 50 for two cores
PLAYED = 100  # different ones among them
OF_EACH_GAME = 20
ROUNDS = 3


def played(game: str, matches: int, out: Path) -> list[Path]:
    """Play matches of bots, and return their transcripts."""
    kind = registry.game(game)
    config = registry.configure(kind, "standard", {}).model_dump(mode="json")
    plan = open_plan(
        out, Plan(game=game, rules=kind.version, seats=f"bot*{kind.default_seats}", config=config, seed=1, matches=matches)
    )
    for _ in play_bots(plan, out, plan.numbers_left(out), InProcess()):
        pass
    return find_transcripts(out)


def rate(paths: Sequence[Path], level: int) -> float:
    """Return the transcripts that one process verifies per second of processor time, the best of several rounds."""
    return max(_alone(paths, level) for _ in range(ROUNDS))


def _alone(paths: Sequence[Path], level: int) -> float:
    started = time.process_time()
    assert all(report.is_verified for report in verify_many(paths, level))
    return len(paths) / (time.process_time() - started)


def through(engine: Engine, paths: Sequence[Path], level: int, *, one_by_one: bool = False) -> float:
    """Return the processor milliseconds per transcript, of all processes of an engine, even those that only pass work on."""
    task = partial(verify_shard, Path.cwd(), VerifyOptions(level), False)
    shards = [[path] for path in paths] if one_by_one else engine.shards(paths)
    list(engine.results(task, [[path] for path in paths[:8]]))
    before = spent()
    assert all(part.status == 0 for _, part in engine.results(task, shards))
    return (spent() - before) / len(paths) * 1000


def spent() -> float:
    """Return the processor seconds of this process and its descendants, living and ended. Linux only."""
    living = dict(_living())
    family, more = {os.getpid()}, True
    while more:
        more = {process for process, (parent, _) in living.items() if parent in family} - family
        family |= more
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    return sum(living[each][1] for each in family) + ended.ru_utime + ended.ru_stime


def _living() -> Iterator[tuple[int, tuple[int, float]]]:
    """Yield each process: its id, that of its parent, and its processor seconds."""
    for file in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):  # it has ended
            fields = file.read_text().rpartition(")")[2].split()
            ticks = int(fields[11]) + int(fields[12])
            yield int(file.parent.name), (int(fields[1]), ticks / os.sysconf("SC_CLK_TCK"))


def engines() -> list[Result]:
    folder = Path(tempfile.mkdtemp())
    paths = played("debate", PLAYED, folder) * (VERIFIED // PLAYED)
    results = []
    for level in (0, 2):
        what = f"processor, a debate verified at level {level}: one process"
        results.append(Result(what, through(InProcess(), paths, level), "ms", ""))
        with open_engine("processes", cores(), None, print) as engine:
            results.append(Result(f"    {cores()} processes", through(engine, paths, level), "ms", ""))
        results += _with_ray(paths, level) if find_spec("ray") else []
    shutil.rmtree(folder)
    return results


def _with_ray(paths: Sequence[Path], level: int) -> list[Result]:
    with open_engine("ray", cores(), None, print) as engine:
        return [
            Result(f"    {cores()} workers of Ray, a task a shard", through(engine, paths, level), "ms", ""),
            Result("    the same, a task a match", through(engine, paths, level, one_by_one=True), "ms", ""),
        ]


def with_a_model(matches: int, folder: Path) -> list[Path]:
    """Play short matches of the ship with a model in one seat, and return their transcripts."""

    async def all_matches(url: str) -> None:
        gate = RateLimiter(OpenAI(url), RateLimits())
        for seed in range(matches):
            await play_with_a_model(seed, gate, folder, config=SHORT)
        await gate.close()

    with serving(0.0) as server:
        asyncio.run(all_matches(server.url))
    return find_transcripts(folder)


def transcripts() -> list[Result]:
    made: dict[str, Callable[[Path], list[Path]]] = {
        **{f"{game}, bots": partial(played, game, OF_EACH_GAME) for game in registry.names()},
        "ship of 30 ticks, a model and bots": partial(with_a_model, OF_EACH_GAME),
    }
    results = []
    for name, make in made.items():
        folder = Path(tempfile.mkdtemp())
        paths = make(folder)
        sizes = [path.stat().st_size for path in paths]
        answers = [report.lines for report in verify_many(paths, 0)]
        results += [
            Result(f"{name}: a transcript", sum(sizes) / len(paths) / 1000, "kB", ""),
            Result("    answers in it", sum(answers) / len(paths), "", ""),
        ]
        levels = LEVELS if "model" in name else LEVELS[:3]
        results += [Result(f"    verified at level {level}, of one core", rate(paths, level), "matches/s", "") for level in levels]
        shutil.rmtree(folder)
    return results


ALL = {"engines": engines, "transcripts": transcripts}
