"""The ollama backend against a scripted server on loopback, and against a real one where OLLAMA_HOST names it."""

from __future__ import annotations

import json
import os
from contextlib import AbstractAsyncContextManager
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from ollama import AsyncClient, ChatResponse, Options
from ollama import Message as ChatMessage
from ollama._types import ChatRequest

from woozle.core.request import NOT_TAKEN, Picture
from woozle.players.backends.draft import ESTIMATED
from woozle.players.backends.model_client import BackendError, Chat, Message, ModelInfo, Sampling
from woozle.players.backends.ollama import Ollama

from tests.arena.runs.lab import answer_in
from tests.players.backends import talking
from tests.players.backends.real_servers import LEVELS, MATCHES, play
from tests.players.backends.scripts import Say, Script, Status
from tests.players.backends.servers import OllamaServer, Pulled
from tests.players.backends.talking import CHAT, SCHEMA, trouble_with

PICTURE = Message("user", ("Here:", Picture.png(b"\x89PNG"), "What is it?"))


def talking_to(script: Script, *can: str, context: int = 8192) -> AbstractAsyncContextManager[tuple[OllamaServer, Ollama]]:
    models = {"tiny:latest": Pulled(("completion", *can), context, 77), "big:8b": Pulled(size=5)}
    return talking.talking_to(script, kind=Ollama, models=models)


def sent(server: OllamaServer) -> dict[str, Any]:
    return server.chats[-1]


async def test_all_that_was_asked_for_is_sent():
    sampling = Sampling(temperature=0.7, top_p=0.9, max_tokens=50, effort="low")
    async with talking_to(lambda request: "{}", "thinking") as (server, backend):
        reply = await backend.chat(replace(CHAT, sampling=sampling, schema=SCHEMA, seed=3, logprobs=1))
    assert sent(server)["options"] == {"num_ctx": 8192, "temperature": 0.7, "top_p": 0.9, "num_predict": 50, "seed": 3}
    assert sent(server)["think"] == "low" and sent(server)["top_logprobs"] == 1
    assert sent(server)["format"]["properties"]["say"] == {"type": "string", "description": '(default: "", maxLength: 4000)'}
    assert reply.logprobs[0].top == (("{}", -0.5),) and reply.notes == ()


async def test_a_model_that_cannot_think_is_not_asked_to():
    async with talking_to(lambda request: "b") as (server, backend):
        reply = await backend.chat(replace(CHAT, sampling=Sampling(effort="high")))
    assert "think" not in sent(server) and reply.notes == (NOT_TAKEN["effort"],)


async def test_an_effort_that_is_not_understood_becomes_plain_thinking():
    def script(request: dict[str, Any]) -> Say | Status:
        return Say("b") if request["think"] is True else Status(400, 'think value "low" is not supported for this model')

    async with talking_to(script, "thinking") as (server, backend):
        reply = await backend.chat(replace(CHAT, sampling=Sampling(effort="low")))
        await backend.chat(replace(CHAT, sampling=Sampling(effort="low")))
    assert len(server.chats) == 3 and reply.notes == (NOT_TAKEN["effort"],)


async def test_no_effort_is_no_thinking():
    async with talking_to(lambda request: "b", "thinking") as (server, backend):
        await backend.chat(replace(CHAT, sampling=Sampling(effort="none")))
    assert sent(server)["think"] is False


LONG = replace(CHAT, messages=(Message("user", ("x" * 40_000,)),))


@pytest.mark.parametrize(
    ("context", "chats", "asked"),
    [(100_000, (CHAT, LONG, CHAT), [8192, 32768, 32768]), (4096, (CHAT,), [4096])],
    ids=["grows in steps and never shrinks", "what the model was made for"],
)
async def test_the_context_is_as_large_as_it_has_to_be(context: int, chats: tuple[Chat, ...], asked: list[int]):
    async with talking_to(lambda request: "b", context=context) as (server, backend):
        for chat in chats:
            await backend.chat(chat)
    assert [chat["options"]["num_ctx"] for chat in server.chats] == asked


async def test_what_would_be_cut_off_silently_is_a_trouble():
    async with talking_to(lambda request: "b", context=4096) as (server, backend):
        with pytest.raises(BackendError, match="too long for 'tiny'") as raised:
            await backend.chat(replace(CHAT, messages=(Message("user", ("x" * 20_000,)),)))
    assert raised.value.trouble == "too_long" and server.chats == []


async def test_tokens_are_estimated_where_nobody_counts():
    async with talking_to(lambda request: Say("12345678", usage=None)) as (_, backend):
        reply = await backend.chat(CHAT)
    assert reply.usage.tokens_out == 2 and reply.usage.tokens_in > 5 and reply.notes == (ESTIMATED,)


async def test_a_model_that_was_not_pulled_can_be():
    async with talking_to(lambda request: "b") as (_, backend):
        for asked in (backend.chat(replace(CHAT, model="qwen3:8b")), backend.capabilities("qwen3:8b")):
            with pytest.raises(BackendError, match=r"`ollama pull qwen3:8b`") as raised:
                await asked
            assert raised.value.trouble == "no_model"


async def test_models_are_listed_by_name_with_their_size():
    async with talking_to(lambda request: "b") as (_, backend):
        assert await backend.models() == [ModelInfo("big:8b", 5), ModelInfo("tiny:latest", 77)]


async def test_what_a_model_can_do_is_shown():
    async with talking_to(lambda request: "b", "vision", context=4096) as (_, backend):
        can = await backend.capabilities("tiny")
    assert (can.vision, can.reasoning, can.schema, can.context) == (True, False, True, 4096)


