"""A reply that is whole is read in whatever frame it came and however its stream ended; what tells an error stays one.

The forms were met in threads about servers and proxies: LiteLLM, one-api, 9router, MiniMax, Muse, llama.cpp, SGLang, OpenRouter.
"""

from __future__ import annotations

import asyncio
import gzip
import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from woozle.players.backends import streaming_client
from woozle.players.backends.anthropic import Anthropic
from woozle.players.backends.event_stream import END, Message, MessageStream
from woozle.players.backends.gemini import Gemini
from woozle.players.backends.model_client import BackendError, Reply
from woozle.players.backends.ollama import Ollama
from woozle.players.backends.openai import OpenAI

from tests.players.backends.http import Asked, HttpServer, Out
from tests.players.backends.talking import CHAT

STREAM, JSON = "text/event-stream", "application/json"
SAID = "Who? \N{GRINNING FACE} B."
USAGE = {"prompt_tokens": 12, "completion_tokens": 3, "total_tokens": 15}


@dataclass(frozen=True)
class Body:
    """The body of an answer. pieces: its packets. ends: whether it ends as HTTP wants; else the connection breaks."""

    pieces: Sequence[bytes]
    kind: str = STREAM
    headers: tuple[tuple[str, str], ...] = ()
    ends: bool = True


async def reply_to(body: Body, kind: Any = OpenAI) -> Reply:
    async def handle(asked: Asked, out: Out) -> None:
        if asked.path == "/api/show":
            return await out.json({"capabilities": ["completion"]})
        headers = {"transfer-encoding": "chunked", **dict(body.headers)}
        out._head(200, {**({"content-type": body.kind} if body.kind else {}), **headers})
        for piece in body.pieces:
            await out.piece(piece)
        return await out.end() if body.ends else out.cut()

    async with HttpServer(handle) as server:
        backend = kind(server.root, endpoint="lab")
        try:
            return await backend.chat(CHAT)
        finally:
            await backend.close()


def dump(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False).encode()


def chunk(delta: Any = None, finish: str | None = None, **more: Any) -> dict[str, Any]:
    return {"object": "chat.completion.chunk", "choices": [{"index": 0, "delta": delta, "finish_reason": finish}], **more}


def events(*values: Any, end: bytes = b"\n\n", field: bytes = b"data: ", done: bool = True) -> bytes:
    lines = [value if isinstance(value, bytes) else dump(value) for value in values]
    return b"".join(field + line + end for line in [*lines, *([b"[DONE]"] if done else [])])


PIECES = (chunk({"role": "assistant", "content": "Who? "}), chunk({"content": "\N{GRINNING FACE} "}), chunk({"content": "B."}))
STOP, COUNTED = chunk({}, "stop"), {"object": "chat.completion.chunk", "choices": [], "usage": USAGE}
WHOLE = {
    "object": "chat.completion",
    "choices": [{"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": SAID}}],
    "usage": USAGE,
}
USUAL = events(*PIECES, STOP, COUNTED)


def with_choice(**more: Any) -> dict[str, Any]:
    return {**WHOLE, "choices": [{**WHOLE["choices"][0], **more}]}  # type: ignore[index]


