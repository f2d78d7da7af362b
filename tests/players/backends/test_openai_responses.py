"""The Responses API: what is sent and heard, held against the types of OpenAI's own SDK; no live service is asked."""

from __future__ import annotations

import json
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import cache

import pytest
from pydantic import TypeAdapter

from woozle.core.request import NOT_TAKEN, Picture
from woozle.core.usage import Usage
from woozle.players.backends.draft import CALLED
from woozle.players.backends.model_client import BackendError, Extra, Heard, Message
from woozle.players.backends.openai import OpenAI

from tests.players.backends.http import HttpServer
from tests.players.backends.talking import CHAT, FULL

ELSEWHERE = "This model is only supported in v1/responses and not in v1/chat/completions."
ASKED = replace(CHAT, api="responses")


@cache
def sdk_events():
    """Return the validator of the SDK's events. Imported at the head of the file, they would cost each worker half a second."""
    from openai.types.responses import ResponseStreamEvent

    return TypeAdapter(ResponseStreamEvent)


def delta(kind, text, **more):
    where = {"item_id": "i", "output_index": 0, "content_index": 0, "sequence_number": 1}
    return {"type": f"response.{kind}.delta", "delta": text, **where, **more}


def response(status="completed", **more):
    usual = {
        "id": "r", "created_at": 1.0, "model": "tiny-2026-01-01", "object": "response", "output": [], "parallel_tool_calls": False,
        "tool_choice": "auto", "tools": [], "status": status,
        "usage": {
            "input_tokens": 40, "input_tokens_details": {"cached_tokens": 32, "cache_write_tokens": 0},
            "output_tokens": 9, "output_tokens_details": {"reasoning_tokens": 5}, "total_tokens": 49,
        },
    }  # fmt: skip
    return {"type": f"response.{status}", "sequence_number": 9, "response": usual | more}


def message(*parts):
    return {"type": "message", "id": "m", "role": "assistant", "status": "completed", "content": list(parts)}


class Server(HttpServer):
    """Streams events for `/responses`; refuses chats, saying where else to ask."""

    def __init__(self, *events):
        super().__init__()
        self.events = [sdk_events().validate_python(event) and event for event in events]

    async def handle(self, asked, out):
        if asked.path.startswith("/v1/chat"):
            return await out.json({"error": {"message": ELSEWHERE, "type": "invalid_request_error", "param": "model"}}, 404, {})
        out.start("text/event-stream")
        for event in self.events:
            await out.piece(f"event: {event['type']}\ndata: {json.dumps(event)}\n\n".encode())
        return await out.end()


@asynccontextmanager
async def talking(*events):
    async with Server(*events) as server:
        backend = OpenAI(f"{server.root}/v1", endpoint="lab")
        try:
            yield server, backend
        finally:
            await backend.close()


async def said(*events, chat=ASKED):
    async with talking(*events) as (_, backend):
        return await backend.chat(chat)


HELLO = delta("output_text", "It is b.", logprobs=[])


async def test_a_reply_is_heard_counted_and_its_reasoning_kept_apart():
    heard = []
    thought = delta("reasoning_summary_text", "Hm.", summary_index=0)
    told = [delta("output_text", text, logprobs=[]) for text in ("It ", "is b.")]
    async with talking(thought, *told, response()) as (server, backend):
        reply = await backend.chat(ASKED, heard.append)
    assert (reply.text, reply.reasoning, reply.finish, reply.model) == ("It is b.", "Hm.", "stop", "tiny-2026-01-01")
    assert reply.usage == Usage(1, 40, 9, tokens_cached=32, tokens_reasoning=5)
    assert [signal.text for signal in heard if isinstance(signal, Heard)] == ["", "It ", "is b."]
    assert server.requests[0].path == "/v1/responses"


async def test_the_request_is_one_of_the_sdks_and_says_all_that_a_chat_says():
    from openai.types.responses.response_create_params import ResponseCreateParamsStreaming

    chat = replace(
        FULL,
        api="responses",
        messages=(*FULL.messages, Message("user", ("Look:", Picture.png(b"\x89PNG")))),
        extra=Extra({"text": {"verbosity": "low"}, "reasoning": {"summary": "auto"}}),
    )
    async with talking(HELLO, response()) as (server, backend):
        reply = await backend.chat(chat)
    body = server.requests[0].json()
    TypeAdapter(ResponseCreateParamsStreaming).validate_python(body)
    assert body.keys() == {
        "model", "input", "stream", "store", "temperature", "top_p", "max_output_tokens", "reasoning", "text", "top_logprobs",
        "include",
    }  # fmt: skip
    assert body["reasoning"] == {"effort": "low", "summary": "auto"} and body["max_output_tokens"] == 50
    assert body["text"]["verbosity"] == "low" and body["text"]["format"]["schema"]["required"] == ["say"]
    assert body["store"] is False
    assert body["input"][2]["content"][1]["image_url"].startswith("data:image/png")
    assert NOT_TAKEN["seed"] in reply.notes


async def test_a_model_that_is_only_asked_there_is_asked_there_from_then_on():
    async with talking(HELLO, response()) as (server, backend):
        assert (await backend.chat(CHAT)).text == (await backend.chat(CHAT)).text == "It is b."
        with pytest.raises(BackendError, match=r"v1/responses"):
            await backend.chat(replace(CHAT, api="chat"))
    assert [asked.path.removeprefix("/v1/") for asked in server.requests] == [
        "chat/completions", "responses", "responses", "chat/completions"
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("events", "finish", "is_refusal"),
    [
        ([HELLO, response("incomplete", incomplete_details={"reason": "max_output_tokens"})], "length", False),
        ([HELLO, response("incomplete", incomplete_details={"reason": "content_filter"})], "filter", True),
        ([HELLO, response("incomplete")], "cut", False),
        ([delta("refusal", "I cannot."), response()], "stop", True),
    ],
)
async def test_how_it_ended_is_told_apart(events, finish, is_refusal):
    reply = await said(*events)
    assert (reply.finish, reply.is_refusal) == (finish, is_refusal)


async def test_a_text_that_no_event_told_is_read_from_the_end():
    reply = await said(response(output=[message({"type": "output_text", "text": "It is b.", "annotations": []})]))
    assert reply.text == "It is b."


async def test_the_only_call_of_a_tool_is_the_answer():
    call = {"item_id": "i", "output_index": 1, "sequence_number": 1, "type": "response.function_call_arguments.delta"}
    reply = await said({**call, "delta": '{"say": '}, {**call, "delta": '"b"}'}, response())
    assert reply.text == '{"say": "b"}' and CALLED in reply.notes


@pytest.mark.parametrize(
    ("events", "trouble"),
    [
        ([response("failed", error={"code": "server_error", "message": "It failed."})], "overloaded"),
        ([{"type": "error", "code": "429", "message": "Slow down.", "sequence_number": 1}], "rate_limited"),
        ([], "broken"),  # the last event is missing
    ],
)
async def test_what_fails_or_breaks_off_is_a_trouble(events, trouble):
    with pytest.raises(BackendError) as raised:
        await said(HELLO, *events)
    assert raised.value.trouble == trouble
