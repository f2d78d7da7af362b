"""Endpoints without servers: what each has, what each answers, and when."""

from __future__ import annotations

import asyncio

from woozle.core.usage import Usage
from woozle.players.backends.model_client import BackendError, Capabilities, ModelInfo, Reply
from woozle.players.models.client_pool import ClientPool
from woozle.players.models.config import Endpoint, ModelsConfig, Price
from woozle.players.models.keys import Keys

ABLE = Capabilities(vision=True, schema=True, logprobs=True, seed=True, reasoning=False, context=128_000)
KEY = "sk-never-to-be-seen"


class Server:
    """One endpoint. has: its models, or why it says nothing; go: lets it answer, None for at once."""

    def __init__(self, has, go=None, reply='{"ready": true}'):
        self.has, self.go, self.reply = has, go, reply

    async def _answer(self):
        if self.go:
            await self.go.wait()
        if isinstance(self.has, BackendError):
            raise self.has
        return self.has

    async def models(self):
        return list(await self._answer())

    async def capabilities(self, model):
        found = [each for each in await self._answer() if each.name == model]
        if not found:
            raise BackendError("no_model", f"There is no model {model}.")
        return found[0].capabilities

    async def chat(self, chat, hear=lambda signal: None):
        await self._answer()
        return Reply(self.reply, usage=Usage(1, 10, 5), seconds=0.4)

    async def close(self):
        pass


DOWN = BackendError("unreachable", "vllm cannot be reached at http://127.0.0.1:8000/v1; see whether it is up.")


def servers():
    """Return a server for each endpoint."""
    return {
        "ollama": Server(
            [
                ModelInfo("gemma3:4b", 3_300_000_000, ABLE),
                ModelInfo("qwen3:8b", 5_200_000_000, Capabilities(vision=False, schema=True, context=4096)),
            ]
        ),
        "openai": Server([ModelInfo("gpt-5-mini", None, Capabilities(schema=True)), ModelInfo("gpt-5-nano", None, ABLE)]),
        "vllm": Server(DOWN),
        "local": Server([]),
    }


def hub(found=None, **changes):
    """A hub with four endpoints; the key of one is missing."""
    found = found or servers()
    endpoints = {
        "openai": Endpoint(url="https://api.openai.com/v1", key_env="OPENAI_API_KEY"),
        "router": Endpoint(url="https://router.example/v1", key_env="ROUTER_KEY"),
        "ollama": Endpoint(kind="ollama", url="http://127.0.0.1:11434", free=True),
        "vllm": Endpoint(url="http://127.0.0.1:8000/v1", free=True),
    }
    prices = {"openai": {"gpt-5-nano": Price(input=0.05, output=0.4)}}
    config = ModelsConfig(endpoints=endpoints, prices=prices, **changes)
    return ClientPool(
        config, Keys(config, {"OPENAI_API_KEY": KEY}, lambda name: None), opened=lambda name, endpoint, key: found[name]
    )


def waiting():
    """The same, but Ollama takes its time."""
    found = servers()
    found["ollama"].go = asyncio.Event()
    return found