FORMS: dict[str, Body] = {
    "as documented": Body([USUAL]),
    "byte by byte": Body([USUAL[at : at + 1] for at in range(len(USUAL))]),
    "blank lines and characters split between packets": Body([USUAL[at : at + 7] for at in range(0, len(USUAL), 7)]),
    "one JSON body": Body([dump(WHOLE)], JSON),
    "one JSON body, called a stream": Body([dump(WHOLE)]),
    "one JSON body, called text": Body([dump(WHOLE)], "text/plain; charset=utf-8"),
    "one JSON body of nameless type": Body([dump(WHOLE)], ""),
    "one JSON body over many lines": Body([json.dumps(WHOLE, indent=2).encode()], JSON),
    "one JSON body with an end of stream": Body([dump(WHOLE) + b"\n\ndata: [DONE]\n\n"]),
    "one JSON body after a mark and blanks": Body([b"\xef", b"\xbb\xbf", b"\r\n ", dump(WHOLE)], JSON),
    "one JSON body without a reason to stop": Body([dump(with_choice(finish_reason=None))], JSON),
    "one JSON body that breaks off after its end": Body([dump(WHOLE)], JSON, ends=False),
    "one JSON body with a null error": Body([dump({**WHOLE, "error": None})], JSON),
    "one JSON body in an event": Body([events(WHOLE)]),
    "one JSON body in an event, unended": Body([events(WHOLE, done=False)]),
    "content in parts": Body([dump(with_choice(message={"content": [{"type": "text", "text": SAID}]}))], JSON),
    "compressed": Body([gzip.compress(USUAL)], headers=(("content-encoding", "gzip"),)),
    "compressed JSON": Body([gzip.compress(dump(WHOLE))], JSON, headers=(("content-encoding", "gzip"),)),
    "events, called text": Body([USUAL], "text/plain"),
    "events, called JSON": Body([USUAL], JSON),
    "events, called a page": Body([USUAL], "text/html"),
    "events of nameless type": Body([USUAL], ""),
    "events after a mark": Body([b"\xef\xbb", b"\xbf" + USUAL]),
    "no [DONE]": Body([events(*PIECES, STOP, COUNTED, done=False)]),
    "no blank line at the end": Body([events(*PIECES, STOP, COUNTED, done=False).rstrip(b"\n")]),
    "no line end after [DONE]": Body([USUAL.rstrip(b"\n")]),
    "no blank after the colon": Body([events(*PIECES, STOP, COUNTED, field=b"data:")]),
    "no blank lines": Body([events(*PIECES, STOP, COUNTED, end=b"\n")]),
    "CR LF": Body([events(*PIECES, STOP, COUNTED, end=b"\r\n\r\n")]),
    "CR": Body([events(*PIECES, STOP, COUNTED, end=b"\r\r")]),
    "CR, unended": Body([events(*PIECES, STOP, COUNTED, end=b"\r\r", done=False)]),
    "comments": Body([b": OPENROUTER PROCESSING\n\n", events(*PIECES, STOP, done=False), b": ping\n\n", events(COUNTED)]),
    "empty events": Body([b"data:\n\n", events(*PIECES, STOP, COUNTED), b"data: \n\n"]),
    "names, numbers and times": Body([b"id: 1\nevent: message\nretry: 5\n" + USUAL]),
    "events of others": Body([b'event: tool.progress\ndata: {"tool": "x"}\n\nevent: tool.log\ndata: working...\n\n' + USUAL]),
    "HTML after the end": Body([USUAL + b"<html><body>proxied</body></html>\n\n"]),
    "blanks after the end": Body([USUAL + b"   \n\n \r\n"]),
    "lines of JSON": Body([b"".join(dump(each) + b"\n" for each in (*PIECES, STOP, COUNTED))], "application/x-ndjson"),
    "lines of JSON and [DONE]": Body([b"".join(dump(each) + b"\n" for each in (*PIECES, STOP, COUNTED)) + b"[DONE]"], JSON),
    "lines of JSON without a last one's end": Body([b"\n".join(map(dump, (*PIECES, STOP, COUNTED)))], STREAM),
    "a list of chunks": Body([dump([*PIECES, STOP, COUNTED])], JSON),
    "a list of chunks over many lines": Body([json.dumps([*PIECES, STOP, COUNTED], indent=1).encode()], JSON),
    "several chunks in a line": Body([events(b"".join(map(dump, PIECES)), dump(STOP) + b"data: " + dump(COUNTED))]),
    "several chunks and the end in a line": Body([b"data: " + b" ".join(map(dump, (*PIECES, STOP, COUNTED))) + b" [DONE]\n\n"]),
    "null deltas": Body([events(chunk(None), *PIECES, chunk(None, "stop"), COUNTED)]),
    "message in place of delta": Body(
        [
            events(
                *({"object": "chat.completion.chunk", "choices": [{"message": each["choices"][0]["delta"]}]} for each in PIECES),
                STOP, COUNTED,
            )
        ]
    ),
    "the whole message after its pieces": Body([events(*PIECES, WHOLE)]),
    "usage twice": Body([events(*PIECES, {**STOP, "usage": {**USAGE, "completion_tokens": 2}}, COUNTED)]),
    "usage null until the end": Body([events(*({**each, "usage": None} for each in PIECES), STOP, COUNTED)]),
    "no reason to stop, but an end": Body([events(*PIECES, {**PIECES[0], "choices": [], "usage": USAGE})]),
    "no reason to stop, but [DONE]": Body([events(*({**each, "usage": USAGE} for each in PIECES))]),
    "no reason to stop, but the last usage": Body([events(*PIECES, COUNTED, done=False)]),
    "torn after the reason to stop": Body([events(*PIECES, {**STOP, "usage": USAGE}, done=False), b'data: {"ch'], ends=False),
    "nonsense after the reason to stop": Body([events(*PIECES, {**STOP, "usage": USAGE}, done=False), b"data: bye\n\n"]),
    "an error after the reason to stop": Body([events(*PIECES, {**STOP, "usage": USAGE}, {"error": "no tokens counted"})]),
}  # fmt: skip


