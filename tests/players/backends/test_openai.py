"""The openai backend against a scripted server on loopback: what it sends, hears, learns, and says when it fails."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from woozle.core.request import Picture, refused_settings
from woozle.core.usage import Usage
from woozle.players.backends import gemini
from woozle.players.backends.draft import CALLED, UNTOLD
from woozle.players.backends.model_client import OF_THIS_REQUEST, PASSING, BackendError, Chat, Message, Sampling
from woozle.players.backends.openai import FEATURES, OpenAI, request_of
from woozle.players.backends.registry import ServerOptions

from tests.players.backends.scripts import Raw, Say, Status
from tests.players.backends.servers import OpenAIServer
from tests.players.backends.talking import CHAT, FULL, KEY, SCHEMA, talking_to, trouble_with


async def test_all_that_was_asked_for_is_sent():
    async with talking_to(lambda request: "{}") as (server, backend):
        reply = await backend.chat(FULL)
    sent = server.chats[0]
    assert sent["temperature"] == 0.7 and sent["top_p"] == 0.9 and sent["seed"] == 3
    assert sent["max_tokens"] == 50 and sent["reasoning_effort"] == "low"
    assert sent["logprobs"] is True and sent["top_logprobs"] == 2
    assert sent["stream"] is True and sent["stream_options"] == {"include_usage": True}
    asked = sent["response_format"]["json_schema"]
    assert asked["strict"] is True and asked["schema"]["required"] == ["say"]
    assert reply.notes == ()


async def test_logprobs_are_kept_with_their_rivals():
    async with talking_to(lambda request: "b c") as (_, backend):
        first, second = (await backend.chat(replace(CHAT, logprobs=2))).logprobs
    assert (first.text, first.logprob, first.top) == ("b", -0.5, (("b", -0.5), ("b1", -1.5)))
    assert second.text == " c"


async def test_logprobs_that_silently_do_not_come_are_noted():
    said = Raw(b'data: {"choices": [{"delta": {"content": "b"}, "finish_reason": "stop"}]}\n\n', STREAM)
    async with talking_to(lambda request: said) as (_, backend):
        reply = await backend.chat(replace(CHAT, logprobs=2))
    assert reply.text == "b" and UNTOLD in reply.notes


STREAM = "text/event-stream; charset=utf-8"


async def test_a_refusal_is_streamed_too():
    async with talking_to(lambda request: Say(refusal="I cannot lie.")) as (_, backend):
        reply = await backend.chat(CHAT)
    assert (reply.finish, reply.is_refusal, reply.text) == ("stop", True, "I cannot lie.")


DETAILS = {
    "prompt_tokens_details": {"cached_tokens": 600, "cache_write_tokens": 100},
    "completion_tokens_details": {"reasoning_tokens": 150},
    "cost": 0.00123,
}


@pytest.mark.parametrize(
    ("usage", "counted", "dollars"),
    [
        (DETAILS, {"tokens_cached": 600, "tokens_reasoning": 150, "tokens_cache_write": 100}, 0.00123),
        (
            {"cache_read_input_tokens": 600, "cache_creation_input_tokens": 300},
            {"tokens_cached": 600, "tokens_cache_write": 300},
            None,
        ),
        (
            {"prompt_cache_hit_tokens": 640, "output_tokens_details": {"reasoning_tokens": 7}},
            {"tokens_cached": 640, "tokens_reasoning": 7},
            None,
        ),
        (
            {"prompt_cache_hit_tokens": 5000, "reasoning_tokens": 900, "cache_creation_input_tokens": 10**9},
            {"tokens_cached": 1000, "tokens_reasoning": 200},
            None,
        ),
        ({"completion_tokens_details": {"reasoning_tokens": "x"}, "prompt_tokens_details": [], "cost": -1}, {}, None),
        ({"completion_tokens_details": 7, "cost": 1e99}, {}, None),
        ({"cost": 0.01, "is_byok": True, "cost_details": {"upstream_inference_cost": 0.2}}, {}, 0.21),
        ({"cost": 0.01, "is_byok": True, "cost_details": {"upstream_inference_cost": None}}, {}, None),
        ({"cost": 0}, {}, 0.0),
        ({"total_tokens": 1300}, {"tokens_out": 300}, None),  # reasoning that only the total counts is paid for too
    ],
)
async def test_parts_of_usage_and_its_cost_are_read_as_servers_tell_them(usage, counted, dollars):
    chunk = {"choices": [{"delta": {"content": "b"}, "finish_reason": "stop"}]}
    chunk["usage"] = {"prompt_tokens": 1000, "completion_tokens": 200, **usage}
    async with talking_to(lambda request: Raw(b"data: " + json.dumps(chunk).encode() + b"\n\n", STREAM)) as (_, backend):
        reply = await backend.chat(CHAT)
    assert reply.usage == replace(Usage(1, 1000, 200), **counted)
    assert reply.dollars == (dollars if dollars is None else pytest.approx(dollars))


async def test_halves_of_characters_are_put_together():
    pieces = [r"\ud83d", r"\ude00 and \ud83d alone"]
    lines = [b'data: {"choices": [{"delta": {"content": "%s"}}]}\n\n' % piece.encode() for piece in pieces]
    end = b'data: {"choices": [{"delta": {}, "finish_reason": "stop"}]}\n\n'
    async with talking_to(lambda request: Raw(b"".join(lines) + end, STREAM)) as (_, backend):
        assert (await backend.chat(CHAT)).text == "😀 and \ufffd alone"


async def test_a_server_that_wants_a_key_says_so():
    async with OpenAIServer(lambda request: "b", key=KEY) as server:
        backend = OpenAI(server.url, endpoint="lab")
        with pytest.raises(BackendError, match="the endpoint lab has none") as raised:
            await backend.chat(CHAT)
        await backend.close()
    assert raised.value.trouble == "unauthorized"


async def test_a_servers_words_are_cleaned_and_shortened():
    error = await trouble_with(lambda request: Status(500, "\x1b[31mred\u202e " + "blah " * 1000))
    assert "␛[31mred" in str(error) and "\x1b" not in str(error) and "\u202e" not in str(error)
    assert len(str(error)) < 500


async def test_models_are_listed_with_what_is_said_of_them():
    models = {
        "z/vllm": {"max_model_len": 4096},
        "a/router": {
            "context_length": 8192,
            "architecture": {"input_modalities": ["text", "image"]},
            "supported_parameters": ["structured_outputs", "seed"],
        },
        "llama.gguf": {"meta": {"n_ctx_train": 2048, "size": 1234}},
    }
    async with talking_to(lambda request: "b", models=models) as (_, backend):
        router, llama, vllm = await backend.models()
        assert (await backend.capabilities("a/router:free")).context == 8192
    assert [info.name for info in (router, llama, vllm)] == ["a/router", "llama.gguf", "z/vllm"]
    assert router.capabilities.vision and router.capabilities.schema and router.capabilities.seed
    assert router.capabilities.logprobs is False
    assert vllm.capabilities.context == 4096 and vllm.capabilities.vision is None
    assert llama.capabilities.context == 2048 and llama.size == 1234


async def test_a_model_that_is_not_listed_is_not_there():
    async with talking_to(lambda request: "b") as (_, backend):
        with pytest.raises(BackendError) as raised:
            await backend.capabilities("other")
        assert raised.value.trouble == "no_model" and "'other'" in str(raised.value)
        assert (await backend.capabilities("/a/folder")).context is None, "folders are never listed"


async def test_a_list_that_is_none_is_a_trouble():
    async with OpenAIServer(lambda request: "b", models={"a": {"id": None}}) as server:
        backend = OpenAI(f"{server.root}/wrong", endpoint="lab")
        with pytest.raises(BackendError) as raised:
            await backend.models()
        await backend.close()
    assert raised.value.trouble == "unreachable" and "/wrong" in str(raised.value)


# What a server does not take is learnt from its errors, and asked for in another way


@pytest.mark.parametrize("name", ["stream_options", "temperature", "seed", "logprobs", "reasoning_effort", "response_format"])
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


NO_STRICT_SCHEMA = Status(400, "Invalid schema for response_format 'answer'.", param="response_format")
OTHER_WAYS: dict[str, tuple[Chat, Callable[[dict[str, Any]], bool], Status, str]] = {
    "a strict schema": (
        replace(CHAT, schema=SCHEMA),
        lambda request: request["response_format"]["json_schema"]["strict"],
        NO_STRICT_SCHEMA,
        "the schema is not enforced strictly",
    ),
    "log probabilities, whatever is wrong with them": (
        replace(CHAT, logprobs=20),
        lambda request: "logprobs" in request,
        Status(400, "top_logprobs must be between 0 and 8."),
        "the server does not tell logprobs",
    ),
    "a system message": (
        CHAT,
        lambda request: request["messages"] != [{"role": "user", "content": "You play a game.\n\nWho is it?"}],
        Status(500, "System role not supported"),
        "system message",
    ),
    "a seed at which it fails": (
        replace(CHAT, seed=3),
        lambda request: "seed" in request,
        Status(500, "RuntimeError: CPU Generator does not use offset"),
        "the server does not take a seed",
    ),
}


@pytest.mark.parametrize("what", OTHER_WAYS)
async def test_what_is_refused_is_asked_for_in_another_way_and_noted(what: str):
    chat, is_refused, refusal, note = OTHER_WAYS[what]
    async with talking_to(lambda request: refusal if is_refused(request) else Say("{}")) as (server, backend):
        reply = await backend.chat(chat)
    assert (reply.text, reply.logprobs, len(server.chats)) == ("{}", (), 2)
    assert len([each for each in reply.notes if note in each]) == 1


SEEN = replace(CHAT, messages=(Message("user", ("Who is it?", Picture.png(b"png"))),), sampling=Sampling(detail="high"))


async def test_the_detail_of_pictures_is_sent_and_noted_where_it_is_not_taken():
    def script(request):
        is_refused = "detail" in request["messages"][-1]["content"][1]["image_url"]
        return Status(400, "messages[0].content[1].image_url.detail: Extra inputs are not permitted") if is_refused else "b"

    async with talking_to(script) as (server, backend):
        reply = await backend.chat(SEEN)
    assert [each["messages"][-1]["content"][1]["image_url"].get("detail") for each in server.chats] == ["high", None]
    assert refused_settings(reply.notes) == ("detail",)
    asked = request_of(replace(SEEN, api="responses"), frozenset())["input"]
    assert [part.get("detail") for part in asked[-1]["content"]] == [None, "high"]
    assert "detail" not in str(request_of(replace(CHAT, sampling=SEEN.sampling), frozenset())), "there is no picture"
    assert gemini.chat_request(SEEN, frozenset())["generationConfig"]["mediaResolution"] == "MEDIA_RESOLUTION_HIGH"


async def test_a_limit_of_tokens_is_never_given_up():
    async with talking_to(lambda request: "b", lacks=["max_tokens"]) as (server, backend):
        reply = await backend.chat(FULL)
    assert server.chats[-1]["max_completion_tokens"] == 50 and reply.notes == ()
    error = await trouble_with(lambda request: "b", FULL, lacks=["max_tokens", "max_completion_tokens"])
    assert error.trouble == "rejected"


async def test_a_value_that_cannot_be_is_not_left_out():
    error = await trouble_with(lambda request: Status(400, "Invalid 'temperature': expected a value <= 2."), FULL)
    assert error.trouble == "rejected" and "expected a value <= 2" in str(error)


async def test_chats_at_once_learn_the_same():
    async with talking_to(lambda request: "{}", lacks=["response_format", "seed"]) as (server, backend):
        replies = await asyncio.gather(*(backend.chat(FULL) for _ in range(5)))
    assert {reply.text for reply in replies} == {"{}"} and server.busiest > 1


async def test_only_servers_that_are_known_to_take_it_are_sent_a_key_of_their_cache():
    chat = replace(CHAT, affinity="0123")
    async with talking_to(lambda request: "b") as (server, backend):
        await backend.chat(chat)
    assert "prompt_cache_key" not in server.chats[0]
    assert request_of(chat, frozenset())["prompt_cache_key"] == "0123"
    refused = FEATURES.refused_feature(chat, frozenset(), 400, "Unrecognized request argument: prompt_cache_key")
    assert refused == "prompt_cache_key"


async def test_marks_that_a_server_does_not_take_are_left_out():
    def script(request):
        is_marked = "cache_control" in str(request["messages"])
        return Status(400, "messages.0.content.0.cache_control: Extra inputs are not permitted") if is_marked else "b"

    async with OpenAIServer(script) as server:
        backend = OpenAI(server.url, options=ServerOptions(cache_control=True))
        reply = await backend.chat(CHAT)
        await backend.close()
    assert reply.text == "b" and len(server.chats) == 2
    assert server.chats[0]["messages"][0]["content"][0]["cache_control"] == {"type": "ephemeral"}
    assert "what may be cached is not marked: the server does not take marks" in reply.notes


def stream(*deltas):
    chunks = [{"choices": [{"delta": each, "finish_reason": None}]} for each in deltas]
    ends = [{"choices": [{"delta": {}, "finish_reason": "tool_calls"}]}]
    lines = [f"data: {json.dumps(chunk)}\n\n" for chunk in (*chunks, *ends)]
    return Raw("".join([*lines, "data: [DONE]\n\n"]).encode(), "text/event-stream")


def call(index, text):
    return {"tool_calls": [{"index": index, "function": {"arguments": text}}]}


async def test_the_only_call_of_a_tool_is_the_answer_and_several_are_none():
    async with talking_to(lambda request: stream(call(0, '{"say": '), call(0, '"b"}'))) as (_, backend):
        reply = await backend.chat(CHAT)
    assert reply.text == '{"say": "b"}' and CALLED in reply.notes
    async with talking_to(lambda request: stream(call(0, "{}"), call(1, "{}"))) as (_, backend):
        assert (await backend.chat(CHAT)).text == ""


@pytest.mark.parametrize(
    ("what", "sentence"),
    [
        (Raw(b"<html><title>Sign &amp; in</title><p>x", "text/html"), "a web page ('Sign & in')"),
        (Raw(b'{"ok": true}'), "something that is no reply of a model"),
    ],
)
async def test_what_is_no_server_of_models_is_told_at_once(what: Any, sentence: str):
    error = await trouble_with(lambda request: what)
    assert error.trouble == "wrong_page" and error.trouble not in PASSING | OF_THIS_REQUEST
    assert sentence in str(error)


async def test_of_a_page_of_an_error_its_title_is_quoted_at_most():
    page = b"<html><head><title>502 Bad Gateway</title></head><body><center><h1>502 Bad Gateway</h1></center></body></html>"
    error = await trouble_with(lambda request: Raw(page, "text/html", 502))
    assert 'It says: "502 Bad Gateway"' in str(error) and "<" not in str(error)
