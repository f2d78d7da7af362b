"""A scripted server and the openai backend that talks to it, and what is asked there."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

import pytest

from woozle.players.backends.model_client import BackendError, Chat, Message, Sampling
from woozle.players.backends.openai import OpenAI

from tests.players.backends.scripts import Script
from tests.players.backends.servers import OpenAIServer

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
async def talking_to(script: Script, key: str | None = None, **of_server: Any) -> AsyncIterator[tuple[OpenAIServer, OpenAI]]:
    async with OpenAIServer(script, **of_server) as server:
        backend = OpenAI(server.url, key, endpoint="lab")
        try:
            yield server, backend
        finally:
            await backend.close()


async def trouble_with(script: Script, chat: Chat = CHAT, **of_server: Any) -> BackendError:
    async with talking_to(script, **of_server) as (_, backend):
        with pytest.raises(BackendError) as raised:
            await backend.chat(chat)
    return raised.value