@pytest.mark.parametrize("form", FORMS)
async def test_a_whole_reply_is_read_in_every_form(form: str):
    reply = await reply_to(FORMS[form])
    assert (reply.text, reply.finish) == (SAID, "stop")
    assert (reply.usage.tokens_in, reply.usage.tokens_out) == (12, 3)


ANSWER = '{"say": "b"}'


@pytest.mark.parametrize("ends", [True, False])
async def test_an_answer_in_json_is_whole_if_it_can_be_parsed_though_nobody_says_so(ends: bool):
    halves = [chunk({"content": ANSWER[:5]}), chunk({"content": ANSWER[5:]})]
    assert (await reply_to(Body([events(*halves, done=False)], ends=ends))).text == ANSWER
    with pytest.raises(BackendError) as raised:
        await reply_to(Body([events(halves[0], done=ends)], ends=ends))
    assert raised.value.trouble == "broken"


async def test_reasoning_refusals_and_calls_come_with_a_whole_body():
    message = {"content": None, "reasoning_content": "Hm.", "tool_calls": [{"function": {"arguments": ANSWER}}]}
    reply = await reply_to(Body([dump(with_choice(message=message, finish_reason="tool_calls"))], JSON))
    assert (reply.text, reply.reasoning) == (ANSWER, "Hm.")
    refused = await reply_to(Body([dump(with_choice(message={"content": None, "refusal": "No."}))], JSON))
    assert (refused.text, refused.is_refusal) == ("No.", True)


@pytest.mark.parametrize(
    "delta",
    [
        {"reasoning_content": "Hm.", "reasoning": "Hm.", "content": SAID},
        {"reasoning": "Hm.", "content": SAID},
        {"thinking": "Hm.", "content": SAID},
        {"reasoning_text": "Hm.", "content": SAID},
        {"content": [{"type": "thinking", "thinking": [{"type": "text", "text": "Hm."}]}, {"type": "text", "text": SAID}]},
    ],
)
@pytest.mark.parametrize("is_whole", [True, False])
async def test_reasoning_is_told_apart_wherever_it_stands(delta: dict[str, Any], is_whole: bool):
    body = Body([dump(with_choice(message=delta))], JSON) if is_whole else Body([events(chunk(delta), STOP)])
    reply = await reply_to(body)
    assert (reply.text, reply.reasoning) == (SAID, "Hm.")


async def test_an_event_with_the_whole_text_is_read_where_no_piece_came():
    texts = [
        {"type": "response.output_text.done", "text": SAID},
        {"type": "response.completed", "response": {**RESPONSE, "output": []}},
    ]
    assert (await reply_to(Body([events(*texts)]))).text == SAID
    pieces = [{"type": "response.output_text.delta", "delta": SAID}, *texts]
    assert (await reply_to(Body([events(*pieces)]))).text == SAID


async def test_a_stream_that_is_kept_open_after_the_reason_to_stop_is_left(monkeypatch: pytest.MonkeyPatch):
    async def handle(asked: Asked, out: Out) -> None:
        out.start(STREAM)
        await out.piece(events(*PIECES, STOP, done=False))
        await asyncio.Event().wait()

    monkeypatch.setattr(streaming_client, "_AFTER_THE_END", 0.0)
    async with HttpServer(handle) as server:
        backend = OpenAI(server.root, endpoint="lab")
        assert (await backend.chat(CHAT)).text == SAID
        await backend.close()


