"""Servers on loopback that speak OpenAI's and Ollama's protocols, and do what a script says: answer, or fail as it chooses.

    async with OpenAIServer(lambda request: '{"lie": 2}') as server:    # or `with`, for a server in a thread of its own
        ... server.url, server.chats[-1]["messages"], server.busiest ...

A script gets the JSON of a chat request and returns what is to happen, now or when awaited: a text, a Say, or a fault (scripts.py).
"""

from __future__ import annotations

import asyncio
import inspect
import json
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from ollama._types import ChatRequest, ShowRequest

from tests.players.backends.http import Asked, HttpServer, Out
from tests.players.backends.scripts import Cut, Hang, Late, Raw, Say, Script, Status, pieces


class _Scripted(HttpServer):
    def __init__(self, script: Script) -> None:
        super().__init__()
        self._script = script

    @property
    def chats(self) -> list[dict[str, Any]]:
        """The JSON of all chat requests, in order."""
        return [asked.json() for asked in self.requests if "chat" in asked.path]

    async def _chat(self, asked: Asked, out: Out) -> None:
        request = asked.json()
        what = self._script(request)
        if inspect.isawaitable(what):
            what = await what
        match what:
            case str():
                await self.say(Say(what), request, out)
            case Say():
                await self.say(what, request, out)
            case Hang(text):
                if text:
                    await self.begin(text, request, out)
                await asyncio.Event().wait()
            case Status():
                await self.fail(what, out)
            case Raw(body, content_type, status):
                await out.whole(body, content_type, status)
            case Cut(text, is_torn):
                await self.begin(text, request, out)
                if is_torn:
                    await out.piece(self.line({"error": "never seen whole"})[:-8])
                    out.cut()
                else:
                    await out.end()
            case Late(text, message):
                await self.begin(text, request, out)
                await out.piece(self.line(self.error(message)))
                await out.end()

    content_type: str

    def line(self, body: Any) -> bytes:
        raise NotImplementedError

    def error(self, message: str) -> Any:
        raise NotImplementedError

    def chunks(self, say: Say, request: dict[str, Any]) -> Iterator[Any]:
        """Yield the stream of a reply: a chunk for each piece, then the end."""
        raise NotImplementedError

    def ending(self) -> bytes:
        return b""

    async def fail(self, status: Status, out: Out) -> None:
        await out.json(self.error(status.message), status.code, status.headers)

    async def say(self, say: Say, request: dict[str, Any], out: Out) -> None:
        out.start(self.content_type)
        for number, chunk in enumerate(self.chunks(say, request)):
            if number and say.between:
                await say.between()
            await out.piece(self.line(chunk))
        if self.ending():
            await out.piece(self.ending())
        await out.end()

    async def begin(self, text: str, request: dict[str, Any], out: Out) -> None:
        out.start(self.content_type)
        for chunk in list(self.chunks(Say(text), request))[: len(pieces(text))]:
            await out.piece(self.line(chunk))


def _chances(piece: str, top: int) -> dict[str, Any]:
    """A token's logprobs, the same in both protocols: its own, and those of its rivals."""
    return {
        "token": piece,
        "logprob": -0.5,
        "bytes": list(piece.encode()),
        "top_logprobs": [{"token": f"{piece}{rank or ''}", "logprob": -0.5 - rank, "bytes": None} for rank in range(top)],
    }


