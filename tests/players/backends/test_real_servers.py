"""The openai backend against `transformers serve`, with a tiny model of random weights that is made here."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from woozle.players.backends.draft import UNTOLD
from woozle.players.backends.model_client import BackendError, Chat, Heard, Message, Sampling, Signal
from woozle.players.backends.openai import OpenAI

from tests.players.backends.tiny import tiny_causal

pytestmark = pytest.mark.e2e

pytest.importorskip("torch")
pytest.importorskip("uvicorn")

STARTING = 60  # seconds that its imports may take on a slow machine
COMMIT = "0" * 40
CHAT = Chat("test/tiny", (Message("system", ("You play a game.",)), Message("user", ("Who is it?",))))


@pytest.fixture(scope="session")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What a machine looks like that has downloaded one model, test/tiny."""
    home = tmp_path_factory.mktemp("home")
    model = home / "hub" / "models--test--tiny"
    tiny_causal(model / "snapshots" / COMMIT)
    (model / "refs").mkdir()
    (model / "refs" / "main").write_text(COMMIT)
    return home


@pytest.fixture(scope="session")
def url(home: Path) -> Iterator[str]:
    alone = {"HF_HUB_OFFLINE": "1", "HF_HOME": str(home), "CUDA_VISIBLE_DEVICES": ""}
    command = [
        str(Path(sys.executable).with_name("transformers")),
        "serve",
        "--host",
        "127.0.0.1",
        "--port",
        "0",
        "--device",
        "cpu",
    ]
    pipes = {"stderr": subprocess.PIPE, "stdout": subprocess.DEVNULL}
    with subprocess.Popen(command, env={**os.environ, **alone}, text=True, **pipes) as process:
        assert process.stderr
        too_late = threading.Timer(STARTING, process.kill)
        too_late.start()
        said: list[str] = []
        while not (found := re.search(r"running on (http://127\.0\.0\.1:\d+)", said[-1] if said else "")):
            said.append(process.stderr.readline())
            assert said[-1], f"it did not start: {''.join(said)[-2000:]}"
        too_late.cancel()
        threading.Thread(target=process.stderr.read, daemon=True).start()  # whatever else it says, lest it waits to be heard
        yield f"{found[1]}/v1"
        process.send_signal(signal.SIGINT)


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


async def test_a_real_server_does_without_what_it_does_not_take(backend: OpenAI):
    schema = {"type": "object", "properties": {"say": {"type": "string"}}, "required": ["say"], "additionalProperties": False}
    reply = await backend.chat(replace(CHAT, sampling=Sampling(max_tokens=4, effort="low"), schema=schema, logprobs=1))
    assert reply.text and reply.notes == (UNTOLD,)


async def test_a_real_server_lists_its_models(backend: OpenAI):
    assert [info.name for info in await backend.models()] == ["test/tiny"]
    assert (await backend.capabilities("test/tiny")).context is None
    with pytest.raises(BackendError, match="has no model 'test/large'"):
        await backend.capabilities("test/large")


async def test_a_real_server_that_lacks_a_model_says_so(backend: OpenAI):
    with pytest.raises(BackendError) as raised:
        await backend.chat(replace(CHAT, model="test/large"))
    assert raised.value.trouble == "overloaded", "it answers 500 without a word"
