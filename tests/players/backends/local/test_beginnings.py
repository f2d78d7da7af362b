"""Probabilities that a reply begins with given texts: sent with the reply, from one reading of the prompt, and exact."""

from __future__ import annotations

import asyncio
import math

import pytest

from woozle.players.backends.local import beginnings
from woozle.players.backends.local.client import LocalClient
from woozle.players.backends.local.loaded_model import load_model
from woozle.players.backends.local.prompts import create_prompt, tokenize

from tests.packages import needs_torch
from tests.players.backends.local.chats import chat
from tests.players.backends.tiny import tiny_causal, tiny_of

pytestmark = needs_torch

TEXTS = ("#ASK", "#ANSWER", "#HEDGE")


def plain(model: str, asked) -> list[float]:
    """One pass for each spelling, without any cache: with and without a blank before it."""
    import torch

    loaded = load_model(model, device="cpu")
    before, found = create_prompt(loaded, asked.messages).tokens, []
    for text in asked.beginnings:
        chance = 0.0
        for after in {tuple(tokenize(loaded, said, is_whole=True)) for said in (text, f" {text}")}:
            with torch.inference_mode():
                logits = loaded.model(input_ids=torch.tensor([[*before, *after]])).logits[0].double()
            chances = torch.log_softmax(logits, -1)[len(before) - 1 : len(before) + len(after) - 1]
            chance += math.exp(sum(float(row[token]) for row, token in zip(chances, after, strict=True)))
        found.append(math.log(chance))
    return found


async def test_they_are_what_a_pass_for_each_gives(local: LocalClient, causal: str):
    asked = chat(causal, beginnings=TEXTS, most=5)
    reply = await local.chat(asked)
    assert reply.beginnings == pytest.approx(plain(causal, asked), abs=1e-4)
    assert (await local.chat(chat(causal, most=5))).text == reply.text, "nobody is asked another way for it"


async def test_they_are_the_same_beside_longer_chats_that_ask_for_none(local: LocalClient, causal: str):
    asked = [chat(causal, f"Room {at}? " * (1 + 3 * at), beginnings=TEXTS if at % 2 else (), most=5) for at in range(6)]
    replies = await asyncio.gather(*map(local.chat, asked))
    for each, reply in zip(asked, replies, strict=True):
        assert reply.beginnings == (pytest.approx(plain(causal, each), abs=1e-4) if each.beginnings else ())


@pytest.mark.parametrize(
    ("kind", "sizes"), [("mistral", {"sliding_window": 24}), ("lfm2", {"layer_types": ["conv", "full_attention"]})]
)
async def test_so_they_are_of_models_of_other_kinds(local: LocalClient, tmp_path, kind: str, sizes):
    model = str(tiny_of(tmp_path / kind, kind, **sizes))
    asked = [chat(model, f"Room {at}? " * (1 + at), beginnings=TEXTS, most=5) for at in range(2)]
    for each, reply in zip(asked, await asyncio.gather(*map(local.chat, asked)), strict=True):
        assert reply.beginnings == pytest.approx(plain(model, each), abs=1e-4)


async def test_of_a_model_that_has_begun_to_think_nothing_is_told(local: LocalClient, tmp_path):
    template = "{% for message in messages %}{{ message['content'] }}{% endfor %}<think>"
    model = str(tiny_causal(tmp_path / "thinks", template=template))
    assert (await local.chat(chat(model, beginnings=TEXTS, most=20))).beginnings == ()


async def test_where_there_is_no_room_for_them_the_reply_comes_without(local: LocalClient, tmp_path):
    model = str(tiny_causal(tmp_path / "short", context=64))
    reply = await local.chat(chat(model, "W", beginnings=("#ANSWER" * 20,), most=2))
    assert (reply.beginnings, reply.usage.tokens_out) == ((), 2)


async def test_as_many_are_read_at_once_as_memory_holds(local: LocalClient, causal: str, shapes_read, monkeypatch):
    loaded = load_model(causal, device="cpu")
    texts = tuple(f"#{letter}" for letter in "ABCDEFGH")
    assert [len(tokenize(loaded, said, is_whole=True)) for said in ("#A", " #A")] == [2, 3]
    read = shapes_read(beginnings)
    monkeypatch.setattr(beginnings, "LOGITS_AT_ONCE", 12 * loaded.model.config.vocab_size)
    asked = chat(causal, beginnings=texts, most=2)
    assert (await local.chat(asked)).beginnings == pytest.approx(plain(causal, asked), abs=1e-4)
    assert all(rows * (places + 1) <= 12 for rows, places in read), "their last tokens are not read"
    assert [rows for rows, _ in read] == [6, 4, 4, 2]


async def test_a_model_that_sees_tells_them_too(local: LocalClient, vision: str):
    asked = chat(vision, beginnings=TEXTS, most=5)
    assert all(chance < 0 for chance in (await local.chat(asked)).beginnings)
