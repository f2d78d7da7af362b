"""A circuit breaker before a rate limiter: once open, it refuses requests and drops those in the queue."""

from __future__ import annotations

import asyncio
from typing import Any

from woozle.core.match import Halt
from woozle.players.backends.model_client import Chat, ClientLayer, Hear, ModelClient, Queued, Reply, Signal, Waiting, deaf


class CircuitBreaker(ClientLayer):
    """A client in front of an endpoint's, so that its matches can be halted at once and replies under way are still heard."""

    def __init__(self, client: ModelClient) -> None:
        super().__init__(client)
        self._why = ""
        self._queued: set[asyncio.Task[Any]] = set()
        self._dropped: set[asyncio.Task[Any]] = set()

    def shut(self, why: str) -> None:
        """Raise Halt with this sentence in `chat` from now on, and for those in the queue. Requests at the model go on.

        If it fails there, it is not tried again.
        """
        self._why = self._why or why
        for task in self._queued:
            self._drop(task)

    async def chat(self, chat: Chat, hear: Hear = deaf) -> Reply:
        """Return the reply. Raises BackendError; Halt if it was shut."""
        if self._why:
            raise Halt(self._why)
        task = asyncio.current_task()
        assert task

        def note_queue(signal: Signal) -> None:
            if not isinstance(signal, Queued | Waiting):
                self._queued.discard(task)
            elif self._why:
                self._drop(task)
            else:
                self._queued.add(task)
            hear(signal)

        try:
            return await self._client.chat(chat, note_queue)
        except asyncio.CancelledError:
            # It may have been cancelled from elsewhere too, which must not get any other result.
            if task in self._dropped and not task.uncancel():
                raise Halt(self._why) from None
            raise
        finally:
            self._queued.discard(task)
            self._dropped.discard(task)

    def _drop(self, task: asyncio.Task[Any]) -> None:
        if task not in self._dropped:
            self._dropped.add(task)
            task.cancel()
