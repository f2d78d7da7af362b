"""The backend of Ollama servers, in their own protocol: it takes schemas, and the context that a model gets."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections import defaultdict
from collections.abc import Mapping, Set
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeAlias
from urllib.parse import urlsplit

from woozle.core.request import Picture
from woozle.core.text import visible_line
from woozle.players.backends.draft import Draft, is_count
from woozle.players.backends.event_stream import LineStream
from woozle.players.backends.fast_json import from_json
from woozle.players.backends.http_connection import to_the_end, whole
from woozle.players.backends.model_client import (
    LONGEST_NAME,
    UNSEEN,
    BackendError,
    Capabilities,
    Chat,
    Hear,
    Message,
    ModelInfo,
    Reply,
    Sent,
    deaf,
    estimate_tokens,
)
from woozle.players.backends.registry import Backend
from woozle.players.backends.schemas import in_words, strict
from woozle.players.backends.server_client import ServerClient
from woozle.players.backends.server_errors import LOOKING, error_text, parse_error_text

if TYPE_CHECKING:
    from aiohttp import ClientResponse

_PORT = 11434
_LONGEST_LIST = 2**22  # bytes of a list of models that are read


@dataclass(eq=False)
class Ollama(ServerClient):
    """A client of an Ollama server, whose url has no path. Features that a model refused once are left out."""

    protocol = "Ollama's"

    _known: dict[str, Capabilities] = field(default_factory=dict, init=False)
    _without: defaultdict[str, set[str]] = field(default_factory=lambda: defaultdict(set), init=False)
    _contexts: defaultdict[str, int] = field(default_factory=lambda: defaultdict(int), init=False)

    async def chat(self, chat: Chat, hear: Hear = deaf) -> Reply:
        """Return the reply. Raises BackendError, `too_long` rather than let Ollama drop the oldest messages."""
        hear(Sent())
        async with self._limit(chat.seconds):
            can = self._known.get(chat.model) or await self._show(chat.model)
            if can.context and estimate_tokens(chat.messages) > can.context:
                raise self._address.too_long_error(chat.model)
            while True:
                if reply := await self._request_once(chat, can, hear):
                    return reply

    async def models(self) -> list[ModelInfo]:
        """Return the models that were pulled, by name, with their size on disk. Raises BackendError."""
        async with self._limit(LOOKING):
            listed = (await self._fetch("/api/tags"))["models"]
            named = ((str(each["model"]), each["size"] if is_count(each.get("size")) else None) for each in listed)
            return sorted((ModelInfo(name, size) for name, size in named if len(name) <= LONGEST_NAME), key=lambda info: info.name)

    async def capabilities(self, model: str) -> Capabilities:
        """Return what Ollama shows of a model. Raises BackendError, `no_model` if it was not pulled."""
        async with self._limit(LOOKING):
            return await self._show(model)

    async def _show(self, model: str) -> Capabilities:
        shown = await self._fetch("/api/show", {"model": model}, model)
        can, facts = shown.get("capabilities"), shown.get("model_info") or {}
        context = next((each for name, each in facts.items() if name.endswith(".context_length") and is_count(each)), None)
        vision, reasoning = (name in can if isinstance(can, list) else None for name in ("vision", "thinking"))
        self._known[model] = Capabilities(vision=vision, schema=True, seed=True, reasoning=reasoning, context=context)
        return self._known[model]

    async def _request_once(self, chat: Chat, can: Capabilities, hear: Hear) -> Reply | None:
        """Return the reply; None if the server refused a feature, which is left out from now on."""
        without = missing_features(can) | self._without[chat.model]
        draft = Draft(chat, hear, self.clock)
        body = chat_request(chat, without, self._context(chat, can))
        async with self._connection.request("/api/chat", body) as response:
            if response.status >= 400:
                text = parse_error_text(await whole(response))
                if not (name := refused_feature(chat, without, response.status, text)):
                    raise self._refusal(response.status, text, chat.model, response.headers)
                self._without[chat.model].add(name)
                return None
            await self._read(response, draft, chat.model)
        return draft.reply(fallback_notes(chat, without))

    def _context(self, chat: Chat, can: Capabilities) -> int:
        """Return a size in tokens. It never shrinks while this client lives, for that would load the model anew as well."""
        self._contexts[chat.model] = max(self._contexts[chat.model], context_size(chat, can.context))
        return self._contexts[chat.model]

    async def _read(self, response: ClientResponse, draft: Draft, model: str) -> None:
        stream = LineStream()
        async for piece in response.content.iter_any():
            for line in stream.add(piece):
                chunk = from_json(line)
                if error := chunk.get("error"):
                    raise self._refusal(500, error_text(error), model)
                _add_chunk(chunk, draft)
                if draft.is_full:
                    return None
                if draft.finish:
                    return await to_the_end(response)
        raise self._address.broken_error("that ends in the middle")

    def _refusal(self, status: int, text: str, model: str, headers: Mapping[str, str] | None = None) -> BackendError:
        refused = super()._refusal(status, text, model, headers)
        pull = f"pull it there with `ollama pull {visible_line(model)}`"
        return self._address.missing_error(model, pull) if refused.trouble == "no_model" else refused


def _add_chunk(chunk: Mapping[str, Any], draft: Draft) -> None:
    draft.model = str(chunk.get("model") or draft.model)[:LONGEST_NAME]
    message = chunk["message"]
    draft.add(message.get("content") or "", message.get("thinking") or "")
    draft.add_chances(chunk.get("logprobs") or ())
    if chunk.get("done"):
        draft.finish = "length" if chunk.get("done_reason") == "length" else "stop"
        read, written = chunk.get("prompt_eval_count"), chunk.get("eval_count")
        if read is not None and written is not None:
            draft.count(read, written)


# Requests

Body: TypeAlias = dict[str, Any]

LEFT_OUT: Mapping[str, str] = {
    "pictures": "no pictures: the model cannot see any",
    "think": "the model cannot think before it speaks",
    "level": "the model thinks as long as it likes",
    "format": "the schema is in the prompt: the server does not take it",
}
"""What can be left out of a request, and the note of a reply that was got without it."""

_NAMED = {"level": r"think value", "think": r"does not support thinking", "format": r"\bformat\b|grammar|schema"}

_KEEP_ALIVE = "30m"  # a model is loaded anew when it was not used for so long; Ollama's own 5 minutes pass while a person thinks
_SMALLEST = 8192  # tokens of context; it doubles from here, for each other size loads the model anew
_REPLY = 2048  # tokens to leave for a reply where max_tokens is not set
_SLACK = 1.5  # names, numbers and most languages have more tokens than English, after which they are estimated


def missing_features(can: Capabilities) -> Set[str]:
    """Return the features that a model lacks, by what Ollama shows of it."""
    missing = {"pictures"} if can.vision is False else set()
    return missing | {"think", "level"} if can.reasoning is False else missing


def chat_request(chat: Chat, without: Set[str], context: int) -> Body:
    """Return the JSON of a chat request. without: features that are left out, of LEFT_OUT; context: num_ctx, in tokens."""
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
        "keep_alive": _KEEP_ALIVE,
    }
    if chat.schema is not None and "format" not in without:
        body["format"] = strict(chat.schema) or dict(chat.schema)
    if sampling.effort is not None and "think" not in without:
        body["think"] = _think(sampling.effort, "level" in without)
    if chat.logprobs is not None:
        body |= {"logprobs": True, "top_logprobs": chat.logprobs}
    return body


def fallback_notes(chat: Chat, without: Set[str]) -> tuple[str, ...]:
    """Return notes of what was done another way for this Chat."""
    told = without - {"level"} if "think" in without else without
    return tuple(note for name, note in LEFT_OUT.items() if name in told & _used_features(chat))


def refused_feature(chat: Chat, without: Set[str], status: int, text: str) -> str | None:
    """Return the feature that the server refuses, by the words of its error; None if it cannot be left out."""
    left = _used_features(chat) - without if status in (400, 500) else set()
    return next((name for name in _NAMED if name in left and re.search(_NAMED[name], text, re.IGNORECASE)), None)


def context_size(chat: Chat, most: int | None) -> int:
    """Return the context to ask for, in tokens: Ollama drops the oldest messages that do not fit, and says nothing of it.

    most: what the model was made for, None if unknown.
    """
    needed = estimate_tokens(chat.messages) * _SLACK + (chat.sampling.max_tokens or _REPLY)
    size = _SMALLEST
    while size < needed:
        size *= 2
    return min(size, most) if most else size


def _used_features(chat: Chat) -> Set[str]:
    effort = chat.sampling.effort
    asked = {
        "pictures": any(isinstance(part, Picture) for message in chat.messages for part in message.parts),
        "think": effort is not None,
        "level": effort is not None and not isinstance(_think(effort, False), bool),
        "format": chat.schema is not None,
    }
    return {name for name, is_asked in asked.items() if is_asked}


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
    pictures = [b64encode(part.data).decode() for part in message.parts if isinstance(part, Picture)]
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
    return {"ollama": {"url": server_url(environ.get("OLLAMA_HOST", "").strip()), "concurrency": 2}}


BACKEND = Backend(
    name="ollama",
    example="qwen3:8b",
    client=Ollama,
    endpoints=_endpoints,
    is_free=True,
    lists_all_models=True,
    fetching="`ollama pull {model}` fetches it.",
    starting="`ollama serve` starts it",
    count_models=count_models,
)
