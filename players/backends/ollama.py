"""The backend of Ollama servers, in their own protocol: it takes schemas, and the context that a model gets."""

from __future__ import annotations

import asyncio
import json
import time
from collections import defaultdict
from collections.abc import Awaitable, Callable, Mapping, Set
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar
from urllib.parse import urlsplit

from woozle.core.request import NOT_TAKEN, Picture
from woozle.core.text import visible_line
from woozle.players.backends.bounded_transport import bounded_transport
from woozle.players.backends.draft import Draft, is_count
from woozle.players.backends.environment import read_variable
from woozle.players.backends.fallbacks import Feature, Features, has_pictures, pattern_of
from woozle.players.backends.model_client import (
    LONGEST_NAME,
    NO_EXTRA,
    UNSEEN,
    BackendError,
    Capabilities,
    Chat,
    Extra,
    Hear,
    Message,
    ModelInfo,
    Reply,
    Sent,
    deaf,
    estimate_tokens,
    merge_tables,
)
from woozle.players.backends.registry import NO_OPTIONS, Backend, ServerOptions
from woozle.players.backends.schemas import in_words, strict
from woozle.players.backends.server_errors import NONSENSE, ServerAddress, error_text

if TYPE_CHECKING:
    from httpx import Request
    from ollama import AsyncClient, ChatResponse

_CONNECT = 10.0  # seconds
_PORT = 11434
_OF_THE_CLOUD = ("-cloud", ":cloud")  # ends the name of a model that runs elsewhere
_LONGEST_LIST = 2**22  # bytes of a list of models that are read

_EXTRA_FIELDS = frozenset({"options", "keep_alive"})  # fields of a request that a seat may add to
_SENT: ContextVar[Extra] = ContextVar("what is sent beside the request under way", default=NO_EXTRA)

T = TypeVar("T")


