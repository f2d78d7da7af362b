"""Models on any server that speaks OpenAI's chat protocol: OpenAI itself, OpenRouter, vLLM, LM Studio, llama.cpp, transformers."""

from __future__ import annotations

import asyncio
import json
import time
from collections import defaultdict
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from woozle.core.attempt import Finish
from woozle.players.backends.backend import LONGEST_NAME, BackendError, Capabilities, Chat, Hear, ModelInfo, Reply, Sent, deaf
from woozle.players.backends.draft import Draft, is_count
from woozle.players.backends.encoding import from_json
from woozle.players.backends.events import EventStream
from woozle.players.backends.openai_facts import model_info
from woozle.players.backends.openai_request import not_taken, notes, request
from woozle.players.backends.troubles import LOOKING, NONSENSE, Place, said, said_in
from woozle.players.backends.wire import Wire, to_the_end, whole

if TYPE_CHECKING:
    from aiohttp import ClientResponse

_FINISHES: Mapping[str, Finish] = {"length": "length", "max_tokens": "length", "content_filter": "filter"}


class OpenAI:
    """A server that speaks OpenAI's protocol. What a model there does not take is left out once it was refused.

    url: up to and including /v1. timeout: seconds for one reply, where a Chat allows no less. endpoint: its name in models.toml.
    """

    def __init__(
        self,
        url: str,
        key: str | None = None,
        *,
        timeout: float = 300.0,
        endpoint: str = "openai",
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._place = Place(url, endpoint, key)
        self._timeout = timeout
        self._clock = clock
        self._without: defaultdict[str, set[str]] = defaultdict(set)
        self._wire = Wire(self._place)

    async def chat(self, chat: Chat, hear: Hear = deaf) -> Reply:
        """The reply. Raises BackendError. A request that the server does not take as it is goes again without what it names."""
        seconds = min(self._timeout, chat.seconds or self._timeout)
        hear(Sent())
        try:
            async with asyncio.timeout(seconds):
                while True:
                    reply = await self._tried(chat, hear)
                    if reply:
                        return reply
        except TimeoutError:
            raise self._place.silent(seconds) from None

    async def models(self) -> list[ModelInfo]:
        """The models that the server lists, by name, with what it says of them. Raises BackendError."""
        listed = await self._listed()
        return [model_info(name, facts, self._without[name]) for name, facts in sorted(listed.items())]

    async def capabilities(self, model: str) -> Capabilities:
        """What the server lists of a model, and what was learnt since. Raises BackendError, `no_model` if only others are listed.

        A folder is never listed; variants of listed models and those with the tag `latest` are by their plain name.
        """
        listed = await self._listed()
        name = next((name for name in (model, model.rpartition(":")[0], f"{model}:latest") if name in listed), "")
        if listed and not name and not model.startswith(("/", ".", "~")):
            raise self._place.missing(model)
        return model_info(model, listed.get(name, {}), self._without[model]).capabilities

    async def close(self) -> None:
        """Let go of the connections."""
        await self._wire.close()

    async def _tried(self, chat: Chat, hear: Hear) -> Reply | None:
        """The reply; None if the server does not take the request, and it was learnt what to leave out."""
        without = frozenset(self._without[chat.model])
        draft = Draft(chat, hear, self._clock)
        try:
            async with self._wire.asked("/chat/completions", request(chat, without)) as response:
                if response.status >= 400:
                    text = said_in(await whole(response))
                    if not (name := not_taken(chat, without, response.status, text)):
                        raise self._place.refused(response.status, text, chat.model, headers=response.headers)
                    self._without[chat.model].add(name)
                    return None
                await self._read(response, draft, chat.model)
            if draft.finish is None:
                raise self._place.broken("that ends in the middle")
        except (BackendError, *NONSENSE) as error:
            if draft.finish is None and not draft.is_full:
                raise self._trouble(error) from None
        return draft.reply(notes(chat, without))

    async def _read(self, response: ClientResponse, draft: Draft, model: str) -> None:
        kind = response.headers.get("content-type", "nothing")
        if "event-stream" not in kind:
            raise self._place.broken(f"of the type {self._place.quoted(kind)} instead of a stream of events")
        stream = EventStream()
        async for piece in response.content.iter_any():
            for data in stream.add(piece):
                if data.startswith(b"[DONE]"):
                    return await to_the_end(response)
                chunk = from_json(data)
                if error := chunk.get("error"):
                    raise self._place.refused(_status(error), said(error), model)
                _take(chunk, draft)
                if draft.is_full:
                    return None
        return None

    async def _listed(self) -> dict[str, Mapping[str, Any]]:
        seconds = min(self._timeout, LOOKING)
        try:
            async with asyncio.timeout(seconds), self._wire.asked("/models") as response:
                if response.status >= 400:
                    raise self._place.refused(response.status, said_in(await whole(response)), "", headers=response.headers)
                page = json.loads(await whole(response))
                named = ((str(facts["id"]), facts) for facts in page["data"])
                return {name: facts for name, facts in named if len(name) <= LONGEST_NAME}
        except TimeoutError:
            raise self._place.silent(seconds) from None
        except NONSENSE as error:
            raise self._trouble(error) from None

    def _trouble(self, error: Exception) -> BackendError:
        return error if isinstance(error, BackendError) else self._place.broken("that is no answer of OpenAI's protocol")


def _status(error: Any) -> int:
    """Which status an error inside of a stream stands for."""
    code = str(error.get("code")) if isinstance(error, Mapping) else ""
    return int(code) if code.isdecimal() and len(code) == 3 else 500


def _take(chunk: Mapping[str, Any], draft: Draft) -> None:
    """Add a chunk of a stream to what was said."""
    draft.model = str(chunk.get("model") or draft.model)[:LONGEST_NAME]
    if usage := chunk.get("usage"):
        read, written, total = (usage.get(f"{which}_tokens") or 0 for which in ("prompt", "completion", "total"))
        if all(map(is_count, (read, written, total))):  # some count reasoning in the total alone
            written = max(written, total - read)
        draft.count(read, written, (usage.get("prompt_tokens_details") or {}).get("cached_tokens"))
    for choice in (chunk.get("choices") or ())[:1]:
        delta = choice.get("delta") or {}
        refusal = _words(delta.get("refusal"))
        reasoning = delta.get("reasoning_content") or delta.get("reasoning")
        draft.add(_words(delta.get("content")) + refusal, _words(reasoning))
        if tokens := (choice.get("logprobs") or {}).get("content"):
            draft.add_chances(tokens)
        if finish := choice.get("finish_reason"):
            draft.finish = _FINISHES.get(finish, "stop")
        draft.is_refusal |= bool(refusal) or draft.finish == "filter"


def _words(content: Any) -> str:
    """The text of a delta, which some servers send in parts."""
    if isinstance(content, list):
        return "".join(_words(part.get("text")) for part in content)
    return content if isinstance(content, str) else ""
