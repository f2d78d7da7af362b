"""The backend of Google's Gemini API, and of servers that speak it."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence, Set
from typing import Any, Unpack
from urllib.parse import quote

from woozle.core.request import NOT_TAKEN, Finish, Picture
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
    schema_feature,
    system_feature,
)
from woozle.players.backends.model_client import (
    LONGEST_NAME,
    OF_THIS_REQUEST,
    UNSEEN,
    BackendError,
    Capabilities,
    Chat,
    Hear,
    Message,
    ModelInfo,
    Reply,
    deaf,
)
from woozle.players.backends.registry import Backend
from woozle.players.backends.schemas import in_words, strict
from woozle.players.backends.server_client import Refusal, ServerClient, ServerProtocol, ServerSettings
from woozle.players.backends.server_errors import NONSENSE, ServerAddress
from woozle.players.backends.streaming_client import Body, ChatProtocol, StreamingClient

_BUDGETS = {"none": 0, "minimal": 512, "low": 2048, "medium": 8192, "high": 24_576}  # tokens, within what every 2.5 model takes
_MOST_LOGPROBS = 20
_FINISHES: Mapping[str, Finish] = {
    "MAX_TOKENS": "length",
    **dict.fromkeys((
        "SAFETY", "RECITATION", "LANGUAGE", "BLOCKLIST", "PROHIBITED_CONTENT", "SPII", "IMAGE_SAFETY", "IMAGE_PROHIBITED_CONTENT",
        "IMAGE_RECITATION", "ESCALATION", "MODEL_ARMOR",
    ), "filter"),
}  # fmt: skip
_DELAY = re.compile(r"(\d{1,9}(?:\.\d{1,9})?)s")


class _Reader:
    """The chunks of one reply, each of which is its own response."""

    def __init__(self, draft: Draft) -> None:
        self._draft = draft

    def add(self, event: Mapping[str, Any]) -> bool:
        draft, usage = self._draft, event.get("usageMetadata") or {}
        draft.model = str(event.get("modelVersion") or draft.model)[:LONGEST_NAME]
        if usage:
            self._count(usage)
        if (event.get("promptFeedback") or {}).get("blockReason"):
            draft.finish = "filter"
        for candidate in (event.get("candidates") or ())[:1]:
            self._take(candidate)
        return draft.finish is not None and bool(usage)

    def _take(self, candidate: Mapping[str, Any]) -> None:
        for part in (candidate.get("content") or {}).get("parts") or ():
            text = part.get("text")
            if isinstance(text, str):
                self._draft.add(*(("", text) if part.get("thought") else (text,)))
        if chances := candidate.get("logprobsResult"):
            self._draft.add_chances(list(_chances(chances)))
        if reason := candidate.get("finishReason"):
            self._draft.finish = _FINISHES.get(reason, "stop")

    def _count(self, usage: Mapping[str, Any]) -> None:
        """Take counts, each of all so far. Thoughts are not among the tokens of candidates."""
        read, said, thoughts = (usage.get(f"{which}TokenCount") or 0 for which in ("prompt", "candidates", "thoughts"))
        written = said + thoughts if is_count(said) and is_count(thoughts) else -1  # which is no number of tokens
        self._draft.count(read, written, usage.get("cachedContentTokenCount"), reasoning=thoughts)


def _chances(told: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """Yield the probabilities of tokens in OpenAI's spelling."""
    rivals = told.get("topCandidates") or ()
    for number, chosen in enumerate(told.get("chosenCandidates") or ()):
        top = (rivals[number].get("candidates") or ())[:_MOST_LOGPROBS] if number < len(rivals) else ()
        yield {**_chance(chosen), "top_logprobs": [_chance(each) for each in top]}


def _chance(told: Mapping[str, Any]) -> Mapping[str, Any]:
    return {"token": told.get("token", ""), "logprob": told.get("logProbability", 0.0)}  # what is usual is left out of this JSON


