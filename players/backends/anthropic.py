"""The backend of Anthropic's Messages API, and of servers that speak it."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping, Set
from typing import Any, Unpack
from urllib.parse import quote

from woozle.core.request import NOT_TAKEN, Finish, Picture
from woozle.players.backends.cache_marks import mark
from woozle.players.backends.draft import Draft, is_count, text_of
from woozle.players.backends.environment import read_variable
from woozle.players.backends.fallbacks import (
    DETAIL,
    TEMPERATURE,
    TOP_P,
    Feature,
    Features,
    has_pictures,
    pattern_of,
    schema_feature,
)
from woozle.players.backends.model_client import LONGEST_NAME, UNSEEN, Capabilities, Chat, Hear, Message, ModelInfo, Reply, deaf
from woozle.players.backends.registry import Backend
from woozle.players.backends.schemas import in_words, strict, told_in_words
from woozle.players.backends.server_client import ServerClient, ServerProtocol, ServerSettings
from woozle.players.backends.streaming_client import Body, ChatProtocol, StreamingClient

_VERSION = "2026-10-21"
_SAMPLING_VERSION = "2023-06-01"
"""The last version of the API that knows a temperature and top_p, which models before Claude 4.7 still take."""

_MAX_TOKENS = 16_000  # where a seat names none; Anthropic wants a number, and thoughts count too
_LEAST_BUDGET = 1024  # tokens of thoughts, the least that the API takes
_BUDGETS = {"minimal": 1024, "low": 2048, "medium": 8192, "high": 16_000}  # tokens; more than high is twice as much
_FINISHES: Mapping[str, Finish] = {"max_tokens": "length", "model_context_window_exceeded": "length", "refusal": "filter"}
_STATUSES = {
    "invalid_request_error": 400, "authentication_error": 401, "billing_error": 402, "permission_error": 403,
    "not_found_error": 404, "request_too_large": 413, "rate_limit_error": 429, "timeout_error": 504, "overloaded_error": 529,
}  # fmt: skip

DEFAULT_LIMIT = f"max_tokens is {_MAX_TOKENS}: the server wants a number, and the seat names none"
"""The note of a reply whose limit was not requested."""

_IN_SCHEMAS = frozenset({
    "type", "properties", "required", "additionalProperties", "items", "anyOf", "enum", "const", "$ref", "$defs", "title",
    "description",
})  # fmt: skip


class _Reader:
    """The events of one reply."""

    def __init__(self, draft: Draft) -> None:
        self._draft = draft
        self._counts: dict[str, Any] = {}

    def add(self, event: Mapping[str, Any]) -> bool:
        draft = self._draft
        match event.get("type"):
            case "message_start":
                draft.model = str(event["message"].get("model") or draft.model)[:LONGEST_NAME]
                self._count(event["message"].get("usage") or {})
            case "content_block_start":
                self._say(event["content_block"])
            case "content_block_delta":
                self._say(event["delta"])
            case "message_delta":
                self._count(event.get("usage") or {})
                self._stop(event["delta"].get("stop_reason"))
            case "message_stop":
                return True
            case "message":  # whole, from a server that does not stream
                draft.model = str(event.get("model") or draft.model)[:LONGEST_NAME]
                for block in event["content"]:
                    self._say(block)
                self._count(event.get("usage") or {})
                self._stop(event.get("stop_reason"))
                return True
        return False

    def _stop(self, reason: Any) -> None:
        if reason:
            self._draft.finish = _FINISHES.get(reason, "stop")

    def _say(self, block: Mapping[str, Any]) -> None:
        self._draft.add(text_of(block.get("text")), text_of(block.get("thinking")))

    def _count(self, usage: Mapping[str, Any]) -> None:
        """Take counts, each of all so far. Tokens that the cache gives or gets are not among `input_tokens`."""
        self._counts |= {name: each for name, each in usage.items() if each is not None}
        fresh, cached, kept = (self._counts.get(f"{which}input_tokens", 0) for which in ("", "cache_read_", "cache_creation_"))
        read = fresh + cached + kept if all(map(is_count, (fresh, cached, kept))) else -1  # which is no number of tokens
        thoughts = (self._counts.get("output_tokens_details") or {}).get("thinking_tokens")
        self._draft.count(read, self._counts.get("output_tokens"), cached, reasoning=thoughts, cache_write=kept)


FEATURES = Features({
    "cache_control": Feature(lambda chat: True, pattern_of("cache_control"), is_dispensable=True),
    "schema": schema_feature(r"output_config\.format", "output_format", "json_schema", "schema", "structured output", "grammar"),
    "top_p": TOP_P,
    "temperature": TEMPERATURE,
    "adaptive": Feature(
        lambda chat: chat.sampling.effort not in (None, "none"),
        pattern_of("adaptive", r"\beffort\b", r"output_config", r"\bdisplay\b"),
        "the effort is a limit of thoughts in tokens: the model takes no effort",
        instead="effort",
    ),
    "effort": Feature(
        lambda chat: chat.sampling.effort is not None, pattern_of("thinking", "budget_tokens"), NOT_TAKEN["effort"]
    ),
    "pictures": Feature(has_pictures, pattern_of("image", "vision"), "no pictures: the server does not take any"),
})  # fmt: skip

PROTOCOL = ServerProtocol(whose="Anthropic's", key_header=("x-api-key", ""), headers={"anthropic-version": _VERSION})


class Anthropic:
    """A client of a server that speaks Anthropic's Messages API."""

    def __init__(self, url: str, key: str | None = None, **settings: Unpack[ServerSettings]) -> None:
        self._server = ServerClient(PROTOCOL, url, key, **settings)
        self._chats = StreamingClient(self._server, _CHATS)

    async def chat(self, chat: Chat, hear: Hear = deaf) -> Reply:
        return await self._chats.chat(chat, hear)

    async def models(self) -> list[ModelInfo]:
        """Return the models that the server lists, by name, with their listed capabilities. Raises BackendError."""
        async with self._server.lookup_limit():
            page = await self._server.fetch("/v1/models?limit=1000")
            named = ((str(facts["id"]), facts) for facts in page["data"])
            listed = [(name, facts) for name, facts in named if len(name) <= LONGEST_NAME]
            return sorted((self._info(name, facts) for name, facts in listed), key=lambda info: info.name)

    async def capabilities(self, model: str) -> Capabilities:
        """Return the server's entry for a model or its alias. Raises BackendError, `no_model` among them."""
        async with self._server.lookup_limit():
            return self._info(model, await self._server.fetch(f"/v1/models/{quote(model, safe='')}", model=model)).capabilities

    def _info(self, name: str, facts: Mapping[str, Any]) -> ModelInfo:
        can, without = facts.get("capabilities") or {}, self._chats.left_out(name)

        def takes(ability: str, feature: str = "") -> bool | None:
            told = (can.get(ability) or {}).get("supported")
            return False if feature in without else told if isinstance(told, bool) else None

        context = facts.get("max_input_tokens")
        return ModelInfo(
            name,
            capabilities=Capabilities(
                vision=takes("image_input", "pictures"),
                schema=takes("structured_outputs", "schema"),
                logprobs=False,
                seed=False,
                reasoning=takes("thinking", "effort"),
                context=context if is_count(context) and context else None,
            ),
        )

    async def close(self) -> None:
        await self._server.close()


