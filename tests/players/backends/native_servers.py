"""Servers on loopback that speak Anthropic's Messages API and Google's Gemini API, and do what a script says (scripts.py).

What they answer was written after the public documentation of November 2026 and the types of both SDKs, and test_sdk_types.py holds
it to those types. No live service was asked.
"""

from __future__ import annotations

import json
from abc import abstractmethod
from collections.abc import Collection, Iterator, Mapping
from typing import Any

from tests.players.backends.http import Asked, Out
from tests.players.backends.scripts import Say, Script, Status, pieces
from tests.players.backends.servers import _Scripted

_KINDS = {
    400: "invalid_request_error",
    401: "authentication_error",
    404: "not_found_error",
    429: "rate_limit_error",
    529: "overloaded_error",
}
_YES, _NO = {"supported": True}, {"supported": False}


class _Native(_Scripted):
    content_type = "text/event-stream"
    key_header: str
    posted_to: str

    def __init__(
        self, script: Script, *, key: str | None = None, lacks: Collection[str] = (), cached: tuple[int, int] = (0, 0)
    ) -> None:
        super().__init__(script)
        self.key, self.lacks, self.cached = key, lacks, cached

    @property
    def url(self) -> str:
        return self.root

    @property
    def chats(self) -> list[dict[str, Any]]:
        return [asked.json() for asked in self.requests if asked.method == "POST"]

    async def handle(self, asked: Asked, out: Out) -> None:
        if self.key is not None and asked.headers.get(self.key_header) != self.key:
            return await self.fail(Status(401, f"invalid key: {asked.headers.get(self.key_header)}"), out)
        if asked.method == "GET":
            return await self.listed(asked.path, out)
        if self.posted_to not in f"{asked.path}?{asked.query}":
            return await self.fail(Status(404, "Not found."), out)
        text = asked.body.decode()
        for name in self.lacks:
            if f'"{name}"' in text:
                return await self.fail(Status(400, self.lacking(name)), out)
        return await self._chat(asked, out)

    @abstractmethod
    async def listed(self, path: str, out: Out) -> None:
        """Answer a GET: the models there are, or one of them."""

    @abstractmethod
    def lacking(self, name: str) -> str:
        """Return the words of the error about what the server does not take."""


class AnthropicServer(_Native):
    """Speaks `/v1/messages` and `/v1/models`.

    lacks: fields and values that it does not take. cached: tokens that the cache gives and gets, beside those of a Say.
    """

    key_header, posted_to = "x-api-key", "/v1/messages"

    async def listed(self, path: str, out: Out) -> None:
        model = {
            "type": "model", "id": "claude-tiny", "display_name": "Tiny", "created_at": "2026-01-01T00:00:00Z",
            "lifecycle": "active", "max_input_tokens": 200_000, "max_tokens": 64_000,
            "capabilities": {"image_input": _YES, "structured_outputs": _YES, "thinking": {**_NO, "types": {}}},
        }  # fmt: skip
        if path.partition("?")[0] == "/v1/models":
            return await out.json({"data": [model], "has_more": False, "first_id": "claude-tiny", "last_id": "claude-tiny"})
        if path == "/v1/models/claude-tiny":
            return await out.json(model)
        return await self.fail(Status(404, f"model: {path.rpartition('/')[2]}"), out)

    def lacking(self, name: str) -> str:
        return {
            "temperature": "`temperature` is deprecated for this model.",
            "adaptive": "adaptive thinking is not supported on this model",
            "enabled": '"thinking.type.enabled" is not supported for this model.',
            "disabled": '"thinking.type.disabled" is not supported for this model.',
            "format": "output_config.format: this model does not support structured outputs",
            "image": "This model does not support image input.",
        }.get(name, f"{name}: Extra inputs are not permitted")

    async def fail(self, status: Status, out: Out) -> None:
        error = {"type": _KINDS.get(status.code, "api_error"), "message": status.message}
        await out.json({"type": "error", "error": error, "request_id": "req_1"}, status.code, status.headers)

    def error(self, message: str) -> Any:
        return {"type": "error", "error": {"type": "overloaded_error", "message": message}, "request_id": "req_1"}

    def line(self, body: Any) -> bytes:
        return f"event: {body.get('type')}\ndata: {json.dumps(body)}\n\n".encode()

    def chunks(self, say: Say, request: dict[str, Any]) -> Iterator[Any]:
        read, written = say.usage or (0, 0)
        given, got = self.cached
        usage = {"input_tokens": read, "cache_read_input_tokens": given, "cache_creation_input_tokens": got, "output_tokens": 1}
        message = {
            "id": "msg_1", "type": "message", "role": "assistant", "model": request["model"], "content": [], "stop_reason": None,
            "stop_sequence": None, "usage": usage,
        }  # fmt: skip
        yield {"type": "message_start", "message": message}
        yield {"type": "ping"}
        blocks = [("thinking", say.reasoning)] * bool(say.reasoning) + [("text", say.text)]
        for number, (kind, text) in enumerate(blocks):
            empty = {"type": kind, kind: ""} | ({"signature": ""} if kind == "thinking" else {})
            yield {"type": "content_block_start", "index": number, "content_block": empty}
            for piece in pieces(text):
                yield {"type": "content_block_delta", "index": number, "delta": {"type": f"{kind}_delta", kind: piece}}
            if kind == "thinking":
                yield {"type": "content_block_delta", "index": number, "delta": {"type": "signature_delta", "signature": "c2ln"}}
            yield {"type": "content_block_stop", "index": number}
        ends = {"stop": "end_turn", "length": "max_tokens"}
        details = {"output_tokens_details": {"thinking_tokens": len(pieces(say.reasoning))}} if say.reasoning else {}
        yield {
            "type": "message_delta",
            "delta": {"stop_reason": ends.get(say.finish, say.finish), "stop_sequence": None},
            "usage": {"output_tokens": written, **details},
        }
        yield {"type": "message_stop"}

    async def begin(self, text: str, request: dict[str, Any], out: Out) -> None:
        out.start(self.content_type)
        for chunk in list(self.chunks(Say(text), request))[: 3 + len(pieces(text))]:
            await out.piece(self.line(chunk))


