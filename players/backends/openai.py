"""The backend of servers that speak OpenAI's chat protocol: OpenAI itself, OpenRouter, vLLM, LM Studio, llama.cpp, transformers."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import replace
from typing import Any, Unpack
from urllib.parse import urlsplit

from woozle.core.request import NOT_TAKEN, Finish, Picture
from woozle.players.backends import cache_marks, openai_responses
from woozle.players.backends.draft import UNTOLD, Draft, is_count
from woozle.players.backends.environment import read_variable
from woozle.players.backends.fallbacks import (
    DETAIL,
    TEMPERATURE,
    TOP_P,
    Feature,
    Features,
    has_pictures,
    pattern_of,
    system_feature,
)
from woozle.players.backends.model_client import (
    LONGEST_NAME,
    MOST_TOKENS,
    UNSEEN,
    Capabilities,
    Chat,
    Hear,
    Message,
    ModelInfo,
    Reply,
    deaf,
    is_cost,
)
from woozle.players.backends.openai_forced import OpenAIForced
from woozle.players.backends.openai_images import OpenAIImages
from woozle.players.backends.registry import Backend
from woozle.players.backends.schemas import in_words, strict
from woozle.players.backends.server_client import ServerClient, ServerProtocol, ServerSettings
from woozle.players.backends.streaming_client import Body, ChatProtocol, StreamingClient
from woozle.players.chats import content_of

_FINISHES: Mapping[str, Finish] = {"length": "length", "max_tokens": "length", "content_filter": "filter"}
_FAILED = frozenset({"error", "abort", "insufficient_system_resource"})
"""Reasons to stop that are the server's: OpenRouter, SGLang and vLLM, DeepSeek."""


class _Reader:
    """The chunks of one reply to a chat, or its events in the Responses API: servers answer either request in their own way."""

    def __init__(self, draft: Draft) -> None:
        self._draft = draft
        self._has_deltas = False

    def add(self, event: Mapping[str, Any]) -> bool:
        if _is_event(event):
            return openai_responses.add_event(event, self._draft)
        draft, choices = self._draft, event.get("choices") or ()
        draft.model = str(event.get("model") or draft.model)[:LONGEST_NAME]
        if usage := event.get("usage"):
            _count(usage, draft)
            draft.is_ended |= not choices  # the last chunk of a stream that tells its usage
        for choice in choices[:1]:
            _add_delta(self._delta(event, choice), draft)
            if tokens := (choice.get("logprobs") or {}).get("content"):
                draft.add_chances(tokens)
            if finish := choice.get("finish_reason"):
                draft.finish = _FINISHES.get(finish, "stop")
            draft.is_refusal |= draft.finish == "filter"
        return False

    def _delta(self, chunk: Mapping[str, Any], choice: Mapping[str, Any]) -> Any:
        """Return what a choice adds. Servers that do not stream send a whole message, and some send it after its pieces."""
        if delta := choice.get("delta"):
            self._has_deltas = True
            return delta
        message = choice.get("message") or {"content": choice.get("text")}
        is_whole = bool(message) and chunk.get("object") in (None, "chat.completion")
        self._draft.is_ended |= is_whole and "message" in choice
        return {} if is_whole and self._has_deltas and not self._draft.is_empty else message


def _is_event(chunk: Mapping[str, Any]) -> bool:
    """Return whether it is an event of the Responses API, or a whole response of it."""
    return "choices" not in chunk and (isinstance(chunk.get("type"), str) or chunk.get("object") == "response")


def _failure(chunk: Mapping[str, Any]) -> Any:
    """Return the error that a chunk tells; None if it tells none."""
    if chunk.get("error"):
        return chunk["error"]
    choices = chunk.get("choices")
    if chunk.get("object") == "error" or (choices is None and isinstance(chunk.get("message"), str)):
        return chunk
    for choice in (choices or ())[:1]:
        if choice.get("error"):
            return choice["error"]
        if (finish := choice.get("finish_reason")) in _FAILED:
            return {"message": f"The reply stopped for this reason: {finish}."}
    return None


_NO_SCHEMA = pattern_of("response_format", "json_schema", "json schema", "structured output", "guided", "grammar")


