"""The speed of the rules, of a recorded match, of verify and of the program's start: the best of several rounds.

Rates are per second of processor time, which other work on the machine affects less than the clock.
"""

from __future__ import annotations

import asyncio
import gc
import os
import random
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from benchmarks.result import Result
from woozle.core.chance import key_from_seed
from woozle.core.game import Event, Game
from woozle.core.line import texts
from woozle.core.match import Match
from woozle.core.referee import Referee
from woozle.core.request import Answer, Request, Response, Seat
from woozle.core.words import Narrator
from woozle.games.ship.config import preset
from woozle.games.ship.rules import Ship
from woozle.games.ship.words import WORDS
from woozle.saves.verify import verify
from woozle.saves.writer import Writer

ROUNDS = 9
SPEECH = "I was in medbay and saw nobody, then I went on to storage."


@cache
def given(kind: type[Answer], name: str, value: str | None) -> Answer:
    return kind.model_validate({name: value})


class Trivial:
    """A player that chooses at random and says one sentence: the cost of a player that neither thinks nor reads."""

    is_human = False
    answers_at_once = True
    keeps_time = False

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def answer(self, request: Request) -> Answer:
        for name, options in request.choices.items():
            return given(request.answer, name, options[int(self._random.random() * len(options))])
        return given(request.answer, "text", SPEECH)

    async def respond(self, request: Request, observation: Sequence[Event]) -> Response:
        return Response(request.id, self.answer(request), 0.0)

    def describe(self) -> dict[str, Any]:
        return {"kind": "bot", "name": "trivial", "seed": "0"}


def best(measure: Callable[[], float]) -> float:
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)  # as `woozle run` does
    return max(measure() for _ in range(ROUNDS))


def ticks_alone(matches: int = 40, *, reads: bool = False) -> float:
    """Return the ship's ticks per second. reads: whether each player is given its view as text before it answers."""
    player, config, ticks, read = Trivial(1), preset("quack"), 0, 0
    started = time.process_time()
    for seed in range(matches):
        referee = Referee(Ship(6, config), key_from_seed(seed))
        views: dict[Seat, list[str]] = {seat: [] for seat in referee.game.seats}
        seen, readers = dict.fromkeys(views, 0), {seat: Narrator(WORDS, seat) for seat in views}
        while referee.outcome is None:
            for request in tuple(referee.open.values()):
                if reads:
                    seat, observation = request.to, referee.view(request.to)
                    views[seat] += [line for event in observation[seen[seat] :] for line in texts(readers[seat](event))]
                    seen[seat] = len(observation)
                    read += len("\n".join(views[seat]))
                referee.fold(Response(request.id, player.answer(request), 0.0))
        ticks += referee.game.tick
    return ticks / (time.process_time() - started)


async def record(game: Game[Any], seed: int, folder: Path) -> Referee:
    referee = Referee(game, key_from_seed(seed))
    players = {seat: Trivial(seed * 100 + number) for number, seat in enumerate(game.seats)}
    writer = Writer.create(folder, referee, {seat: player.describe() for seat, player in players.items()}, sync=False)
    await Match(referee, players, writer).play()
    return referee


def recorded(play: Callable[[], Game[Any]], count: Callable[[Referee], int], matches: int = 20) -> float:
    folder = Path(tempfile.mkdtemp())

    async def all_matches() -> int:
        return sum([count(await record(play(), seed, folder / str(seed))) for seed in range(matches)])

    started = time.process_time()
    total = asyncio.run(all_matches())
    spent = time.process_time() - started
    shutil.rmtree(folder)
    return total / spent


def rules() -> list[Result]:
    config = preset("quack")
    return [
        Result("ship, rules alone, 6 random players", best(ticks_alone), "ticks/s", ">= 40,000"),
        Result("  the same, each given its view as text at every turn", best(lambda: ticks_alone(reads=True)), "ticks/s", ""),
        Result(
            "ship, whole matches, recorded, flushed per line",
            best(lambda: recorded(lambda: Ship(6, config), lambda referee: referee.game.tick)),
            "ticks/s",
            ">= 15,000",
        ),
    ]


def verifying(matches: int = 40) -> list[Result]:
    from woozle.players.seats import parse_seats, seat_players

    folder = Path(tempfile.mkdtemp())
    for seed in range(matches):
        game, key = Ship(6, preset("standard")), key_from_seed(seed)
        referee = Referee(game, key)
        players = seat_players("ship", game.seats, parse_seats("bot*6", "ship"), key, lambda seat: Trivial(0))
        described = {seat: player.describe() for seat, player in players.items()}
        asyncio.run(Match(referee, players, Writer.create(folder / str(seed), referee, described, sync=False)).play())

    def measure() -> float:
        started = time.process_time()
        assert all(verify(folder / str(seed)).is_verified for seed in range(matches))
        return matches / (time.process_time() - started)

    figure = best(measure)
    shutil.rmtree(folder)
    return [Result("verify at level 2, matches of decent bots", figure, "matches/s", ">= 100")]


def start() -> list[Result]:
    with tempfile.TemporaryDirectory() as bytecode:
        return _started(bytecode)


def _started(bytecode: str) -> list[Result]:
    """Measure starts. bytecode: folder that keeps it from the first run on, as an installation does, whatever this process does."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    environment["PYTHONPYCACHEPREFIX"] = bytecode

    def seconds(*programs: str) -> list[float]:
        """Return the processor seconds of each, the least of several rounds in which all run in turn; the first does not count."""
        rounds = [[processor_seconds(sys.executable, code, environment) for code in programs] for _ in range(1 + ROUNDS)]
        return [min(runs) for runs in zip(*rounds[1:], strict=True)]

    empty, core, version, usage = seconds(
        "pass", "import woozle.core.match, woozle.core.registry", COMMAND.format("--version"), COMMAND.format("--help")
    )
    textual, lobby = seconds(
        PAINT.format(app="from textual.app import App; app = App()"),
        PAINT.format(app="from woozle.tui.app import WoozleApp; app = WoozleApp(None)"),
    )
    return [
        Result("import of the core (over an empty Python)", core - empty, "s", "<= 0.15"),
        Result("woozle --version", version, "s", "<= 0.35"),
        Result("woozle --help", usage, "s", "<= 0.35"),
        Result("first paint: an empty Textual app", textual, "s", ""),
        Result("first paint: the lobby, in empty Textual apps", lobby / textual, "times", "<= 1.4"),
    ]


def processor_seconds(python: Path | str, code: str, environment: Mapping[str, str], folder: Path | str | None = None) -> float:
    """Return the processor seconds of a program, from the start of its Python to its end."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([python, "-c", code], check=True, capture_output=True, env=environment, cwd=folder)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


COMMAND = "import sys; sys.argv = ['woozle', '{}']; from woozle.tui.cli.entry import main; main()"
PAINT = """
import asyncio, os
{app}
async def main():
    async with app.run_test(size=(80, 24)):
        os._exit(0)  # painted; what is done after that, and leaving, does not count
asyncio.run(main())
"""

ALL: dict[str, Callable[[], list[Result]]] = {"rules": rules, "verify": verifying, "start": start}
