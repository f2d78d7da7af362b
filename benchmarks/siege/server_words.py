"""Hostile server responses around a reply: streams and errors of all protocols, with impossible values, in odd pieces.

A backend reads them as it would from the network. The result must be a BackendError, in a sentence of bounded length, or a Reply
with possible counts, prices, names and probabilities that a transcript can hold.
"""

from __future__ import annotations

import asyncio
import json
import math
import random
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

from woozle.core.replies import read_reply
from woozle.core.request import Completion, Forfeit, ParseFailure, Request, Response
from woozle.players.backends.anthropic import Anthropic
from woozle.players.backends.draft import LONGEST
from woozle.players.backends.gemini import Gemini
from woozle.players.backends.model_client import (
    LONGEST_NAME,
    MOST_DOLLARS,
    MOST_TOKENS,
    BackendError,
    Capabilities,
    Chat,
    Message,
    Reply,
)
from woozle.players.backends.ollama import Ollama
from woozle.players.backends.openai import OpenAI
from woozle.players.models import answer_probabilities
from woozle.players.models.config import Price, reply_cost
from woozle.saves.line_format import encode, response_body

CHAT = Chat("tiny", (Message("user", ("Who is it?",)),), logprobs=2, seconds=60.0)
PRICE = Price(input=3.0, output=15.0, cached_input=0.3)
_LONGEST_SENTENCE = 1000  # characters

_RAW = {"@1e400@": "1e400", "@-1e400@": "-1e400", "@9e99@": "9" * 99, "@long@": "9" * 5000}  # numbers that Python would not write
_NUMBERS: tuple[Any, ...] = (
    *_RAW, 0, 1, 7, -1, -1_000_000, 1.5, 2**53 - 1, 2**53, 2**63, 2**64, 10**30, math.nan, math.inf, -math.inf, True, None,
    "12", "x", [], [1], {}, {"a": 1},
)  # fmt: skip
_NAMES: tuple[Any, ...] = ("tiny", "", None, 7, "m" * 5000, "\ud800", "\x1b]0;x\x07", "\u202e", [], {"a": 1})
_DATES = (
    "7", "0.5", "-1", "nan", "1e999", "9" * 400, "Fri, 31 Dec 99999999999 23:59:59 GMT", "Mon, 01 Jan 0001 00:00:00 +2359",
    "Wed, 21 Oct 2015 07:28:30 GMT", "soon", "\x1b[2J",
)  # fmt: skip
_ERRORS: tuple[Any, ...] = (
    "oops", "model " * 1000, {"message": "no", "code": "9" * 4000}, {"message": ["x"] * 50}, [1, [2]], None,
    {"error": {"error": "x"}}, 10**30, {"code": 429}, {"message": "\x1b[31m\u202e"},
)  # fmt: skip


def problem(luck: random.Random, request: Request, text: str) -> str:
    """Return the fault in a backend's handling of a hostile response around this text, or an empty string."""
    kind, words = luck.choice(_KINDS)
    backend: Any = kind("http://127.0.0.1:9/v1")
    if kind is Ollama:
        backend._known["tiny"] = Capabilities()
    answer = _Answer(luck, words(luck, text))
    backend._connection = _Connection(backend._address, answer)
    try:
        reply = asyncio.run(backend.chat(replace(CHAT, api="responses") if words is _of_responses else CHAT))
    except BackendError as error:
        if not answer.is_asked:
            return f"it was never asked: {error}"
        if error.retry_after is not None and not error.retry_after >= 0:
            return f"it says to wait for {error.retry_after} seconds"
        return "its error is too long" if len(str(error)) > _LONGEST_SENTENCE else ""
    return _wrong(reply, request)


