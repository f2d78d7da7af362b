"""The ollama backend against a scripted server on loopback, and against a real one where OLLAMA_HOST names it."""

from __future__ import annotations

import asyncio
import json
import os
from base64 import b64decode
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from ollama import AsyncClient, ChatResponse, Options
from ollama import Message as ChatMessage
from ollama._types import ChatRequest

from woozle.core.request import NOT_TAKEN, Picture
from woozle.core.usage import Usage
from woozle.players.backends.draft import ESTIMATED, LONGEST
from woozle.players.backends.model_client import BackendError, Chat, Heard, Message, ModelInfo, Sampling, Sent, Signal
from woozle.players.backends.ollama import Ollama

from tests.arena.runs.lab import answer_in
from tests.players.backends.real_servers import LEVELS, MATCHES, play
from tests.players.backends.scripts import FAULTS, Hang, Raw, Say, Script, Status
from tests.players.backends.servers import OllamaServer, Pulled

SCHEMA = {
    "type": "object",
    "properties": {"say": {"type": "string", "maxLength": 4000}},
    "required": ["say"],
    "additionalProperties": False,
}
CHAT = Chat("tiny", (Message("system", ("You play a game.",)), Message("user", ("Who is it?",))))
PICTURE = Message("user", ("Here:", Picture.png(b"\x89PNG"), "What is it?"))


@asynccontextmanager
async def talking_to(
    script: Script, key: str | None = None, *can: str, context: int = 8192
) -> AsyncIterator[tuple[OllamaServer, Ollama]]:
    models = {"tiny:latest": Pulled(("completion", *can), context, 77), "big:8b": Pulled(size=5)}
    async with OllamaServer(script, models=models) as server:
        backend = Ollama(server.url, key, endpoint="lab")
        try:
            yield server, backend
        finally:
            await backend.close()


def sent(server: OllamaServer) -> dict[str, Any]:
    return server.chats[-1]


async def test_a_reply_is_streamed_and_counted():
    heard: list[Signal] = []
    async with talking_to(lambda request: Say("It is b.", reasoning="Hm, late.", usage=(40, 9))) as (server, backend):
        reply = await backend.chat(CHAT, heard.append)
    assert heard[0] == Sent() and len(heard) == 1 + 2 + 3
    assert "".join(signal.text for signal in heard if isinstance(signal, Heard)) == reply.text == "It is b."
    assert (reply.reasoning, reply.finish, reply.model, reply.notes) == ("Hm, late.", "stop", "tiny", ())
    assert reply.usage == Usage(calls=1, tokens_in=40, tokens_out=9)
    assert sent(server)["messages"] == [
        {"role": "system", "content": "You play a game."},
        {"role": "user", "content": "Who is it?"},
    ]
    assert sent(server)["options"] == {"num_ctx": 8192} and "format" not in sent(server) and "think" not in sent(server)


async def test_all_that_was_asked_for_is_sent():
    sampling = Sampling(temperature=0.7, top_p=0.9, max_tokens=50, effort="low")
    async with talking_to(lambda request: "{}", None, "thinking") as (server, backend):
        reply = await backend.chat(replace(CHAT, sampling=sampling, schema=SCHEMA, seed=3, logprobs=1))
    assert sent(server)["options"] == {"num_ctx": 8192, "temperature": 0.7, "top_p": 0.9, "num_predict": 50, "seed": 3}
    assert sent(server)["think"] == "low" and sent(server)["top_logprobs"] == 1
    assert sent(server)["format"]["properties"]["say"] == {"type": "string", "description": "(maxLength: 4000)"}
    assert reply.logprobs[0].top == (("{}", -0.5),) and reply.notes == ()


async def test_pictures_stand_beside_the_text():
    async with talking_to(lambda request: "b", None, "vision") as (server, backend):
        await backend.chat(replace(CHAT, messages=(PICTURE,)))
    (message,) = sent(server)["messages"]
    assert message["content"] == "Here:\n\nWhat is it?" and [b64decode(each) for each in message["images"]] == [b"\x89PNG"]


