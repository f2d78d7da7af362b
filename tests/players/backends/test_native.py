"""The anthropic and gemini backends against scripted servers on loopback, written after their documentation (native_servers.py)."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from woozle.core.request import NOT_TAKEN
from woozle.core.usage import Usage
from woozle.players.backends.anthropic import DEFAULT_LIMIT, Anthropic
from woozle.players.backends.draft import UNTOLD
from woozle.players.backends.gemini import Gemini, retry_delay
from woozle.players.backends.model_client import BackendError, Capabilities, Chat, Message, ModelInfo, Sampling

from tests.players.backends.scripts import Raw, Say, Status
from tests.players.backends.talking import KEY, talking_to, trouble_with

SCHEMA = {
    "type": "object",
    "properties": {"say": {"type": "string", "maxLength": 4000}, "who": {"type": "integer", "minimum": 1}},
    "required": ["say", "who"],
    "additionalProperties": False,
}
CHAT = Chat("tiny", (Message("system", ("You play a game.",)), Message("user", ("Who is it?",))), Sampling(max_tokens=50))
STREAM = "text/event-stream"
BOTH = pytest.mark.parametrize("kind", [Anthropic, Gemini])


def asking(**sampling: Any) -> Chat:
    return replace(CHAT, sampling=Sampling(**{"max_tokens": 50_000, **sampling}))


@BOTH
async def test_a_refused_effort_becomes_a_limit_of_thoughts_and_then_nothing(kind: Any):
    level, budget = ("adaptive", "enabled") if kind is Anthropic else ("thinkingLevel", "thinkingBudget")
    async with talking_to(lambda request: "b", KEY, kind, lacks=[level]) as (server, backend):
        reply = await backend.chat(asking(effort="low"))
    assert reply.notes == ("the effort is a limit of thoughts in tokens: the model takes no effort",)
    assert '"thinkingBudget": 2048' in json.dumps(server.chats[-1]) or '"budget_tokens": 2048' in json.dumps(server.chats[-1])
    async with talking_to(lambda request: "b", KEY, kind, lacks=[level, budget]) as (server, backend):
        reply = await backend.chat(asking(effort="low"))
        assert (await backend.chat(CHAT)).notes == ()
    assert reply.notes == (NOT_TAKEN["effort"],) and "hink" not in json.dumps(server.chats[-2])


async def test_gemini_says_in_the_body_how_long_to_wait():
    assert (await trouble_with(lambda request: Status(429), kind=Gemini)).retry_after == 7.5
    for body in (b"", b"[]", b'{"error": 3}', b'{"error": {"details": [7]}}', b'{"error": {"details": [{"retryDelay": "-1s"}]}}'):
        assert retry_delay(body) is None


@pytest.mark.parametrize(
    ("kind", "read", "cached", "usage"),
    [
        (Anthropic, 10, (700, 50), Usage(1, 760, 3, tokens_cached=700, tokens_cache_write=50)),
        (Gemini, 900, (700, 0), Usage(1, 900, 3, tokens_cached=700)),
    ],
)
async def test_what_the_cache_gives_and_gets_was_read_too(kind: Any, read: int, cached: tuple[int, int], usage: Usage):
    async with talking_to(lambda request: Say("b", usage=(read, 3)), KEY, kind, cached=cached) as (_, backend):
        assert (await backend.chat(CHAT)).usage == usage


LISTED = {
    Anthropic: ("claude-tiny", Capabilities(True, True, logprobs=False, seed=False, reasoning=False, context=200_000)),
    Gemini: ("gemini-tiny", Capabilities(True, None, logprobs=None, seed=True, reasoning=True, context=1_048_576)),
}


@BOTH
async def test_the_models_that_write_are_listed_with_what_they_can_do(kind: Any):
    name, can = LISTED[kind]
    async with talking_to(lambda request: "b", KEY, kind) as (_, backend):
        assert await backend.models() == [ModelInfo(name, None, can)]
        assert await backend.capabilities(name) == can
        with pytest.raises(BackendError) as raised:
            await backend.capabilities("claude-gone")
    assert raised.value.trouble == "no_model"


# Anthropic


async def test_anthropic_is_asked_as_it_documents():
    chat = replace(asking(temperature=0.7, effort="minimal"), schema=SCHEMA, seed=3, logprobs=2)
    async with talking_to(lambda request: "{}", KEY, Anthropic) as (server, backend):
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
    async with talking_to(lambda request: "b", KEY, Anthropic, lacks=["temperature"]) as (server, backend):
        for chat in (CHAT, asking(temperature=0.5)):
            await backend.chat(chat)
    versions = [asked.headers["anthropic-version"] for asked in server.requests]
    assert versions == ["2026-10-21", "2023-06-01", "2026-10-21"], "the last is without the temperature that was refused"


async def test_a_limit_that_nobody_asked_for_is_noted():
    async with talking_to(lambda request: "b", KEY, Anthropic) as (_, backend):
        assert (await backend.chat(replace(CHAT, sampling=Sampling()))).notes == (DEFAULT_LIMIT,)


async def test_no_effort_is_no_thinking_and_few_tokens_leave_no_room_for_thoughts():
    async with talking_to(lambda request: "b", KEY, Anthropic, lacks=["adaptive"]) as (server, backend):
        await backend.chat(asking(effort="none"))
        reply = await backend.chat(asking(effort="low", max_tokens=1500))
    assert server.chats[0]["thinking"] == {"type": "disabled"}
    assert "thinking" not in server.chats[-1] and NOT_TAKEN["effort"] in reply.notes


async def test_turns_before_the_last_are_marked_and_at_most_four_places_are():
    turns = (*CHAT.messages, Message("assistant", ("It is b.",)), Message("user", ("Sure?",)))
    async with talking_to(lambda request: "b", KEY, Anthropic) as (server, backend):
        await backend.chat(replace(CHAT, messages=turns))
    assert "cache_control" in server.chats[0]["messages"][1]["content"][0]
    assert json.dumps(server.chats[0]).count("cache_control") == 2


async def test_marks_that_are_not_taken_are_left_out():
    async with talking_to(lambda request: "b", KEY, Anthropic, lacks=["cache_control"]) as (server, backend):
        assert (await backend.chat(CHAT)).notes == ()
    assert "cache_control" not in json.dumps(server.chats[-1])


# Gemini


async def test_gemini_is_asked_as_it_documents():
    chat = replace(asking(temperature=0.7, top_p=0.9, effort="low"), schema=SCHEMA, seed=3, logprobs=2)
    turns = (*CHAT.messages, Message("assistant", ("It is b.",)), Message("user", ("Sure?",)))
    async with talking_to(lambda request: Say("It is", usage=(12, 3)), KEY, Gemini) as (server, backend):
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
    async with talking_to(lambda request: Raw(body, STREAM), KEY, Gemini) as (_, backend):
        reply = await backend.chat(CHAT)
    assert (reply.finish, reply.is_refusal, reply.usage) == ("filter", True, Usage(1, 9, 0))


async def test_gemini_does_without_logprobs_and_a_system_message():
    async with talking_to(lambda request: "b", KEY, Gemini, lacks=["responseLogprobs", "systemInstruction"]) as (server, backend):
        reply = await backend.chat(replace(CHAT, logprobs=2))
    assert [part["text"] for part in server.chats[-1]["contents"][0]["parts"]] == ["You play a game.", "Who is it?"]
    assert UNTOLD in reply.notes and "system message" in " ".join(reply.notes)
