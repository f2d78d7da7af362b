from __future__ import annotations

import asyncio
import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from woozle.core.reply_parts import split_reply
from woozle.players.backends.local.client import LocalClient
from woozle.players.backends.local.reasoning_tags import PAIRS, ReasoningSplit
from woozle.players.backends.model_client import Sampling, Signal

from tests.players.backends.local.chats import chat, text_of
from tests.players.backends.tiny import THINKING, tiny_causal

SCHEMA = {"type": "object", "properties": {"say": {"type": "string"}}, "required": ["say"], "additionalProperties": False}


def split(pieces: list[str], *, is_inside: bool = False) -> tuple[str, str]:
    growing = ReasoningSplit(PAIRS[0], is_inside=is_inside)
    parts = [*map(growing.add, pieces), growing.rest()]
    return "".join(text for text, _ in parts), "".join(thoughts for _, thoughts in parts)


@pytest.mark.parametrize(
    ("said", "is_inside", "text", "thoughts"),
    [
        ("<think>Hm.</think>\n\nIt is red.", False, "It is red.", "Hm."),
        ("Hm.</think> It is red.", True, "It is red.", "Hm."),
        ("It is <think>red</think>.", False, "It is <think>red</think>.", ""),
        ("\n<think>Never ends </thin", False, "", "Never ends </thin"),
        ("<thin ice", False, "<thin ice", ""),
        ("<think></think>Yes", False, "Yes", ""),
        (" plain", False, " plain", ""),
        ("<thi", False, "<thi", ""),
    ],
)
def test_thoughts_are_told_from_text_however_they_come(said: str, is_inside: bool, text: str, thoughts: str):
    assert split([said], is_inside=is_inside) == (text, thoughts)
    assert split(list(said), is_inside=is_inside) == (text, thoughts)


@given(st.text(alphabet="<>/think \n", max_size=40), st.data())
def test_where_a_text_is_cut_makes_no_difference(said: str, data: st.DataObject):
    cuts = sorted(data.draw(st.lists(st.integers(0, len(said)), max_size=5)))
    pieces = [said[start:end] for start, end in zip([0, *cuts], [*cuts, len(said)], strict=True)]
    assert split(pieces) == split([said])


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair.open)
@pytest.mark.parametrize("text", ["It is red.", "It is `<think>`.", " \n<b>Red</b>", ""])
def test_what_is_split_while_decoding_is_what_the_core_splits(pair, text):
    growing = ReasoningSplit(pair)
    parts = [*map(growing.add, said := f"{pair.open}Hm. Why?{pair.close}{text}"), growing.rest()]
    whole = split_reply(said)
    assert ("".join(text for text, _ in parts).strip(), "".join(thoughts for _, thoughts in parts)) == (
        whole.text.strip(),
        whole.thoughts,
    )


def test_a_model_without_tags_says_everything():
    growing = ReasoningSplit(None)
    assert growing.add("<think>x</think>") == ("<think>x</think>", "")


async def test_thoughts_before_an_answer_leave_room_for_it(local: LocalClient, tmp_path_factory: pytest.TempPathFactory):
    model = str(tiny_causal(tmp_path_factory.mktemp("begun") / "model", template=THINKING + "<think>\n"))
    heard: list[Signal] = []
    asked = [chat(model, seed=seed, most=60, schema=SCHEMA) for seed in range(20)]
    replies = await asyncio.gather(local.chat(asked[0], heard.append), *map(local.chat, asked[1:]))
    assert text_of(heard) == (replies[0].text, replies[0].reasoning)
    for reply in replies:
        assert json.loads(reply.text) and reply.finish == "stop" and reply.usage.tokens_out <= 60
        assert "</think>" not in reply.reasoning
    assert sum(len(reply.reasoning) > 10 for reply in replies) > 10


async def test_a_model_may_begin_to_think_before_a_schema(local: LocalClient, thinking: str):
    replies = await asyncio.gather(*[local.chat(chat(thinking, seed=seed, most=60, schema=SCHEMA)) for seed in range(16)])
    for reply in replies:
        assert json.loads(reply.text) and reply.finish == "stop"
    assert {bool(reply.reasoning) for reply in replies} == {True, False}


async def test_a_model_is_told_not_to_think(local: LocalClient, thinking: str):
    asked = chat(thinking, most=5)
    usual = await local.chat(asked)
    told = await local.chat(replace(asked, sampling=Sampling(max_tokens=5, effort="none")))
    assert told.usage.tokens_in > usual.usage.tokens_in and told.notes == ()
