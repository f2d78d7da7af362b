"""The cost of playing from outside: agents in Python beside a bot with the same logic, programs beside a bare echo.

Rates are per second of processor time, measured in turns; a ratio is the median over rounds that each measure both.
"""

from __future__ import annotations

import asyncio
import json
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from statistics import median

from benchmarks import speed
from benchmarks.result import Result
from woozle.arena.runs.bot_runs import collect_garbage_rarely
from woozle.arena.testing.games import seat_bots
from woozle.core import registry
from woozle.core.chance import key_from_seed
from woozle.core.game import Event
from woozle.core.match import Match, Player
from woozle.core.referee import Referee
from woozle.core.request import Answer, Request, Seat
from woozle.games.ship.config import preset
from woozle.games.ship.players.bot import ShipBot
from woozle.games.ship.rules import Ship
from woozle.players.agent import AgentPlayer, load_agent
from woozle.players.fence import LEVELS, USUAL, Level, choose_level, find_trouble
from woozle.players.program import ProgramPlayer
from woozle.players.random_bot import RandomBot
from woozle.players.registry import prompt
from woozle.players.seat_protocol import Narration, message_line, request_message
from woozle.saves.writer import Writer

MATCHES = 20
AGENT = Path(__file__).parents[1] / "docs" / "agents" / "agent.py"
ECHO = "import sys\nfor line in sys.stdin:\n    if 'request' in line[:20]: print(line, end='', flush=True)"


class Plain:
    """The ship's bot as an agent whose method is a plain function, so that it runs in a thread."""

    def __init__(self) -> None:
        self._bot: ShipBot | None = None

    def answer(self, request: Request, observation: Sequence[Event]) -> Answer:
        self._bot = self._bot or ShipBot(request.to)
        return self._bot.answer(request, observation)


class Async(Plain):
    """The same agent as a coroutine, in the event loop."""

    async def answer(self, request: Request, observation: Sequence[Event]) -> Answer:  # type: ignore[override]
        return super().answer(request, observation)


def _agent(kind: str) -> Callable[[Seat], Player]:
    name = f"python:benchmarks.agents:{kind}"
    return lambda seat: AgentPlayer(load_agent(name)(), name)


async def _play(seed: int, folder: Path, seated: Callable[[Seat], Player]) -> int:
    """Play a recorded match, and return the number of decisions."""
    referee = Referee(Ship(6, preset("standard")), key_from_seed(seed))
    players = {seat: seated(seat) for seat in referee.game.seats}
    writer = Writer.create(folder, referee, {seat: player.describe() for seat, player in players.items()}, sync=False)
    await Match(referee, players, writer).play()
    return referee.folded


async def _rates(kinds: Mapping[str, Callable[[Seat], Player]]) -> dict[str, float]:
    """Return the decisions per second of each kind of player, match by match in turns."""
    spent, decisions = dict.fromkeys(kinds, 0.0), dict.fromkeys(kinds, 0)
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(MATCHES):
            for name, seated in kinds.items():
                started = time.process_time()
                decisions[name] += await _play(seed, Path(folder, f"{seed} {name}"), seated)
                spent[name] += time.process_time() - started
    return {name: decisions[name] / spent[name] for name in kinds}


def in_python() -> list[Result]:
    """Measure agents in this process, all six seats of the ship."""
    kinds = {"bot": ShipBot, "async": _agent("Async"), "plain": _agent("Plain")}
    asyncio.run(_rates(kinds))
    collect_garbage_rarely()
    rounds = [asyncio.run(_rates(kinds)) for _ in range(speed.ROUNDS)]
    shares = {name: median(each[name] / each["bot"] for each in rounds) for name in kinds}
    return [
        Result("ship, 6 built-in bots, recorded", median(each["bot"] for each in rounds), "a second", ""),
        Result("  python: agents of the same logic, `async`, beside them", shares["async"], "times", ">= 0.9"),
        Result("  python: the same without `async`, in threads", shares["plain"], "times", ""),
    ]


Asked = tuple[Request, Sequence[Event]]


class _Noting(RandomBot):
    """A random bot that notes its requests."""

    def __init__(self, seed: str) -> None:
        super().__init__(seed)
        self.asked: list[Asked] = []

    def answer(self, request: Request, observation: Sequence[Event]) -> Answer:
        self.asked.append((request, tuple(observation)))
        return super().answer(request, observation)


