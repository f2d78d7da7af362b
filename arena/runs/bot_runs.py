"""Runs of bots: they never wait, so an engine plays them on as many processors as it has."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

from woozle.arena.runs.engines import Engine
from woozle.arena.runs.matches import open_match
from woozle.arena.runs.plan import Plan, PlanError
from woozle.core.match import Halt
from woozle.core.sandbox_levels import Level
from woozle.players.fence import choose_level, current_level


def play_bots(plan: Plan, out: Path, left: Sequence[int], engine: Engine) -> Iterator[int]:
    """Play these matches of a run, and yield how many more are finished, as they are.

    A shard whose worker dies is begun again: its finished matches are left alone, and the unfinished one is resumed.
    """
    task = partial(play_shard, plan, out.absolute(), current_level())  # wherever a worker stands, and whatever is chosen there
    for _, finished in engine.results(task, engine.shards(left)):
        yield finished


def play_shard(plan: Plan, out: Path, sandbox: Level, numbers: Sequence[int]) -> int:
    """Play those of these matches that are not over, and return how many there are. sandbox: how programs are fenced in."""
    choose_level(sandbox)
    return asyncio.run(_play_in_turn(plan, out, numbers))


def collect_garbage_rarely() -> None:
    """Look for reference cycles seldom in this process.

    A match makes many small values that live as long as it does: a look at every 700 of them costs a tenth of the time.
    """
    gc.set_threshold(50_000, 20, 100)


async def _play_in_turn(plan: Plan, out: Path, numbers: Sequence[int]) -> int:
    collect_garbage_rarely()
    for number in numbers:
        if not plan.is_finished(out, number) and (ready := open_match(plan, out, number)):
            try:
                await ready.match.play()
            except Halt as halt:  # a picture is missing
                raise PlanError(str(halt)) from None
            finally:
                ready.writer.close()
    return len(numbers)
