"""The anthropic and gemini backends against scripted servers on loopback, written after their documentation (native_servers.py)."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

import pytest

from woozle.core.request import NOT_TAKEN, Picture
from woozle.core.usage import Usage
from woozle.players.backends.anthropic import DEFAULT_LIMIT, Anthropic
from woozle.players.backends.draft import ESTIMATED, LONGEST, UNTOLD
from woozle.players.backends.gemini import Gemini, retry_delay
from woozle.players.backends.model_client import BackendError, Chat, Extra, Heard, Message, Sampling, Sent, Signal

from tests.players.backends.native_servers import AnthropicServer, GeminiServer
from tests.players.backends.scripts import FAULTS, Hang, Late, Raw, Say, Script, Status

KEY = "sk-of-the-lab-0123456789"
SCHEMA = {
    "type": "object",
    "properties": {"say": {"type": "string", "maxLength": 4000}, "who": {"type": "integer", "minimum": 1}},
    "required": ["say", "who"],
    "additionalProperties": False,
}
CHAT = Chat("tiny", (Message("system", ("You play a game.",)), Message("user", ("Who is it?",))), Sampling(max_tokens=50))
PICTURE = replace(CHAT, messages=(Message("user", ("Here:", Picture.png(b"\x89PNG"), "What is it?")),))
STREAM = "text/event-stream"
BOTH = pytest.mark.parametrize("kind", [Anthropic, Gemini])


@asynccontextmanager
async def talking_to(kind: Any, script: Script, key: str | None = KEY, **of_server: Any) -> AsyncIterator[tuple[Any, Any]]:
    async with (AnthropicServer if kind is Anthropic else GeminiServer)(script, key=key, **of_server) as server:
        backend = kind(server.url, key, endpoint="lab")
        try:
            yield server, backend
        finally:
            await backend.close()


async def trouble_with(kind: Any, script: Script, chat: Chat = CHAT) -> BackendError:
    async with talking_to(kind, script) as (_, backend):
        with pytest.raises(BackendError) as raised:
            await backend.chat(chat)
    return raised.value


def asking(**sampling: Any) -> Chat:
    return replace(CHAT, sampling=Sampling(**{"max_tokens": 50_000, **sampling}))


# Both


@BOTH
async def test_a_reply_is_streamed_and_counted(kind: Any):
    heard: list[Signal] = []
    async with talking_to(kind, lambda request: Say("It is b.", reasoning="Hm, late.", usage=(40, 9))) as (_, backend):
        reply = await backend.chat(CHAT, heard.append)
    assert heard[0] == Sent() and len(heard) == 1 + 2 + 3
    assert "".join(signal.text for signal in heard if isinstance(signal, Heard)) == reply.text == "It is b."
    assert (reply.reasoning, reply.finish, reply.notes) == ("Hm, late.", "stop", ())
    written = 9 if kind is Anthropic else 11  # Gemini counts thoughts apart
    assert reply.usage == Usage(1, 40, written, tokens_reasoning=2)


@BOTH
async def test_the_key_goes_into_its_header_and_nowhere_else(kind: Any):
    async with talking_to(kind, lambda request: "b") as (server, backend):
        await backend.models()
        await backend.chat(CHAT)
    for asked in server.requests:
        assert asked.headers[server.key_header] == KEY and "authorization" not in asked.headers
        assert KEY not in asked.path and KEY.encode() not in asked.body


@BOTH
async def test_a_wrong_key_is_told_without_it(kind: Any):
    async with talking_to(kind, lambda request: "b") as (server, _):
        backend = kind(server.url, f"{KEY}-else", endpoint="lab")
        with pytest.raises(BackendError) as raised:
            await backend.chat(CHAT)
        await backend.close()
    assert raised.value.trouble == "unauthorized" and KEY not in f"{raised.value} {vars(backend)!r}".replace(f"'{KEY}-else'", "")


@BOTH
async def test_what_a_seat_adds_is_sent_beside_what_is_ours(kind: Any):
    extra = Extra({"metadata": {"user_id": "1"}, "generationConfig": {"topK": 5}}, {"anthropic-beta": "x-1"}, {"trace": "on"})
    async with talking_to(kind, lambda request: "b") as (server, backend):
        await backend.chat(replace(CHAT, extra=extra))
    [asked] = server.requests
    assert asked.headers["anthropic-beta"] == "x-1" and "trace=on" in asked.query and asked.json()["metadata"] == {"user_id": "1"}
    assert asked.json()["generationConfig"]["topK"] == 5


@BOTH
async def test_a_schema_that_is_not_taken_goes_into_the_prompt_and_is_not_sent_again(kind: Any):
    lacks = ["format" if kind is Anthropic else "responseJsonSchema"]
    async with talking_to(kind, lambda request: "{}", lacks=lacks) as (server, backend):
        first, second = [await backend.chat(replace(CHAT, schema=SCHEMA)) for _ in range(2)]
    assert len(server.chats) == 3 and lacks[0] not in json.dumps(server.chats[-1])
    assert first.notes == second.notes == ("the schema is in the prompt: the server does not take it",)
    messages = server.chats[-1]["messages" if kind is Anthropic else "contents"]
    last = messages[-1]["content" if kind is Anthropic else "parts"]
    assert last[0]["text"] == "Who is it?" and json.dumps(SCHEMA) in last[-1]["text"]


@BOTH
@pytest.mark.parametrize("name", ["temperature", "top_p"])
async def test_sampling_that_is_not_taken_is_left_out_and_noted(kind: Any, name: str):
    lacks = [name if kind is Anthropic else name.replace("_p", "P")]
    async with talking_to(kind, lambda request: "b", lacks=lacks) as (server, backend):
        reply = await backend.chat(asking(**{name: 0.5}))
    assert reply.notes == (NOT_TAKEN[name],) and lacks[0] not in json.dumps(server.chats[-1])


@BOTH
async def test_a_refused_effort_becomes_a_limit_of_thoughts_and_then_nothing(kind: Any):
    level, budget = ("adaptive", "enabled") if kind is Anthropic else ("thinkingLevel", "thinkingBudget")
    async with talking_to(kind, lambda request: "b", lacks=[level]) as (server, backend):
        reply = await backend.chat(asking(effort="low"))
    assert reply.notes == ("the effort is a limit of thoughts in tokens: the model takes no effort",)
    assert '"thinkingBudget": 2048' in json.dumps(server.chats[-1]) or '"budget_tokens": 2048' in json.dumps(server.chats[-1])
    async with talking_to(kind, lambda request: "b", lacks=[level, budget]) as (server, backend):
        reply = await backend.chat(asking(effort="low"))
        assert (await backend.chat(CHAT)).notes == ()
    assert reply.notes == (NOT_TAKEN["effort"],) and "hink" not in json.dumps(server.chats[-2])


@BOTH
async def test_pictures_are_sent_where_they_stand(kind: Any):
    async with talking_to(kind, lambda request: "b") as (server, backend):
        await backend.chat(PICTURE)
    body = json.dumps(server.chats[-1])
    assert body.index("Here:") < body.index("iVBORw==") < body.index("What is it?") and "image/png" in body


@BOTH
async def test_a_model_that_sees_nothing_is_told_that_there_are_pictures(kind: Any):
    def script(request: dict[str, Any]) -> Say | Status:
        return Status(400, "This model does not support image input.") if "iVBORw==" in json.dumps(request) else Say("b")

    async with talking_to(kind, script) as (server, backend):
        reply = await backend.chat(PICTURE)
    assert "a picture here that you cannot be shown" in json.dumps(server.chats[-1]) and "no pictures" in reply.notes[0]


@pytest.mark.parametrize(
    ("kind", "finish", "meant"),
    [
        (Anthropic, "length", ("length", False)),
        (Anthropic, "model_context_window_exceeded", ("length", False)),
        (Anthropic, "stop_sequence", ("stop", False)),
        (Anthropic, "a_new_one", ("stop", False)),
        (Anthropic, "refusal", ("filter", True)),
        (Gemini, "length", ("length", False)),
        (Gemini, "SAFETY", ("filter", True)),
        (Gemini, "RECITATION", ("filter", True)),
        (Gemini, "PROHIBITED_CONTENT", ("filter", True)),
        (Gemini, "OTHER", ("stop", False)),
    ],
)
async def test_how_it_ended_is_told(kind: Any, finish: str, meant: tuple[str, bool]):
    async with talking_to(kind, lambda request: Say("half", finish=finish)) as (_, backend):
        reply = await backend.chat(CHAT)
    assert (reply.finish, reply.is_refusal, reply.text) == (*meant, "half")


@BOTH
@pytest.mark.parametrize(
    ("fault", "trouble"),
    [
        (FAULTS["cut in the middle"], "broken"),
        (FAULTS["ended too early"], "broken"),
        (FAULTS["not JSON"], "broken"),
        (FAULTS["a web page"], "wrong_page"),
        (FAULTS["an empty body"], "broken"),
        (Late(), "overloaded"),
        (Raw(b"data: [1]\n\n", STREAM), "broken"),
        (Raw(b'data: {"type": "content_block_delta", "delta": 3, "candidates": [7]}\n\n', STREAM), "broken"),
        (Status(529, "Overloaded"), "overloaded"),
        (Status(429, "Too many."), "rate_limited"),
        (Status(400, "Your credit balance is too low to access the Anthropic API."), "rate_limited"),
        (Status(400, "API key not valid. Please pass a valid API key."), "unauthorized"),
        (Status(404, "model: claude-gone"), "no_model"),
        (Status(404, "models/gone is not found for API version v1beta, or is not supported for generateContent."), "no_model"),
        (Status(400, "prompt is too long: 210000 tokens > 200000 maximum"), "too_long"),
        (Status(400, "The input token count (1200000) exceeds the maximum number of tokens allowed (1048576)."), "too_long"),
        (Status(413, "Request exceeds the maximum size"), "too_long"),
        (Status(429, "This request would exceed your organization's rate limit of 2 input tokens per minute"), "too_long"),
        (Status(400, "Your messages are odd."), "rejected"),
    ],
)
async def test_what_is_no_reply_is_a_trouble(kind: Any, fault: Any, trouble: str):
    error = await trouble_with(kind, lambda request: fault)
    assert error.trouble == trouble and "http://127.0.0.1:" in str(error)


@BOTH
async def test_it_waits_as_long_as_the_server_says(kind: Any):
    assert (await trouble_with(kind, lambda request: Status(429, "Slow.", {"retry-after": "7"}))).retry_after == 7.0


async def test_gemini_says_in_the_body_how_long_to_wait():
    assert (await trouble_with(Gemini, lambda request: Status(429))).retry_after == 7.5
    for body in (b"", b"[]", b'{"error": 3}', b'{"error": {"details": [7]}}', b'{"error": {"details": [{"retryDelay": "-1s"}]}}'):
        assert retry_delay(body) is None


@BOTH
async def test_a_reply_without_end_is_stopped(kind: Any):
    async with talking_to(kind, lambda request: FAULTS["ten megabytes"]) as (server, backend):
        reply = await backend.chat(CHAT)
        await server.somebody_left.wait()
    assert len(reply.text) == LONGEST and reply.finish == "length"


@BOTH
async def test_cancelling_hangs_up(kind: Any):
    async with talking_to(kind, lambda request: Hang("half an ")) as (server, backend):
        said = asyncio.Event()
        task = asyncio.create_task(backend.chat(CHAT, lambda signal: said.set() if isinstance(signal, Heard) else None))
        await said.wait()
        task.cancel()
        await server.somebody_left.wait()
        with pytest.raises(asyncio.CancelledError):
            await task


@pytest.mark.parametrize("count", [10**30, -1, 1.5, True, "12", [1], {"a": 1}])
async def test_tokens_that_cannot_be_are_estimated(count: Any):
    start = {"type": "message_start", "message": {"usage": {"input_tokens": 5, "cache_read_input_tokens": count}}}
    end = {"type": "message_delta", "delta": {"stop_reason": "end_turn"}, "usage": {"output_tokens": 3}}
    body = b"".join(b"data: " + json.dumps(each).encode() + b"\n\n" for each in (start, end, {"type": "message_stop"}))
    async with talking_to(Anthropic, lambda request: Raw(body, STREAM)) as (_, backend):
        assert ESTIMATED in (await backend.chat(CHAT)).notes
    usage = {"promptTokenCount": 5, "candidatesTokenCount": 3, "thoughtsTokenCount": count}
    body = b"data: " + json.dumps({"candidates": [{"finishReason": "STOP"}], "usageMetadata": usage}).encode() + b"\n\n"
    async with talking_to(Gemini, lambda request: Raw(body, STREAM)) as (_, backend):
        assert ESTIMATED in (await backend.chat(CHAT)).notes


# Anthropic


async def test_anthropic_is_asked_as_it_documents():
    chat = replace(asking(temperature=0.7, effort="minimal"), schema=SCHEMA, seed=3, logprobs=2)
    async with talking_to(Anthropic, lambda request: "{}") as (server, backend):
        reply = await backend.chat(chat)
    who = {"type": "integer", "description": "(minimum: 1)"}
    say = {"type": "string", "description": "(maxLength: 4000)"}
    schema = {"type": "object", "properties": {"say": say, "who": who}, "required": ["say", "who"], "additionalProperties": False}
    assert server.chats == [
        {
            "model": "tiny",
            "max_tokens": 50_000,
            "messages": [{"role": "user", "content": [{"type": "text", "text": "Who is it?"}]}],
            "stream": True,
            "system": [{"type": "text", "text": "You play a game.", "cache_control": {"type": "ephemeral"}}],
            "temperature": 0.7,
            "thinking": {"type": "adaptive", "display": "summarized"},
            "output_config": {"effort": "low", "format": {"type": "json_schema", "schema": schema}},
        }
    ]
    assert reply.notes == (NOT_TAKEN["seed"], UNTOLD)


async def test_a_temperature_is_asked_in_the_version_of_the_api_that_knows_it():
    async with talking_to(Anthropic, lambda request: "b", lacks=["temperature"]) as (server, backend):
        for chat in (CHAT, asking(temperature=0.5)):
            await backend.chat(chat)
    versions = [asked.headers["anthropic-version"] for asked in server.requests]
    assert versions == ["2026-10-21", "2023-06-01", "2026-10-21"], "the last is without the temperature that was refused"


async def test_a_limit_that_nobody_asked_for_is_noted():
    async with talking_to(Anthropic, lambda request: "b") as (server, backend):
        reply = await backend.chat(replace(CHAT, sampling=Sampling()))
    assert server.chats[0]["max_tokens"] == 16_000 and reply.notes == (DEFAULT_LIMIT,)


async def test_no_effort_is_no_thinking_and_few_tokens_leave_no_room_for_thoughts():
    async with talking_to(Anthropic, lambda request: "b", lacks=["adaptive"]) as (server, backend):
        await backend.chat(asking(effort="none"))
        reply = await backend.chat(asking(effort="low", max_tokens=1500))
    assert server.chats[0]["thinking"] == {"type": "disabled"}
    assert "thinking" not in server.chats[-1] and NOT_TAKEN["effort"] in reply.notes


async def test_what_a_seat_has_observed_is_marked_where_its_next_request_begins_alike():
    lines = [f"{number}: somebody walks from one room to another.\n" for number in range(400)]
    chats = [
        replace(CHAT, messages=(CHAT.messages[0], Message("user", ("".join(lines[:many]), f"\nQuestion {many}?"))))
        for many in (150, 300, 310)
    ]
    async with talking_to(Anthropic, lambda request: "b") as (server, backend):
        for chat in chats:
            await backend.chat(chat)
    contents = [sent["messages"][0]["content"] for sent in server.chats]
    for chat, blocks in zip(chats, contents, strict=True):
        assert "".join(block["text"] for block in blocks) == "".join(map(str, chat.messages[1].parts))
        marked = [number for number, block in enumerate(blocks) if "cache_control" in block]
        assert marked == [number for number in (len(blocks) - 4, len(blocks) - 3) if number >= 0]
        assert json.dumps(server.chats).count("cache_control") <= 4 * len(chats)
    texts = [[block["text"] for block in blocks[:-2]] for blocks in contents]
    assert texts[0] == texts[1][: len(texts[0])] and texts[1] == texts[2][: len(texts[1])] and len(texts[0]) >= 1


async def test_turns_before_the_last_are_marked_and_at_most_four_places_are():
    turns = (*CHAT.messages, Message("assistant", ("It is b.",)), Message("user", ("Sure?",)))
    async with talking_to(Anthropic, lambda request: "b") as (server, backend):
        await backend.chat(replace(CHAT, messages=turns))
    assert "cache_control" in server.chats[0]["messages"][1]["content"][0]
    assert json.dumps(server.chats[0]).count("cache_control") == 2


async def test_marks_that_are_not_taken_are_left_out():
    async with talking_to(Anthropic, lambda request: "b", lacks=["cache_control"]) as (server, backend):
        assert (await backend.chat(CHAT)).notes == ()
    assert "cache_control" not in json.dumps(server.chats[-1])


async def test_what_the_cache_gives_and_gets_was_read_too():
    async with talking_to(Anthropic, lambda request: Say("b", usage=(10, 3)), cached=(700, 50)) as (_, backend):
        reply = await backend.chat(CHAT)
    assert reply.usage == Usage(1, 760, 3, tokens_cached=700, tokens_cache_write=50)


async def test_anthropic_lists_what_its_models_can_do():
    async with talking_to(Anthropic, lambda request: "b") as (_, backend):
        [only] = await backend.models()
        assert await backend.capabilities("claude-tiny") == only.capabilities
        with pytest.raises(BackendError) as raised:
            await backend.capabilities("claude-gone")
    can = only.capabilities
    assert only.name == "claude-tiny" and raised.value.trouble == "no_model"
    assert (can.vision, can.schema, can.reasoning, can.seed, can.logprobs, can.context) == (
        True,
        True,
        False,
        False,
        False,
        200_000,
    )


# Gemini


async def test_gemini_is_asked_as_it_documents():
    chat = replace(asking(temperature=0.7, top_p=0.9, effort="low"), schema=SCHEMA, seed=3, logprobs=2)
    turns = (*CHAT.messages, Message("assistant", ("It is b.",)), Message("user", ("Sure?",)))
    async with talking_to(Gemini, lambda request: Say("It is", usage=(12, 3))) as (server, backend):
        reply = await backend.chat(replace(chat, messages=turns))
    config = server.chats[0]["generationConfig"]
    assert config.pop("responseJsonSchema")["properties"]["who"] == {"type": "integer", "minimum": 1}
    assert config == {
        "temperature": 0.7,
        "topP": 0.9,
        "maxOutputTokens": 50_000,
        "seed": 3,
        "thinkingConfig": {"thinkingLevel": "LOW", "includeThoughts": True},
        "responseMimeType": "application/json",
        "responseLogprobs": True,
        "logprobs": 2,
    }
    assert (server.requests[0].path, server.requests[0].query) == ("/v1beta/models/tiny:streamGenerateContent", "alt=sse")
    assert server.chats[0]["systemInstruction"] == {"parts": [{"text": "You play a game."}]}
    assert [each["role"] for each in server.chats[0]["contents"]] == ["user", "model", "user"]
    assert reply.model == "gemini-tiny-001" and reply.notes == ()
    assert reply.logprobs[0].text == "It" and reply.logprobs[0].top == (("It", -0.5), ("It1", -1.5))


async def test_a_prompt_that_is_blocked_is_a_refusal():
    body = b'data: {"promptFeedback": {"blockReason": "PROHIBITED_CONTENT"}, "usageMetadata": {"promptTokenCount": 9}}\n\n'
    async with talking_to(Gemini, lambda request: Raw(body, STREAM)) as (_, backend):
        reply = await backend.chat(CHAT)
    assert (reply.finish, reply.is_refusal, reply.usage) == ("filter", True, Usage(1, 9, 0))


async def test_what_gemini_cached_is_part_of_what_it_read():
    async with talking_to(Gemini, lambda request: Say("b", usage=(900, 3)), cached=(700, 0)) as (_, backend):
        assert (await backend.chat(CHAT)).usage == Usage(1, 900, 3, tokens_cached=700)


async def test_gemini_does_without_logprobs_and_a_system_message():
    async with talking_to(Gemini, lambda request: "b", lacks=["responseLogprobs", "systemInstruction"]) as (server, backend):
        reply = await backend.chat(replace(CHAT, logprobs=2))
    assert [part["text"] for part in server.chats[-1]["contents"][0]["parts"]] == ["You play a game.", "Who is it?"]
    assert UNTOLD in reply.notes and "system message" in " ".join(reply.notes)


async def test_gemini_lists_the_models_that_write():
    async with talking_to(Gemini, lambda request: "b") as (_, backend):
        [only] = await backend.models()
        assert await backend.capabilities("gemini-tiny") == only.capabilities
        with pytest.raises(BackendError) as raised:
            await backend.capabilities("gone")
    can = only.capabilities
    assert only.name == "gemini-tiny" and raised.value.trouble == "no_model"
    assert (can.vision, can.reasoning, can.seed, can.context) == (True, True, True, 1_048_576)