FEATURES = Features({
    "chat": Feature(  # it is asked by the Responses API then
        lambda chat: not chat.api,
        re.compile(r"(only|use|with|supported)\b.{0,60}?(v1/responses|responses api)", re.IGNORECASE | re.DOTALL),
        is_dispensable=True,
    ),
    "strict": Feature(
        lambda chat: chat.schema is not None and strict(chat.schema) is not None,
        _NO_SCHEMA,
        "the schema is not enforced strictly",
        instead="response_format",
        is_dispensable=True,
    ),
    "response_format": Feature(
        lambda chat: chat.schema is not None,
        _NO_SCHEMA,
        "the schema is in the prompt: the server does not take one",
        is_dispensable=True,
    ),
    "stream_options": Feature(lambda chat: True, pattern_of("stream_options", "include_usage")),
    "max_tokens": Feature(  # it is called max_completion_tokens then
        lambda chat: chat.sampling.max_tokens is not None, pattern_of(r"\bmax_tokens")
    ),
    "temperature": TEMPERATURE,
    "top_p": TOP_P,
    "seed": Feature(  # or its generator of random numbers, in which servers fail
        lambda chat: chat.seed is not None, pattern_of(r"\bseed\b", r"\bgenerator\b"), NOT_TAKEN["seed"]
    ),
    "logprobs": Feature(  # fewer of them would do, but the error does not say how many
        lambda chat: chat.logprobs is not None, pattern_of("logprobs"), UNTOLD, is_dispensable=True
    ),
    "reasoning_effort": Feature(
        lambda chat: chat.sampling.effort is not None,
        pattern_of("reasoning_effort", "reasoning effort", r"reasoning\.effort"),
        NOT_TAKEN["effort"],
    ),
    "system": system_feature(
        "system (role|message|prompt|instruction)", "role.{0,3}system", "developer instruction", "roles must alternate"
    ),
    "detail": DETAIL,
    "pictures": Feature(
        has_pictures,
        pattern_of("image", "vision", "multi-?modal", "mmproj", "content.{0,20}must be a string"),
        "no pictures: the server does not take any",
    ),
    "prompt_cache_key": Feature(  # a hint, without which the same is cached, if less surely
        lambda chat: bool(chat.affinity), pattern_of("prompt_cache_key")
    ),
    "cache_control": Feature(
        lambda chat: True, pattern_of("cache_control"), "what may be cached is not marked: the server does not take marks"
    ),
})  # fmt: skip

PROTOCOL = ServerProtocol(whose="OpenAI's", usual_ending="/v1")


class OpenAI:
    """A client of a server that speaks OpenAI's protocol; `protocol` may say that it takes its key in another header."""

    def __init__(
        self, url: str, key: str | None = None, *, protocol: ServerProtocol = PROTOCOL, **settings: Unpack[ServerSettings]
    ) -> None:
        self._server = ServerClient(protocol, url, key, **settings)
        self._unused = frozenset() if urlsplit(url).hostname in _KEYED_CACHES else frozenset({"prompt_cache_key"})
        self._chats = StreamingClient(
            self._server,
            ChatProtocol(
                features=FEATURES,
                reader=_Reader,
                path=_chat_path,
                request=self._request_of,
                notes=_notes,
                error_status=_error_status,
                stream_error=lambda event: openai_responses.failure(event) if _is_event(event) else _failure(event),
                read_headers=lambda headers, draft: draft.charge(_header_cost(headers.get("x-litellm-response-cost", ""))),
            ),
        )

    async def chat(self, chat: Chat, hear: Hear = deaf) -> Reply:
        return await self._chats.chat(chat, hear)

    async def models(self) -> list[ModelInfo]:
        """Return the models that the server lists, by name, with its facts. Raises BackendError."""
        listed = await self._list()
        return [model_info(name, facts, self._chats.left_out(name)) for name, facts in sorted(listed.items())]

    async def capabilities(self, model: str) -> Capabilities:
        """Return the server's entry for a model, and what was learnt since. Raises BackendError, `no_model` if others are listed.

        A folder is never listed; variants of listed models and those with the tag `latest` are by their plain name.
        """
        listed = await self._list()
        name = next((name for name in (model, model.rpartition(":")[0], f"{model}:latest") if name in listed), "")
        if listed and not name and not model.startswith(("/", ".", "~")):
            raise self._server.address.missing_error(model)
        return model_info(model, listed.get(name, {}), self._chats.left_out(model)).capabilities

    async def close(self) -> None:
        await self._server.close()

    def _request_of(self, chat: Chat, without: Set[str]) -> Body:
        is_marked = self._server.options.cache_control and "cache_control" not in without
        return request_of(chat, without | self._unused, is_marked=is_marked)

    async def _list(self) -> dict[str, Mapping[str, Any]]:
        async with self._server.lookup_limit():
            page = await self._server.fetch("/models")
            named = ((str(facts["id"]), facts) for facts in page["data"])
            return {name: facts for name, facts in named if len(name) <= LONGEST_NAME}


