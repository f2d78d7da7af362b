"""What a call of a model costs beside the bare OpenAI client, and how near matches side by side come to what the server allows.

The server stands in a process of its own on loopback. Ratios are of one run, since the machine's speed is in both of their parts.
"""

from __future__ import annotations

import asyncio
import shutil
import tempfile
import time
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks.model_server import serving
from benchmarks.speed import Result, Trivial
from woozle.core.chance import key_from_seed
from woozle.core.games.ship.config import preset
from woozle.core.games.ship.maps import load
from woozle.core.games.ship.rules import Ship
from woozle.core.match import Match
from woozle.core.referee import Referee
from woozle.players.backends.backend import Backend, Chat, Hear, Reply, deaf
from woozle.players.backends.gate import Gate, Pace
from woozle.players.backends.openai import OpenAI
from woozle.players.backends.openai_request import request as body_of
from woozle.players.models.player import ModelPlayer
from woozle.players.models.spec import parse
from woozle.players.seats import parse_seats, seat_players
from woozle.saves.writer import Writer

CALLS = 300
CONFIG = preset("standard", map=load("shuttle"), max_ticks=30, rounds=1)
SEATS = parse_seats("openai:tiny,bot*3", "ship")  # one model a match, so that each match has one call under way
SIDE_BY_SIDE = 200
Call = Callable[[], Awaitable[Any]]


class Noting:
    """Notes the Chats that pass."""

    def __init__(self, backend: Backend) -> None:
        self._backend = backend
        self.chats: list[Chat] = []

    async def chat(self, chat: Chat, hear: Hear = deaf) -> Reply:
        self.chats.append(chat)
        return await self._backend.chat(chat, hear)


def seated(backend: Backend) -> Callable[..., ModelPlayer]:
    return lambda game, seat, spec, seed: ModelPlayer(seat, game, spec, backend, seed=seed)


async def play(seed: int, backend: Backend, folder: Path) -> None:
    key = key_from_seed(seed)
    referee = Referee(Ship(4, CONFIG), key)
    players = seat_players("ship", referee.game.seats, SEATS, key, lambda seat: Trivial(0), seated(backend))
    described = {seat: player.describe() for seat, player in players.items()}
    writer = Writer.create(folder / str(seed), referee, described, sync=False)
    await Match(referee, players, writer).play()


async def timed(call: Call) -> float:
    """Milliseconds of one call, one after another."""
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
    gate = Gate(backend, Pace())
    referee = Referee(Ship(4, CONFIG), key_from_seed(7))
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


async def side_by_side(url: str, seconds: float) -> float:
    """Which share of the ideal many matches reach, where a call takes so many seconds and nothing else takes any."""
    folder = Path(tempfile.mkdtemp())
    backend = OpenAI(url)
    noting = Noting(Gate(backend, Pace(SIDE_BY_SIDE)))
    spent = 0.0

    async def one(seed: int) -> None:
        nonlocal spent
        started = time.perf_counter()
        await play(seed, noting, folder)
        spent += time.perf_counter() - started

    await asyncio.gather(*map(one, range(SIDE_BY_SIDE)))
    await backend.close()
    shutil.rmtree(folder)
    return len(noting.chats) * seconds / spent


async def bare_side_by_side(url: str, seconds: float) -> float:
    """The same of the bare client, which plays nothing."""
    from openai import AsyncOpenAI

    client = AsyncOpenAI(base_url=url, api_key="none", max_retries=0)
    message = {"role": "user", "content": "x" * 6000}
    calls = 8

    async def one() -> None:
        for _ in range(calls):
            async for _ in await client.chat.completions.create(model="tiny", messages=[message], stream=True):  # type: ignore[list-item]
                pass

    started = time.perf_counter()
    await asyncio.gather(*(one() for _ in range(SIDE_BY_SIDE)))
    took = time.perf_counter() - started
    await client.close()
    return calls * seconds / took


def alone() -> list[Result]:
    with serving(0.0) as url:
        return asyncio.run(one_call(url))


def together() -> list[Result]:
    results = []
    for seconds, wanted in ((0.1, ">= 0.85"), (1.0, ">= 0.85")):
        with serving(seconds) as url:
            ours, bare = asyncio.run(side_by_side(url, seconds)), asyncio.run(bare_side_by_side(url, seconds))
        what = f"{SIDE_BY_SIDE} matches, calls of {seconds:g} s"
        results += [Result(what, ours, "of ideal", wanted), Result(f"{what}, the bare client", bare, "of ideal", "")]
    return results


ALL = {"model_call": alone, "model_matches": together}
