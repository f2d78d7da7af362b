"""The code of docs/environments.md, each block where its library is installed."""

from __future__ import annotations

import asyncio
import re
from concurrent.futures import CancelledError, ThreadPoolExecutor
from contextlib import contextmanager, nullcontext, suppress
from importlib.util import find_spec
from pathlib import Path
from queue import Queue

import pytest

from woozle.arena.environments.episode import setting

from tests.arena.environments.policies import PolicyServer

PAGE = Path(__file__).parents[2] / "docs" / "environments.md"
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.M | re.S)
NEEDS = {"woozle.environments import aec_env": "pettingzoo", "import verifiers": "verifiers", "from openenv": "openenv"}
"""The library that a block needs which has these words."""

SERVER = "http://127.0.0.1:8000/v1"
"""The address at which blocks that ask a model expect its server."""

OPENENV = "http://127.0.0.1:8330"
"""The address at which blocks that use OpenEnv expect an environment."""


def _blocks():
    text = PAGE.read_text("utf-8")
    return [pytest.param(block[1], id=f"line {text[: block.start()].count(chr(10)) + 1}") for block in BLOCK.finditer(text)]


@pytest.mark.parametrize("code", _blocks())
def test_the_code_of_the_page_runs(code, tmp_path, monkeypatch):
    for words, library in NEEDS.items():
        if words in code and not find_spec(library):
            pytest.skip(f"{library} is not installed")
    monkeypatch.chdir(tmp_path)
    with PolicyServer() as server, _environment() if OPENENV in code else nullcontext("") as url:
        exec(compile(code.replace(SERVER, server.url).replace(OPENENV, url), str(PAGE), "exec"), {"__name__": "page"})


@contextmanager
def _environment():
    """Serve an environment of OpenEnv from a thread, and end it in order; its address."""
    from woozle.arena.environments.openenv import serve

    begun = Queue()

    async def main() -> None:
        loop, task = asyncio.get_running_loop(), asyncio.current_task()
        await serve(setting("urn"), "127.0.0.1", 0, opened=lambda url: begun.put((loop, task, url)))

    with ThreadPoolExecutor(1) as thread:
        serving = thread.submit(asyncio.run, main())
        loop, task, url = begun.get(timeout=60)
        try:
            yield url
        finally:
            loop.call_soon_threadsafe(task.cancel)
            with suppress(asyncio.CancelledError, CancelledError):
                serving.result()
