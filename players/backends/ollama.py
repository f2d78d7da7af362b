"""The backend of Ollama servers, in their own protocol: it takes schemas, and the context that a model gets."""

from __future__ import annotations

import json
from base64 import b64encode
from collections import defaultdict
from collections.abc import Mapping, Set
from typing import Any, Unpack
from urllib.parse import urlsplit

from woozle.core.request import NOT_TAKEN, Picture
from woozle.core.text import visible_line
from woozle.players.backends.draft import Draft, is_count, text_of
from woozle.players.backends.environment import read_variable
from woozle.players.backends.fallbacks import DETAIL, Feature, Features, has_pictures, pattern_of, schema_feature
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
    deaf,
    estimate_tokens,
    merge_tables,
)
from woozle.players.backends.registry import Backend
from woozle.players.backends.schemas import in_words, strict
from woozle.players.backends.server_client import Refusal, ServerClient, ServerProtocol, ServerSettings
from woozle.players.backends.server_errors import ServerAddress
from woozle.players.backends.streaming_client import Body, ChatProtocol, StreamingClient

_PORT = 11434
_OF_THE_CLOUD = ("-cloud", ":cloud")  # ends the name of a model that runs elsewhere
_LONGEST_LIST = 2**22  # bytes of a list of models that are read

_EXTRA_FIELDS = frozenset({"options", "keep_alive"})  # fields of a request that a seat may add to


def _think(effort: str, is_plain: bool) -> bool | str:
    """Return an effort in Ollama's spelling. is_plain: the model understands only whether to think."""
    if effort == "none":
        return False
    return True if is_plain else {"minimal": "low"}.get(effort, effort)


class _Reader:
    """The lines of one reply."""

    def __init__(self, draft: Draft) -> None:
        self._draft = draft

    def add(self, event: Mapping[str, Any]) -> bool:
        draft, message = self._draft, event.get("message") or {}
        draft.model = str(event.get("model") or draft.model)[:LONGEST_NAME]
        draft.add(text_of(message.get("content")), text_of(message.get("thinking")))
        draft.add_chances(event.get("logprobs") or ())
        if not event.get("done"):
            return False
        draft.finish = "length" if event.get("done_reason") == "length" else "stop"
        read, written = (event.get(name) for name in ("prompt_eval_count", "eval_count"))
        if read is not None and written is not None:
            draft.count(read, written)
        return True


FEATURES = Features({
    "pictures": Feature(has_pictures, pattern_of("image", "vision"), "no pictures: the model cannot see any"),
    "level": Feature(  # it may think for as long as it likes
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
    "format": schema_feature(r"\bformat\b", "grammar", "schema"),
})  # fmt: skip


def _explain(address: ServerAddress, refusal: Refusal, error: BackendError) -> BackendError:
    """Return the error with what to do: models are pulled, and those of the cloud need an account there, not a key."""
    model = visible_line(refusal.model)
    if error.trouble == "unauthorized" and refusal.model.endswith(_OF_THE_CLOUD) and not address.key:
        server, then = f"{address} ({refusal.status})", "sign in there with `ollama signin`, and see that its cloud is not disabled"
        said = f'{server} may not ask {model!r} in the cloud; {then}. It says: "{address.quote(refusal.text)}"'
        return BackendError("unauthorized", said)
    if error.trouble == "no_model":
        return address.missing_error(refusal.model, f"pull it there with `ollama pull {model}`")
    return error


PROTOCOL = ServerProtocol(whose="Ollama's", explain=_explain)


class Ollama:
    """A client of an Ollama server, at its address without a path."""

    def __init__(self, url: str, key: str | None = None, **settings: Unpack[ServerSettings]) -> None:
        self._server = ServerClient(PROTOCOL, url, key, **settings)
        self._known: dict[str, Capabilities] = {}
        self._contexts: defaultdict[str, int] = defaultdict(int)
        self._chats = StreamingClient(
            self._server,
            ChatProtocol(
                features=FEATURES,
                reader=_Reader,
                path=lambda chat, without: "/api/chat",
                request=lambda chat, without: chat_request(chat, without, self._contexts[chat.model]),
                notes=lambda chat, without: (
                    *FEATURES.notes(chat, without),
                    *((NOT_TAKEN["detail"],) if DETAIL.is_used(chat) else ()),
                ),
                error_status=lambda error: 500,  # a line tells none
                feature_status=lambda status: 400 if status == 500 else status,  # it also sends 500 for requests it does not take
            ),
        )

    async def chat(self, chat: Chat, hear: Hear = deaf) -> Reply:
        """Return the reply. Raises BackendError, `too_long` rather than let Ollama drop the oldest messages."""
        if unknown := chat.extra.body.keys() - _EXTRA_FIELDS:
            names = visible_line(", ".join(sorted(unknown)))
            raise BackendError("rejected", f"Ollama takes no {names}; write what its models take as body.options.NAME.")
        can = self._known.get(chat.model) or await self.capabilities(chat.model)
        if can.context and estimate_tokens(chat.messages) > can.context:
            raise self._server.address.too_long_error(chat.model)
        # It never shrinks while this client lives, for that would load the model anew as well.
        self._contexts[chat.model] = max(self._contexts[chat.model], context_size(chat, can.context))
        self._chats.leave_out(chat, missing_features(can))
        return await self._chats.chat(chat, hear)

    async def models(self) -> list[ModelInfo]:
        """Return the models that were pulled, by name, with their size on disk. Raises BackendError."""
        from ollama import ListResponse

        async with self._server.lookup_limit():
            listed = ListResponse.model_validate(await self._server.fetch("/api/tags"))
            named = ((each.model or "", None if each.size is None else int(each.size)) for each in listed.models)
            infos = [ModelInfo(name, size) for name, size in named if 0 < len(name) <= LONGEST_NAME]
            return sorted(infos, key=lambda info: info.name)

    async def capabilities(self, model: str) -> Capabilities:
        """Return what Ollama shows of a model. Raises BackendError, `no_model` if it was not pulled."""
        from ollama import ShowResponse

        async with self._server.lookup_limit():
            told = await self._server.fetch("/api/show", {"model": model}, model)
            shown = ShowResponse.model_validate({"model_info": None, **told})
            can, facts = shown.capabilities, shown.modelinfo or {}
            context = next((each for name, each in facts.items() if name.endswith(".context_length") and is_count(each)), None)
            vision, reasoning = (None if can is None else name in can for name in ("vision", "thinking"))
            self._known[model] = Capabilities(vision=vision, schema=True, seed=True, reasoning=reasoning, context=context)
        return self._known[model]

    async def close(self) -> None:
        await self._server.close()


# Requests

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