FEATURES = Features({
    "schema": schema_feature("response_?(json_?)?schema", "response_?mime", "json mode", "schema"),
    "logprobs": Feature(lambda chat: chat.logprobs is not None, pattern_of("logprobs"), UNTOLD, is_dispensable=True),
    "level": Feature(
        lambda chat: chat.sampling.effort not in (None, "none"),
        pattern_of("thinking_?level", "thinking level"),
        "the effort is a limit of thoughts in tokens: the model takes no effort",
        instead="effort",
    ),
    "effort": Feature(
        lambda chat: chat.sampling.effort is not None,
        pattern_of("thinking", "thought", r"\bbudget\b"),
        NOT_TAKEN["effort"],
        is_dispensable=True,
    ),
    "seed": Feature(lambda chat: chat.seed is not None, pattern_of(r"\bseed\b"), NOT_TAKEN["seed"]),
    "top_p": TOP_P,
    "temperature": TEMPERATURE,
    "detail": DETAIL,
    "system": system_feature("developer instruction", "system_?instruction", "system instruction"),
    "pictures": Feature(
        has_pictures, pattern_of("image", "inline_?data", "vision", "modalit"), "no pictures: the server does not take any"
    ),
})  # fmt: skip


class Gemini:
    """A client of a server that speaks Google's Gemini API."""

    def __init__(self, url: str, key: str | None = None, **settings: Unpack[ServerSettings]) -> None:
        self._server = ServerClient(PROTOCOL, url, key, **settings)
        self._chats = StreamingClient(self._server, _CHATS)

    async def chat(self, chat: Chat, hear: Hear = deaf) -> Reply:
        return await self._chats.chat(chat, hear)

    async def models(self) -> list[ModelInfo]:
        """Return the models that the server lists and that write, by name. Raises BackendError."""
        async with self._server.lookup_limit():
            page = await self._server.fetch("/v1beta/models?pageSize=1000")
            writing = [facts for facts in page["models"] if _writes(facts)]
            named = [(str(facts["name"]).removeprefix("models/"), facts) for facts in writing]
            listed = [self._info(name, facts) for name, facts in named if len(name) <= LONGEST_NAME]
            return sorted(listed, key=lambda info: info.name)

    async def capabilities(self, model: str) -> Capabilities:
        """Return the server's entry for a model. Raises BackendError, `no_model` among them."""
        async with self._server.lookup_limit():
            return self._info(model, await self._server.fetch(f"/v1beta/{_resource(model)}", model=model)).capabilities

    def _info(self, name: str, facts: Mapping[str, Any]) -> ModelInfo:
        without = self._chats.left_out(name)
        # No list tells whether a model sees pictures; by the documentation, each that is called Gemini does.
        sees = True if name.startswith("gemini-") else None
        context, thinks = facts.get("inputTokenLimit"), facts.get("thinking")
        return ModelInfo(
            name,
            capabilities=Capabilities(
                vision=False if "pictures" in without else sees,
                schema=False if "schema" in without else None,
                logprobs=False if "logprobs" in without else None,
                seed="seed" not in without,
                reasoning=False if "effort" in without else thinks if isinstance(thinks, bool) else None,
                context=context if is_count(context) and context else None,
            ),
        )

    async def close(self) -> None:
        await self._server.close()


def _explain(address: ServerAddress, refusal: Refusal, error: BackendError) -> BackendError:
    """Return the error with the time to wait, which its body says."""
    if error.retry_after is None and error.trouble not in OF_THIS_REQUEST:
        error.retry_after = retry_delay(refusal.body)
    return error


def retry_delay(answer: bytes) -> float | None:
    """Return how many seconds the RetryInfo in the body of an error says to wait; None without one."""
    try:
        told = json.loads(answer)
        details = (told[0] if isinstance(told, list) else told)["error"]["details"]
        delays = (_DELAY.fullmatch(str(each.get("retryDelay", ""))) for each in details)
        return next((float(delay[1]) for delay in delays if delay), None)
    except NONSENSE:
        return None


def _writes(facts: Mapping[str, Any]) -> bool:
    methods = facts.get("supportedGenerationMethods")
    return not isinstance(methods, list) or "generateContent" in methods