THINKS = Pulled(("completion", "vision", "thinking", "tools"), levels=("low", "high"))
CLOUD = {"tiny:latest": THINKS, "large:cloud": Pulled(context=262_144, is_cloud=True)}
FULL = replace(CHAT, messages=(PICTURE,), sampling=Sampling(0.7, 0.9, 50, effort="high"), schema=SCHEMA, seed=3, logprobs=2)


async def test_the_scripted_server_speaks_as_the_client_of_ollama_reads():
    said = Say("It is b.", reasoning="Hm, late.", tools=(("vote", {"target": "Bo"}),))
    async with OllamaServer(lambda request: said, models=CLOUD) as server:
        client = AsyncClient(server.url)
        listed, shown = await client.list(), await client.show("tiny")
        whole = await client.chat("tiny", [{"role": "user", "content": "b?"}], think=True, logprobs=True, top_logprobs=2)
        chunks = [chunk async for chunk in await client.chat("tiny", [], stream=True, options={"num_ctx": 8192})]
        running = await client.ps()
        await client.close()
    assert [each.model for each in listed.models] == [*CLOUD] and listed.models[0].details.family == "llama"
    assert shown.capabilities == list(THINKS.capabilities) and shown.modelinfo["llama.context_length"] == 8192
    for told in (whole.message, ChatMessage(**joined(chunks))):
        assert (told.content, told.thinking) == ("It is b.", "Hm, late.")
        assert [(call.function.name, call.function.arguments) for call in told.tool_calls] == [("vote", {"target": "Bo"})]
    assert [each.token for each in whole.logprobs] == ["It", " is", " b."] and len(whole.logprobs[0].top_logprobs) == 2
    assert [chunk.done for chunk in chunks] == [False] * (len(chunks) - 1) + [True]
    for last in (whole, chunks[-1]):
        assert (last.done, last.done_reason, last.prompt_eval_count, last.eval_count) == (True, "stop", 12, 3)
        assert last.total_duration and last.load_duration and last.eval_duration
    assert [(each.model, each.context_length) for each in running.models] == [("tiny:latest", 8192)] and server.loads == 2


def joined(chunks: list[ChatResponse]) -> dict[str, Any]:
    """The message that was streamed."""
    content, thinking = ("".join(getattr(each.message, name) or "" for each in chunks) for name in ("content", "thinking"))
    calls = [call for each in chunks for call in each.message.tool_calls or ()]
    return {"role": "assistant", "content": content, "thinking": thinking, "tool_calls": calls}


async def test_our_requests_are_what_the_client_of_ollama_knows():
    async with talking.talking_to(lambda request: "b", kind=Ollama, models=CLOUD) as (server, backend):
        await backend.chat(FULL)
    told = sent(server)
    assert set(told) <= set(ChatRequest.model_fields) and set(told["options"]) <= set(Options.model_fields)
    assert set(told["messages"][0]) <= set(ChatMessage.model_fields)
    assert ChatRequest.model_validate(told).think == "high" and ChatRequest.model_validate(told).format == told["format"]


@pytest.mark.parametrize("game", MATCHES)
def test_a_match_of_each_game_ends_and_verifies(game: str, tmp_path: Path):
    def script(request: dict[str, Any]) -> Say:
        told = json.dumps(request["messages"], sort_keys=True)
        return Say(answer_in(request.get("format", {}), sha256(told.encode()).hexdigest()), reasoning="Hm.")

    models = {"tiny:latest": replace(THINKS, capabilities=("completion", "thinking"), context=65_536)}
    with OllamaServer(script, models=models) as server:
        (played,) = play("ollama@lab:tiny?effort=high", server.url, tmp_path, [game])
    assert played.levels == [*LEVELS] and played.calls == len(server.chats) and server.loads == 1
    assert played.tries["failed"] == 0 and (played.read or game == "self_play")


async def test_a_seat_that_is_asked_twice_does_not_load_its_model_again():
    async with talking_to(lambda request: "b") as (server, backend):
        await backend.chat(CHAT)
        await backend.chat(replace(CHAT, messages=(Message("user", ("x" * 9000,)),)))
    assert server.loads == 1 and {chat["keep_alive"] for chat in server.chats} == {"30m"}


async def test_a_model_of_the_cloud_says_how_to_sign_in():
    asked = replace(CHAT, model="large:cloud")
    error = await trouble_with(lambda request: "b", asked, Ollama, models=CLOUD, is_signed_in=False)
    assert error.trouble == "unauthorized" and "`ollama signin`" in str(error)


async def test_a_model_of_the_cloud_that_is_switched_off_is_refused():
    off = Status(403, "ollama cloud is disabled: remote inference is unavailable")
    error = await trouble_with(lambda request: off, replace(CHAT, model="large:cloud"), Ollama, models=CLOUD)
    assert error.trouble == "unauthorized" and "cloud is disabled" in str(error) and "key_env" not in str(error)


@pytest.mark.skipif(not os.environ.get("OLLAMA_HOST"), reason="no OLLAMA_HOST names an Ollama server")
async def test_a_real_server_answers_in_a_schema():
    backend = Ollama(os.environ["OLLAMA_HOST"])
    try:
        try:
            models = await backend.models()
        except BackendError as error:
            pytest.skip(str(error))
        if not models:
            pytest.skip("no model was pulled there")
        smallest = min(models, key=lambda info: info.size or 0)
        reply = await backend.chat(replace(CHAT, model=smallest.name, schema=SCHEMA, sampling=Sampling(max_tokens=30)))
        assert reply.usage.tokens_in and reply.usage.tokens_out and reply.text.lstrip().startswith("{")
    finally:
        await backend.close()