class Ollama:
    """A client of an Ollama server. Features that a model refused once are left out.

    url: without a path. timeout: seconds for one reply, where a Chat allows no less. endpoint: its name in models.toml.
    options: what else that says of it.
    """

    def __init__(
        self,
        url: str,
        key: str | None = None,
        *,
        timeout: float = 300.0,
        endpoint: str = "ollama",
        options: ServerOptions = NO_OPTIONS,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._address = ServerAddress(url, endpoint, key)
        self._timeout = timeout
        self._extra = options.extra
        self._looking = options.patience
        self._clock = clock
        self._client: AsyncClient | None = None
        self._known: dict[str, Capabilities] = {}
        self._without: defaultdict[str, set[str]] = defaultdict(set)
        self._contexts: defaultdict[str, int] = defaultdict(int)

    async def chat(self, chat: Chat, hear: Hear = deaf) -> Reply:
        """Return the reply. Raises BackendError, `too_long` rather than let Ollama drop the oldest messages."""
        hear(Sent())
        return await self._within(min(self._timeout, chat.seconds or self._timeout), self._reply(chat, hear), chat.model)

    async def models(self) -> list[ModelInfo]:
        """Return the models that were pulled, by name, with their size on disk. Raises BackendError."""
        listed = await self._within(min(self._timeout, self._looking), self._open_client().list(), "")
        named = ((each.model or "", None if each.size is None else int(each.size)) for each in listed.models)
        return sorted((ModelInfo(name, size) for name, size in named if 0 < len(name) <= LONGEST_NAME), key=lambda info: info.name)

    async def capabilities(self, model: str) -> Capabilities:
        """Return what Ollama shows of a model. Raises BackendError, `no_model` if it was not pulled."""
        return await self._within(min(self._timeout, self._looking), self._show(model), model)

    async def close(self) -> None:
        """Let go of the connections."""
        if self._client:
            await self._client.close()  # type: ignore[no-untyped-call]
            self._client = None

    def _open_client(self) -> AsyncClient:
        if self._client is None:
            import httpx
            from ollama import AsyncClient

            self._client = AsyncClient(
                self._address.url,
                timeout=httpx.Timeout(None, connect=_CONNECT),
                auth=self._set_key,
                follow_redirects=False,
                transport=bounded_transport(httpx, self._address),
                trust_env=not self._address.is_here,
            )
        return self._client

    def _set_key(self, request: Request) -> Request:
        """Set our key or none, and what is sent beside it; the library would send what is in OLLAMA_API_KEY to any server."""
        extra = _SENT.get() or self._extra
        request.headers.update(extra.headers)
        if extra.query:
            request.url = request.url.copy_merge_params(extra.query)
        request.headers.pop("authorization", None)
        if self._address.key:
            request.headers["authorization"] = f"Bearer {self._address.key}"
        return request

    async def _within(self, seconds: float, work: Awaitable[T], model: str) -> T:
        try:
            async with asyncio.timeout(seconds):
                return await work
        except TimeoutError:
            raise self._address.timeout_error(seconds) from None
        except Exception as error:
            raise self._translate_error(error, model) from None

    async def _show(self, model: str) -> Capabilities:
        shown = await self._open_client().show(model)
        can, facts = shown.capabilities, shown.modelinfo or {}
        context = next((each for name, each in facts.items() if name.endswith(".context_length") and is_count(each)), None)
        vision, reasoning = (None if can is None else name in can for name in ("vision", "thinking"))
        self._known[model] = Capabilities(vision=vision, schema=True, seed=True, reasoning=reasoning, context=context)
        return self._known[model]

    async def _reply(self, chat: Chat, hear: Hear) -> Reply:
        if unknown := chat.extra.body.keys() - _EXTRA_FIELDS:
            names = visible_line(", ".join(sorted(unknown)))
            raise BackendError("rejected", f"Ollama takes no {names}; write what its models take as body.options.NAME.")
        _SENT.set(chat.extra)
        can = self._known.get(chat.model) or await self._show(chat.model)
        if can.context and estimate_tokens(chat.messages) > can.context:
            raise self._address.too_long_error(chat.model)
        while True:
            without = missing_features(can) | frozenset(self._without[chat.model])
            draft = Draft(chat, hear, self._clock)
            try:
                await self._read(chat_request(chat, without, self._context(chat, can)), draft)
            except Exception as error:
                status, text = getattr(error, "status_code", 0), error_text(getattr(error, "error", ""))
                status = 400 if status == 500 else status  # which it also sends for requests that it does not accept
                if not (name := FEATURES.refused_feature(chat, without, status, text)):
                    raise
                self._without[chat.model].add(name)
            else:
                return draft.reply(FEATURES.notes(chat, without))

    def _context(self, chat: Chat, can: Capabilities) -> int:
        """Return a size in tokens. It never shrinks while this client lives, for that would load the model anew as well."""
        self._contexts[chat.model] = max(self._contexts[chat.model], context_size(chat, can.context))
        return self._contexts[chat.model]

    async def _read(self, body: dict[str, Any], draft: Draft) -> None:
        stream: Any = await self._open_client().chat(**body)
        try:
            async for chunk in stream:
                _add_chunk(chunk, draft)
                if draft.is_full or chunk.done:
                    return
        finally:
            await stream.aclose()
        raise self._address.broken_error("that ends in the middle")

    def _translate_error(self, error: Exception, model: str) -> BackendError:
        """Return the BackendError for an error of the library."""
        from httpx import ConnectError, ConnectTimeout, ProxyError, TransportError
        from ollama import ResponseError

        match error:
            case BackendError():
                return error
            case ConnectError() | ConnectTimeout() | ProxyError() | ConnectionError():
                return self._address.unreachable_error(error)
            case TransportError():
                return self._address.broken_error("that breaks off")
            case ResponseError():
                status = error.status_code if error.status_code > 0 else 500  # inside a stream there is none
                said = error_text(error.error)  # which the library passes on as it came
                refused = self._address.refusal_error(status, said, model)
                if refused.trouble == "unauthorized" and model.endswith(_OF_THE_CLOUD) and not self._address.key:
                    return BackendError("unauthorized", self._cloud_sentence(status, said, model))
                pull = f"pull it there with `ollama pull {visible_line(model)}`"
                return self._address.missing_error(model, pull) if refused.trouble == "no_model" else refused
            case _ if isinstance(error, NONSENSE):
                return self._address.broken_error("that is none of Ollama's protocol")
        raise error

    def _cloud_sentence(self, status: int, text: str, model: str) -> str:
        """Say what to do about a model that Ollama passes on to its cloud: it needs an account there, and no key of ours."""
        server, model = f"{self._address} ({status})", visible_line(model)
        then = "sign in there with `ollama signin`, and see that its cloud is not disabled"
        return f'{server} may not ask {model!r} in the cloud; {then}. It says: "{self._address.quote(text)}"'


def _add_chunk(chunk: ChatResponse, draft: Draft) -> None:
    """Append a line of a stream to the reply."""
    draft.model = (chunk.model or draft.model)[:LONGEST_NAME]
    draft.add(chunk.message.content or "", chunk.message.thinking or "")
    draft.add_chances([each.model_dump() for each in chunk.logprobs or ()])
    if chunk.done:
        draft.finish = "length" if chunk.done_reason == "length" else "stop"
        if chunk.prompt_eval_count is not None and chunk.eval_count is not None:
            draft.count(chunk.prompt_eval_count, chunk.eval_count)


# Requests

Body: TypeAlias = dict[str, Any]

FEATURES = Features({
    "pictures": Feature(has_pictures, pattern_of("image", "vision"), "no pictures: the model cannot see any"),
    "level": Feature(  # it is told to think, for as long as it likes
        lambda chat: isinstance(_think(chat.sampling.effort or "none", False), str),
        pattern_of("think value"),
        NOT_TAKEN["effort"],
        instead="think",
        is_dispensable=True,
    ),
    "think": Feature(
        lambda chat: chat.sampling.effort not in (None, "none"),
        pattern_of("does not support thinking"),
        NOT_TAKEN["effort"],
        is_dispensable=True,
    ),
    "format": Feature(
        lambda chat: chat.schema is not None,
        pattern_of(r"\bformat\b", "grammar", "schema"),
        "the schema is in the prompt: the server does not take it",
        is_dispensable=True,
    ),
})  # fmt: skip

_KEEP_ALIVE = "30m"  # a model is loaded anew when it was not used for so long; Ollama's own 5 minutes pass while a person thinks
_SMALLEST = 8192  # tokens of context; it doubles from here, for each other size loads the model anew
_REPLY = 2048  # tokens to leave for a reply where max_tokens is not set
_SLACK = 1.5  # names, numbers and most languages have more tokens than English, after which they are estimated


def missing_features(can: Capabilities) -> Set[str]:
    """Return the features that a model lacks, by what Ollama shows of it."""
    missing = {"pictures"} if can.vision is False else set()
    return missing | {"think", "level"} if can.reasoning is False else missing


def chat_request(chat: Chat, without: Set[str], context: int) -> Body:
    """Return the JSON of a chat request. without: features that are left out; context: num_ctx, in tokens."""
    sampling = chat.sampling
    options = {
        "num_ctx": context,
        "temperature": sampling.temperature,
        "top_p": sampling.top_p,
        "num_predict": sampling.max_tokens,
        "seed": chat.seed,
    }
    body: Body = {
        "model": chat.model,
        "messages": _messages(chat, without),
        "stream": True,
        "options": {name: each for name, each in options.items() if each is not None},
        "keep_alive": chat.extra.body.get("keep_alive", _KEEP_ALIVE),
    }
    if chat.schema is not None and "format" not in without:
        body["format"] = strict(chat.schema) or dict(chat.schema)
    if sampling.effort is not None and "think" not in without:
        body["think"] = _think(sampling.effort, "level" in without)
    if chat.logprobs is not None:
        body |= {"logprobs": True, "top_logprobs": chat.logprobs}
    return merge_tables(chat.extra.body, body)


def context_size(chat: Chat, most: int | None) -> int:
    """Return the context to ask for, in tokens: Ollama drops the oldest messages that do not fit, and says nothing of it.

    most: the context that the model was made for; None if unknown.
    """
    needed = estimate_tokens(chat.messages) * _SLACK + (chat.sampling.max_tokens or _REPLY)
    size = _SMALLEST
    while size < needed:
        size *= 2
    return min(size, most) if most else size


def _think(effort: str, is_plain: bool) -> bool | str:
    """Return an effort in Ollama's spelling. is_plain: the model understands only whether to think."""
    if effort == "none":
        return False
    return True if is_plain else {"minimal": "low"}.get(effort, effort)


def _messages(chat: Chat, without: Set[str]) -> list[Body]:
    messages = [_message(message, "pictures" not in without) for message in chat.messages]
    if "format" in without and chat.schema is not None:
        messages[-1]["content"] += f"\n\n{in_words(chat.schema)}"
    return messages


def _message(message: Message, can_see: bool) -> Body:
    """Return a message; pictures stand apart from the text in this protocol."""
    unseen = () if can_see else (UNSEEN,)
    texts = [text for part in message.parts for text in ((part,) if isinstance(part, str) else unseen)]
    told: Body = {"role": message.role, "content": "\n\n".join(texts)}
    pictures = [part.data for part in message.parts if isinstance(part, Picture)]
    return told | {"images": pictures} if pictures and can_see else told


# Declaration


def server_url(host: str) -> str:
    """Return the address in $OLLAMA_HOST as Ollama itself reads it: a host, a port, or a whole address."""
    scheme, mark, rest = host.rpartition("://")
    parts = urlsplit(f"//{rest}")
    name = parts.hostname or "127.0.0.1"
    usual = {"http": 80, "https": 443}.get(scheme, _PORT)
    try:
        port = parts.port or usual
    except ValueError:
        port = usual
    name = "127.0.0.1" if name in ("0.0.0.0", "::") else f"[{name}]" if ":" in name else name  # it listens everywhere
    return f"{scheme if mark else 'http'}://{name}:{port}{parts.path.rstrip('/')}"


def count_models(url: str, seconds: float) -> int | None:
    """Return how many models the server at `url` has; None if it does not answer within the time limit, or is no Ollama."""
    from http.client import HTTPException
    from urllib.request import ProxyHandler, build_opener

    try:
        with build_opener(ProxyHandler({})).open(f"{url}/api/tags", timeout=seconds) as answer:
            return len(json.loads(answer.read(_LONGEST_LIST))["models"])
    except (OSError, HTTPException, ValueError, KeyError, TypeError):
        return None


def _endpoints(environ: Mapping[str, str]) -> Mapping[str, Mapping[str, Any]]:
    return {"ollama": {"url": server_url(read_variable(environ, "OLLAMA_HOST")), "concurrency": 2, "schemas": "legal"}}


BACKEND = Backend(
    name="ollama",
    example="qwen3:8b",
    client=Ollama,
    endpoints=_endpoints,
    lists_all_models=True,
    fetching="`ollama pull {model}` fetches it.",
    starting="`ollama serve` starts it",
    count_models=count_models,
    own_fields=frozenset({"model", "messages", "stream", "format", "think", "logprobs", "top_logprobs"}),
)
