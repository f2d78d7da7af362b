"""The gain from batching in models that run in this process, on a model with random weights that is made here."""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path

from benchmarks.result import Result
from woozle.players.backends.local.client import LocalClient
from woozle.players.backends.model_client import Chat, Message, Sampling

from tests.players.backends.tiny import tiny_causal

ROUNDS = 5
CHATS = 16
WORDS = "I was in medbay and saw nobody, then I went on to storage. " * 10


async def _seconds(work: Callable[[], Awaitable[object]]) -> float:
    started = time.perf_counter()
    await work()
    return time.perf_counter() - started


async def _gains(model: str) -> list[Result]:
    local = LocalClient()
    chat = Chat(model, (Message("user", (WORDS,)),), Sampling(temperature=1.0, max_tokens=64))
    free = [replace(chat, seed=seed, schema=None) for seed in range(CHATS)]
    held = [replace(chat, seed=seed, schema={"type": "string", "minLength": 60}) for seed in range(CHATS)]

    async def one_by_one(chats: list[Chat]) -> None:
        for each in chats:
            await local.chat(each)

    async def together(chats: list[Chat]) -> None:
        await asyncio.gather(*map(local.chat, chats))

    async def ratio(slow: Callable[[], Awaitable[object]], fast: Callable[[], Awaitable[object]]) -> float:
        await fast()
        rounds = [(await _seconds(slow), await _seconds(fast)) for _ in range(ROUNDS)]
        return min(seconds for seconds, _ in rounds) / min(seconds for _, seconds in rounds)

    results = [
        Result(
            f"{CHATS} replies decoded together",
            await ratio(lambda: one_by_one(free), lambda: together(free)),
            "times faster",
            ">= 3",
        ),
        Result(
            f"{CHATS} answers held to a schema together",
            await ratio(lambda: one_by_one(held), lambda: together(held)),
            "times faster",
            ">= 2",
        ),
    ]
    tokens = sum([reply.usage.tokens_out for reply in await asyncio.gather(*map(local.chat, free))])
    best = min([await _seconds(lambda: together(free)) for _ in range(ROUNDS)])
    results.append(Result("tokens written together, tiny model", tokens / best, "tokens/s", ""))
    await local.close()
    return results


def local_models() -> list[Result]:
    folder = Path(tempfile.mkdtemp()) / "tiny"
    return asyncio.run(_gains(str(tiny_causal(folder))))


ALL: dict[str, Callable[[], list[Result]]] = {"local_models": local_models}