class GeminiServer(_Native):
    """Speaks `:streamGenerateContent` and `/v1beta/models`.

    lacks: fields that it does not take, at any depth. cached: tokens that the cache gives, of those of a Say.
    """

    key_header, posted_to = "x-goog-api-key", ":streamGenerateContent?alt=sse"

    async def listed(self, path: str, out: Out) -> None:
        model = {
            "name": "models/gemini-tiny", "version": "1", "displayName": "Tiny", "inputTokenLimit": 1_048_576,
            "outputTokenLimit": 65_536, "supportedGenerationMethods": ["generateContent", "countTokens"], "thinking": True,
        }  # fmt: skip
        if path.partition("?")[0] == "/v1beta/models":
            other = {"name": "models/embedding-1", "supportedGenerationMethods": ["embedContent"]}
            return await out.json({"models": [model, other]})
        if path == "/v1beta/models/gemini-tiny":
            return await out.json(model)
        return await self.fail(
            Status(404, f"{path[8:]} is not found for API version v1beta, or is not supported for generateContent."), out
        )

    def lacking(self, name: str) -> str:
        return {
            "thinkingLevel": "Thinking level is not supported for this model.",
            "thinkingBudget": "Budget 0 is invalid. This model only works in thinking mode.",
            "responseLogprobs": "Logprobs is not enabled for models/gemini-tiny",
            "systemInstruction": "Developer instruction is not enabled for models/gemini-tiny",
        }.get(name, f"Invalid JSON payload received. Unknown name \"{name}\" at 'generation_config': Cannot find field.")

    async def fail(self, status: Status, out: Out) -> None:
        await out.json(self._error(status.code, status.message), status.code, status.headers)

    def error(self, message: str) -> Any:
        return self._error(503, message)

    def _error(self, code: int, message: str) -> Mapping[str, Any]:
        retry = [{"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": "7.5s"}] if code == 429 else []
        status = {400: "INVALID_ARGUMENT", 401: "UNAUTHENTICATED", 404: "NOT_FOUND", 429: "RESOURCE_EXHAUSTED"}.get(
            code, "UNAVAILABLE"
        )
        return {"error": {"code": code, "message": message, "status": status, "details": retry}}

    def line(self, body: Any) -> bytes:
        return b"data: " + json.dumps(body).encode() + b"\r\n\r\n"

    def chunks(self, say: Say, request: dict[str, Any]) -> Iterator[Any]:
        read, written = say.usage or (0, 0)
        about = {"modelVersion": "gemini-tiny-001", "responseId": "r"}
        wants = request.get("generationConfig", {})
        for piece in pieces(say.reasoning):
            yield {**about, "candidates": [{"content": {"role": "model", "parts": [{"text": piece, "thought": True}]}, "index": 0}]}
        for piece in pieces(say.text):
            chances = {"logprobsResult": _logprobs(piece, wants["logprobs"])} if wants.get("responseLogprobs") else {}
            yield {**about, "candidates": [{"content": {"role": "model", "parts": [{"text": piece}]}, "index": 0, **chances}]}
        thoughts = len(pieces(say.reasoning))
        usage = {
            "promptTokenCount": read, "candidatesTokenCount": written, "totalTokenCount": read + written + thoughts,
            **({"thoughtsTokenCount": thoughts} if thoughts else {}),
            **({"cachedContentTokenCount": self.cached[0]} if self.cached[0] else {}),
        }  # fmt: skip
        ends = {"stop": "STOP", "length": "MAX_TOKENS"}
        last = {"content": {"role": "model", "parts": [{"text": ""}]}, "finishReason": ends.get(say.finish, say.finish), "index": 0}
        yield {**about, "candidates": [last], **({"usageMetadata": usage} if say.usage else {})}


def _logprobs(piece: str, top: int) -> Mapping[str, Any]:
    rivals = [{"token": f"{piece}{rank or ''}", "tokenId": rank, "logProbability": -0.5 - rank} for rank in range(top)]
    return {"chosenCandidates": rivals[:1], "topCandidates": [{"candidates": rivals}]}