def _asked() -> list[Asked]:
    """Return the requests to a seat in a long match of the quest, each with the seat's observation."""
    game, key = registry.game("quest")(3, registry.configure(registry.game("quest"), "paper", {})), key_from_seed(1)
    players = seat_bots(game, key, _Noting)
    asyncio.run(Match(Referee(game, key), players).play())
    noting = players[game.seats[0]]
    assert isinstance(noting, _Noting)
    return noting.asked


async def _program_seconds(asked: Sequence[Asked], level: Level) -> tuple[float, float]:
    """Return the seconds that a program takes over all requests except the first, and over the first, which includes its start."""
    choose_level(level)
    player = ProgramPlayer(f"exec:{sys.executable} {AGENT}", "quest", 1)
    begun = time.perf_counter()
    await player.respond(*asked[0])
    started = time.perf_counter()
    for request, observation in asked[1:]:
        given = (await player.respond(request, observation)).answer
        assert isinstance(given, Answer), given
    spent = time.perf_counter() - started
    await player.close(None)
    return spent, started - begun


def _bare_seconds(groups: Sequence[bytes], *program: str) -> float:
    """Return the seconds in which a bare program in the same Python reads the same lines and answers the last of each group."""
    with subprocess.Popen([sys.executable, *program], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as bare:
        assert bare.stdin and bare.stdout
        started = 0.0
        for number, group in enumerate(groups):
            bare.stdin.write(group)
            bare.stdin.flush()
            json.loads(bare.stdout.readline())
            started = started if number else time.perf_counter()
        spent = time.perf_counter() - started
        bare.stdin.close()
    return spent


def programs() -> list[Result]:
    """Measure a program that answers at once, and the messages sent to it."""
    asked, groups, sent = _asked(), [], 0
    narration = Narration(prompt("quest"), asked[0][0].to)
    for number, (request, observation) in enumerate(asked, 1):
        news = message_line(narration.events_message(observation, sent)) if len(observation) > sent else b""
        groups.append(news + message_line(request_message(number, request, observation, prompt("quest"))))
        sent = len(observation)
    rounds = [
        (asyncio.run(_program_seconds(asked, "off"))[0], _bare_seconds(groups, "-c", ECHO), _bare_seconds(groups, str(AGENT)))
        for _ in range(speed.ROUNDS)
    ]
    program, echo, bare = ((len(asked) - 1) / median(each) for each in zip(*rounds, strict=True))
    return [
        Result("exec: requests to docs/agents/agent.py", program, "requests/s", ""),
        Result("  the same program and lines, from a bare loop with blocking pipes", bare, "requests/s", ""),
        Result("  a bare echo of the same lines by the same interpreter", echo, "requests/s", ""),
        Result("  exec: beside the bare loop", median(bare / each for each, _, bare in rounds), "times", ""),
        Result("  exec: beside the bare echo", median(echo / each for each, echo, _ in rounds), "times", ">= 0.5"),
    ]


def fences() -> list[Result]:
    """Measure the same program in fences beside none, where bubblewrap can make them."""
    asked = _asked()
    levels = [level for level in LEVELS if level == "off" or not find_trouble(level)]
    rounds = [{level: asyncio.run(_program_seconds(asked, level)) for level in levels} for _ in range(speed.ROUNDS)]
    choose_level(USUAL)
    results = [Result("exec: start of a program and its first answer", 1000 * median(each["off"][1] for each in rounds), "ms", "")]
    for level in levels[1:]:
        more = median(each[level][1] - each["off"][1] for each in rounds)
        rate = median(each["off"][0] / each[level][0] for each in rounds)
        results += [
            Result(f"  more of it in a fence, agents.sandbox {level}", 1000 * more, "ms", ""),
            Result(f"  requests a second in it, agents.sandbox {level}, beside none", rate, "times", ""),
        ]
    return results


def _import_seconds(what: str) -> float:
    """Return the processor seconds of an import in a new interpreter, without its start: the least of several."""

    def spent(code: str) -> float:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, "-c", code], check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    return min(spent(f"import {what}") for _ in range(speed.ROUNDS)) - min(spent("pass") for _ in range(speed.ROUNDS))


def imports() -> list[Result]:
    """Measure the time to import Woozle."""
    return [
        Result("import of woozle", 1000 * _import_seconds("woozle"), "ms", ""),
        Result("  with its API", 1000 * _import_seconds("woozle.arena.api"), "ms", ""),
        Result("  of the rules alone (woozle.core.game)", 1000 * _import_seconds("woozle.core.game"), "ms", ""),
    ]


def agents() -> list[Result]:
    return [*in_python(), *programs(), *fences(), *imports()]


ALL: dict[str, Callable[[], list[Result]]] = {"agents": agents}