def _resource(model: str) -> str:
    """Return the path of a model, whose name may be that of a resource, such as tunedModels/mine."""
    name = quote(model, safe="/-._~")
    return name if "/" in name else f"models/{name}"


# Requests


_RESOLUTIONS = {"low": "MEDIA_RESOLUTION_LOW", "high": "MEDIA_RESOLUTION_HIGH"}


def chat_request(chat: Chat, without: Set[str]) -> Body:
    """Return the JSON of a request. without: features that are left out."""
    sampling = chat.sampling
    fields: Body = {
        "temperature": None if "temperature" in without else sampling.temperature,
        "topP": None if "top_p" in without else sampling.top_p,
        "maxOutputTokens": sampling.max_tokens,
        "seed": None if "seed" in without else chat.seed,
        "thinkingConfig": _thinking(sampling.effort, without),
        "mediaResolution": None if "detail" in without else _RESOLUTIONS.get(sampling.detail or ""),
    }
    if chat.schema is not None and "schema" not in without:
        fields |= {"responseMimeType": "application/json", "responseJsonSchema": strict(chat.schema) or dict(chat.schema)}
    if chat.logprobs is not None and "logprobs" not in without:
        fields |= {"responseLogprobs": True, "logprobs": min(max(chat.logprobs, 1), _MOST_LOGPROBS)}
    can_see = "pictures" not in without
    told = [_part(part, can_see) for message in chat.messages if message.role == "system" for part in message.parts]
    contents = _contents([message for message in chat.messages if message.role != "system"], can_see)
    if "schema" in without and chat.schema is not None and contents:
        contents[-1]["parts"].append({"text": in_words(chat.schema)})
    body: Body = {"contents": contents, "generationConfig": {name: each for name, each in fields.items() if each is not None}}
    if told and "system" not in without:
        return {**body, "systemInstruction": {"parts": told}}
    if told and contents:
        contents[0]["parts"][:0] = told
    return body


def _thinking(effort: str | None, without: Set[str]) -> Body | None:
    if effort is None or "effort" in without:
        return None
    if effort == "none":
        return {"thinkingBudget": 0}
    if "level" not in without:
        return {"thinkingLevel": effort.upper(), "includeThoughts": True}
    return {"thinkingBudget": _BUDGETS.get(effort, _BUDGETS["high"]), "includeThoughts": True}


def _contents(messages: Sequence[Message], can_see: bool) -> list[Body]:
    return [
        {"role": "model" if message.role == "assistant" else "user", "parts": [_part(part, can_see) for part in message.parts]}
        for message in messages
    ]


def _part(part: str | Picture, can_see: bool) -> Body:
    if isinstance(part, str):
        return {"text": part}
    if not can_see:
        return {"text": UNSEEN}
    return {"inlineData": {"mimeType": part.media_type, "data": b64encode(part.data).decode()}}


def _error_status(error: Any) -> int:
    code = error.get("code") if isinstance(error, Mapping) else None
    return code if isinstance(code, int) and 400 <= code < 600 else 500


PROTOCOL = ServerProtocol(whose="Gemini's", key_header=("x-goog-api-key", ""), explain=_explain)
_CHATS = ChatProtocol(
    features=FEATURES,
    reader=_Reader,
    path=lambda chat, without: f"/v1beta/{_resource(chat.model)}:streamGenerateContent?alt=sse",
    request=chat_request,
    notes=FEATURES.notes,
    error_status=_error_status,
)


# Declaration


def _endpoints(environ: Mapping[str, str]) -> Mapping[str, Mapping[str, Any]]:
    url = read_variable(environ, "GOOGLE_GEMINI_BASE_URL") or "https://generativelanguage.googleapis.com"
    key_env = next((name for name in ("GEMINI_API_KEY", "GOOGLE_API_KEY") if read_variable(environ, name)), "GEMINI_API_KEY")
    return {"gemini": {"url": url, "key_env": key_env, "concurrency": 8}}


BACKEND = Backend(
    name="gemini",
    example="gemini-3.5-flash",
    client=Gemini,
    endpoints=_endpoints,
    own_fields=frozenset({"contents", "systemInstruction", "tools", "toolConfig", "cachedContent"}),
)
