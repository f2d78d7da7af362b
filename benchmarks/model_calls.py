"""The cost of a model call beside the bare OpenAI client, and how close concurrent matches come to what the server allows.

The server runs in its own process on loopback, and takes its share of the processor too. Both parts of a ratio are from one
run, since the machine's speed affects both.
"""

from __future__ import annotations

import asyncio
import shutil
import tempfile
import time
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.machine_speed import loop_seconds, slowness
from benchmarks.model_server import serving
from benchmarks.result import Result
from benchmarks.speed import Trivial
from woozle.arena.runs.bot_runs import collect_garbage_rarely
from woozle.core.chance import key_from_seed
from woozle.core.match import Match
from woozle.core.referee import Referee
from woozle.core.usage import Budget, Limits
from woozle.games.ship.config import Config, preset
from woozle.games.ship.maps import load
from woozle.games.ship.rules import Ship
from woozle.players.backends.model_client import Chat, Hear, ModelClient, Reply, deaf
from woozle.players.backends.openai import OpenAI
from woozle.players.backends.openai import chat_request as body_of
from woozle.players.backends.rate_limiter import RateLimiter, RateLimits
from woozle.players.models.player import ModelPlayer
from woozle.players.models.spec import parse
from woozle.players.seats import parse_seats, seat_players
from woozle.saves.writer import Writer

CALLS = 300
USUAL = preset("standard")
SHORT = preset("standard", map=load("shuttle"), max_ticks=30, rounds=1)
SEATS = parse_seats("openai:tiny,bot*3", "ship")  # one model a match, so that each match has one call under way
SIDE_BY_SIDE = 200
WAITS = {0.1: (5, 0.75), 1.0: (1, 0.95)}
"""For each duration of a call, the number of matches that follow one another and the least share of the ideal that is wanted.

Seconds are at reference speed: calls take longer on a slower machine, or its processor would be measured. Matches follow one
another as in `woozle run`, where not all begin at once.
"""
Call = Callable[[], Awaitable[Any]]


class Noting:
    """A client layer that notes the Chats that pass."""

    def __init__(self, backend: ModelClient) -> None:
        self._backend = backend
        self.chats: list[Chat] = []

    async def chat(self, chat: Chat, hear: Hear = deaf) -> Reply:
        self.chats.append(chat)
        return await self._backend.chat(chat, hear)


def seated(backend: ModelClient, budget: Budget | None = None) -> Callable[..., ModelPlayer]:
    return lambda game, seat, spec, seed: ModelPlayer(seat, game, spec, backend, seed=seed, budget=budget)


async def play(
    seed: int, backend: ModelClient, folder: Path, sync: bool = False, budget: Budget | None = None, config: Config = USUAL
) -> None:
    key = key_from_seed(seed)
    referee = Referee(Ship(4, config), key)
    players = seat_players("ship", referee.game.seats, SEATS, key, lambda seat: Trivial(0), seated(backend, budget))
    described = {seat: player.describe() for seat, player in players.items()}
    writer = Writer.create(folder / str(seed), referee, described, sync=sync)
    await Match(referee, players, writer).play()


