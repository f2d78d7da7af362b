"""How fast the rules, a recorded match, verify and the start of the program are: the best of several rounds, in this process."""

from __future__ import annotations

import asyncio
import gc
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from benchmarks.result import Result
from benchmarks.village import Village
from woozle.core.chance import key_from_seed
from woozle.core.game import Event, Game
from woozle.core.games.ship.config import preset
from woozle.core.games.ship.rules import Ship
from woozle.core.match import Match
from woozle.core.referee import Referee
from woozle.core.request import Answer, Request, Response
from woozle.saves.verify import verify
from woozle.saves.writer import Writer

ROUNDS = 9
_TEXTARENA = "TextArena 0.7.4, no record: 62,500 to 64,900"
_IMPORTS = "TextArena 0.29, Inspect 1.2, clemcore 3.5 to 4.1"
SPEECH = "I was in medbay and saw nobody, then I went on to storage."


@cache
def given(kind: type[Answer], name: str, value: str | None) -> Answer:
    return kind.model_validate({name: value})


class Trivial:
    """Chooses at random and says one sentence: what a player costs that does not think."""

    is_person = False
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


def ticks_alone(matches: int = 40) -> float:
    player, config, ticks = Trivial(1), preset("quack"), 0
    started = time.perf_counter()
    for seed in range(matches):
        referee = Referee(Ship(6, config), key_from_seed(seed))
        while referee.outcome is None:
            for request in tuple(referee.open.values()):
                referee.fold(Response(request.id, player.answer(request), 0.0))
        ticks += referee.game.tick
    return ticks / (time.perf_counter() - started)


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

    started = time.perf_counter()
    total = asyncio.run(all_matches())
    spent = time.perf_counter() - started
    shutil.rmtree(folder)
    return total / spent


def rules() -> list[Result]:
    config = preset("quack")
    return [
        Result("ship, rules alone, 6 random players", best(ticks_alone), "ticks/s", ">= 40,000", "QUACK's engine: 3,476 to 4,467"),
        Result(
            "ship, whole matches, recorded, flushed per line",
            best(lambda: recorded(lambda: Ship(6, config), lambda referee: referee.game.tick)),
            "ticks/s",
            ">= 15,000",
            "QUACK's engine with its log: 2,670 to 3,400",
        ),
    ]


def talk() -> list[Result]:
    figure = best(lambda: recorded(lambda: Village(8), lambda referee: referee.folded, matches=60))
    return [
        Result(
            "8 seats, 70 requests a match, recorded",
            figure,
            "requests/s",
            "> 65,000",
            _TEXTARENA,
        )
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
        started = time.perf_counter()
        assert all(verify(folder / str(seed)).is_sound for seed in range(matches))
        return matches / (time.perf_counter() - started)

    figure = best(measure)
    shutil.rmtree(folder)
    return [Result("verify at level 2, matches of decent bots", figure, "matches/s", ">= 100")]


def start() -> list[Result]:
    with tempfile.TemporaryDirectory() as bytecode:
        return _started(bytecode)


def _started(bytecode: str) -> list[Result]:
    """bytecode: where it is kept from the first run on, as it is where Woozle is installed, whatever this process was told."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    environment["PYTHONPYCACHEPREFIX"] = bytecode

    def seconds(code: str) -> float:
        runs = []
        for _ in range(1 + ROUNDS):
            started = time.perf_counter()
            subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, env=environment)
            runs.append(time.perf_counter() - started)
        return min(runs)

    empty = seconds("pass")
    core = seconds("import woozle.core.match, woozle.core.registry") - empty
    textual = seconds(PAINT.format(app="from textual.app import App; app = App()"))
    lobby = seconds(PAINT.format(app="from woozle.tui.app import WoozleApp; app = WoozleApp(None)"))
    return [
        Result("import of the core (over an empty Python)", core, "s", "<= 0.15", _IMPORTS),
        Result("first paint: an empty Textual app", textual, "s", ""),
        Result("first paint: the lobby, in empty Textual apps", lobby / textual, "times", "<= 1.5"),
    ]


PAINT = """
import asyncio, os
{app}
async def main():
    async with app.run_test(size=(80, 24)):
        os._exit(0)  # painted; what is done after that, and leaving, does not count
asyncio.run(main())
"""

ALL: dict[str, Callable[[], list[Result]]] = {"rules": rules, "talk": talk, "verify": verifying, "start": start}