def _chat_path(chat: Chat, without: Set[str]) -> str:
    return openai_responses.PATH if uses_responses(chat, without) else "/chat/completions"


def _notes(chat: Chat, without: Set[str]) -> tuple[str, ...]:
    return FEATURES.notes(chat, without | {"seed"} if uses_responses(chat, without) else without)  # it knows no seed


def _error_status(error: Any) -> int:
    code = str(error.get("code")) if isinstance(error, Mapping) else ""
    return int(code) if code.isdecimal() and len(code) == 3 else 500


def _count(usage: Mapping[str, Any], draft: Draft) -> None:
    read, written, total = (usage.get(f"{which}_tokens") or 0 for which in ("prompt", "completion", "total"))
    reasoning = _part_of(usage, _REASONING)
    if all(map(is_count, (read, written, total))):  # some count reasoning in the total alone
        written = max(written, total - read)
    draft.count(read, written, _part_of(usage, _CACHED), reasoning=reasoning, cache_write=_part_of(usage, _CACHE_WRITE))
    draft.charge(_cost(usage))


def _add_delta(delta: Mapping[str, Any], draft: Draft) -> None:
    refusal, content = _words(delta.get("refusal")), delta.get("content")
    told = next(filter(None, (_words(delta.get(name)) for name in _THOUGHTS)), "")
    draft.add(_words(content) + refusal, told + _thoughts_in(content))
    for number, call in enumerate(delta.get("tool_calls") or ()):
        draft.add_call(call.get("index", number), _words((call.get("function") or {}).get("arguments")))
    draft.is_refusal |= bool(refusal)


_LONGEST_COST = 40  # characters of a number in a header

_CACHED = ("prompt_tokens_details.cached_tokens", "cache_read_input_tokens", "prompt_cache_hit_tokens")
_CACHE_WRITE = ("prompt_tokens_details.cache_write_tokens", "cache_creation_input_tokens")
_REASONING = ("completion_tokens_details.reasoning_tokens", "output_tokens_details.reasoning_tokens", "reasoning_tokens")
"""Places of the counts of some tokens: OpenAI, LiteLLM and Anthropic, DeepSeek, OpenRouter, xAI."""


def _part_of(usage: Mapping[str, Any], places: Sequence[str]) -> Any:
    """Return the first number that stands in these places; 0 for none."""
    for place in places:
        table, dot, name = place.rpartition(".")
        within = usage.get(table) if dot else usage
        if isinstance(within, Mapping) and within.get(name):
            return within[name]
    return 0


def _cost(usage: Mapping[str, Any]) -> Any:
    """Return the cost of a reply in US dollars as the server states it; None if it does not.

    OpenRouter always says so, and LiteLLM, older ones where `include_cost_in_streaming_usage` is set. With one's own key behind
    OpenRouter, the provider is paid beside it.
    """
    cost, details = usage.get("cost"), usage.get("cost_details")
    if usage.get("is_byok") is True and is_cost(cost) and isinstance(details, Mapping):
        upstream = details.get("upstream_inference_cost")
        return cost + upstream if is_cost(upstream) else None
    return cost


def _header_cost(text: str) -> float | None:
    """Return what LiteLLM says a reply cost. Before a stream it cannot know: 0 says nothing."""
    try:
        return float(text[:_LONGEST_COST]) or None
    except ValueError:
        return None


_THOUGHTS = ("reasoning_content", "reasoning", "thinking", "reasoning_text")
"""Names of reasoning in a delta; some servers send two with the same text."""


def _thoughts_in(content: Any) -> str:
    """Return the reasoning among the parts of a text, as Mistral sends it."""
    parts = content if isinstance(content, list) else []
    return "".join(_words(part.get("thinking")) for part in parts if part.get("type") == "thinking")