async def test_a_model_that_sees_nothing_is_told_that_there_are_pictures():
    async with talking_to(lambda request: "b") as (server, backend):
        reply = await backend.chat(replace(CHAT, messages=(PICTURE,)))
    assert "picture" in sent(server)["messages"][0]["content"] and "images" not in sent(server)["messages"][0]
    assert reply.notes == ("no pictures: the model cannot see any",)


async def test_a_model_that_cannot_think_is_not_asked_to():
    async with talking_to(lambda request: "b") as (server, backend):
        reply = await backend.chat(replace(CHAT, sampling=Sampling(effort="high")))
    assert "think" not in sent(server) and reply.notes == (NOT_TAKEN["effort"],)


async def test_an_effort_that_is_not_understood_becomes_plain_thinking():
    def script(request: dict[str, Any]) -> Say | Status:
        return Say("b") if request["think"] is True else Status(400, 'think value "low" is not supported for this model')

    async with talking_to(script, None, "thinking") as (server, backend):
        reply = await backend.chat(replace(CHAT, sampling=Sampling(effort="low")))
        await backend.chat(replace(CHAT, sampling=Sampling(effort="low")))
    assert len(server.chats) == 3 and reply.notes == (NOT_TAKEN["effort"],)


async def test_no_effort_is_no_thinking():
    async with talking_to(lambda request: "b", None, "thinking") as (server, backend):
        await backend.chat(replace(CHAT, sampling=Sampling(effort="none")))
    assert sent(server)["think"] is False


async def test_a_schema_that_is_not_taken_goes_into_the_prompt():
    def script(request: dict[str, Any]) -> Say | Status:
        return Status(500, "failed to load model vocabulary required for format") if "format" in request else Say("{}")

    async with talking_to(script) as (server, backend):
        reply = await backend.chat(replace(CHAT, schema=SCHEMA))
    assert '"maxLength": 4000' in sent(server)["messages"][-1]["content"] and "schema" in reply.notes[0]


async def test_the_context_grows_in_steps_and_never_shrinks():
    long = replace(CHAT, messages=(Message("user", ("x" * 40_000,)),))
    async with talking_to(lambda request: "b", context=100_000) as (server, backend):
        for chat in (CHAT, long, CHAT):
            await backend.chat(chat)
    assert [chat["options"]["num_ctx"] for chat in server.chats] == [8192, 32768, 32768]


async def test_the_context_is_at_most_what_the_model_was_made_for():
    async with talking_to(lambda request: "b", context=4096) as (server, backend):
        await backend.chat(CHAT)
    assert sent(server)["options"]["num_ctx"] == 4096


async def test_what_would_be_cut_off_silently_is_a_trouble():
    async with talking_to(lambda request: "b", context=4096) as (server, backend):
        with pytest.raises(BackendError, match="too long for 'tiny'") as raised:
            await backend.chat(replace(CHAT, messages=(Message("user", ("x" * 20_000,)),)))
    assert raised.value.trouble == "too_long" and server.chats == []


async def test_how_it_ended_is_told():
    async with talking_to(lambda request: Say("half", finish="length", usage=None)) as (_, backend):
        reply = await backend.chat(CHAT)
    assert reply.finish == "length" and reply.notes == (ESTIMATED,)


async def test_a_reply_without_end_is_stopped():
    async with talking_to(lambda request: FAULTS["ten megabytes"]) as (server, backend):
        reply = await backend.chat(CHAT)
        await server.somebody_left.wait()
    assert len(reply.text) == LONGEST and reply.finish == "length"


async def test_cancelling_hangs_up():
    async with talking_to(lambda request: Hang("half an ")) as (server, backend):
        said = asyncio.Event()
        task = asyncio.create_task(backend.chat(CHAT, lambda signal: said.set() if isinstance(signal, Heard) else None))
        await said.wait()
        task.cancel()
        await server.somebody_left.wait()
        with pytest.raises(asyncio.CancelledError):
            await task


