from __future__ import annotations

import math

import pytest

from woozle.players.backends.local.client import LocalClient
from woozle.players.backends.local.loaded_model import load_model
from woozle.players.backends.local.prompts import create_prompt, tokenize
from woozle.players.backends.model_client import BackendError, Message

torch = pytest.importorskip("torch")

CONTINUATIONS = ("yes", "", "no, it was blue", "y", "a much longer text, which says nothing at all", "\u00e4rger", "no")
MESSAGES = (Message("system", ("You play a game.",)), Message("user", ("Was it red? " * 10,)))


def one_by_one(model: str, prompt: str | tuple[Message, ...]) -> list[tuple[list[float], list[float]]]:
    """The same without any cache: each text read whole."""
    loaded = load_model(model, device="cpu")
    before = tokenize(loaded, prompt, is_whole=False) if isinstance(prompt, str) else create_prompt(loaded, prompt).tokens
    found = []
    for each in CONTINUATIONS:
        after = tokenize(loaded, each, is_whole=True)
        with torch.inference_mode():
            logits = loaded.model(input_ids=torch.tensor([before + after])).logits[0].double()
        chances = torch.log_softmax(logits, -1)[len(before) - 1 : len(before) + len(after) - 1]
        entropies = -(chances.exp() * chances).sum(-1)
        found.append(([float(row[token]) for row, token in zip(chances, after, strict=True)], entropies.tolist()))
    return found


@pytest.mark.parametrize("prompt", ["Was it red?", MESSAGES])
async def test_scores_with_a_shared_beginning_are_those_of_each_text_alone(local: LocalClient, causal: str, prompt):
    scored = await local.score(causal, prompt, CONTINUATIONS)
    for each, (logprobs, entropies) in zip(scored, one_by_one(causal, prompt), strict=True):
        assert each.logprobs == pytest.approx(logprobs, abs=1e-5) and each.entropies == pytest.approx(entropies, abs=1e-5)
    assert ["".join(each.tokens) for each in scored if "\ufffd" not in "".join(each.tokens)] == [
        each for each in CONTINUATIONS if each.isascii()
    ]


async def test_few_at_a_time_score_the_same(local: LocalClient, causal: str, monkeypatch: pytest.MonkeyPatch):
    whole = await local.score(causal, MESSAGES, CONTINUATIONS)
    monkeypatch.setattr("woozle.players.backends.local.scoring.LOGITS_AT_ONCE", 5000)
    for one, other in zip(whole, await local.score(causal, MESSAGES, CONTINUATIONS), strict=True):
        assert one.tokens == other.tokens and one.logprobs == pytest.approx(other.logprobs, abs=1e-5)


async def test_entropies_lie_between_none_and_an_even_chance(local: LocalClient, causal: str):
    (scored,) = await local.score(causal, "x", ["It was red."])
    assert all(0 <= each <= math.log(288) + 1e-4 for each in scored.entropies) and max(scored.logprobs) < 0


async def test_nothing_to_score_is_nothing(local: LocalClient, causal: str):
    assert await local.score(causal, MESSAGES, []) == ()


async def test_a_model_that_sees_scores_words(local: LocalClient, vision: str):
    scored = await local.score(vision, MESSAGES, CONTINUATIONS)
    assert [bool(each.tokens) for each in scored] == [bool(each) for each in CONTINUATIONS]


async def test_what_is_too_long_to_score_says_so(local: LocalClient, short: str):
    with pytest.raises(BackendError, match="has room for 64") as raised:
        await local.score(short, "x", ["y" * 80])
    assert raised.value.trouble == "too_long"