def _words(content: Any) -> str:
    """Return the text of a delta, which some servers send in parts."""
    if isinstance(content, list):
        return "".join(_words(part.get("text")) for part in content)
    return content if isinstance(content, str) else ""


# Requests

_KEYED_CACHES = frozenset({"api.openai.com", "api.mistral.ai"})  # servers whose documentation knows prompt_cache_key


def request_of(chat: Chat, without: Set[str], *, is_marked: bool = False) -> Body:
    """Return the JSON of a request, to the API that is used.

    without: features that are left out. is_marked: whether what may be cached is marked, in a chat.
    """
    body = chat_request(chat, without)
    if uses_responses(chat, without):
        body = openai_responses.from_chat(body)
    elif is_marked:
        body["messages"] = cache_marks.mark(body["messages"])
    if "store" in chat.extra.body:  # which a seat may say otherwise
        body["store"] = chat.extra.body["store"]
    return body


def uses_responses(chat: Chat, without: Set[str]) -> bool:
    """Return whether a chat is asked by the Responses API: it was said, or the server wants it for this model."""
    return chat.api == "responses" or (not chat.api and "chat" in without)


def chat_request(chat: Chat, without: Set[str]) -> Body:
    """Return the JSON of a chat request. without: features that are left out."""
    sampling = chat.sampling
    fields: Body = {
        "stream_options": {"include_usage": True},
        "temperature": sampling.temperature,
        "top_p": sampling.top_p,
        "seed": chat.seed,
        "reasoning_effort": sampling.effort,
        "logprobs": None if chat.logprobs is None else True,
        "response_format": _format(chat, "strict" not in without),
        "prompt_cache_key": chat.affinity or None,
    }
    body: Body = {name: each for name, each in fields.items() if each is not None and name not in without}
    if sampling.max_tokens is not None:
        body["max_completion_tokens" if "max_tokens" in without else "max_tokens"] = sampling.max_tokens
    if "logprobs" in body:
        body["top_logprobs"] = chat.logprobs
    return {"model": chat.model, "messages": _messages(chat, without), "stream": True, **body}


def _format(chat: Chat, is_strict: bool) -> Body | None:
    if chat.schema is None:
        return None
    schema = strict(chat.schema)
    told = {"name": "answer", "schema": schema or chat.schema, "strict": is_strict and schema is not None}
    return {"type": "json_schema", "json_schema": told}


def _messages(chat: Chat, without: Set[str]) -> list[Body]:
    messages = list(chat.messages)
    if "response_format" in without and chat.schema is not None:
        messages[-1] = replace(messages[-1], parts=(*messages[-1].parts, in_words(chat.schema)))
    if "system" in without:
        messages = _without_system(messages)
    can_see, detail = "pictures" not in without, None if "detail" in without else chat.sampling.detail
    return [{"role": message.role, "content": _content(message.parts, detail, can_see=can_see)} for message in messages]


def _without_system(messages: Sequence[Message]) -> list[Message]:
    """Prepend the system message to the first other message."""
    told = tuple(part for message in messages if message.role == "system" for part in message.parts)
    first, *others = [message for message in messages if message.role != "system"] or [Message("user", ())]
    return [replace(first, parts=told + first.parts), *others]


def _content(parts: Sequence[str | Picture], detail: str | None, *, can_see: bool) -> str | list[Body]:
    """Return text alone as a string, which every server takes."""
    if not can_see:
        parts = [part if isinstance(part, str) else UNSEEN for part in parts]
    return content_of(parts, detail)


# Listed models

_CONTEXTS = (
    "loaded_context_length",
    "n_ctx",
    "max_model_len",
    "context_length",
    "context_window",
    "max_context_length",
    "max_input_tokens",
    "n_ctx_train",
)
"""Names of how many tokens fit, what holds now before what could hold."""


