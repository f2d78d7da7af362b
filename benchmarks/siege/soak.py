"""Many matches of bots of all games in one process, each recorded and verified: does memory stay flat?"""

from __future__ import annotations

import asyncio
import os
import resource
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path
from statistics import linear_regression

from benchmarks.siege.part import Part, Piece, Sample, Tally, dice
from woozle.arena.play.setup import new_match
from woozle.arena.runs.bot_runs import collect_garbage_rarely
from woozle.core import registry
from woozle.players.pictures import album
from woozle.saves.verify import verify

MATCHES = 10_000
_SAMPLED_EVERY = 50
_FEWEST = 1000  # matches until caches that are bounded are no longer most of what grows
_WARMED_UP = 0.1  # of the samples of a process: what is loaded and kept once is no growth


def begin(seed: int, tally: Tally, folder: Path) -> tuple[int, Piece]:
    games = registry.names()
    collect_garbage_rarely()  # as `woozle run` does
    tally.samples.append([])

    def piece(number: int) -> None:
        luck = dice(seed, "soak", number)
        game = luck.choice(games)
        kind = registry.game(game)
        preset = luck.choice(list(kind.presets))
        config = registry.configure(kind, preset, {})
        least, most = kind.min_seats_for(config), min(kind.max_seats, 8)
        bots = f"bot*{luck.randint(least, max(least, most))}"
        place = folder / "match"
        try:
            ready = new_match(game, [bots], config, seed, place, number=number + 1, sync=False)
            asyncio.run(ready.match.play())
            ready.writer.close()
            report = verify(place)
            if not (report.is_verified and report.is_finished):
                tally.fault(f"Match {number} ({game}, {preset}, {bots}) does not verify: {report.findings[:1]}")
            tally.count(f"matches of {game}")
            tally.count("answers", report.lines)
        except Exception as error:
            tally.fault(f"Match {number} ({game}, {preset}, {bots}) raised {type(error).__name__}: {error}")
        finally:
            shutil.rmtree(place, ignore_errors=True)
        if tally.done % _SAMPLED_EVERY == 0 or tally.scale < 1:
            tally.samples[-1].append((tally.done, round(megabytes(), 3), round(pictures(), 3)))

    return MATCHES, piece


def megabytes() -> float:
    """Resident memory of this process now."""
    file = Path("/proc/self/statm")
    if file.exists():
        return int(file.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20
    return peak()


def peak() -> float:
    """The most that it ever had, in megabytes."""
    used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return used / 2**20 if sys.platform == "darwin" else used / 2**10


def pictures() -> float:
    """Megabytes of pictures that are held as long as there is room for them, which is bounded."""
    return sum(len(each.data) for each in album._OURS._held.values()) / 2**20


def slope(samples: Sequence[Sample]) -> float:
    """Megabytes more in 1,000 matches, by least squares, pictures left out."""
    if len(samples) < 3:
        return 0.0
    return linear_regression([done for done, *_ in samples], [all_of_it - held for _, all_of_it, held in samples]).slope * 1000


def row(tally: Tally) -> list[tuple[str, str]]:
    stretch = max(tally.samples, key=len)
    late = stretch[round(len(stretch) * _WARMED_UP) :]
    games = sum(name.startswith("matches of ") for name in tally.figures)
    return [
        ("matches of bots, recorded and verified at level 2", f"{tally.done:,} of {games} games"),
        ("processes, one after another", f"{len(tally.samples)}"),
        ("answers in them", f"{tally.figures['answers']:,}"),
        ("matches that raised, or do not verify", f"{tally.failed:,}"),
        ("memory after a tenth, at the end, at most", _levels([all_of_it for _, all_of_it, _ in late])),
        (f"of it pictures, for which there is room of {album.ROOM >> 20} MB", _levels([held for *_, held in late])),
        ("the rest grows in 1,000 matches, by least squares", _growth(late)),
        ("the same, in the second half alone", _growth(late[len(late) // 2 :])),
    ]


def _growth(samples: Sequence[Sample]) -> str:
    is_enough = samples[-1][0] - samples[0][0] >= _FEWEST
    return f"{slope(samples):+.2f} MB" if is_enough else f"fewer than {_FEWEST:,} matches do not say"


def _levels(late: Sequence[float]) -> str:
    return f"{late[0]:.1f}, {late[-1]:.1f}, {max(late):.1f} MB"


PART = Part("soak", "Soak", begin, row)
