"""Claims of a server about itself are bounded before they are believed, kept or quoted."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest

from woozle.core.usage import Usage
from woozle.players.backends import draft, event_stream, http_connection
from woozle.players.backends.anthropic import Anthropic
from woozle.players.backends.draft import _LONGEST_TOKEN, _MOST_RIVALS, LEAST
from woozle.players.backends.event_stream import _LONGEST, EventStream, LineStream
from woozle.players.backends.gemini import Gemini
from woozle.players.backends.model_client import LONGEST_NAME, MOST_TOKENS, OF_THIS_REQUEST, PASSING, BackendError, Chat, Reply
from woozle.players.backends.ollama import Ollama
from woozle.players.backends.openai import OpenAI
from woozle.players.backends.openai_images import OpenAIImages
from woozle.players.backends.server_errors import ServerAddress, parse_error_text, retry_after

from tests.players.backends.http import Asked, HttpServer, Out
from tests.players.backends.scripts import Raw
from tests.players.backends.talking import CHAT, talking_to, trouble_with

STREAM = "text/event-stream"
HUGE = 10**30
STATUSES = (400, 404, 500)
DONE = {"choices": [{"delta": {"content": "b"}, "finish_reason": "stop"}]}


def event(**more: Any) -> bytes:
    return b"data: " + json.dumps({**DONE, **more}).encode() + b"\n\n"


async def openai(body: bytes, chat: Chat = CHAT) -> Reply:
    async with talking_to(lambda request: Raw(body, STREAM)) as (_, backend):
        return await backend.chat(chat)


async def ollama(**more: Any) -> Reply:
    body = json.dumps({"message": {"role": "assistant", "content": "b"}, "done": True, **more}).encode() + b"\n"
    async with talking_to(lambda request: Raw(body, "application/x-ndjson"), kind=Ollama) as (_, backend):
        return await backend.chat(CHAT)


async def test_an_error_of_ollama_is_a_sentence_whatever_its_shape():
    errors = [7, ["x"] * 50, {"error": {"message": "no"}}, None, True]
    bodies = iter(
        [Raw(json.dumps({"error": error}).encode(), "application/json", status) for error in errors for status in STATUSES]
    )
    async with talking_to(lambda request: next(bodies), kind=Ollama) as (_, backend):
        for _ in range(len(errors) * len(STATUSES)):
            with pytest.raises(BackendError) as told:
                await backend.chat(CHAT)
            assert len(str(told.value)) < 400 and "\n" not in str(told.value)


# What it counts


async def test_a_total_that_cannot_be_says_nothing():
    totals = [HUGE, MOST_TOKENS + 1, -1, -1_000_000, 1e400, float("nan"), 1.5, True, "12", [1], {"a": 1}]
    bodies = (event(usage={"prompt_tokens": 5, "completion_tokens": 2, "total_tokens": total}) for total in totals)
    async with talking_to(lambda request: Raw(next(bodies), STREAM)) as (_, backend):
        assert {(await backend.chat(CHAT)).usage for _ in totals} == {Usage(1, 5, 2)}


async def test_the_largest_count_is_kept_as_it_is():
    usage = {"prompt_tokens": MOST_TOKENS, "completion_tokens": 0, "total_tokens": MOST_TOKENS}
    assert (await openai(event(usage=usage))).usage == Usage(1, MOST_TOKENS, 0)


def test_a_reply_is_bounded_whoever_makes_it():
    reply = Reply("b", usage=Usage(1, -5, HUGE, tokens_cached=9), model="m" * (LONGEST_NAME + 1))
    assert reply.usage == Usage(1, 0, MOST_TOKENS, tokens_cached=0) and reply.model == "m" * LONGEST_NAME


async def test_a_model_is_named_in_few_words():
    assert (await openai(event(model="m" * 5_000_000))).model == "m" * LONGEST_NAME
    assert (await ollama(model="m" * (LONGEST_NAME + 1))).model == "m" * LONGEST_NAME


async def test_models_with_endless_names_and_numbers_are_not_listed():
    models = {"m" * LONGEST_NAME: {"max_model_len": HUGE}, "m" * (LONGEST_NAME + 1): {}}
    async with talking_to(lambda request: "b", models=models) as (_, backend):
        [only] = await backend.models()
    assert only.name == "m" * LONGEST_NAME and only.capabilities.context is None


# How likely its words are


def logprobs(*tokens: dict[str, Any]) -> bytes:
    return b"data: " + json.dumps({"choices": [{"delta": {}, "logprobs": {"content": tokens}}]}).encode() + b"\n\n"


async def test_chances_are_those_of_probabilities():
    tokens = [
        {"token": "b", "logprob": told, "top_logprobs": [{"token": "c", "logprob": told}]}
        for told in (-0.5, 7, -1e400, float("nan"))
    ]
    reply = await openai(logprobs(*tokens) + event())
    assert [token.logprob for token in reply.logprobs] == [-0.5, 0.0, LEAST, LEAST]
    assert [token.top for token in reply.logprobs] == [(("c", token.logprob),) for token in reply.logprobs]


async def test_of_a_token_few_rivals_are_kept_and_of_each_few_characters():
    long = {"token": "x" * (_LONGEST_TOKEN + 1), "logprob": -1}
    reply = await openai(logprobs({**long, "top_logprobs": [long] * (_MOST_RIVALS + 1)}) + event())
    [token] = reply.logprobs
    assert token.text == "x" * _LONGEST_TOKEN and len(token.top) == _MOST_RIVALS
    assert {text for text, _ in token.top} == {token.text}


async def test_chances_without_end_end_the_reply(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(draft, "_MOST_CHANCES", 20_000)
    line = logprobs(*[{"token": "x", "logprob": -1, "top_logprobs": [{"token": "y", "logprob": -2}]}] * 1000)
    reply = await openai(line * 11)
    assert reply.finish == "length" and len(reply.logprobs) == 9999


# Streams


def test_lines_of_an_event_without_end_are_given_up():
    stream = EventStream()
    line = b"data: " + b"x" * 1_000_000 + b"\n"
    with pytest.raises(ValueError):
        for _ in range(_LONGEST // len(line) + 1):
            assert not list(stream.add(line))


def test_an_event_may_be_as_long_as_a_line():
    stream = EventStream()
    half = b"data: " + b"x" * (_LONGEST // 2 - 6) + b"\n"
    for _ in range(3):  # what one event took is not counted against the next
        assert [len(event.data) for event in stream.add(half + half + b"\n")] == [_LONGEST - 11]


def test_a_stream_without_end_is_given_up(monkeypatch: pytest.MonkeyPatch):
    assert event_stream._ENDLESS == 2**28
    monkeypatch.setattr(event_stream, "_ENDLESS", 2_000_000)
    stream, line = LineStream(), b": nothing\n" * 10_000
    for _ in range(2_000_000 // len(line)):
        stream.add(line)
    with pytest.raises(ValueError):
        stream.add(line)


def test_a_line_in_small_pieces_takes_time_in_proportion_to_its_length():
    def seconds(size: int) -> float:
        begun, stream = time.process_time(), LineStream()
        for _ in range(size // 500):
            stream.add(b"x" * 500)
        assert stream.add(b"\n") == [b"x" * size]
        return time.process_time() - begun

    assert seconds(7_500_000) < 60 * min(seconds(500_000) for _ in range(3))  # 15 times as long; 225 times for the square


def test_a_line_feed_may_be_torn_anywhere():
    stream = LineStream()
    heard = [stream.add(piece) for piece in (b"a\r", b"\nb\r", b"c\r\n", b"d\r", b"\r", b"\n")]
    assert heard == [[], [b"a"], [b"b", b"c"], [], [b"d"], [b""]]


async def test_a_line_of_ollama_without_end_is_a_trouble():
    with pytest.raises(BackendError) as raised:
        await ollama(message={"role": "assistant", "content": "x" * (_LONGEST + 2_000_000)})
    assert raised.value.trouble == "broken"


# Errors


@pytest.mark.parametrize("body", [b"model " * 700_000, b'{"error": "' + b"model " * 700_000 + b'"}', b"[" * 2_000_000])
async def test_of_an_error_only_the_beginning_is_read(body: bytes):
    assert len(parse_error_text(body)) <= 4000
    assert (await trouble_with(lambda request: Raw(body, "application/json", 400))).trouble == "rejected"


def test_words_behind_the_beginning_of_an_error_sort_nothing():
    place = ServerAddress("http://a", "lab")
    assert place.refusal_error(400, "x " * 1990 + "model not found", "m").trouble == "no_model"
    assert place.refusal_error(400, "x " * 2000 + "model not found", "m").trouble == "rejected"


async def fail_without_end(asked: Asked, out: Out) -> None:
    out._head(500, {"content-type": "text/plain", "transfer-encoding": "chunked"})
    while True:
        await out.piece(b"x" * 100_000)


async def test_an_error_without_end_is_left_in_the_middle():
    async with HttpServer(fail_without_end) as server:
        backend = OpenAI(f"{server.root}/v1")
        with pytest.raises(BackendError, match="is in trouble"):
            await backend.chat(CHAT)
        await backend.close()
        await server.somebody_left.wait()


async def test_an_answer_that_is_read_whole_is_not_read_without_end(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(http_connection, "_LONGEST", 1000)
    async with talking_to(lambda request: "b", models={"m" * 150: {}, "n" * 150: {}}) as (_, backend):
        assert len(await backend.models()) == 2
    monkeypatch.setattr(http_connection, "_LONGEST", 400)
    async with talking_to(lambda request: "b", models={"m" * 150: {}, "n" * 150: {}}) as (_, backend):
        with pytest.raises(BackendError, match="no answer of OpenAI's protocol"):
            await backend.models()


@pytest.mark.parametrize("code", ["9" * 4000, "1000", "42"])
async def test_a_code_that_is_no_status_is_not_told_as_one(code: str):
    error = await trouble_with(lambda request: Raw(event(error={"code": code, "message": "oops"}), STREAM))
    assert error.trouble == "overloaded" and "(500)" in str(error) and len(str(error)) < 500


@pytest.mark.parametrize("date", ["Fri, 31 Dec 99999999999 23:59:59 GMT", "Mon, 01 Jan 0001 00:00:00 +2359", "9" * 5000 + "x"])
def test_dates_that_overflow_say_nothing(date: str):
    assert not retry_after({"retry-after": date})


# Being sent elsewhere


@pytest.mark.parametrize(
    ("kind", "status"),
    [*((OpenAI, status) for status in (301, 302, 303, 308)), *((kind, 307) for kind in (Ollama, OpenAIImages, Anthropic, Gemini))],
)
async def test_no_request_is_sent_on_to_another_address(kind: Any, status: int):
    from tests.players.backends.test_openai_images import CHAT as EDIT

    async def lead(asked: Asked, out: Out) -> None:
        await out.whole(b"Over there.", "text/plain", status, {"location": f"{trap.root}{asked.path}"})

    async with HttpServer(lambda asked, out: out.json({"error": "It came here."}, 500)) as trap, HttpServer(lead) as server:
        backend = kind(server.root, "sk-of-the-lab-0123456789", endpoint="lab")
        asks = (
            [backend.chat(EDIT)] if kind is OpenAIImages else [backend.chat(CHAT), backend.models(), backend.capabilities("tiny")]
        )
        for ask in asks:
            with pytest.raises(BackendError, match=f"sends requests on to another address.*endpoint lab.*{trap.root}") as raised:
                await ask
            assert raised.value.trouble == "moved" and raised.value.trouble not in PASSING | OF_THIS_REQUEST
        await backend.close()
    assert not trap.requests and len(server.requests) == len(asks)


def test_a_key_in_the_address_that_is_named_is_not_told():
    place = ServerAddress("http://a", "lab", "sk-of-the-lab-0123456789")
    assert "0123456789" not in str(place.redirect_error(307, "http://b/?key=sk-of-the-lab-0123456789"))
    assert len(str(place.redirect_error(307, "http://b/" + "x" * 8000))) < 500
