"""The two sides of OpenEnv that `openenv.py` measures: a server in one process, and all of its clients in another.

python openenv_sides.py serve GAME SEATS FOLDER MOST    an address; then, for each line on standard input, what was used until now
python openenv_sides.py play URL SESSIONS MATCHES       sessions in their first match; a line on standard input sets them off
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from pathlib import Path
from random import Random
from typing import Any

from woozle.players.random_bot import random_fields


def say(**found: Any) -> None:
    print(json.dumps(found), flush=True)


def resident() -> int:
    """Return the bytes of memory of this process."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * 4096


async def serve(game: str, seats: str, folder: str, most: str) -> None:
    from woozle.arena.environments import openenv
    from woozle.arena.environments.episode import setting

    opened: asyncio.Future[str] = asyncio.get_running_loop().create_future()
    table = setting(game, seats, records=folder)
    serving = asyncio.create_task(openenv.serve(table, "127.0.0.1", 0, most=int(most), opened=opened.set_result))
    say(url=await opened)
    while await asyncio.to_thread(sys.stdin.readline):
        say(seconds=time.process_time(), memory=resident())
    serving.cancel()
    await asyncio.wait([serving])


async def play(url: str, sessions: str, matches: str) -> None:
    from openenv.core.generic_client import GenericEnvClient

    begin = asyncio.Event()
    waiting = asyncio.Semaphore(0)
    ends: list[dict[str, Any]] = []

    async def session(number: int) -> int:
        steps = 0
        async with GenericEnvClient(base_url=url, message_timeout_s=600, connect_timeout_s=600) as env:
            for match in range(int(matches)):
                seed = number * int(matches) + match
                result, chance = await env.reset(seed=seed), Random(seed)
                if not match:
                    waiting.release()
                    await begin.wait()
                while not result.done:
                    result = await env.step({"answer": random_fields(result.observation["request"]["schema"], chance)})
                    steps += 1
                ends.append({"seed": seed, "reward": result.reward, "transcript": result.metadata["transcript"]})
        return steps

    playing = [asyncio.create_task(session(number)) for number in range(int(sessions))]
    for _ in playing:
        await waiting.acquire()
    say(waiting=len(playing))
    await asyncio.to_thread(sys.stdin.readline)
    started = time.monotonic()
    begin.set()
    steps = sum(await asyncio.gather(*playing))
    say(steps=steps, seconds=time.monotonic() - started, ends=ends)


if __name__ == "__main__":
    asyncio.run({"serve": serve, "play": play}[sys.argv[1]](*sys.argv[2:]))
