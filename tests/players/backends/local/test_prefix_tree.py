"""Entropies of texts read with their shared prefixes, against one plain pass for each text."""

from __future__ import annotations

from itertools import combinations

import pytest

from woozle.games.debate.players.wording import Prompts
from woozle.players.backends.local import prefix_tree
from woozle.players.backends.local.client import LocalClient
from woozle.players.backends.local.loaded_model import load_model
from woozle.players.backends.local.prompts import create_prompt, tokenize
from woozle.players.backends.model_client import Message

from tests.packages import needs_torch
from tests.players.backends.tiny import tiny_causal, tiny_of

pytestmark = needs_torch

SAID = (
    "There is one set of paws, and it is yours.\nAnswer: B",
    "The tracks doubled after one round, so there were two of them by then.\nAnswer: C",
    "One set, I counted.\nAnswer: B",
    "",
    "\u00c4rger! They say there were two.\nAnswer: C",
)


def asked(*heard: int) -> tuple[Message, ...]:
    words = Prompts("How many bears went round?", "choice", ("none", "one", "two")).first([SAID[at] for at in heard])
    return (Message("user", (words,)),)


PASSAGES = [
    (asked(*heard), text)
    for at, text in enumerate(SAID)
    for size in range(len(SAID))
    for heard in combinations([other for other in range(len(SAID)) if other != at], size)
]


def plain(model: str, passages=PASSAGES) -> list[list[float]]:
    """One forward pass for each passage, without any cache."""
    import torch

    loaded, found = load_model(model, device="cpu"), []
    for prompt, text in passages:
        before, after = create_prompt(loaded, prompt).tokens, tokenize(loaded, text, is_whole=True)
        with torch.inference_mode():
            logits = loaded.model(input_ids=torch.tensor([before + after])).logits[0].double()
        chances = torch.log_softmax(logits, -1)[len(before) - 1 : len(before) + len(after) - 1]
        found.append((-(chances.exp() * chances).sum(-1)).tolist())
    return found


async def both(local: LocalClient, model: str, passages=PASSAGES) -> tuple[list, list]:
    """The entropies as they are read through the tree, and as each passage alone gives them, within rounding."""
    found = await local.entropies(model, passages)
    return list(map(list, found.entropies)), [pytest.approx(each, abs=1e-4) for each in plain(model, passages)]


async def test_what_is_read_once_for_many_gives_what_each_gives_alone(local: LocalClient, causal: str):
    found, alone = await both(local, causal)
    assert found == alone


@pytest.mark.parametrize("kind", ["gpt2", "gemma3_text", "lfm2"])
async def test_so_do_models_of_other_kinds(local: LocalClient, tmp_path, kind: str):
    sizes = {
        "gemma3_text": {"head_dim": 8, "sliding_window": 24, "layer_types": ["sliding_attention", "full_attention"]},
        "lfm2": {"layer_types": ["conv", "full_attention"]},
    }.get(kind, {})
    sizes["max_position_embeddings"] = 1024
    found, alone = await both(local, str(tiny_of(tmp_path / kind, kind, **sizes)), PASSAGES[::4])
    assert found == alone


@pytest.mark.parametrize(
    ("name", "few"),
    [
        ("_MOST_TOKENS", 1),
        ("LOGITS_AT_ONCE", 3000),
        ("_READ_AT_ONCE", 7),
        ("_WORTH", 40),
        ("_LONGEST_SEQUENCE", 1),
        ("_LONGEST_SEQUENCE", 90),
    ],
)
async def test_so_do_few_at_a_time(local: LocalClient, causal: str, monkeypatch: pytest.MonkeyPatch, name: str, few: int):
    monkeypatch.setattr(prefix_tree, name, few)
    monkeypatch.setattr(prefix_tree, "_TOKENS", {})
    monkeypatch.setattr(prefix_tree, "_SEQUENCE", {})
    found, alone = await both(local, causal, PASSAGES[::12])
    assert found == alone


@pytest.mark.parametrize(
    ("kind", "sizes", "sees"),
    [
        ("llama", {}, True),
        ("gpt2", {}, True),
        ("qwen2", {}, True),
        ("mistral", {"sliding_window": 24}, False),
        ("bloom", {}, False),
        ("lfm2", {"layer_types": ["conv", "full_attention"]}, False),
    ],
)
def test_a_model_is_shown_trees_if_it_reads_them_as_it_reads_texts(tmp_path, kind: str, sizes, sees: bool):
    assert load_model(str(tiny_of(tmp_path / kind, kind, **sizes)), device="cpu").has_tree_attention == sees


def test_so_is_a_model_whose_attention_adds_its_mask(causal: str):
    loaded = load_model(causal, device="cpu")
    loaded.model.set_attn_implementation("eager")
    assert loaded.has_tree_attention
    before, after = [1, 2, 3], [4, 5]
    together = prefix_tree.entropies(loaded, [(before, after), ([1, 2, 9], after), ([*before, 4], [7, 7, 7])])
    alone = [prefix_tree.entropies(loaded, [each])[0] for each in ((before, after), ([1, 2, 9], after), ([*before, 4], [7, 7, 7]))]
    assert [value for each in together for value in each] == pytest.approx([value for each in alone for value in each], abs=1e-4)


def test_a_model_that_makes_something_else_of_a_mask_is_not_shown_trees(causal: str):
    loaded = load_model(causal, device="cpu")
    plain = loaded.model.forward

    def forward(*, input_ids, attention_mask=None, position_ids=None, past_key_values=None, **more):
        return plain(input_ids=input_ids, past_key_values=past_key_values)

    loaded.model.forward = forward
    assert not loaded.has_tree_attention


async def test_each_response_is_read_once_after_the_same_others(local: LocalClient, causal: str, shapes_read):
    read = shapes_read(prefix_tree)
    await local.entropies(causal, PASSAGES)
    loaded = load_model(causal, device="cpu")
    alone = sum(len(create_prompt(loaded, prompt).tokens) + len(tokenize(loaded, text, is_whole=True)) for prompt, text in PASSAGES)
    assert sum(rows * columns for rows, columns in read) < alone / 2 and len(read) < len(PASSAGES) / 2


def test_texts_of_one_length_are_read_side_by_side_as_many_as_there_is_room_for(causal: str, shapes_read, monkeypatch):
    read = shapes_read(prefix_tree)
    monkeypatch.setattr(prefix_tree, "_TOKENS", {"cpu": 900})
    passages = [([first, *[3] * 199], [first]) for first in range(10, 16)]
    prefix_tree.entropies(load_model(causal, device="cpu"), passages)
    assert read == [(4, 200), (2, 200)]


async def test_what_is_too_long_is_unknown_and_all_else_is_not(local: LocalClient, tmp_path):
    model = str(tiny_causal(tmp_path / "short", context=400))
    found = (await local.entropies(model, [(asked(), "B"), (asked(), "B" * 400), (asked(), "")])).entropies
    assert [each and len(each) for each in found] == [1, None, ()]


async def test_nothing_asked_is_nothing(local: LocalClient, causal: str):
    assert (await local.entropies(causal, [])).entropies == ()
