"""The arena beside others like it: eight seats that talk, recorded or not, read and checked; what is installed and imported."""

from __future__ import annotations

import asyncio
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

from benchmarks.result import Result
from benchmarks.speed import Trivial, best
from benchmarks.village import Village
from woozle.core import registry
from woozle.core.chance import key_from_seed
from woozle.core.match import Match
from woozle.core.referee import Referee
from woozle.saves.transcript import CLOSED
from woozle.saves.verify import verify
from woozle.saves.writer import Writer

_MATCHES, _FORCED = 60, 20
_HOUSE = Path(__file__).parents[1]
_TEXTARENA = "TextArena 0.7.4 SecretMafia: 903 to 938, no record"
_RECORDERS = "clemcore 3.7.2's recorder alone: 891 to 911; Inspect 0.3.285: 5.5 to 6.7"
_READERS = "Inspect reads 23 to 35 of 70 turns, checks nothing"


def village() -> list[Result]:
    """Matches of eight seats with 70 requests, as other arenas are measured with; views are remembered whole."""
    registry._OWN["village"] = "benchmarks.village:Village"  # so that verify finds it
    folder = Path(tempfile.mkdtemp())
    try:
        results = [
            Result("8 seats, 70 requests, no record", best(_unrecorded), "matches/s", ">= 500", _TEXTARENA),
            Result("  recorded, flushed", best(lambda: _recorded(folder, False, _MATCHES)), "matches/s", ">= 300", _RECORDERS),
            Result("  recorded, forced to the disk", best(lambda: _recorded(folder, True, _FORCED)), "matches/s", ">= 100", ""),
        ]
        _recorded(folder, False, _MATCHES, keeps=True)
        for level, wanted in ((2, ">= 500"), (0, ">= 5,000")):
            figure = best(lambda level=level: _verified(folder, level))  # type: ignore[misc]
            results.append(Result(f"  read and checked at level {level}, a core", figure, "matches/s", wanted, _READERS))
        apart = _interleaved(folder)
        return [*results, Result("  same seed, side by side: matches with other bytes", apart, "of 60", "0", "TextArena: differs")]
    finally:
        shutil.rmtree(folder)


def _unrecorded() -> float:
    async def play(seed: int) -> None:
        referee = Referee(Village(8), key_from_seed(seed))
        await Match(referee, {seat: Trivial(seed * 100 + at) for at, seat in enumerate(referee.game.seats)}).play()

    async def every() -> None:
        for seed in range(_MATCHES):
            await play(seed)

    started = time.perf_counter()
    asyncio.run(every())
    return _MATCHES / (time.perf_counter() - started)


def _match(folder: Path, seed: int, sync: bool) -> Match:
    referee = Referee(Village(8), key_from_seed(seed))
    players = {seat: Trivial(seed * 100 + at) for at, seat in enumerate(referee.game.seats)}
    described = {seat: player.describe() for seat, player in players.items()}
    return Match(referee, players, Writer.create(folder / str(seed), referee, described, sync=sync))


def _recorded(folder: Path, sync: bool, matches: int, keeps: bool = False) -> float:
    async def every() -> None:
        for seed in range(matches):
            await _match(folder / "alone", seed, sync).play()

    started = time.perf_counter()
    asyncio.run(every())
    spent = time.perf_counter() - started
    if not keeps:
        shutil.rmtree(folder / "alone")
    return matches / spent


def _verified(folder: Path, level: int) -> float:
    started = time.perf_counter()
    assert all(verify(folder / "alone" / str(seed), level).is_sound for seed in range(_MATCHES))
    return _MATCHES / (time.perf_counter() - started)


def _interleaved(folder: Path) -> int:
    """How many matches have other bytes when all are played at once, each player after all others."""

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


# What is installed


def installed() -> list[Result]:
    size = sum(map(_size, needed("woozle"))) + sum(
        file.stat().st_size
        for floor in ("core", "players", "saves", "tui")
        for file in (_HOUSE / floor).rglob("*")
        if _counts(file)
    )
    lines = sum(len((_HOUSE / "core" / name).read_text("utf-8").splitlines()) for name in ("game.py", "referee.py"))
    peers = "TextArena 122, Inspect 324, clemcore 766, with pip's 17"
    return [
        Result("installed, with all that it needs", size / 1e6, "MB", "<= 60", peers),
        Result("the protocol, `game.py` and `referee.py`", lines, "lines", "<= 250"),
        Result("modules of Textual that `woozle run` loads", _textual(), "", "0"),
    ]


def _counts(file: Path) -> bool:
    return file.is_file() and file.suffix != ".pyc"


def needed(name: str) -> Iterator[Distribution]:
    """What an installation without extras has to have, each once, Woozle itself left out, as it lies here as it is written."""
    waiting, seen = [name], {name}
    while waiting:
        try:
            found = distribution(waiting.pop())
        except PackageNotFoundError:  # not for this system or Python
            continue
        if found.name != name:
            yield found
        for wanted in found.requires or ():
            other = re.split(r"[ ;<>=!~\[(]", wanted, maxsplit=1)[0].lower().replace("_", "-")
            if "extra ==" not in wanted and other not in seen:
                seen.add(other)
                waiting.append(other)


def _size(of: Distribution) -> int:
    files = (Path(str(of.locate_file(file))) for file in of.files or ())
    return sum(file.stat().st_size for file in files if file.is_file() and file.suffix != ".pyc")


def _textual() -> int:
    with tempfile.TemporaryDirectory() as folder:
        words = ["run", "ship", "--seats", "bot*6", "--matches", "1", "--jobs", "1", "--out", f"{folder}/run"]
        code = (
            f"import sys; sys.argv[1:] = {words!r}\nfrom woozle.tui.cli.main import main\n"
            "try:\n    main()\nexcept SystemExit as end:\n    assert not end.code, end.code\n"
            "print('loaded', sum(name.split('.')[0] == 'textual' for name in sys.modules))"
        )
        said = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout
    return int(said.split()[-1])


ALL: dict[str, Callable[[], list[Result]]] = {"village": village, "installed": installed}
