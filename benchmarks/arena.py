"""Matches of eight seats that talk: rates per second of a core, recorded or not, read and checked."""

from __future__ import annotations

import asyncio
import shutil
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from benchmarks.result import Result
from benchmarks.speed import Trivial, best
from benchmarks.village import Village, install
from woozle.core.chance import key_from_seed
from woozle.core.match import Match
from woozle.core.referee import Referee
from woozle.saves.transcript import CLOSED
from woozle.saves.verify import verify
from woozle.saves.writer import Writer

_MATCHES, _FORCED = 60, 20


def village() -> list[Result]:
    """Measure matches of eight seats with 70 requests; players keep their whole views."""
    install()
    folder = Path(tempfile.mkdtemp())
    try:
        results = [
            Result("8 seats, 70 requests, no record", best(_unrecorded), "matches/s", ">= 500"),
            Result("  recorded, flushed", best(lambda: _recorded(folder, False, _MATCHES)), "matches/s", ">= 300"),
            Result(
                "  recorded, forced to the disk, by the clock",
                best(lambda: _recorded(folder, True, _FORCED)),
                "matches/s",
                ">= 100",
            ),
        ]
        _recorded(folder, False, _MATCHES, keeps=True)
        for level, wanted in ((2, ">= 500"), (0, ">= 5,000")):
            figure = best(lambda level=level: _verified(folder, level))  # type: ignore[misc]
            results.append(Result(f"  read and checked at level {level}", figure, "matches/s", wanted))
        apart = _interleaved(folder)
        return [*results, Result("  same seed, side by side: matches with other bytes", apart, "of 60", "0")]
    finally:
        shutil.rmtree(folder)


def _unrecorded() -> float:
    async def play(seed: int) -> None:
        referee = Referee(Village(8), key_from_seed(seed))
        await Match(referee, {seat: Trivial(seed * 100 + at) for at, seat in enumerate(referee.game.seats)}).play()

    async def every() -> None:
        for seed in range(_MATCHES):
            await play(seed)

    started = time.process_time()
    asyncio.run(every())
    return _MATCHES / (time.process_time() - started)


def _match(folder: Path, seed: int, sync: bool) -> Match:
    referee = Referee(Village(8), key_from_seed(seed))
    players = {seat: Trivial(seed * 100 + at) for at, seat in enumerate(referee.game.seats)}
    described = {seat: player.describe() for seat, player in players.items()}
    return Match(referee, players, Writer.create(folder / str(seed), referee, described, sync=sync))


def _recorded(folder: Path, sync: bool, matches: int, keeps: bool = False) -> float:
    async def every() -> None:
        for seed in range(matches):
            await _match(folder / "alone", seed, sync).play()

    clock = time.perf_counter if sync else time.process_time  # with sync, waiting for the disk counts
    started = clock()
    asyncio.run(every())
    spent = clock() - started
    if not keeps:
        shutil.rmtree(folder / "alone")
    return matches / spent


def _verified(folder: Path, level: int) -> float:
    started = time.process_time()
    assert all(verify(folder / "alone" / str(seed), level).is_verified for seed in range(_MATCHES))
    return _MATCHES / (time.process_time() - started)


def _interleaved(folder: Path) -> int:
    """Return how many matches have other bytes when all are played at once, with each player yielding to all others."""

    class Yielding(Trivial):
        answers_at_once = False

        async def respond(self, request, observation):  # type: ignore[no-untyped-def, override]
            await asyncio.sleep(0)
            return await super().respond(request, observation)

    async def every() -> None:
        matches = [_match(folder / "together", seed, False) for seed in range(_MATCHES)]
        for seed, match in enumerate(matches):
            match.players = {seat: Yielding(seed * 100 + at) for at, seat in enumerate(match.players)}
        await asyncio.gather(*(match.play() for match in matches))

    asyncio.run(every())
    both = (folder / "alone", folder / "together")
    return sum(len({(each / str(seed) / CLOSED).read_bytes() for each in both}) - 1 for seed in range(_MATCHES))


ALL: dict[str, Callable[[], list[Result]]] = {"village": village}