@pytest.mark.parametrize(
    ("fault", "trouble"),
    [
        (FAULTS["cut in the middle"], "broken"),
        (FAULTS["ended too early"], "broken"),
        (FAULTS["not JSON"], "broken"),
        (FAULTS["a web page"], "wrong_page"),
        (FAULTS["an empty body"], "broken"),
        (Raw(b"[1]\n", "application/x-ndjson"), "broken"),
        (Raw(b'{"message": 3, "done": true}\n', "application/x-ndjson"), "broken"),
        (FAULTS["error in the stream"], "overloaded"),
        (FAULTS["rate limited"], "rate_limited"),
        (Status(503, "server busy, please try again.  maximum pending requests exceeded"), "overloaded"),
        (Status(400, "your messages are odd"), "rejected"),
        (Status(401, "unauthorized"), "unauthorized"),
        (Status(404, "404 page not found"), "unreachable"),
    ],
)
async def test_what_is_no_reply_is_a_trouble(fault: Any, trouble: str):
    async with talking_to(lambda request: fault) as (_, backend):
        with pytest.raises(BackendError) as raised:
            await backend.chat(CHAT)
    assert raised.value.trouble == trouble and "http://127.0.0.1:" in str(raised.value)


@pytest.mark.parametrize("fault", ["hang", "hang in the middle"])
async def test_a_server_that_hangs_is_given_up(fault: str):
    async with talking_to(lambda request: FAULTS[fault]) as (_, backend):
        with pytest.raises(BackendError) as raised:
            await backend.chat(replace(CHAT, seconds=0.05))
    assert raised.value.trouble == "timeout"


async def test_a_model_that_was_not_pulled_can_be():
    async with talking_to(lambda request: "b") as (_, backend):
        for asked in (backend.chat(replace(CHAT, model="qwen3:8b")), backend.capabilities("qwen3:8b")):
            with pytest.raises(BackendError, match=r"`ollama pull qwen3:8b`") as raised:
                await asked
            assert raised.value.trouble == "no_model"


async def test_no_proxy_leads_to_this_machine(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    async with talking_to(lambda request: "b") as (_, backend):
        assert (await backend.chat(CHAT)).text == "b"


async def test_no_server_says_what_to_do():
    async with OllamaServer(lambda request: "b") as server:
        backend = Ollama(server.url, endpoint="lab")
    for asked in (backend.chat(CHAT), backend.models()):
        with pytest.raises(BackendError) as raised:
            await asked
        assert raised.value.trouble == "unreachable"
        assert (
            str(raised.value)
            == f"No server answers at {server.url}; start it, or change the url of the endpoint lab in models.toml."
        )
    await backend.close()


async def test_models_are_listed_by_name_with_their_size():
    async with talking_to(lambda request: "b") as (_, backend):
        assert await backend.models() == [ModelInfo("big:8b", 5), ModelInfo("tiny:latest", 77)]


async def test_what_a_model_can_do_is_shown():
    async with talking_to(lambda request: "b", None, "vision", context=4096) as (_, backend):
        can = await backend.capabilities("tiny")
    assert (can.vision, can.reasoning, can.schema, can.context) == (True, False, True, 4096)


@pytest.mark.parametrize("key", [None, "oll-abcdefghijklmnop"])
async def test_only_our_own_key_is_sent(key: str | None, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("OLLAMA_API_KEY", "somebody-elses-key")
    async with talking_to(lambda request: "b", key) as (server, backend):
        await backend.chat(CHAT)
    assert {asked.headers.get("authorization") for asked in server.requests} == {f"Bearer {key}" if key else None}


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
    async with OllamaServer(lambda request: "b", models=CLOUD) as server:
        backend = Ollama(server.url, endpoint="lab")
        await backend.chat(FULL)
        await backend.close()
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
    async with OllamaServer(lambda request: "b", models=CLOUD, is_signed_in=False) as server:
        backend = Ollama(server.url, endpoint="lab")
        with pytest.raises(BackendError, match=r"`ollama signin`") as raised:
            await backend.chat(replace(CHAT, model="large:cloud"))
        await backend.close()
    assert raised.value.trouble == "unauthorized"


async def test_a_model_of_the_cloud_that_is_switched_off_is_refused():
    off = Status(403, "ollama cloud is disabled: remote inference is unavailable")
    async with OllamaServer(lambda request: off, models=CLOUD) as server:
        backend = Ollama(server.url, endpoint="lab")
        with pytest.raises(BackendError, match="cloud is disabled") as raised:
            await backend.chat(replace(CHAT, model="large:cloud"))
        await backend.close()
    assert raised.value.trouble == "unauthorized" and "key_env" not in str(raised.value)


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
