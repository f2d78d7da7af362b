"""A client of models in this process, each in its own thread."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, TypeAlias

from woozle.core.request import NOT_TAKEN
from woozle.players.backends.fallbacks import DETAIL
from woozle.players.backends.local.worker import ROWS, ChatTicket, Ticket, Worker, WorkTicket
from woozle.players.backends.model_client import BackendError, Capabilities, Chat, Hear, Message, ModelInfo, Queued, Reply, deaf

Passage: TypeAlias = tuple[Sequence[Message], str]
"""A conversation, and a text that the model is made to say in it."""


@dataclass(frozen=True, slots=True)
class TextEntropies:
    """The uncertainty of a model over texts. entropies: by text and token, in nats over all tokens; None for texts without room."""

    model: str
    entropies: tuple[tuple[float, ...] | None, ...]


class LocalClient:
    """A client of models by their folder, or by their name on the Hugging Face hub if they were downloaded before.

    A model is loaded when it is first asked, and stays until this is closed. Chats under way are decoded together, up to `rows`.
    device: auto, cuda, mps or cpu; dtype: auto or a number type of torch, such as bfloat16.
    """

    def __init__(self, *, device: str = "auto", dtype: str = "auto", rows: int = ROWS) -> None:
        self._device = device
        self._dtype = dtype
        self._rows = rows
        self._workers: dict[str, Worker] = {}
        self._known: dict[str, Capabilities] = {}

    async def chat(self, chat: Chat, hear: Hear = deaf) -> Reply:
        """Return the reply. Raises BackendError. Cancelling frees its place.

        logprobs are those of the model itself, before schema, temperature and the like, and of its text alone, without thoughts.
        """
        worker = self._worker(chat.model)
        ticket = ChatTicket(asyncio.get_running_loop(), hear, chat)
        if worker.is_full:
            hear(Queued())
        reply: Reply = await self._wait_for(worker, ticket, chat.seconds)
        return replace(reply, notes=(*reply.notes, NOT_TAKEN["detail"])) if DETAIL.is_used(chat) else reply

    async def entropies(self, model: str, passages: Sequence[Passage]) -> TextEntropies:
        """Return the entropy at each token of each text, after the prompt that goes with it.

        What prompts and texts begin with is read once for all of them. Raises BackendError.
        """
        worker = self._worker(model)
        ticket = WorkTicket(asyncio.get_running_loop(), partial(_measure_entropies, passages=passages))
        found: TextEntropies = await self._wait_for(worker, ticket, None)
        return found

    async def models(self) -> list[ModelInfo]:
        """Return the downloaded models that can write, by name."""
        from woozle.players.backends.local.model_files import list_models

        return await asyncio.to_thread(list_models)

    async def capabilities(self, model: str) -> Capabilities:
        """Return the capabilities of a model, by its files; nothing is loaded. Raises BackendError."""
        if model not in self._known:
            from woozle.players.backends.local.loaded_model import read_capabilities

            self._known[model] = await asyncio.to_thread(read_capabilities, model)
        return self._known[model]

    async def close(self) -> None:
        """Drop what is under way and let go of all models."""
        workers, self._workers = self._workers, {}
        for worker in workers.values():
            await asyncio.to_thread(worker.stop)

    def _worker(self, model: str) -> Worker:
        worker = self._workers.get(model)
        if worker is None or worker.is_over:
            from woozle.players.backends.local.loaded_model import load_model

            wanted = partial(load_model, model, device=self._device, dtype=self._dtype)
            worker = self._workers[model] = Worker(wanted, self._rows)
        return worker

    async def _wait_for(self, worker: Worker, ticket: Ticket, seconds: float | None) -> Any:
        """Return the result of a ticket. seconds: from when it is taken up; None for no limit."""
        worker.put(ticket)
        try:
            await ticket.begun
            async with asyncio.timeout(seconds):
                return await ticket.result
        except TimeoutError:
            raise BackendError(
                "timeout", f"The model gave no whole answer within {seconds:g} seconds; allow more, or take a smaller model."
            ) from None
        finally:
            ticket.is_dropped = True


def _measure_entropies(loaded: Any, *, passages: Sequence[Passage]) -> TextEntropies:
    from woozle.players.backends.local.prefix_tree import entropies
    from woozle.players.backends.local.prompts import create_prompt, tokenize

    prompts = {tuple(prompt) for prompt, _ in passages}  # many texts come after the same, and many times
    tokens = {prompt: create_prompt(loaded, prompt).tokens for prompt in prompts}
    texts = {text: tokenize(loaded, text, is_whole=True) for text in {text for _, text in passages}}
    read = [(tokens[tuple(prompt)], texts[text]) for prompt, text in passages]
    fits = [loaded.context is None or len(prompt) + len(text) <= loaded.context for prompt, text in read]
    found = iter(entropies(loaded, [each for each, has_room in zip(read, fits, strict=True) if has_room]))
    return TextEntropies(loaded.description, tuple(next(found) if has_room else None for has_room in fits))