FAILED = {"id": "r", "object": "response", "status": "failed", "error": {"code": "server_error", "message": "No."}, "output": []}
BROKEN: dict[str, tuple[Body, str]] = {
    "cut in prose": (Body([events(*PIECES, done=False)], ends=False), "broken"),
    "ended in prose": (Body([events(*PIECES, done=False)]), "broken"),
    "nothing but an end": (Body([events()]), "broken"),
    "nothing but a role": (Body([events(chunk({"role": "assistant", "content": ""}))]), "broken"),
    "nothing but reasoning": (Body([events(chunk({"reasoning": "Hm."}))]), "broken"),
    "nothing": (Body([]), "broken"),
    "torn JSON": (Body([dump(WHOLE)[:-20]], JSON), "broken"),
    "an error in the middle": (Body([events(*PIECES, {"error": {"message": "No.", "code": 429}})]), "rate_limited"),
    "an error by a code in words": (Body([events(*PIECES, {"error": {"code": "502"}})]), "overloaded"),
    "an error by a code that is none": (Body([events(*PIECES, {"error": {"code": "oops"}})]), "overloaded"),
    "an error in the middle of a whole answer": (Body([events(chunk({"content": ANSWER}), {"error": "No."})]), "overloaded"),
    "an error by its event": (Body([events(*PIECES, done=False), b'event: error\ndata: {"message": "No."}\n\n']), "overloaded"),
    "an error in words by its event": (Body([b"event: error\ndata: No.\n\n", events()]), "overloaded"),
    "an error in a field of its own": (Body([b'error: {"code": 503, "message": "No."}\n\n', events()]), "overloaded"),
    "an error by its object": (Body([events(*PIECES, {"object": "error", "message": "No.", "code": 400})]), "rejected"),
    "an error without a frame": (Body([events(*PIECES, {"message": "No.", "code": 429})]), "rate_limited"),
    "an error by its type": (Body([events(*PIECES, {"type": "server_error", "message": "No."})]), "overloaded"),
    "an error of a choice": (
        Body([dump(with_choice(error={"code": 502, "message": "No."}, finish_reason="error"))], JSON), "overloaded",
    ),
    "an error as a reason to stop": (Body([events(*PIECES, chunk({}, "error"))]), "overloaded"),
    "an error in JSON": (Body([dump({"error": {"message": "No.", "code": 429}})], JSON), "rate_limited"),
    "an error in a list": (Body([dump([{"error": {"message": "No.", "code": 429}}])], JSON), "rate_limited"),
    "a response that failed": (Body([dump(FAILED)], JSON), "overloaded"),
    "JSON of something else": (Body([b'{"ok": true}'], JSON), "wrong_page"),
    "a page": (Body([b"  <!doctype html><title>Sign in</title>"], "text/html"), "wrong_page"),
    "a page, called a stream": (Body([b"<html><title>Sign in</title>", b"data: x\n\n"]), "wrong_page"),
    "prose": (Body([b"It is B."], "text/plain"), "broken"),
}  # fmt: skip


@pytest.mark.parametrize("form", BROKEN)
async def test_what_tells_an_error_or_is_not_whole_is_a_trouble(form: str):
    body, trouble = BROKEN[form]
    with pytest.raises(BackendError) as raised:
        await reply_to(body)
    assert raised.value.trouble == trouble


RESPONSE = {
    "id": "r", "object": "response", "status": "completed", "model": "tiny", "error": None,
    "output": [
        {"type": "reasoning", "summary": [{"type": "summary_text", "text": "Hm, "}, {"type": "summary_text", "text": "b."}]},
        {"type": "message", "content": [{"type": "output_text", "text": SAID}]},
    ],
    "usage": {"input_tokens": 12, "output_tokens": 3},
}  # fmt: skip
ANTHROPIC = {
    "type": "message", "role": "assistant", "model": "tiny", "stop_reason": "end_turn",
    "content": [{"type": "thinking", "thinking": "Hm, b."}, {"type": "text", "text": SAID}],
    "usage": {"input_tokens": 12, "output_tokens": 3},
}  # fmt: skip
COUNTS = {"promptTokenCount": 12, "candidatesTokenCount": 3}
GEMINI = [
    {"candidates": [{"content": {"parts": [{"text": "Hm, b.", "thought": True}, {"text": SAID[:5]}]}}]},
    {"candidates": [{"content": {"parts": [{"text": SAID[5:]}]}, "finishReason": "STOP"}], "usageMetadata": COUNTS},
]
NATIVE: dict[str, tuple[Any, Any]] = {
    "responses": (OpenAI, RESPONSE),
    "anthropic": (Anthropic, ANTHROPIC),
    "anthropic without a reason to stop": (Anthropic, {**ANTHROPIC, "stop_reason": None}),
    "gemini, a list": (Gemini, GEMINI),
    "gemini, one": (
        Gemini,
        {
            "candidates": [{"content": {"parts": [{"text": "Hm, b.", "thought": True}, {"text": SAID}]}, "finishReason": "STOP"}],
            "usageMetadata": COUNTS,
        },
    ),
}


