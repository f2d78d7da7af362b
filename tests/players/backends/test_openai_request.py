"""What a server does not take is learnt from its errors, and asked for in another way."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from typing import Any

import pytest

from woozle.core.attempt import Picture
from woozle.players.backends.backend import Message

from tests.players.backends.scripts import Say, Status
from tests.players.backends.talking import CHAT, FULL, SCHEMA, talking_to, trouble_with


@pytest.mark.parametrize(
    "name", ["stream_options", "temperature", "top_p", "seed", "logprobs", "reasoning_effort", "response_format"]
)
async def test_what_is_not_taken_is_left_out_and_remembered(name: str):
    async with talking_to(lambda request: "{}", lacks=[name]) as (server, backend):
        first, second = await backend.chat(FULL), await backend.chat(FULL)
        tries = 3 if name == "response_format" else 2  # a strict schema, a loose one, none
        assert len(server.chats) == tries + 1, "it is refused once, and not asked for again"
    assert name not in server.chats[-1]
    assert first.notes == second.notes != ()
    told = " ".join(first.notes)
    assert {"stream_options": "estimated", "response_format": "schema", "reasoning_effort": "effort"}.get(name, name) in told


async def test_what_one_model_does_not_take_another_may():
    async with talking_to(refusing_seed) as (server, backend):
        await backend.chat(replace(CHAT, model="old", seed=1))
        await backend.chat(replace(CHAT, model="new", seed=1))
    assert [chat.get("seed") for chat in server.chats] == [1, None, 1]


def refusing_seed(request: dict[str, Any]) -> Say | Status:
    return (
        Status(422, "Unexpected fields in the request: {'seed'}") if request["model"] == "old" and "seed" in request else Say("b")
    )


async def test_a_schema_that_is_not_taken_goes_into_the_prompt():
    async with talking_to(lambda request: "{}", lacks=["response_format"]) as (server, backend):
        await backend.chat(FULL)
    assert server.chats[-1]["messages"][0]["content"] == "You play a game.", "what came before stays as it was"
    told = server.chats[-1]["messages"][-1]["content"]
    assert told.startswith("Who is it?") and json.dumps(SCHEMA) in told


async def test_a_strict_schema_that_is_not_taken_is_asked_for_loosely():
    def script(request: dict[str, Any]) -> Say | Status:
        is_strict = request["response_format"]["json_schema"]["strict"]
        return Status(400, "Invalid schema for response_format 'answer'.", param="response_format") if is_strict else Say("{}")

    async with talking_to(script) as (server, backend):
        reply = await backend.chat(replace(CHAT, schema=SCHEMA))
    assert server.chats[-1]["response_format"]["json_schema"]["strict"] is False
    assert reply.notes == ("the schema is not enforced strictly",)


async def test_a_limit_of_tokens_is_never_given_up():
    async with talking_to(lambda request: "b", lacks=["max_tokens"]) as (server, backend):
        reply = await backend.chat(FULL)
    assert server.chats[-1]["max_completion_tokens"] == 50 and reply.notes == ()
    error = await trouble_with(lambda request: "b", FULL, lacks=["max_tokens", "max_completion_tokens"])
    assert error.trouble == "rejected"


async def test_a_value_that_cannot_be_is_not_left_out():
    error = await trouble_with(lambda request: Status(400, "Invalid 'temperature': expected a value <= 2."), FULL)
    assert error.trouble == "rejected" and "expected a value <= 2" in str(error)


async def test_log_probabilities_are_left_out_whatever_is_wrong_with_them():
    def script(request: dict[str, Any]) -> Say | Status:
        return Status(400, "top_logprobs must be between 0 and 8.") if "logprobs" in request else Say("b")

    async with talking_to(script) as (_, backend):
        reply = await backend.chat(replace(CHAT, logprobs=20))
    assert (reply.text, reply.logprobs) == ("b", ())
    assert "the server does not tell logprobs" in reply.notes


async def test_a_model_without_a_system_message_hears_it_in_the_first_one():
    def script(request: dict[str, Any]) -> Say | Status:
        return Status(500, "System role not supported") if request["messages"][0]["role"] == "system" else Say("b")

    async with talking_to(script) as (server, backend):
        reply = await backend.chat(CHAT)
    assert server.chats[-1]["messages"] == [{"role": "user", "content": "You play a game.\n\nWho is it?"}]
    assert "system message" in reply.notes[0]


async def test_a_model_that_sees_nothing_is_told_that_there_are_pictures():
    def script(request: dict[str, Any]) -> Say | Status:
        return Say("b") if isinstance(request["messages"][0]["content"], str) else Status(500, "image input is not supported")

    chat = replace(CHAT, messages=(Message("user", ("Here:", Picture.png(b"png"))),))
    async with talking_to(script) as (server, backend):
        reply = await backend.chat(chat)
        assert (await backend.capabilities("tiny")).vision is False
    assert "picture" in server.chats[-1]["messages"][0]["content"] and "no pictures" in reply.notes[0]


async def test_chats_at_once_learn_the_same():
    async with talking_to(lambda request: "{}", lacks=["response_format", "seed"]) as (server, backend):
        replies = await asyncio.gather(*(backend.chat(FULL) for _ in range(5)))
    assert {reply.text for reply in replies} == {"{}"} and server.busiest > 1
