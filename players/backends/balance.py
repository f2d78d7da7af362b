"""A client in front of several servers that have the same models, which keeps what begins alike on one of them."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping
from hashlib import sha256
from typing import TypeVar

from woozle.players.backends.model_client import BackendError, Capabilities, Chat, Hear, ModelClient, ModelInfo, Reply, deaf

T = TypeVar("T")

_AGAIN = 30.0
"""Seconds after which a server that could not be reached is tried again, by one request."""


class BalancedClient:
    """A client that shares requests out by their affinity, with rendezvous hashing (Thaler and Ravishankar, 1998).

    So each seat stays on its server, whose cache of prompts has read its match so far; and when one server cannot be reached, only
    its own seats move, each to the server that is next for it, until theirs answers again. All other troubles are the server's own.

    clients: by address. clock: seconds.
    """

    def __init__(self, clients: Mapping[str, ModelClient], clock: Callable[[], float] = time.monotonic) -> None:
        self._clients = clients
        self._clock = clock
        self._down: dict[str, float] = {}  # when each is tried again

    async def chat(self, chat: Chat, hear: Hear = deaf) -> Reply:
        """Return the reply of the first server that can be reached. Raises BackendError."""
        return await self._ask_in_turn(chat.affinity, lambda client: client.chat(chat, hear))

    async def models(self) -> list[ModelInfo]:
        """Return the models that every server has which can be reached. Raises BackendError if none can."""
        lists = await self._ask_all(lambda client: client.models())
        common = set.intersection(*({model.name for model in each} for each in lists))
        return [model for model in lists[0] if model.name in common]

    async def capabilities(self, model: str) -> Capabilities:
        """Return the capabilities of a model by the first server that can be reached. Raises BackendError."""
        return await self._ask_in_turn("", lambda client: client.capabilities(model))

    async def close(self) -> None:
        """Let go of all connections."""
        await asyncio.gather(*(client.close() for client in self._clients.values()))

    async def _ask_in_turn(self, affinity: str, ask: Callable[[ModelClient], Awaitable[T]]) -> T:
        order = self._order(affinity)
        for url in order:
            if url in self._down:
                self._down[url] = self._clock() + _AGAIN  # so that no other request tries it meanwhile
            try:
                answer = await ask(self._clients[url])
            except BackendError as error:
                if error.trouble != "unreachable":
                    self._down.pop(url, None)
                    raise
                self._down[url] = self._clock() + _AGAIN
                if url == order[-1]:
                    raise
            else:
                self._down.pop(url, None)
                return answer
        raise AssertionError("there is at least one server")

    async def _ask_all(self, ask: Callable[[ModelClient], Awaitable[T]]) -> list[T]:
        found = await asyncio.gather(*(ask(client) for client in self._clients.values()), return_exceptions=True)
        answers = [each for each in found if not isinstance(each, BaseException)]
        if not answers:
            raise next(each for each in found if isinstance(each, BaseException))
        return answers

    def _order(self, affinity: str) -> list[str]:
        """Return all addresses, the one of this affinity first; those that could not be reached lately last."""
        now = self._clock()

        def rank(url: str) -> tuple[bool, bytes]:
            return self._down.get(url, now) > now, sha256(f"{affinity} {url}".encode()).digest()

        return sorted(self._clients, key=rank)
