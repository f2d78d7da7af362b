"""What holds for every protocol: each backend is asked the same of a scripted server that speaks as it is documented."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from typing import Any

import pytest

from woozle.core.request import NOT_TAKEN, Picture
from woozle.core.usage import Usage
from woozle.players.backends.anthropic import Anthropic
from woozle.players.backends.draft import ESTIMATED, LONGEST
from woozle.players.backends.gemini import Gemini
from woozle.players.backends.model_client import BackendError, Extra, Heard, Message, Sampling, Sent, Signal
from woozle.players.backends.ollama import Ollama
from woozle.players.backends.openai import OpenAI

from tests.players.backends.scripts import FAULTS, Hang, Raw, Say, Status
from tests.players.backends.servers import OpenAIServer, Pulled
from tests.players.backends.talking import CHAT, EACH, KEY, SCHEMA, SERVERS, talking_to, trouble_with

LIMITED = replace(CHAT, sampling=Sampling(max_tokens=50))
PICTURE = replace(LIMITED, messages=(Message("user", ("Here:", Picture.png(b"\x89PNG"), "What is it?")),))
SEEING = {Ollama: {"models": {"tiny:latest": Pulled(("completion", "vision"))}}}
EVENTS, LINES = "text/event-stream", "application/x-ndjson"

USED = {
    OpenAI: Usage(1, 40, 9),
    Ollama: Usage(1, 40, 9),
    Anthropic: Usage(1, 40, 9, tokens_reasoning=2),
    Gemini: Usage(1, 40, 11, tokens_reasoning=2),  # it counts thoughts apart
}


@EACH
async def test_a_reply_is_streamed_and_counted(kind: Any):
    heard: list[Signal] = []
    async with talking_to(lambda request: Say("It is b.", reasoning="Hm, late.", usage=(40, 9)), kind=kind) as (_, backend):
        reply = await backend.chat(LIMITED, heard.append)
    assert heard[0] == Sent() and len(heard) == 1 + 2 + 3, "each piece is heard by itself"
    assert "".join(signal.text for signal in heard if isinstance(signal, Heard)) == reply.text == "It is b."
    assert (reply.reasoning, reply.finish, reply.is_refusal, reply.notes) == ("Hm, late.", "stop", False, ())
    assert (reply.usage, reply.model) == (USED[kind], "gemini-tiny-001" if kind is Gemini else "tiny")
    assert reply.first_token is not None and reply.first_token <= reply.seconds


PLAIN: dict[Any, dict[str, Any]] = {
    OpenAI: {
        "messages": [{"role": "system", "content": "You play a game."}, {"role": "user", "content": "Who is it?"}],
        "model": "tiny", "stream": True, "stream_options": {"include_usage": True},
    },
    Ollama: {
        "messages": [{"role": "system", "content": "You play a game."}, {"role": "user", "content": "Who is it?"}],
        "model": "tiny", "stream": True, "options": {"num_ctx": 8192}, "keep_alive": "30m",
    },
    Anthropic: {
        "system": [{"type": "text", "text": "You play a game.", "cache_control": {"type": "ephemeral"}}],
        "messages": [{"role": "user", "content": [{"type": "text", "text": "Who is it?"}]}],
        "model": "tiny", "stream": True, "max_tokens": 16_000,
    },
    Gemini: {
        "systemInstruction": {"parts": [{"text": "You play a game."}]},
        "contents": [{"role": "user", "parts": [{"text": "Who is it?"}]}],
        "generationConfig": {},
    },
}  # fmt: skip


@EACH
async def test_what_nobody_asked_for_is_left_to_the_server(kind: Any):
    async with talking_to(lambda request: "b", kind=kind) as (server, backend):
        await backend.chat(CHAT)
    assert server.chats == [PLAIN[kind]]


@EACH
async def test_pictures_stand_where_they_stood(kind: Any):
    async with talking_to(lambda request: "b", kind=kind, **SEEING.get(kind, {})) as (server, backend):
        await backend.chat(PICTURE)
    body = json.dumps(server.chats[-1])
    if kind is Ollama:  # which has them beside the text
        (message,) = server.chats[-1]["messages"]
        assert (message["content"], message["images"]) == ("Here:\n\nWhat is it?", ["iVBORw=="])
    else:
        assert body.index("Here:") < body.index("iVBORw==") < body.index("What is it?") and "image/png" in body
        assert kind is not OpenAI or "data:image/png;base64,iVBORw==" in body


@EACH
async def test_a_model_that_sees_nothing_is_told_that_there_are_pictures(kind: Any):
    def script(request: dict[str, Any]) -> Say | Status:
        return Status(400, "This model does not support image input.") if "iVBORw==" in json.dumps(request) else Say("b")

    async with talking_to(script, kind=kind) as (server, backend):
        reply = await backend.chat(PICTURE)
        assert kind is not OpenAI or (await backend.capabilities("tiny")).vision is False
    assert "a picture here that you cannot be shown" in json.dumps(server.chats[-1])
    assert [note.partition(":")[0] for note in reply.notes] == ["no pictures"]


@pytest.mark.parametrize(
    ("kind", "finish", "meant", "is_refusal"),
    [
        *((kind, "length", "length", False) for kind in SERVERS),
        (OpenAI, "content_filter", "filter", True),
        (OpenAI, "end_turn", "stop", False),
        (Anthropic, "model_context_window_exceeded", "length", False),
        (Anthropic, "stop_sequence", "stop", False),
        (Anthropic, "a_new_one", "stop", False),
        (Anthropic, "refusal", "filter", True),
        (Gemini, "SAFETY", "filter", True),
        (Gemini, "RECITATION", "filter", True),
        (Gemini, "PROHIBITED_CONTENT", "filter", True),
        (Gemini, "OTHER", "stop", False),
    ],
)
async def test_how_it_ended_is_told(kind: Any, finish: str, meant: str, is_refusal: bool):
    async with talking_to(lambda request: Say("half", finish=finish), kind=kind) as (_, backend):
        reply = await backend.chat(LIMITED)
    assert (reply.finish, reply.is_refusal, reply.text) == (meant, is_refusal, "half")


@EACH
async def test_a_reply_without_end_is_stopped(kind: Any):
    async with talking_to(lambda request: FAULTS["ten megabytes"], kind=kind) as (server, backend):
        reply = await backend.chat(LIMITED)
        await server.somebody_left.wait()
    assert len(reply.text) == LONGEST and reply.finish == "length"


@EACH
async def test_cancelling_hangs_up(kind: Any):
    async with talking_to(lambda request: Hang("half an "), kind=kind) as (server, backend):
        said = asyncio.Event()
        task = asyncio.create_task(backend.chat(CHAT, lambda signal: said.set() if isinstance(signal, Heard) else None))
        await said.wait()
        task.cancel()
        await server.somebody_left.wait()
        with pytest.raises(asyncio.CancelledError):
            await task


@EACH
@pytest.mark.parametrize("fault", ["hang", "hang in the middle"])
async def test_a_server_that_hangs_is_given_up(kind: Any, fault: str):
    error = await trouble_with(lambda request: FAULTS[fault], replace(CHAT, seconds=0.05), kind)
    assert error.trouble == "timeout" and "0.05 seconds" in str(error)


@EACH
@pytest.mark.parametrize(
    ("fault", "trouble"),
    [
        ("cut in the middle", "broken"),
        ("ended too early", "broken"),
        ("not JSON", "broken"),
        ("a web page", "wrong_page"),
        ("an empty body", "broken"),
        ("error in the stream", "overloaded"),
        ("rate limited", "rate_limited"),
        ("server error", "overloaded"),
    ],
)
async def test_what_is_no_reply_is_a_trouble(kind: Any, fault: str, trouble: str):
    error = await trouble_with(lambda request: FAULTS[fault], kind=kind)
    assert error.trouble == trouble and "http://127.0.0.1:" in str(error) and "\n" not in str(error)
    assert error.retry_after == (7.0 if fault == "rate limited" else None)


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        (OpenAI, b"data: [1, 2]\n\n"),
        (OpenAI, b'data: "b"\n\n'),
        (OpenAI, b'data: {"choices": 3}\n\n'),
        (OpenAI, b'data: {"choices": [{"delta": [7]}]}\n\n'),
        (OpenAI, b"data: \xff\n\n"),
        (OpenAI, b"\n"),
        (Ollama, b"[1]\n"),
        (Ollama, b'{"message": 3, "done": true}\n'),
        (Anthropic, b"data: [1]\n\n"),
        (Anthropic, b'data: {"type": "content_block_delta", "delta": 3}\n\n'),
        (Gemini, b"data: [1]\n\n"),
        (Gemini, b'data: {"candidates": [7]}\n\n'),
    ],
)
async def test_nonsense_in_a_stream_is_a_trouble(kind: Any, body: bytes):
    assert (await trouble_with(lambda request: Raw(body, LINES if kind is Ollama else EVENTS), kind=kind)).trouble == "broken"


@EACH
async def test_no_proxy_leads_to_this_machine(kind: Any, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    async with talking_to(lambda request: "b", kind=kind) as (_, backend):
        assert (await backend.chat(CHAT)).text == "b"


@EACH
async def test_no_server_says_what_to_do(kind: Any):
    async with OpenAIServer(lambda request: "b") as server:
        backend = kind(server.root, endpoint="lab")
    for asked in (backend.chat(CHAT), backend.models()):
        with pytest.raises(BackendError) as raised:
            await asked
        assert raised.value.trouble == "unreachable"
        assert str(raised.value) == (
            f"No server answers at {server.root}; start it, or change the url of the endpoint lab in models.toml."
        )
    await backend.close()


HEADERS = {OpenAI: "authorization", Ollama: "authorization", Anthropic: "x-api-key", Gemini: "x-goog-api-key"}


@EACH
@pytest.mark.parametrize("key", [None, KEY])
async def test_only_our_own_key_is_sent_in_its_header_and_nowhere_else(kind: Any, key: str | None, monkeypatch: pytest.MonkeyPatch):
    for name in ("OLLAMA_API_KEY", "OPENAI_API_KEY", "ANTHROPIC_API_KEY", "GEMINI_API_KEY"):
        monkeypatch.setenv(name, "somebody-elses-key")
    async with talking_to(lambda request: "b", key, kind) as (server, backend):
        await backend.models()
        await backend.chat(CHAT)
    told = f"Bearer {key}" if key and HEADERS[kind] == "authorization" else key
    for asked in server.requests:
        assert {asked.headers.get(name) for name in HEADERS.values()} == {told, None}
        assert asked.headers.get(HEADERS[kind]) == told
        assert KEY not in asked.path + asked.query and KEY.encode() not in asked.body


ECHOES = (KEY, f"Bearer {KEY}", f"{KEY[:8]}*******{KEY[-4:]}", f'"{KEY}"', f"key={KEY}&x=1", f"({KEY[-8:]})")


@pytest.mark.parametrize(("kind", "echo"), [*((OpenAI, echo) for echo in ECHOES), *((kind, KEY) for kind in SERVERS)])
async def test_a_key_is_never_told(kind: Any, echo: str):
    async with talking_to(lambda request: Status(401, f"Incorrect API key provided: {echo}."), KEY, kind) as (_, backend):
        with pytest.raises(BackendError) as raised:
            await backend.chat(CHAT)
    whole = f"{raised.value} {raised.value!r} {backend!r} {vars(backend)!r}"
    assert raised.value.trouble == "unauthorized"
    assert KEY not in whole and KEY[:8] not in str(raised.value) and KEY[-6:] not in str(raised.value)
    assert "[key]" in str(raised.value) and "endpoint lab" in str(raised.value)


ADDED: dict[Any, dict[str, Any]] = {
    OpenAI: {"top_k": 20, "provider": {"order": ["a"]}},
    Ollama: {"options": {"top_k": 20}},
    Anthropic: {"metadata": {"user_id": "1"}},
    Gemini: {"generationConfig": {"topK": 5}},
}


@EACH
async def test_what_a_seat_adds_is_sent_beside_what_is_ours(kind: Any):
    extra = Extra(ADDED[kind], {"X-Title": "woozle"}, {"trace": "on"})
    async with talking_to(lambda request: "b", kind=kind) as (server, backend):
        await backend.chat(LIMITED)
        await backend.chat(replace(LIMITED, extra=extra))
    (asked,) = (asked for asked in server.requests if "trace=on" in asked.query.split("&"))
    usual, added = server.chats
    for name, value in ADDED[kind].items():
        usual[name] = {**usual.get(name, {}), **value} if isinstance(value, dict) else value
    assert added == usual and asked.headers["x-title"] == "woozle"


# What a server does not take is learnt from its errors, and asked for in another way

SCHEMA_FIELD = {OpenAI: "response_format", Ollama: "format", Anthropic: "output_config", Gemini: "responseJsonSchema"}


@EACH
async def test_a_schema_that_is_not_taken_goes_into_the_prompt_and_is_not_sent_again(kind: Any):
    field, tries = f'"{SCHEMA_FIELD[kind]}"', 3 if kind is OpenAI else 2  # a strict one, a loose one, none

    def script(request: dict[str, Any]) -> Say | Status:
        lacking = f"{SCHEMA_FIELD[kind]}: this model does not support structured outputs"
        return Status(400, lacking, param=SCHEMA_FIELD[kind]) if field in json.dumps(request) else Say("{}")

    async with talking_to(script, kind=kind) as (server, backend):
        first, second = [await backend.chat(replace(LIMITED, schema=SCHEMA)) for _ in range(2)]
    assert len(server.chats) == tries + 1 and field not in json.dumps(server.chats[-1])
    assert [note.partition(":")[0] for note in first.notes] == ["the schema is in the prompt"] and first.notes == second.notes
    last = server.chats[-1]["contents" if kind is Gemini else "messages"][-1]
    told = last.get("content") or last["parts"]
    text = told if isinstance(told, str) else "".join(part["text"] for part in told)
    assert text.startswith("Who is it?") and json.dumps(SCHEMA) in text


@pytest.mark.parametrize(
    ("kind", "name"), [(OpenAI, "top_p"), *((kind, name) for kind in (Anthropic, Gemini) for name in ("temperature", "top_p"))]
)
async def test_sampling_that_is_not_taken_is_left_out_and_noted(kind: Any, name: str):
    field = name.replace("_p", "P") if kind is Gemini else name
    async with talking_to(lambda request: "b", kind=kind, lacks=[field]) as (server, backend):
        reply = await backend.chat(replace(CHAT, sampling=Sampling(max_tokens=50, **{name: 0.5})))
    assert reply.notes == (NOT_TAKEN[name],) and field not in json.dumps(server.chats[-1])


# Claims of a server about its tokens


def counted(kind: Any, read: Any = 5, written: Any = 2, cached: Any = 0, reasoned: Any = 0) -> Raw:
    """A reply b, and a server that says these are the tokens of it."""
    match kind:
        case _ if kind is OpenAI:
            usage = {"prompt_tokens": read, "completion_tokens": written, "prompt_tokens_details": {"cached_tokens": cached}}
            told = [{"choices": [{"delta": {"content": "b"}, "finish_reason": "stop"}], "usage": usage}]
        case _ if kind is Ollama:
            message = {"role": "assistant", "content": "b"}
            told = [{"message": message, "done": True, "prompt_eval_count": read, "eval_count": written}]
        case _ if kind is Anthropic:
            usage = {"input_tokens": read, "cache_read_input_tokens": cached}
            told = [
                {"type": "message_start", "message": {"usage": usage}},
                {"type": "content_block_delta", "delta": {"type": "text_delta", "text": "b"}},
                {"type": "message_delta", "delta": {"stop_reason": "end_turn"}, "usage": {"output_tokens": written}},
                {"type": "message_stop"},
            ]
        case _:
            usage = {"promptTokenCount": read, "candidatesTokenCount": written, "thoughtsTokenCount": reasoned}
            told = [{"candidates": [{"content": {"parts": [{"text": "b"}]}, "finishReason": "STOP"}], "usageMetadata": usage}]
    if kind is Ollama:
        return Raw(b"".join(json.dumps(each).encode() + b"\n" for each in told), LINES)
    return Raw(b"".join(b"data: " + json.dumps(each).encode() + b"\n\n" for each in told), EVENTS)


IMPOSSIBLE = (10**30, -1, 1e400, float("nan"), 1.5, True, "12", [1], {"a": 1})
PARTS = {OpenAI: ("read", "written"), Ollama: ("read", "written"), Anthropic: ("cached",), Gemini: ("reasoned",)}


@pytest.mark.parametrize(("kind", "part"), [(kind, part) for kind, parts in PARTS.items() for part in parts])
async def test_tokens_that_cannot_be_are_estimated(kind: Any, part: str):
    counts = iter(IMPOSSIBLE)
    async with talking_to(lambda request: counted(kind, **{part: next(counts)}), kind=kind) as (_, backend):
        for _ in IMPOSSIBLE:
            reply = await backend.chat(LIMITED)
            assert reply.text == "b" and ESTIMATED in reply.notes
            assert 0 < reply.usage.tokens_in < 100 and reply.usage.tokens_out == 1