# Requests


def chat_request(chat: Chat, without: Set[str]) -> Body:
    """Return the JSON of a request. without: features that are left out."""
    sampling = chat.sampling
    thinking = _thinks(chat, without)
    budget = thinking.get("budget_tokens", 0)
    turns = _turns(chat, without)
    system = turns.pop(0)["content"] if turns and turns[0]["role"] == "system" else None
    fields: Body = {
        "system": system,
        "temperature": sampling.temperature,
        "top_p": sampling.top_p,
        "thinking": thinking or None,
        "output_config": _output_config(chat, without, "adaptive" in thinking.values()) or None,
    }
    return {
        "model": chat.model,
        "max_tokens": sampling.max_tokens or _MAX_TOKENS + budget,
        "messages": turns,
        "stream": True,
        **{name: each for name, each in fields.items() if each is not None and name not in without},
    }


def _thinks(chat: Chat, without: Set[str]) -> Body:
    """Return how it is to think; empty where that is left to the model."""
    effort, most = chat.sampling.effort, chat.sampling.max_tokens
    if effort is None or "effort" in without:
        return {}
    if effort == "none":
        return {"type": "disabled"}
    if "adaptive" not in without:
        return {"type": "adaptive", "display": "summarized"}
    budget = _BUDGETS.get(effort, 2 * _BUDGETS["high"])
    budget = min(budget, most // 2) if most else budget
    return {"type": "enabled", "budget_tokens": budget} if budget >= _LEAST_BUDGET else {}


def _output_config(chat: Chat, without: Set[str], has_effort: bool) -> Body:
    config: Body = {}
    if has_effort:
        config["effort"] = {"minimal": "low"}.get(chat.sampling.effort or "", chat.sampling.effort)
    if chat.schema is not None and "schema" not in without and (schema := strict(chat.schema)):
        config["format"] = {"type": "json_schema", "schema": told_in_words(schema, _IN_SCHEMAS)}
    return config


def _turns(chat: Chat, without: Set[str]) -> list[Body]:
    """Return a system message, if there is one, and the turns, in blocks, with marks of what may be kept."""
    can_see = "pictures" not in without
    told = tuple(part for message in chat.messages if message.role == "system" for part in message.parts)
    given = ([Message("system", told)] if told else []) + [message for message in chat.messages if message.role != "system"]
    turns: list[Body] = [{"role": each.role, "content": [_block(part, can_see) for part in each.parts]} for each in given]
    if "cache_control" not in without and turns:
        turns = mark(turns)
    if chat.schema is not None and ("schema" in without or strict(chat.schema) is None) and turns:
        turns[-1]["content"].append({"type": "text", "text": in_words(chat.schema)})
    for turn in turns:
        turn["content"] = [block for block in turn["content"] if block.get("text", "image").strip()]  # empty ones are not taken
    return [turn for turn in turns if turn["content"]]


def _block(part: str | Picture, can_see: bool) -> Body:
    if isinstance(part, str):
        return {"type": "text", "text": part}
    if not can_see:
        return {"type": "text", "text": UNSEEN}
    source = {"type": "base64", "media_type": part.media_type, "data": b64encode(part.data).decode()}
    return {"type": "image", "source": source}


def _headers(chat: Chat, without: Set[str]) -> Mapping[str, str]:
    """Return the version in which the request can be asked: a temperature is known to the one before alone."""
    is_sampled = {"temperature", "top_p"} & chat_request(chat, without).keys()
    return {"anthropic-version": _SAMPLING_VERSION} if is_sampled else {}


def _notes(chat: Chat, without: Set[str]) -> tuple[str, ...]:
    has_no_room = chat.sampling.effort is not None and "effort" not in without and not _thinks(chat, without)
    more = (
        (NOT_TAKEN["effort"], has_no_room),
        (NOT_TAKEN["seed"], chat.seed is not None),
        (NOT_TAKEN["detail"], DETAIL.is_used(chat)),
        (DEFAULT_LIMIT, chat.sampling.max_tokens is None),
    )
    return (*FEATURES.notes(chat, without), *(note for note, is_so in more if is_so))


def _error_status(error: Any) -> int:
    return _STATUSES.get(str(error.get("type")), 500) if isinstance(error, Mapping) else 500


_CHATS = ChatProtocol(
    features=FEATURES,
    reader=_Reader,
    path=lambda chat, without: "/v1/messages",
    request=chat_request,
    notes=_notes,
    error_status=_error_status,
    headers=_headers,
)


# Declaration


def _endpoints(environ: Mapping[str, str]) -> Mapping[str, Mapping[str, Any]]:
    url = read_variable(environ, "ANTHROPIC_BASE_URL") or "https://api.anthropic.com"
    return {"anthropic": {"url": url, "key_env": "ANTHROPIC_API_KEY", "concurrency": 8, "seed": False}}


BACKEND = Backend(
    name="anthropic",
    example="claude-haiku-4-5",
    client=Anthropic,
    endpoints=_endpoints,
    own_fields=frozenset({"model", "messages", "system", "stream", "max_tokens", "temperature", "top_p", "cache_control", "tools"}),
)
