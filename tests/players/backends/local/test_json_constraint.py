from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Annotated, Any, Literal

import pytest
from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from woozle.players.backends.local.client import LocalClient
from woozle.players.backends.model_client import BackendError

from tests.players.backends.local.chats import chat, text_of

pytest.importorskip("llguidance")


class Strict(BaseModel):
    model_config = ConfigDict(extra="forbid")


class Vote(Strict):
    thoughts: Annotated[str, Field(max_length=400)]
    seat: Literal["red", "blue", "green", "Ärmel", 'pink "the" duck'] | None


class Walk(Strict):
    kind: Literal["walk"]
    room: Literal["medbay", "storage", "upper engine", "lower engine"]


class Say(Strict):
    kind: Literal["say"]
    text: str
    sure: Annotated[float, Field(ge=0, le=1)]


class Claims(Strict):
    claims: Annotated[list[Walk | Say], Field(min_length=1, max_length=4)]
    count: Annotated[int, Field(ge=10, le=99)]


class Tree(Strict):
    name: Annotated[str, Field(min_length=3, pattern="^[a-z]+$")]
    left: Tree | None = None
    right: Tree | None = None


class Wordy(Strict):
    say: str
    target: Literal["blue", "nobody", "bluebell"]


FORMS: dict[str, tuple[Any, int]] = {
    "vote": (Vote, 40),
    "claims": (Claims, 90),
    "tree": (Tree, 80),
    "number": (int, 12),
    "texts": (list[str], 30),
}


@pytest.mark.parametrize("name", FORMS)
async def test_whatever_a_random_model_says_is_legal_and_whole(local: LocalClient, causal: str, name: str):
    form, most = FORMS[name]
    adapter: TypeAdapter[Any] = TypeAdapter(form)
    asked = [chat(causal, seed=seed, most=most, schema=adapter.json_schema()) for seed in range(10)]
    replies = await asyncio.gather(*map(local.chat, asked))
    for reply in replies:
        adapter.validate_json(reply.text)
        assert reply.finish == "stop" and reply.usage.tokens_out <= most
    assert len({reply.text for reply in replies}) > 5


async def test_every_answer_but_one_too_short_is_found(local: LocalClient, causal: str):
    schema = {"type": "object", "properties": {"a": {"enum": ["xyzxyz", "y"]}}, "required": ["a"], "additionalProperties": False}
    shortest = len('{"a":"y"}')
    for seed in range(5):
        reply = await local.chat(chat(causal, most=shortest, seed=seed, schema=schema))
        assert json.loads(reply.text) == {"a": "y"}
    with pytest.raises(BackendError, match="is as short as 4 tokens") as raised:
        await local.chat(chat(causal, most=4, schema=schema))
    assert raised.value.trouble == "rejected"


async def test_greedy_answers_are_legal_too(local: LocalClient, causal: str):
    reply = await local.chat(chat(causal, heat=0.0, most=60, schema=Vote.model_json_schema()))
    Vote.model_validate_json(reply.text)
    assert reply.finish == "stop"


async def test_an_answer_that_has_room_is_not_hurried(local: LocalClient, causal: str):
    schema = {"type": "array", "items": {"enum": [1, 2, 3]}, "minItems": 20, "maxItems": 20}
    replies = await asyncio.gather(*[local.chat(chat(causal, seed=seed, most=600, schema=schema)) for seed in range(5)])
    assert {each for reply in replies for each in json.loads(reply.text)} == {1, 2, 3}
    assert all(reply.usage.tokens_out > 60 for reply in replies), "some blanks among 41 signs"


async def test_what_the_grammar_cannot_say_of_a_schema_is_noted(local: LocalClient, causal: str):
    schema = {"type": "array", "items": {"type": "boolean"}, "uniqueItems": True}
    reply = await local.chat(chat(causal, schema=schema))
    assert "uniqueItems" in reply.notes[0]
    assert isinstance(json.loads(reply.text), list)


async def test_a_schema_that_is_none_is_rejected(local: LocalClient, causal: str):
    with pytest.raises(BackendError, match="cannot be held to this schema") as raised:
        await local.chat(chat(causal, schema={"type": "nonsense"}))
    assert raised.value.trouble == "rejected"


async def test_chances_are_those_before_the_schema(local: LocalClient, causal: str):
    free = await local.chat(chat(causal, logprobs=3, most=1))
    held = await local.chat(chat(causal, logprobs=3, most=60, schema=Vote.model_json_schema()))
    assert held.logprobs[0].text.startswith("{") and held.logprobs[0].top == free.logprobs[0].top


async def test_rows_with_and_without_a_schema_share_a_batch(local: LocalClient, causal: str):
    schema = Vote.model_json_schema()
    heard: list[Any] = []
    alone = await local.chat(chat(causal, seed=2, schema=schema))
    _, held = await asyncio.gather(local.chat(chat(causal, seed=1)), local.chat(chat(causal, seed=2, schema=schema), heard.append))
    assert held.text == alone.text == text_of(heard)[0]


async def test_answers_of_a_large_vocabulary_are_legal_as_well(local: LocalClient, tmp_path: Path):
    """Tokens of many letters, so that the end of a string and what follows come in one."""
    from tests.players.backends.tiny import tiny_causal

    model = str(tiny_causal(tmp_path / "wordy", words=400))
    asked = [chat(model, seed=seed, most=20, schema=Wordy.model_json_schema()) for seed in range(16)]
    for reply in await asyncio.gather(*map(local.chat, asked)):
        Wordy.model_validate_json(reply.text)
        assert reply.finish == "stop" and reply.usage.tokens_out <= 20