def model_info(name: str, facts: Mapping[str, Any], without: Set[str]) -> ModelInfo:
    """Return a model as /v1/models lists it, with what was learnt of it since.

    Known spellings: OpenRouter (architecture, supported_parameters, context_length), vLLM (max_model_len), llama.cpp (meta,
    capabilities), Mistral (capabilities, max_context_length), Groq (context_window), LM Studio (type, loaded_context_length),
    LiteLLM (max_input_tokens).
    """
    meta = facts.get("meta")
    places = (facts, meta if isinstance(meta, Mapping) else {})
    parameters, visions = facts.get("supported_parameters"), list(_visions(facts))

    def takes(*names: str, left_out: str = "") -> bool | None:
        if left_out in without:
            return False
        return any(name in parameters for name in names) if isinstance(parameters, list) else None

    return ModelInfo(
        name,
        _first_number(places, ("size",)),
        Capabilities(
            vision=False if "pictures" in without else any(visions) if visions else None,
            schema=takes("structured_outputs", "response_format", left_out="response_format"),
            logprobs=takes("logprobs", left_out="logprobs"),
            seed=takes("seed", left_out="seed"),
            reasoning=takes("reasoning", "reasoning_effort"),
            context=_first_number(places, _CONTEXTS),
        ),
        *_listed_prices(facts),
    )


def _listed_prices(facts: Mapping[str, Any]) -> tuple[float | None, float | None]:
    """Return dollars per million tokens read and written, as OpenRouter lists them (pricing, a token) or LiteLLM (a token)."""
    pricing = facts.get("pricing")
    listed = pricing if isinstance(pricing, Mapping) else {}
    a_token = (
        listed.get("prompt", facts.get("input_cost_per_token")),
        listed.get("completion", facts.get("output_cost_per_token")),
    )
    found = []
    for each in a_token:
        try:
            dollars = float(each) * 1_000_000 if isinstance(each, int | float | str) and len(str(each)) <= _LONGEST_COST else None
        except (ValueError, OverflowError):
            dollars = None
        found.append(round(dollars, 6) if is_cost(dollars) else None)
    return found[0], found[1]


def _visions(facts: Mapping[str, Any]) -> Iterator[bool]:
    """Yield whether it sees, once for each fact that says so or not."""
    architecture, capabilities = facts.get("architecture"), facts.get("capabilities")
    if isinstance(architecture, Mapping) and isinstance(architecture.get("input_modalities"), list):
        yield "image" in architecture["input_modalities"]
    if isinstance(capabilities, Mapping) and isinstance(capabilities.get("vision"), bool):
        yield capabilities["vision"]
    if isinstance(capabilities, list):
        yield "multimodal" in capabilities or "vision" in capabilities
    if facts.get("type") in ("llm", "vlm"):
        yield facts["type"] == "vlm"


def _first_number(places: tuple[Mapping[str, Any], ...], names: tuple[str, ...]) -> int | None:
    numbers = (place.get(name) for name in names for place in places)
    return next((number for number in numbers if isinstance(number, int) and 0 < number <= MOST_TOKENS), None)


# Declaration

_OWN_FIELDS = frozenset({
    "model", "messages", "stream", "stream_options", "response_format", "n", "temperature", "top_p", "seed", "max_tokens",
    "max_completion_tokens", "reasoning_effort", "logprobs", "top_logprobs", "prompt_logprobs", "prompt_cache_key",
    "input", "instructions", "max_output_tokens", "background", "previous_response_id", "conversation", "include",
})  # fmt: skip


def _endpoints(environ: Mapping[str, str]) -> Mapping[str, Mapping[str, Any]]:
    return {
        "openai": {
            "url": read_variable(environ, "OPENAI_BASE_URL") or "https://api.openai.com/v1",
            "key_env": "OPENAI_API_KEY",
            "concurrency": 16,
        },
        "openrouter": {
            "url": "https://openrouter.ai/api/v1",
            "key_env": "OPENROUTER_API_KEY",
            "concurrency": 16,
            "tells_cost": True,
        },
        # vLLM draws one by one where each request has its own seed, and its build for processors cannot do that at all.
        "vllm": {"url": "http://127.0.0.1:8000/v1", "concurrency": 64, "schemas": "legal", "seed": False},
        "lmstudio": {"url": "http://127.0.0.1:1234/v1", "concurrency": 2, "schemas": "legal"},
        "llamacpp": {"url": "http://127.0.0.1:8080/v1", "concurrency": 2, "schemas": "legal"},
    }


BACKEND = Backend(
    name="openai",
    example="gpt-5-mini",
    client=OpenAI,
    image_client=OpenAIImages,
    scoring_client=OpenAIForced,
    endpoints=_endpoints,
    own_fields=_OWN_FIELDS,
)
