"""Models on any server that speaks OpenAI's chat protocol: OpenAI itself, OpenRouter, vLLM, LM Studio, llama.cpp, transformers."""

from __future__ import annotations

import asyncio
import time
from collections import defaultdict
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from woozle.core.attempt import Finish
from woozle.players.backends.backend import BackendError, Capabilities, Chat, Hear, ModelInfo, Reply, Sent, deaf
from woozle.players.backends.draft import Draft
from woozle.players.backends.openai_facts import model_info
from woozle.players.backends.openai_request import Body, not_taken, notes, request
from woozle.players.backends.troubles import LOOKING, Place, said

if TYPE_CHECKING:
    from openai import AsyncOpenAI, AsyncStream

_CONNECT = 10.0  # seconds
_UNREACHED = frozenset({"ConnectError", "ConnectTimeout", "ProxyError"})
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
        self._client: AsyncOpenAI | None = None

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
        if self._client:
            await self._client.close()
            self._client = None

    def _connected(self) -> AsyncOpenAI:
        if self._client is None:
            from openai import AsyncOpenAI, DefaultAsyncHttpxClient, Timeout

            timeout = Timeout(None, connect=_CONNECT)
            self._client = AsyncOpenAI(
                base_url=self._place.url,
                api_key=self._place.key or "none",  # the SDK wants one, and servers without keys do not look at it
                timeout=timeout,
                max_retries=0,
                http_client=DefaultAsyncHttpxClient(timeout=timeout, trust_env=not self._place.is_here),
            )
        return self._client

    async def _tried(self, chat: Chat, hear: Hear) -> Reply | None:
        """The reply; None if the server does not take the request, and it was learnt what to leave out."""
        without = frozenset(self._without[chat.model])
        draft = Draft(chat, hear, self._clock)
        try:
            async with await self._stream(request(chat, without)) as stream:
                await self._read(stream, draft)
        except Exception as error:
            if draft.finish is None and not draft.is_full:
                if name := self._refused_part(error, chat, without):
                    self._without[chat.model].add(name)
                    return None
                raise self._trouble(error, chat.model) from None  # an error of the SDK may hold the key
        return draft.reply(notes(chat, without))

    async def _stream(self, body: Body) -> AsyncStream[Any]:
        from openai import AsyncStream

        # `chat.completions.create` walks through all messages and makes a model of each chunk: 1.7 ms a call, against 1.0.
        return await self._connected().post(
            "/chat/completions", body=body, cast_to=object, stream=True, stream_cls=AsyncStream[Any]
        )

    async def _read(self, stream: AsyncStream[Any], draft: Draft) -> None:
        kind = stream.response.headers.get("content-type", "nothing")
        if "event-stream" not in kind:
            raise self._place.broken(f"of the type {self._place.quoted(kind)} instead of a stream of events")
        async for chunk in stream:
            _take(chunk, draft)
            if draft.is_full:
                return
        if draft.finish is None:
            raise self._place.broken("that ends in the middle")

    async def _listed(self) -> dict[str, Mapping[str, Any]]:
        seconds = min(self._timeout, LOOKING)
        try:
            async with asyncio.timeout(seconds):
                page = await self._connected().models.list()
                return {str(facts["id"]): facts for facts in (model.to_dict(warnings=False) for model in page.data)}
        except TimeoutError:
            raise self._place.silent(seconds) from None
        except Exception as error:
            raise self._trouble(error, "") from None

    def _refused_part(self, error: Exception, chat: Chat, without: frozenset[str]) -> str | None:
        from openai import APIStatusError

        return not_taken(chat, without, error.status_code, said(error.body)) if isinstance(error, APIStatusError) else None

    def _trouble(self, error: Exception, model: str) -> BackendError:
        """What an error of the SDK means."""
        from openai import APIConnectionError, APIError, APIStatusError

        match error:
            case BackendError():
                return error
            case APIStatusError():
                return self._place.refused(error.status_code, said(error.body), model, headers=error.response.headers)
            case APIConnectionError() if type(error.__cause__).__name__ in _UNREACHED:
                return self._place.unreachable(error.__cause__)
            case APIConnectionError():
                return self._place.broken("that breaks off")
            case APIError():  # inside of a stream
                status = int(error.code) if error.code and error.code.isdecimal() else 500
                return self._place.refused(status, said(error.body), model)
            case ValueError() | TypeError() | KeyError() | AttributeError() | IndexError():
                return self._place.broken("that is no answer of OpenAI's protocol")
        raise error


def _take(chunk: Mapping[str, Any], draft: Draft) -> None:
    """Add a chunk of a stream to what was said."""
    draft.model = str(chunk.get("model") or draft.model)
    if usage := chunk.get("usage"):
        read, written, both = (int(usage.get(f"{name}_tokens") or 0) for name in ("prompt", "completion", "total"))
        draft.used = read, max(written, both - read)  # some count reasoning in the total alone
        draft.cached = int((usage.get("prompt_tokens_details") or {}).get("cached_tokens") or 0)
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