def _wrong(reply: Reply, request: Request) -> str:
    usage = reply_cost(reply, PRICE)
    counts = (usage.tokens_in, usage.tokens_out, usage.tokens_cached, usage.tokens_reasoning, usage.tokens_cache_write)
    if not all(type(count) is int and 0 <= count <= MOST_TOKENS for count in counts):
        return f"its usage is {usage}"
    if usage.tokens_cached + usage.tokens_cache_write > usage.tokens_in or usage.tokens_reasoning > usage.tokens_out:
        return f"a part of its usage is more than the whole: {usage}"
    if not (0 <= usage.dollars < math.inf and (reply.dollars is None or 0 <= reply.dollars <= MOST_DOLLARS)):
        return f"it costs {usage.dollars} dollars by its price, and {reply.dollars} as it says"
    if len(reply.model) > LONGEST_NAME or len(reply.text) + len(reply.reasoning) > LONGEST:
        return "its texts are too long"
    if not all(-math.inf < each.logprob <= 0 for each in reply.logprobs):
        return "a chance is none"
    read = read_reply(reply.text, request, reply.finish, reply.is_refusal)
    completion = Completion(
        reply.text, read.reading, read.problem, reply.reasoning, reply.finish, usage, reply.model, notes=reply.notes
    )
    answer = read.answer or ParseFailure(read.problem)
    leant = answer_probabilities.of_tokens(request, reply)
    if leant and not math.isclose(sum(leant.probabilities.values()), 1.0):
        return f"it leans {leant}"
    return unwritable(request, Response(request.id, answer, 1.0, usage, (completion,), answer_probabilities=leant))


def unwritable(request: Request, response: Response) -> str:
    """Return why a transcript cannot hold a Response as it is; empty if it can."""
    try:
        held = json.loads(encode(response_body(1, request, replace(response), ())))["response"]
    except (TypeError, ValueError) as error:
        return f"no transcript can hold it ({error})"
    if response.usage.calls and held["usage"]["dollars"] is None:
        return "a transcript holds nothing in place of a number"
    return "" if isinstance(response.answer, Forfeit | ParseFailure) or held["answer"] is not None else "its answer is lost"


# Responses and their delivery


