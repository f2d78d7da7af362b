"""A ModelClient that says what a test wants, and keeps what it was asked."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from woozle.core.usage import Usage
from woozle.players.backends.model_client import BackendError, Capabilities, Chat, Hear, Heard, ModelInfo, Reply, Sent, deaf

Said: TypeAlias = str | Reply | BackendError
"""A text is a Reply that took one second, read 1,000 tokens and wrote 100."""

NOTHING_KNOWN = Capabilities()


def reply(text: str, **fields: object) -> Reply:
    """The Reply that a text is."""
    usual = {"usage": Usage(1, 1000, 100), "model": "scripted-1", "seconds": 1.0, "first_token": 0.25}
    return Reply(text, **{**usual, **fields})  # type: ignore[arg-type]


class Scripted:
    """Says one thing after the other, or what `say` makes of a Chat. What is no Reply is raised.

    chats: what it was asked. can: what its models can do; a BackendError is raised.
    """

    def __init__(
        self, *said: Said, say: Callable[[Chat], Said] | None = None, can: Capabilities | BackendError = NOTHING_KNOWN
    ) -> None:
        self.chats: list[Chat] = []
        self.asked_what_it_can = 0
        self._said = iter(said)
        self._say = say or (lambda chat: next(self._said))
        self._can = can

    async def chat(self, chat: Chat, hear: Hear = deaf) -> Reply:
        self.chats.append(chat)
        said = self._say(chat)
        hear(Sent())
        if isinstance(said, BackendError):
            raise said
        given = reply(said) if isinstance(said, str) else said
        hear(Heard(given.text, given.reasoning))
        return given

    async def models(self) -> list[ModelInfo]:
        return [ModelInfo("scripted-1")]

    async def capabilities(self, model: str) -> Capabilities:
        self.asked_what_it_can += 1
        if isinstance(self._can, BackendError):
            raise self._can
        return self._can

    async def close(self) -> None:
        pass
