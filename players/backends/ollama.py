"""Models on an Ollama server, through its own protocol: it takes schemas, and how much context a model gets."""

from __future__ import annotations

import asyncio
import time
from collections import defaultdict
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, TypeVar

from woozle.core.text import visible_line
from woozle.players.backends.backend import LONGEST_NAME, BackendError, Capabilities, Chat, Hear, ModelInfo, Reply, Sent, deaf
from woozle.players.backends.bounded_transport import bounded_transport
from woozle.players.backends.draft import Draft, is_count
from woozle.players.backends.ollama_request import cannot, context_for, not_taken, notes, request
from woozle.players.backends.tokens import tokens_in
from woozle.players.backends.troubles import LOOKING, NONSENSE, Place

if TYPE_CHECKING:
    from httpx import Request
    from ollama import AsyncClient, ChatResponse

_CONNECT = 10.0  # seconds

T = TypeVar("T")


class Ollama:
    """An Ollama server. What a model there does not take is left out once it was refused.

    url: without a path. timeout: seconds for one reply, where a Chat allows no less. endpoint: its name in models.toml.
    """

    def __init__(
        self,
        url: str,
        key: str | None = None,
        *,
        timeout: float = 300.0,
        endpoint: str = "ollama",
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._place = Place(url, endpoint, key)
        self._timeout = timeout
        self._clock = clock
        self._client: AsyncClient | None = None
        self._known: dict[str, Capabilities] = {}
        self._without: defaultdict[str, set[str]] = defaultdict(set)
        self._contexts: defaultdict[str, int] = defaultdict(int)

    async def chat(self, chat: Chat, hear: Hear = deaf) -> Reply:
        """The reply. Raises BackendError, `too_long` rather than let Ollama drop the oldest messages."""
        hear(Sent())
        return await self._within(min(self._timeout, chat.seconds or self._timeout), self._replied(chat, hear), chat.model)

    async def models(self) -> list[ModelInfo]:
        """The models that were pulled, by name, with their size on disk. Raises BackendError."""
        listed = await self._within(min(self._timeout, LOOKING), self._connected().list(), "")
        named = ((each.model or "", None if each.size is None else int(each.size)) for each in listed.models)
        return sorted((ModelInfo(name, size) for name, size in named if 0 < len(name) <= LONGEST_NAME), key=lambda info: info.name)

    async def capabilities(self, model: str) -> Capabilities:
        """What Ollama shows of a model. Raises BackendError, `no_model` if it was not pulled."""
        return await self._within(min(self._timeout, LOOKING), self._shown(model), model)

    async def close(self) -> None:
        """Let go of the connections."""
        if self._client:
            await self._client.close()  # type: ignore[no-untyped-call]
            self._client = None

    def _connected(self) -> AsyncClient:
        if self._client is None:
            import httpx
            from ollama import AsyncClient

            self._client = AsyncClient(
                self._place.url,
                timeout=httpx.Timeout(None, connect=_CONNECT),
                auth=self._authorized,
                follow_redirects=False,
                transport=bounded_transport(httpx, self._place),
                trust_env=not self._place.is_here,
            )
        return self._client

    def _authorized(self, request: Request) -> Request:
        """With our key or none; the library would send what is in OLLAMA_API_KEY to any server."""
        request.headers.pop("authorization", None)
        if self._place.key:
            request.headers["authorization"] = f"Bearer {self._place.key}"
        return request

    async def _within(self, seconds: float, work: Awaitable[T], model: str) -> T:
        try:
            async with asyncio.timeout(seconds):
                return await work
        except TimeoutError:
            raise self._place.silent(seconds) from None
        except Exception as error:
            raise self._trouble(error, model) from None

    async def _shown(self, model: str) -> Capabilities:
        shown = await self._connected().show(model)
        can, facts = shown.capabilities, shown.modelinfo or {}
        context = next((each for name, each in facts.items() if name.endswith(".context_length") and is_count(each)), None)
        vision, reasoning = (None if can is None else name in can for name in ("vision", "thinking"))
        self._known[model] = Capabilities(vision=vision, schema=True, seed=True, reasoning=reasoning, context=context)
        return self._known[model]

    async def _replied(self, chat: Chat, hear: Hear) -> Reply:
        can = self._known.get(chat.model) or await self._shown(chat.model)
        if can.context and tokens_in(chat.messages) > can.context:
            raise self._place.too_long(chat.model)
        while True:
            without = cannot(can) | frozenset(self._without[chat.model])
            draft = Draft(chat, hear, self._clock)
            try:
                await self._read(request(chat, without, self._context(chat, can)), draft)
            except Exception as error:
                status, text = getattr(error, "status_code", 0), getattr(error, "error", "")
                if not (name := not_taken(chat, without, status, text)):
                    raise
                self._without[chat.model].add(name)
            else:
                return draft.reply(notes(chat, without))

    def _context(self, chat: Chat, can: Capabilities) -> int:
        """In tokens. It never shrinks while this backend lives, for that would load the model anew as well."""
        self._contexts[chat.model] = max(self._contexts[chat.model], context_for(chat, can.context))
        return self._contexts[chat.model]

    async def _read(self, body: dict[str, Any], draft: Draft) -> None:
        stream: Any = await self._connected().chat(**body)
        try:
            async for chunk in stream:
                _take(chunk, draft)
                if draft.is_full or chunk.done:
                    return
        finally:
            await stream.aclose()
        raise self._place.broken("that ends in the middle")

    def _trouble(self, error: Exception, model: str) -> BackendError:
        """What an error of the library means."""
        from httpx import ConnectError, ConnectTimeout, ProxyError, TransportError
        from ollama import ResponseError

        match error:
            case BackendError():
                return error
            case ConnectError() | ConnectTimeout() | ProxyError() | ConnectionError():
                return self._place.unreachable(error)
            case TransportError():
                return self._place.broken("that breaks off")
            case ResponseError():
                status = error.status_code if error.status_code > 0 else 500  # inside of a stream there is none
                refused = self._place.refused(status, error.error, model)
                pull = f"pull it there with `ollama pull {visible_line(model)}`"
                return self._place.missing(model, pull) if refused.trouble == "no_model" else refused
            case _ if isinstance(error, NONSENSE):
                return self._place.broken("that is none of Ollama's protocol")
        raise error


def _take(chunk: ChatResponse, draft: Draft) -> None:
    """Add a line of a stream to what was said."""
    draft.model = (chunk.model or draft.model)[:LONGEST_NAME]
    draft.add(chunk.message.content or "", chunk.message.thinking or "")
    draft.add_chances([each.model_dump() for each in chunk.logprobs or ()])
    if chunk.done:
        draft.finish = "length" if chunk.done_reason == "length" else "stop"
        if chunk.prompt_eval_count is not None and chunk.eval_count is not None:
            draft.count(chunk.prompt_eval_count, chunk.eval_count)
