"""A scripted server of each protocol and the backend that talks to it, and what is asked there."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

import pytest

from woozle.players.backends.anthropic import Anthropic
from woozle.players.backends.gemini import Gemini
from woozle.players.backends.model_client import BackendError, Chat, Message, Sampling
from woozle.players.backends.ollama import Ollama
from woozle.players.backends.openai import OpenAI

from tests.players.backends.native_servers import AnthropicServer, GeminiServer
from tests.players.backends.scripts import Script
from tests.players.backends.servers import OllamaServer, OpenAIServer

SERVERS: Mapping[Any, Any] = {OpenAI: OpenAIServer, Ollama: OllamaServer, Anthropic: AnthropicServer, Gemini: GeminiServer}
EACH = pytest.mark.parametrize("kind", SERVERS)
"""For tests of what holds for every protocol."""

KEY = "sk-of-the-lab-0123456789"
SCHEMA = {
    "type": "object",
    "properties": {"say": {"type": "string", "maxLength": 4000, "default": ""}},
    "additionalProperties": False,
}
CHAT = Chat("tiny", (Message("system", ("You play a game.",)), Message("user", ("Who is it?",))))
FULL = replace(
    CHAT,
    sampling=Sampling(temperature=0.7, top_p=0.9, max_tokens=50, effort="low"),
    schema=SCHEMA,
    seed=3,
    logprobs=2,
    seconds=30.0,
)


@asynccontextmanager
async def talking_to(
    script: Script, key: str | None = None, kind: Any = OpenAI, **of_server: Any
) -> AsyncIterator[tuple[Any, Any]]:
    """Yield a server and its client. The server accepts no key but that one; Ollama's has none."""
    async with SERVERS[kind](script, **(of_server if kind is Ollama else {"key": key, **of_server})) as server:
        backend = kind(server.url, key, endpoint="lab")
        try:
            yield server, backend
        finally:
            await backend.close()


async def trouble_with(script: Script, chat: Chat = CHAT, kind: Any = OpenAI, **of_server: Any) -> BackendError:
    async with talking_to(script, kind=kind, **of_server) as (_, backend):
        with pytest.raises(BackendError) as raised:
            await backend.chat(chat)
    return raised.value