class _Answer:
    """A response of a server. words: status, type, body."""

    def __init__(self, luck: random.Random, words: tuple[int, str, bytes]) -> None:
        self.status, kind, self._body = words
        self.headers: Mapping[str, str] = {
            "content-type": kind,
            "retry-after": luck.choice(_DATES),
            "location": "http://127.0.0.1:1/",
            "x-litellm-response-cost": luck.choice(_DATES),
        }
        self._luck = luck
        self.content = self
        self.is_asked = False

    async def iter_any(self) -> AsyncIterator[bytes]:
        body, size = self._body, self._luck.choice((1, 7, 100, 5000, 10**9))
        size = max(size, len(body) // 500)
        for at in range(0, len(body), size):
            yield body[at : at + size]

    def at_eof(self) -> bool:
        return True


class _Connection:
    """A stand-in for the network that gives the response, or the result of a redirect."""

    def __init__(self, address: Any, answer: _Answer) -> None:
        self._address, self._answer = address, answer

    @asynccontextmanager
    async def request(self, path: str, body: Any = None, extra: Any = None) -> AsyncIterator[_Answer]:
        self._answer.is_asked = True
        if 300 <= self._answer.status < 400:
            raise self._address.redirect_error(self._answer.status, self._answer.headers["location"])
        yield self._answer


def _of_openai(luck: random.Random, text: str) -> tuple[int, str, bytes]:
    if luck.random() < 0.2:
        return _error(luck)
    tokens = [_token(luck, luck.choice(("top_logprobs", "top"))) for _ in range(luck.choice((0, 1, 3)))]
    usage = {f"{which}_tokens": luck.choice(_NUMBERS) for which in ("prompt", "completion", "total")}
    parts = {f"{which}_tokens": luck.choice(_NUMBERS) for which in ("cached", "cache_write", "reasoning")}
    for place in ("prompt_tokens_details", "completion_tokens_details", "cost_details"):
        usage[place] = luck.choice((None, parts, {"upstream_inference_cost": luck.choice(_NUMBERS)}, 7))
    usage |= {name: luck.choice(_NUMBERS) for name in ("cost", "is_byok", "prompt_cache_hit_tokens") if luck.random() < 0.5}
    delta = {
        luck.choice(("content", "content", "reasoning", "refusal")): luck.choice((text, text, text, None, 7, [{"text": text}]))
    }
    choice = {"delta": delta, "logprobs": luck.choice((None, {"content": tokens}, 3)), "finish_reason": None}
    chunks: list[Any] = [
        {"model": luck.choice(_NAMES), "choices": [choice]},
        {"choices": [{"delta": {}, "finish_reason": luck.choice(("stop", "stop", "length", None, 7, []))}]},
        {"choices": [], "usage": luck.choice((usage, usage, None, [], "x"))},
    ]
    if luck.random() < 0.1:
        chunks.insert(luck.randrange(3), luck.choice(({"error": luck.choice(_ERRORS)}, [], "x", None, 7)))
    end = luck.choice(("\n\n", "\r\n\r\n", "\r\r"))
    return (
        200,
        luck.choice(("text/event-stream",) * 9 + ("text/html",)),
        "".join(f"data: {_json(each)}{end}" for each in chunks).encode(),
    )


def _of_responses(luck: random.Random, text: str) -> tuple[int, str, bytes]:
    if luck.random() < 0.2:
        return _error(luck)
    said = luck.choice((text, text, text, None, 7, [text]))
    kinds = ("output_text", "output_text", "refusal", "reasoning_text", "reasoning_summary_text", "function_call_arguments", 7)
    tokens = luck.choice((None, [], [_token(luck, "top_logprobs")], 3))
    usage = {f"{which}_tokens": luck.choice(_NUMBERS) for which in ("input", "output", "total")}
    for which, part in (("input", "cached"), ("input", "cache_write"), ("output", "reasoning")):
        usage[f"{which}_tokens_details"] = luck.choice((None, {f"{part}_tokens": luck.choice(_NUMBERS)}, 7))
    content = [{"type": luck.choice(("output_text", "refusal", None, 7)), "text": said}]
    response = {
        "model": luck.choice(_NAMES),
        "status": luck.choice(("completed", "completed", "incomplete", None, [])),
        "incomplete_details": luck.choice((None, {"reason": luck.choice(("max_output_tokens", "content_filter", None, 7, []))}, 7)),
        "usage": luck.choice((usage, usage, None, [], "x")),
        "output": luck.choice((None, [{"type": "message", "content": luck.choice((content, None, 7))}], [7], 7)),
        "error": luck.choice(_ERRORS),
    }
    events: list[Any] = [
        {"type": f"response.{luck.choice(kinds)}.delta", "delta": said, "logprobs": tokens, "output_index": luck.choice(_NUMBERS)},
        {"type": f"response.{luck.choice(('completed', 'completed', 'incomplete', 'failed', 7))}", "response": response},
    ]
    if luck.random() < 0.1:
        events.insert(luck.randrange(2), luck.choice(({"type": "error", **luck.choice(({}, {"code": 429}))}, [], "x", None, 7)))
    return 200, "text/event-stream", "".join(f"data: {_json(each)}\n\n" for each in events).encode()


def _of_ollama(luck: random.Random, text: str) -> tuple[int, str, bytes]:
    if luck.random() < 0.2:
        return _error(luck)
    message = {luck.choice(("content", "thinking")): luck.choice((text, text, text, None, 7))}
    first = {"model": luck.choice(_NAMES), "message": message, "logprobs": luck.choice((None, [_token(luck, "top_logprobs")], 3))}
    last = {"message": {}, "done": luck.choice((True, True, 1, False)), "done_reason": luck.choice(("stop", "length", 7, []))}
    last |= {"prompt_eval_count": luck.choice(_NUMBERS), "eval_count": luck.choice(_NUMBERS)}
    chunks = [first, last]
    if luck.random() < 0.1:
        chunks.insert(luck.randrange(2), luck.choice(({"error": luck.choice(_ERRORS)}, [], "x", None, 7)))
    return 200, "application/x-ndjson", "".join(f"{_json(each)}\n" for each in chunks).encode()


def _of_anthropic(luck: random.Random, text: str) -> tuple[int, str, bytes]:
    if luck.random() < 0.2:
        return _error(luck)
    names = ("input_tokens", "cache_read_input_tokens", "cache_creation_input_tokens", "output_tokens")
    usage = {name: luck.choice(_NUMBERS) for name in names if luck.random() < 0.8}
    usage["output_tokens_details"] = luck.choice((None, {"thinking_tokens": luck.choice(_NUMBERS)}, 7))
    delta = {luck.choice(("text", "text", "thinking")): luck.choice((text, text, text, None, 7, [text]))}
    events: list[Any] = [
        {"type": "message_start", "message": {"model": luck.choice(_NAMES), "usage": luck.choice((usage, usage, None, [], "x"))}},
        {"type": luck.choice(("content_block_delta", "ping", 7)), "delta": luck.choice((delta, delta, delta, None, 7))},
        {
            "type": "message_delta",
            "delta": {"stop_reason": luck.choice(("end_turn", "end_turn", "max_tokens", "refusal", None, 7, []))},
            "usage": luck.choice((usage, {"output_tokens": luck.choice(_NUMBERS)}, None, [])),
        },
        {"type": "message_stop"},
    ]
    return _events(luck, events)


def _of_gemini(luck: random.Random, text: str) -> tuple[int, str, bytes]:
    if luck.random() < 0.2:
        return _error(luck)
    usage = {f"{name}TokenCount": luck.choice(_NUMBERS) for name in ("prompt", "candidates", "thoughts", "cachedContent")}
    chance = {"token": luck.choice(("b", "", "x" * 5000, 7, "\ud800")), "logProbability": luck.choice((-0.5, *_NUMBERS))}
    top = luck.choice(([], None, [{"candidates": [chance] * 50}], [7], 7))
    part = {"text": luck.choice((text, text, text, None, 7)), "thought": luck.choice((None, True, 7))}
    said = {
        "content": luck.choice(({"parts": [part]}, {"parts": [part]}, {"parts": 7}, None, [])),
        "logprobsResult": luck.choice((None, {"chosenCandidates": [chance], "topCandidates": top}, 7)),
    }
    last = {"finishReason": luck.choice(("STOP", "STOP", "MAX_TOKENS", "SAFETY", None, 7, []))}
    chunks: list[Any] = [
        {"modelVersion": luck.choice(_NAMES), "candidates": [said]},
        {"candidates": [last], "usageMetadata": luck.choice((usage, usage, None, [], "x"))},
    ]
    if luck.random() < 0.1:
        chunks.insert(0, {"promptFeedback": luck.choice((None, {"blockReason": luck.choice(_NAMES)}, 7))})
    return _events(luck, chunks)


def _events(luck: random.Random, events: list[Any]) -> tuple[int, str, bytes]:
    if luck.random() < 0.1:
        events.insert(luck.randrange(len(events)), luck.choice(({"error": luck.choice(_ERRORS)}, [], "x", None, 7)))
    end, kind = luck.choice(("\n\n", "\r\n\r\n", "\r\r")), luck.choice(("text/event-stream",) * 9 + ("text/html",))
    return 200, kind, "".join(f"data: {_json(each)}{end}" for each in events).encode()


def _error(luck: random.Random) -> tuple[int, str, bytes]:
    body = (
        _json({"error": luck.choice(_ERRORS)}) if luck.random() < 0.5 else luck.choice(("model " * 5000, "[" * 5000, "", "\ud800"))
    )
    return luck.choice((301, 307, 400, 401, 404, 429, 500, 503, 599)), "application/json", body.encode(errors="surrogatepass")


def _token(luck: random.Random, rivals: str) -> Any:
    token = {"token": luck.choice(("b", "", "x" * 5000, 7, "\ud800")), "logprob": luck.choice((-0.5, *_NUMBERS))}
    return {**token, rivals: luck.choice(([], None, [token], [token] * 50, 7))}


def _json(value: Any) -> str:
    text = json.dumps(value)
    for name, number in _RAW.items():
        text = text.replace(f'"{name}"', number)
    return text


_KINDS: tuple[tuple[Any, Any], ...] = (
    (OpenAI, _of_openai), (OpenAI, _of_responses), (Ollama, _of_ollama), (Anthropic, _of_anthropic), (Gemini, _of_gemini),
)  # fmt: skip
