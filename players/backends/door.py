"""The door before a gate: when it is closed, nobody comes in, and whoever still stands in line is sent away."""

from __future__ import annotations

import asyncio
from typing import Any

from woozle.core.match import Halt
from woozle.players.backends.backend import Backend, Capabilities, Chat, Hear, ModelInfo, Queued, Reply, Signal, Waiting, deaf


class Door:
    """Stands before the Backend of an endpoint, so that its matches can be halted at once and what was sent is still heard."""

    def __init__(self, backend: Backend) -> None:
        self._backend = backend
        self._why = ""
        self._in_line: set[asyncio.Task[Any]] = set()
        self._sent_away: set[asyncio.Task[Any]] = set()

    def shut(self, why: str) -> None:
        """From now on, and for those in line, `chat` raises Halt with this sentence. What is on its way to the model goes on.

        If it fails there, it is not tried again.
        """
        self._why = self._why or why
        for task in self._in_line:
            self._send_away(task)

    async def chat(self, chat: Chat, hear: Hear = deaf) -> Reply:
        """The reply. Raises BackendError; Halt if the door is shut."""
        if self._why:
            raise Halt(self._why)
        task = asyncio.current_task()
        assert task

        def heard(signal: Signal) -> None:
            if not isinstance(signal, Queued | Waiting):
                self._in_line.discard(task)
            elif self._why:
                self._send_away(task)
            else:
                self._in_line.add(task)
            hear(signal)

        try:
            return await self._backend.chat(chat, heard)
        except asyncio.CancelledError:
            # Somebody else may have cancelled it too, and must not be answered with anything else.
            if task in self._sent_away and not task.uncancel():
                raise Halt(self._why) from None
            raise
        finally:
            self._in_line.discard(task)
            self._sent_away.discard(task)

    def _send_away(self, task: asyncio.Task[Any]) -> None:
        if task not in self._sent_away:
            self._sent_away.add(task)
            task.cancel()

    async def models(self) -> list[ModelInfo]:
        """The models there are."""
        return await self._backend.models()

    async def capabilities(self, model: str) -> Capabilities:
        """What a model can do."""
        return await self._backend.capabilities(model)

    async def close(self) -> None:
        """Let go of connections and memory."""
        await self._backend.close()
