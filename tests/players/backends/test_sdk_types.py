"""The SDKs of Anthropic and Google, asked the same of the same scripted servers: they send what we send, and read what we read."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest
from pydantic import TypeAdapter

from woozle.core.request import Picture
from woozle.players.backends.anthropic import Anthropic, chat_request
from woozle.players.backends.gemini import Gemini
from woozle.players.backends.model_client import Message, Reply, Sampling

from tests.players.backends.native_servers import AnthropicServer, GeminiServer
from tests.players.backends.scripts import Say
from tests.players.backends.talking import KEY
from tests.players.backends.test_native import CHAT, SCHEMA

TURNS = (
    *CHAT.messages,
    Message("assistant", ("It is b.",)),
    Message("user", ("x" * 5000 + "\nmore\n", Picture.png(b"\x89PNG"), "Sure?")),
)
FULL = replace(CHAT, messages=TURNS, sampling=Sampling(max_tokens=50_000, effort="low"), schema=SCHEMA)
SAID = Say("It is b.", reasoning="Hm, late.", usage=(40, 9))


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.parametrize(
    ("effort", "without"),
    [
        *((effort, frozenset()) for effort in (None, "none", "low")),
        ("low", frozenset({"adaptive"})),
        (None, frozenset({"schema", "cache_control", "pictures"})),
    ],
)
async def test_the_sdk_of_anthropic_sends_and_reads_the_same(effort: str | None, without: frozenset[str]):
    sdk = pytest.importorskip("anthropic")
    types = sdk.types
    chat = replace(FULL, sampling=Sampling(max_tokens=50_000, effort=effort))
    body = chat_request(chat, without)
    kinds = {"text": types.TextBlockParam, "image": types.ImageBlockParam}
    blocks = [*body["system"], *(block for message in body["messages"] for block in message["content"])]
    checked = [(kinds[block["type"]], block) for block in blocks]
    checked += [(types.OutputConfigParam, body.get("output_config", {}))]
    checked += [(types.ThinkingConfigParam, body["thinking"])] if "thinking" in body else []
    for kind, given in checked:
        assert TypeAdapter(kind).validate_python(given) == given, "what the type does not know would be dropped"
    async with AnthropicServer(lambda request: SAID, key=KEY, cached=(700, 50)) as server:
        ours = Anthropic(server.url, KEY, endpoint="lab")
        ours._chats.leave_out(chat, without)
        reply = await ours.chat(chat)
        await ours.close()
        client = sdk.AsyncAnthropic(base_url=server.url, api_key=KEY, default_headers={"x-api-key": KEY}, max_retries=0)
        async with client.messages.stream(**{name: each for name, each in body.items() if name != "stream"}) as stream:
            message = await stream.get_final_message()
        models = [model async for model in client.models.list()]
        await client.close()
    first, second, *_ = [asked for asked in server.requests if asked.method == "POST"]
    assert first.json() == second.json() and first.headers["anthropic-version"] == second.headers["anthropic-version"]
    thoughts, text = message.content
    assert (reply.reasoning, reply.text, reply.model) == (thoughts.thinking, text.text, message.model)
    used = message.usage
    assert reply.usage.tokens_in == used.input_tokens + used.cache_read_input_tokens + used.cache_creation_input_tokens
    assert (reply.usage.tokens_out, reply.usage.tokens_cached) == (used.output_tokens, used.cache_read_input_tokens)
    assert models[0].id == "claude-tiny" and models[0].max_input_tokens == 200_000


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("effort", [None, "none", "low"])
async def test_the_sdk_of_google_sends_and_reads_the_same(effort: str | None):
    genai = pytest.importorskip("google.genai")
    types = genai.types

    chat = replace(FULL, sampling=Sampling(temperature=0.5, top_p=0.9, max_tokens=50_000, effort=effort), seed=3, logprobs=2)
    async with GeminiServer(lambda request: SAID, key=KEY, cached=(30, 0)) as server:
        ours = Gemini(server.url, KEY, endpoint="lab")
        reply = await ours.chat(chat)
        await ours.close()
        body = server.chats[0]
        client = genai.Client(api_key=KEY, http_options=types.HttpOptions(base_url=server.url))
        config = types.GenerateContentConfig(system_instruction=body["systemInstruction"], **body["generationConfig"])
        contents = [types.Content.model_validate(each) for each in body["contents"]]
        told = await client.aio.models.generate_content_stream(model=chat.model, contents=contents, config=config)
        chunks = [chunk async for chunk in told]
        await client.aio.aclose()
    first, second = server.chats
    second["systemInstruction"].pop("role", None)  # which a system message needs not have
    assert _plain(first) == _plain(second) and server.requests[0].path.endswith(server.requests[1].path.removeprefix("/v1"))
    assert _read(chunks) == (reply.text, reply.reasoning)
    used = chunks[-1].usage_metadata
    assert reply.usage.tokens_in == used.prompt_token_count and reply.usage.tokens_cached == used.cached_content_token_count
    assert reply.usage.tokens_out == used.candidates_token_count + used.thoughts_token_count
    assert reply.model == chunks[-1].model_version and chunks[-1].candidates[0].finish_reason.value == "STOP"
    _same_chances(reply, chunks)


def _plain(told: Any) -> Any:
    """Return a request with all names as this API spells them; it knows those with _ as well, which the SDK sends now and then."""
    if isinstance(told, list):
        return [_plain(each) for each in told]
    if isinstance(told, dict):
        return {re.sub("_([a-z])", lambda found: found[1].upper(), name): _plain(each) for name, each in told.items()}
    return told


def _read(chunks: list[Any]) -> tuple[str, str]:
    parts = [part for chunk in chunks for part in chunk.candidates[0].content.parts]
    said = "".join(part.text for part in parts if not part.thought)
    return said, "".join(part.text for part in parts if part.thought)


def _same_chances(reply: Reply, chunks: list[Any]) -> None:
    told = [chunk.candidates[0].logprobs_result for chunk in chunks if chunk.candidates[0].logprobs_result]
    tokens = [token for each in told for token in each.chosen_candidates]
    assert [(each.text, each.logprob) for each in reply.logprobs] == [(each.token, each.log_probability) for each in tokens]