async def timed(call: Call) -> float:
    """Return the milliseconds of one call, in a series of calls."""
    for _ in range(CALLS // 10):
        await call()
    started = time.perf_counter()
    for _ in range(CALLS):
        await call()
    return (time.perf_counter() - started) / CALLS * 1000


async def one_call(url: str) -> list[Result]:
    from openai import AsyncOpenAI

    client = AsyncOpenAI(base_url=url, api_key="none", max_retries=0)
    backend = OpenAI(url)
    gate = RateLimiter(backend, RateLimits())
    referee = Referee(Ship(4, USUAL), key_from_seed(7))
    request = next(iter(referee.open.values()))
    player = ModelPlayer(request.to, "ship", parse("openai:tiny"), noting := Noting(gate), seed="0")
    await player.respond(request, referee.view(request.to))
    [chat] = noting.chats

    async def bare() -> None:
        async for _ in await client.chat.completions.create(**body_of(chat, frozenset())):
            pass

    ways: dict[str, Call] = {
        "the bare client": bare,
        "the backend": partial(backend.chat, chat),
        "backend and gate": partial(gate.chat, chat),
        "backend, gate and player": partial(player.respond, request, referee.view(request.to)),
    }
    times = {name: min([await timed(call) for _ in range(3)]) for name, call in ways.items()}
    await client.close()
    await gate.close()
    base = times["the bare client"]
    return [
        Result("one call, the bare OpenAI client", base, "ms", ""),
        *(
            Result(f"one call, {name}, beside it", each / base, "times", "")
            for name, each in times.items()
            if name != "the bare client"
        ),
    ]


class Evening(NamedTuple):
    """Many matches, or calls in their place. spent: wall-clock seconds of all together; used: processor seconds of this process."""

    calls: int
    spent: float
    used: float

    def share(self, seconds: float) -> float:
        """Return the share of the ideal rate, at which a call takes `seconds` and nothing else takes any time."""
        return self.calls * seconds / self.spent


async def measured(many: int, one: Callable[[int], Awaitable[int]]) -> Evening:
    """Run `many` side by side, each of which returns its number of calls; first one more, so that everything is imported."""
    collect_garbage_rarely()
    await one(many)
    spent = 0.0

    async def timed(number: int) -> int:
        nonlocal spent
        started = time.perf_counter()
        calls = await one(number)
        spent += time.perf_counter() - started
        return calls

    used = time.process_time()
    calls = sum(await asyncio.gather(*map(timed, range(many))))
    return Evening(calls, spent, time.process_time() - used)


async def side_by_side(url: str, many: int, in_a_row: int, *, sync: bool = False) -> Evening:
    """Play many matches side by side, each followed by the next, `in_a_row` in all.

    sync: whether each answer is forced to the disk, as `woozle run` does with models by default.
    """
    folder = Path(tempfile.mkdtemp())
    budget = Budget(Limits(calls=1_000_000))
    gate = RateLimiter(OpenAI(url), RateLimits(many))

    async def one(seed: int) -> int:
        noting = Noting(gate)
        for row in range(in_a_row):
            await play(row * (many + 1) + seed, noting, folder, sync, budget)
        return len(noting.chats)

    evening = await measured(many, one)
    await gate.close()
    shutil.rmtree(folder)
    return evening


async def bare_side_by_side(url: str, many: int, in_a_row: int) -> Evening:
    """Make the same calls with the bare client, without matches."""
    from openai import AsyncOpenAI

    client = AsyncOpenAI(base_url=url, api_key="none", max_retries=0)
    message = {"role": "user", "content": "x" * 6000}
    calls = 8 * in_a_row

    async def one(number: int) -> int:
        for _ in range(calls):
            async for _ in await client.chat.completions.create(model="tiny", messages=[message], stream=True):  # type: ignore[list-item]
                pass
        return calls

    evening = await measured(many, one)
    await client.close()
    return evening


def alone() -> list[Result]:
    with serving(0.0) as server:
        return asyncio.run(one_call(server.url))


def together() -> list[Result]:
    results = []
    slow = slowness([loop_seconds()])
    for at_reference, (in_a_row, wanted) in WAITS.items():
        seconds = at_reference * slow
        with serving(seconds) as server:
            bare = asyncio.run(bare_side_by_side(server.url, SIDE_BY_SIDE, in_a_row))
            before = server.used()
            ours = asyncio.run(side_by_side(server.url, SIDE_BY_SIDE, in_a_row))
            its_own = (server.used() - before) / ours.calls * 1000
            synced = asyncio.run(side_by_side(server.url, SIDE_BY_SIDE, in_a_row, sync=True))
        ideal = SIDE_BY_SIDE / seconds
        what = f"{SIDE_BY_SIDE} matches, calls of {at_reference:g} s"
        results += [
            Result(f"{what}, one process", ours.share(seconds), "of ideal", f">= {wanted}"),
            Result("    the seconds of a call here, in proportion to the machine's speed", seconds, "s", ""),
            Result("    the ideal: calls a second, all always under way", ideal, "calls/s", ""),
            Result("    reached", ours.share(seconds) * ideal, "calls/s", ""),
            Result(f"{what}, one process, --sync", synced.share(seconds), "of ideal", ""),
            Result(f"{what}, the bare client", bare.share(seconds), "of ideal", ""),
            Result("    processor, a call of ours, its part of a match included", ours.used / ours.calls * 1000, "ms", ""),
            Result("    processor, a call of the bare client", bare.used / bare.calls * 1000, "ms", ""),
            Result("    processor, the answer of the server", its_own, "ms", ""),
        ]
    return results


ALL = {"model_call": alone, "model_matches": together}