class OpenAIServer(_Scripted):
    """Speaks `/v1/models` and `/v1/chat/completions`.

    key: refuses all others, and repeats them in its error as some do. models: facts by name; None for one called tiny, while any
    other is answered too. lacks: fields of a chat that it answers with 400.
    """

    content_type = "text/event-stream"

    def __init__(
        self,
        script: Script,
        *,
        key: str | None = None,
        models: Mapping[str, Mapping[str, Any]] | None = None,
        lacks: Collection[str] = (),
    ) -> None:
        super().__init__(script)
        self.key, self.models, self.lacks = key, models, lacks

    @property
    def url(self) -> str:
        return f"{self.root}/v1"

    async def handle(self, asked: Asked, out: Out) -> None:
        given = asked.headers.get("authorization", "")
        if self.key is not None and given != f"Bearer {self.key}":
            return await self.fail(Status(401, f"Incorrect API key provided: {given}.", kind="invalid_api_key"), out)
        match asked.method, asked.path:
            case "GET", "/v1/models":
                facts = {"tiny": {}} if self.models is None else self.models
                data = [{"id": name, "object": "model", "created": 0, "owned_by": "test", **more} for name, more in facts.items()]
                return await out.json({"object": "list", "data": data})
            case "POST", "/v1/chat/completions":
                return await self._completions(asked, out)
        return await self.fail(Status(404, f"Invalid URL ({asked.method} {asked.path})"), out)

    async def _completions(self, asked: Asked, out: Out) -> None:
        request = asked.json()
        for name in self.lacks:
            if name in request:
                return await self.fail(Status(400, f"Unknown parameter: '{name}'.", param=name, kind="unknown_parameter"), out)
        if self.models is not None and (model := request["model"]) not in self.models:
            return await self.fail(Status(404, f"The model `{model}` does not exist.", param="model", kind="model_not_found"), out)
        return await self._chat(asked, out)

    async def fail(self, status: Status, out: Out) -> None:
        error = {"message": status.message, "type": "invalid_request_error", "param": status.param, "code": status.kind}
        await out.json({"error": error}, status.code, status.headers)

    def line(self, body: Any) -> bytes:
        return b"data: " + json.dumps(body).encode() + b"\n\n"

    def ending(self) -> bytes:
        return b"data: [DONE]\n\n"

    def error(self, message: str) -> Any:
        return {"error": {"message": message, "type": "server_error", "param": None, "code": None}}

    def chunks(self, say: Say, request: dict[str, Any]) -> Iterator[Any]:
        def chunk(delta: dict[str, Any], finish: str | None = None, **more: Any) -> dict[str, Any]:
            choice = {"index": 0, "delta": delta, "finish_reason": finish, **more}
            return {**about, "choices": [choice]}

        about = {"id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 0, "model": request["model"]}
        top = request.get("top_logprobs", 0)
        for piece in pieces(say.reasoning):
            yield chunk({say.reasoning_as: piece})
        for piece in pieces(say.text):
            more = {"logprobs": {"content": [_chances(piece, top)], "refusal": None}} if request.get("logprobs") else {}
            yield chunk({"role": "assistant", "content": piece}, **more)
        for piece in pieces(say.refusal):
            yield chunk({"refusal": piece})
        yield chunk({}, say.finish)
        if say.usage and request.get("stream_options", {}).get("include_usage"):
            read, written = say.usage
            yield {
                **about,
                "choices": [],
                "usage": {"prompt_tokens": read, "completion_tokens": written, "total_tokens": read + written},
            }


class LoadingServer(OpenAIServer):
    """Says the first times that it loads its model, whatever it is asked, as llama.cpp does."""

    def __init__(self, script: Script, times: int) -> None:
        super().__init__(script)
        self._times = times

    async def handle(self, asked: Asked, out: Out) -> None:
        self._times -= 1
        if self._times >= 0:
            return await self.fail(Status(503, "Loading model", kind="unavailable_error"), out)
        return await super().handle(asked, out)


@dataclass(frozen=True)
class Pulled:
    """A model that Ollama has. context: tokens it was trained for; size: bytes; levels: of thinking, if it has some that are named.

    is_cloud: It is asked at ollama.com, and only its name is here.
    """

    capabilities: tuple[str, ...] = ("completion",)
    context: int = 8192
    size: int = 1_000_000
    levels: tuple[str, ...] = ()
    is_cloud: bool = False

    @property
    def remote(self) -> dict[str, str]:
        """The fields that tell where a model of the cloud is."""
        return {"remote_model": "tiny", "remote_host": "https://ollama.com:443"} if self.is_cloud else {}

    @property
    def details(self) -> dict[str, Any]:
        return {
            "parent_model": "",
            "format": "" if self.is_cloud else "gguf",
            "family": "llama",
            "families": ["llama"],
            "parameter_size": "8.0B",
            "quantization_level": "Q4_K_M",
        }


_AT = "2026-11-01T12:00:00.123456789Z"  # Ollama tells nanoseconds
_DIGEST = "0" * 64
_NANOSECONDS = 1_000_000
_SIGN_IN = "https://ollama.com/connect?name=test&key=test"


class OllamaServer(_Scripted):
    """Speaks `/api/chat`, `/api/tags`, `/api/show`, `/api/ps` and `/api/version`, as docs/openapi.yaml and docs/api of Ollama say.

    models: what was pulled, by name with its tag. is_signed_in: Whether models of the cloud can be asked. Requests are held to the
    types of the `ollama` client; `loaded` has the context that each model was loaded with, and `loads` how often one was.
    """

    content_type = "application/x-ndjson"

    def __init__(self, script: Script, *, models: Mapping[str, Pulled] | None = None, is_signed_in: bool = True) -> None:
        super().__init__(script)
        self.models = {"tiny:latest": Pulled()} if models is None else dict(models)
        self.loaded: dict[str, int] = {}
        self.loads = 0
        self._is_signed_in = is_signed_in

    @property
    def url(self) -> str:
        return self.root

    async def handle(self, asked: Asked, out: Out) -> None:
        match asked.method, asked.path.partition("?")[0]:
            case "GET", "/api/version":
                return await out.json({"version": "0.13.2"})
            case "GET", "/api/tags":
                return await out.json({"models": [_tag(name, pulled) for name, pulled in self.models.items()]})
            case "GET", "/api/ps":
                running = [_running(name, self.models[name], context) for name, context in self.loaded.items()]
                return await out.json({"models": running})
            case "POST", "/api/show" | "/api/chat":
                return await self._of_a_model(asked, out)
        return await out.whole(b"404 page not found", "text/plain", 404)

    async def _of_a_model(self, asked: Asked, out: Out) -> None:
        try:
            request = (ShowRequest if asked.path == "/api/show" else ChatRequest).model_validate(asked.json())
        except ValueError as error:
            return await self.fail(Status(400, str(error)), out)
        called = request.model or ""
        name = called if called in self.models else f"{called}:latest"
        if (pulled := self.models.get(name)) is None:
            return await self.fail(Status(404, f"model '{called}' not found"), out)
        if not isinstance(request, ChatRequest):
            return await out.json(_shown(pulled))
        if pulled.is_cloud and not self._is_signed_in:
            return await out.json({"error": "unauthorized", "signin_url": _SIGN_IN}, 401)
        if request.think and "thinking" not in pulled.capabilities:
            return await self.fail(Status(400, f'"{called}" does not support thinking'), out)
        context = int((request.options or {}).get("num_ctx") or 4096)
        self.loads += self.loaded.get(name) != context
        self.loaded[name] = context
        return await self._chat(asked, out)

    async def say(self, say: Say, request: dict[str, Any], out: Out) -> None:
        if request.get("stream", True):
            return await super().say(say, request, out)
        *parts, last = self.chunks(say, request)
        told: dict[str, Any] = {"role": "assistant"}
        for part in parts:
            for name, each in part["message"].items():
                told[name] = told.get(name, each[:0]) + each if name != "role" else each
        chances = [each for part in parts for each in part.get("logprobs", ())]
        return await out.json({**last, "message": last["message"] | told, **({"logprobs": chances} if chances else {})})

    def line(self, body: Any) -> bytes:
        return json.dumps(body).encode() + b"\n"

    def error(self, message: str) -> Any:
        return {"error": message}

    def chunks(self, say: Say, request: dict[str, Any]) -> Iterator[Any]:
        def chunk(content: str, **more: Any) -> dict[str, Any]:
            return {**about, "message": {"role": "assistant", "content": content, **more}, "done": False}

        about = {"model": request["model"], "created_at": _AT}
        for piece in pieces(say.reasoning):
            yield chunk("", thinking=piece)
        for piece in pieces(say.text):
            more = {"logprobs": [_chances(piece, request.get("top_logprobs", 0))]} if request.get("logprobs") else {}
            yield chunk(piece) | more
        for name, arguments in say.tools:
            yield chunk("", tool_calls=[{"function": {"name": name, "arguments": arguments}}])
        counts = {"prompt_eval_count": say.usage[0], "eval_count": say.usage[1]} if say.usage else {}
        times = ("total_duration", "load_duration", "prompt_eval_duration", "eval_duration")
        yield chunk("") | {"done": True, "done_reason": say.finish, **dict.fromkeys(times, _NANOSECONDS), **counts}


def _tag(name: str, pulled: Pulled) -> dict[str, Any]:
    about = {"name": name, "model": name, "modified_at": _AT, "digest": _DIGEST, "details": pulled.details}
    return {**about, **pulled.remote, "size": 300 if pulled.is_cloud else pulled.size}


def _running(name: str, pulled: Pulled, context: int) -> dict[str, Any]:
    about = {"name": name, "model": name, "size": pulled.size, "digest": _DIGEST, "details": pulled.details}
    return {**about, "expires_at": _AT, "size_vram": pulled.size, "context_length": context}


def _shown(pulled: Pulled) -> dict[str, Any]:
    can_think = "thinking" in pulled.capabilities
    thinking = {"values": list(pulled.levels) or [True, False], "default": pulled.levels[-1] if pulled.levels else True}
    return {
        "parameters": "temperature 0.7",
        "license": "None",
        "modified_at": _AT,
        "template": "{{ .Prompt }}",
        "details": pulled.details,
        "model_info": {"general.architecture": "llama", "llama.context_length": pulled.context},
        "capabilities": list(pulled.capabilities),
        "thinking": thinking if can_think else {"values": [False], "default": False},
    }
