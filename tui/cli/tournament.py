"""Many matches without people: planned once, played side by side, resumable at any time.

`plan.json` says what is to be played and never changes; what is left is the plan less the finished transcripts.
"""

from __future__ import annotations

import asyncio
import gc
import os
import signal
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from itertools import chain
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError

from woozle.core import registry
from woozle.saves import disk
from woozle.saves.resume import FinishedError
from woozle.saves.transcript import CLOSED, TranscriptError, read
from woozle.saves.vocabulary import decode_record
from woozle.tui.present.failures import failures
from woozle.tui.setup import new_match, reopened_match

PLAN = "plan.json"
_MATCHES_AT_A_TIME = 4  # of one process between two reports


class PlanError(ValueError):
    """A run that cannot go on. Says why, in a sentence."""


class Plan(BaseModel):
    """What a run plays. seats: as on the command line; sync: whether every answer is forced to the disk before play goes on."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    woozle_plan: int = 1
    game: str
    rules: int
    seats: str
    config: dict[str, Any]
    seed: int
    matches: int
    sync: bool = False

    def folder(self, out: Path, number: int) -> Path:
        """Where a match of the run lives. The first number is 1."""
        return out / f"{number:0{max(4, len(str(self.matches)))}d}"

    def left(self, out: Path) -> list[int]:
        """The numbers of the matches that are not finished."""
        return [number for number in range(1, self.matches + 1) if not (self.folder(out, number) / CLOSED).exists()]


def planned(out: Path, plan: Plan) -> Plan:
    """Begin a run in `out`, or go on with the same one. Raises PlanError if another one lives there."""
    try:
        there = read_plan(out)
    except FileNotFoundError:
        try:
            out.mkdir(parents=True, exist_ok=True)
            disk.replace(out / PLAN, plan.model_dump_json(indent=1).encode())
        except OSError as error:
            raise PlanError(f"{out} cannot be written: {error.strerror}; choose another --out.") from None
        return plan
    different = [name for name in Plan.model_fields if getattr(there, name) != getattr(plan, name)]
    if different:
        raise PlanError(
            f"{out} holds another run (its {' and '.join(different)} differ); choose another --out, or go on with that one by "
            f"`woozle resume {out}`."
        )
    return there


def read_plan(out: Path) -> Plan:
    """The plan of a run. Raises FileNotFoundError if there is none and PlanError if it cannot be read."""
    try:
        return Plan.model_validate_json((out / PLAN).read_bytes())
    except (FileNotFoundError, NotADirectoryError):
        raise FileNotFoundError(out / PLAN) from None
    except (ValidationError, OSError) as error:
        raise PlanError(f"{out / PLAN} is damaged or not a plan; choose another --out.") from error


def play(plan: Plan, out: Path, jobs: int) -> Iterator[int]:
    """Play what is left of a run, `jobs` processes side by side; yields how many more matches are finished, as they are."""
    left = plan.left(out)
    shards = [left[at : at + _MATCHES_AT_A_TIME] for at in range(0, len(left), _MATCHES_AT_A_TIME)]
    if jobs <= 1 or len(shards) <= 1:
        for number in left:
            yield _play_shard(plan, out, [number])
        return
    pool = ProcessPoolExecutor(min(jobs, len(shards)), initializer=_leave_interrupts_to_the_parent)
    try:
        waiting: set[Future[int]] = {pool.submit(_play_shard, plan, out, shard) for shard in shards}
        while waiting:
            done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            for each in done:
                yield each.result()
    except BrokenProcessPool:
        raise PlanError(f"A process of the run was killed; `woozle resume {out}` goes on with the rest.") from None
    finally:
        pool.shutdown(cancel_futures=True)


def summary(plan: Plan, out: Path) -> dict[str, Any]:
    """What came of a run: how many matches are finished, why they ended, and each seat's results."""
    reasons: Counter[str] = Counter()
    seats: dict[str, Counter[str]] = {}
    failed: list[str] = []
    finished = 0
    for number in range(1, plan.matches + 1):
        try:
            transcript = read(plan.folder(out, number))
        except TranscriptError:
            continue
        if (end := transcript.end) is None:
            continue
        finished += 1
        reasons[end.outcome.reason] += 1
        for seat, result in end.outcome.results.items():
            seats.setdefault(seat, Counter())[result.kind] += 1
        if any(result.kind == "void" for result in end.outcome.results.values()):
            told = chain(*decode_record(registry.game(plan.game), transcript))
            failed += [f"{transcript.folder.name}: {sentence}" for sentence in failures(event for event, _ in told)]
    return {
        "game": plan.game,
        "out": str(out),
        "seed": plan.seed,
        "matches": plan.matches,
        "finished": finished,
        "reasons": dict(reasons.most_common()),
        "failures": failed,
        "seats": {seat: dict(results) for seat, results in seats.items()},
    }


def cores() -> int:
    """How many processes can really run side by side."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _leave_interrupts_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)


def _play_shard(plan: Plan, out: Path, numbers: list[int]) -> int:
    return asyncio.run(_play_in_turn(plan, out, numbers))


async def _play_in_turn(plan: Plan, out: Path, numbers: list[int]) -> int:
    # A match makes many small values that live as long as it does: looking for cycles every 700 of them costs a tenth of the time.
    gc.set_threshold(50_000, 20, 100)
    config = registry.validated(registry.game(plan.game).config_type, plan.config)
    for number in numbers:
        folder = plan.folder(out, number)
        try:
            table = reopened_match(folder, sync=plan.sync)
        except FinishedError:  # it was killed when only the name of the file was still to change
            continue
        except TranscriptError:
            table = new_match(plan.game, [plan.seats], config, plan.seed, folder, number=number, sync=plan.sync)
        try:
            await table.match.play()
        finally:
            table.writer.close()
    return len(numbers)
