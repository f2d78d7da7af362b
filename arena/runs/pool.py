"""A run of bots: they never wait, so whoever has a processor to give plays."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

from woozle.arena.runs.engines import Engine
from woozle.arena.runs.plan import Plan, PlanError
from woozle.arena.runs.table import ready
from woozle.core.match import Halt


def play(plan: Plan, out: Path, left: Sequence[int], engine: Engine) -> Iterator[int]:
    """Play these matches of a run; yields how many more are finished, as they are.

    A shard whose worker dies is begun again: its finished matches are left alone, and the one at play is gone on with.
    """
    task = partial(play_shard, plan, out.absolute())  # wherever a worker stands
    for _, finished in engine.results(task, engine.shards(left)):
        yield finished


def rare_collection() -> None:
    """Look for cycles seldom, in this process.

    A match makes many small values that live as long as it does: looking every 700 of them costs a tenth of the time.
    """
    gc.set_threshold(50_000, 20, 100)


def play_shard(plan: Plan, out: Path, numbers: Sequence[int]) -> int:
    """Play these matches, as far as they are not over; returns how many there are."""
    return asyncio.run(_play_in_turn(plan, out, numbers))


async def _play_in_turn(plan: Plan, out: Path, numbers: Sequence[int]) -> int:
    rare_collection()
    for number in numbers:
        if not plan.is_finished(out, number) and (table := ready(plan, out, number)):
            try:
                await table.match.play()
            except Halt as halt:  # a picture that nobody has
                raise PlanError(str(halt)) from None
            finally:
                table.writer.close()
    return len(numbers)
