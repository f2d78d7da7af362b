"""The openai backend against real servers, with a tiny model of random weights. Those not installed are skipped."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest

from woozle.players.backends.model_client import BackendError, Chat, Heard, Message, Sampling, Signal
from woozle.players.backends.openai import OpenAI

from tests.packages import needs_torch
from tests.players.backends.real_servers import LEVELS, MATCHES, SERVERS, Model, RealServer, make_model, play

pytestmark = [pytest.mark.e2e, needs_torch]

pytest.importorskip("uvicorn")

TRANSFORMERS = SERVERS[0]
CHAT = Chat(TRANSFORMERS.model, (Message("system", ("You play a game.",)), Message("user", ("Who is it?",))))


@pytest.fixture(scope="session")
def model(tmp_path_factory: pytest.TempPathFactory) -> Model:
    return make_model(tmp_path_factory.mktemp("model"))


@pytest.fixture(scope="module")
def serving(model: Model) -> Iterator[Callable[[RealServer], str]]:
    """Starts a server if it was not, and tells its address."""
    with ExitStack() as stack:
        yield lru_cache(lambda server: stack.enter_context(server.serving(model)))


@pytest.fixture
def url(serving: Callable[[RealServer], str]) -> str:
    if TRANSFORMERS.missing:
        pytest.skip(TRANSFORMERS.missing)
    return serving(TRANSFORMERS)


@pytest.mark.parametrize("game", MATCHES)
@pytest.mark.parametrize("server", SERVERS, ids=lambda server: server.name)
def test_a_match_by_a_real_server_ends_and_verifies(server: RealServer, game: str, serving: Any, tmp_path: Path):
    if server.missing:
        pytest.skip(server.missing)
    if game != "urn" and not os.environ.get("WOOZLE_TEST_ALL_GAMES"):
        pytest.skip("one game by a real server takes long enough; `make servers`, or WOOZLE_TEST_ALL_GAMES=1, plays all six")
    (played,) = play(server.seat, serving(server), tmp_path, [game])
    assert played.levels == [*LEVELS] and played.calls and not played.tries["failed"]


@pytest.fixture
async def backend(url: str) -> AsyncIterator[OpenAI]:
    backend = OpenAI(url, endpoint="lab")
    yield backend
    await backend.close()


async def test_a_real_server_streams_and_counts(backend: OpenAI):
    heard: list[Signal] = []
    reply = await backend.chat(replace(CHAT, sampling=Sampling(max_tokens=16, temperature=1.0), seed=1), heard.append)
    assert reply.text == "".join(each.text for each in heard if isinstance(each, Heard)) != ""
    assert reply.finish == "length" and reply.usage.tokens_out == 16 and reply.usage.tokens_in > 20
    assert reply.model.startswith("test/tiny") and reply.notes == ()


async def test_a_real_server_lists_its_models(backend: OpenAI):
    assert [info.name for info in await backend.models()] == ["test/tiny"]
    assert (await backend.capabilities("test/tiny")).context is None
    with pytest.raises(BackendError, match="has no model 'test/large'"):
        await backend.capabilities("test/large")