OLLAMA_PIECES = [
    {"model": "tiny", "message": {"role": "assistant", "thinking": "Hm, b.", "content": ""}, "done": False},
    *({"model": "tiny", "message": {"content": text}, "done": False} for text in ("Who? ", "\N{GRINNING FACE} B.")),
    {"model": "tiny", "message": {"content": ""}, "done": True, "done_reason": "stop", "prompt_eval_count": 12, "eval_count": 3},
]
OLLAMA_WHOLE = {**OLLAMA_PIECES[-1], "message": {"role": "assistant", "thinking": "Hm, b.", "content": SAID}}
LINES = b"".join(dump(each) + b"\n" for each in OLLAMA_PIECES)
OLLAMA = {
    "as documented": Body([LINES], "application/x-ndjson"),
    "byte by byte": Body([LINES[at : at + 1] for at in range(len(LINES))], "application/x-ndjson"),
    "without the last line's end": Body([LINES.rstrip()], "application/x-ndjson"),
    "CR LF": Body([LINES.replace(b"\n", b"\r\n")], "text/plain"),
    "torn after its end": Body([LINES, b'{"mod'], ends=False),
    "compressed": Body([gzip.compress(LINES)], headers=(("content-encoding", "gzip"),)),
    "one JSON body": Body([dump(OLLAMA_WHOLE)], JSON),
    "one JSON body over many lines": Body([json.dumps(OLLAMA_WHOLE, indent=2).encode()], JSON),
    "a list": Body([dump(OLLAMA_PIECES)], JSON),
    "events": Body([events(*OLLAMA_PIECES)]),
}


OTHERS: dict[str, tuple[Any, Body]] = {f"ollama, {form}": (Ollama, body) for form, body in OLLAMA.items()}
OTHERS |= {
    f"{form}{', pretty' if indent else ''}": (kind, Body([json.dumps(body, indent=indent).encode()], JSON))
    for form, (kind, body) in NATIVE.items()
    for indent in (None, 2)
}


@pytest.mark.parametrize("form", OTHERS)
async def test_other_protocols_are_read_in_every_form_too(form: str):
    kind, body = OTHERS[form]
    reply = await reply_to(body, kind)
    assert (reply.text, reply.reasoning, reply.finish) == (SAID, "Hm, b.", "stop")
    assert (reply.usage.tokens_in, reply.usage.tokens_out) == (12, 3)


@pytest.mark.parametrize("kind", [Anthropic, Gemini])
async def test_an_error_of_other_protocols_stays_one_with_status_200(kind: Any):
    error = {"type": "error", "error": {"type": "rate_limit_error", "code": 429, "message": "Slow down."}}
    with pytest.raises(BackendError) as raised:
        await reply_to(Body([dump(error if kind is Anthropic else [error])], JSON), kind)
    assert raised.value.trouble == "rate_limited"


TOLD = [Message({"a": 1}), Message({"b": [2]}), Message({"c": "\N{GRINNING FACE}"}), END]
FRAMES = [
    b'data: {"a": 1}\n\ndata:{"b": [2]}\r\n\r\n: x\n\ndata: {"c": "\xf0\x9f\x98\x80"}\n\ndata: [DONE]',
    b'{"a": 1}\n{"b": [2]}\r\n\n{"c": "\xf0\x9f\x98\x80"}\n[DONE]\n',
    b'{"a":\n 1}\n, {"b":\n [2]}{"c": "\xf0\x9f\x98\x80"}\ndata: [DONE]\n<html>',
]


@given(st.sampled_from(FRAMES), st.lists(st.integers(0, 100)))
def test_it_does_not_matter_where_a_body_is_cut(frame: bytes, cuts: list[int]):
    stream, told = MessageStream(), []
    ends = sorted({*(cut for cut in cuts if cut < len(frame)), len(frame)})
    for start, end in zip([0, *ends], ends, strict=False):
        told += list(stream.add(frame[start:end]))
    assert [*told, *stream.end()] == TOLD
