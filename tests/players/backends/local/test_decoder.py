from __future__ import annotations

import asyncio
import random
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from woozle.core.request import Picture
from woozle.players.backends.local.client import LocalClient
from woozle.players.backends.local.decoder import Sampler, draw_tokens
from woozle.players.backends.local.loaded_model import load_model
from woozle.players.backends.local.prompts import create_prompt
from woozle.players.backends.model_client import BackendError

from tests.packages import needs_torch
from tests.players.backends.local.chats import chat
from tests.players.backends.tiny import tiny_of

pytestmark = needs_torch

KINDS: dict[str, dict[str, Any]] = {
    "gpt2": {},  # positions are learnt
    "bloom": {},  # positions are told by the mask alone
    "gemma3_text": {"head_dim": 8, "sliding_window": 8, "layer_types": ["sliding_attention", "full_attention"]},
    "lfm2": {"layer_types": ["conv", "full_attention"]},  # a running state, whose rows cannot be put side by side
}


@pytest.mark.parametrize("kind", KINDS)
async def test_batches_say_what_transformers_itself_would(local: LocalClient, kind: str, tmp_path: Path):
    import torch

    model = str(tiny_of(tmp_path / kind, kind, **KINDS[kind]))
    asked = [replace(chat(model, "Who " * (1 + 4 * number), heat=0.0, most=20), logprobs=0) for number in range(4)]
    alone = [await local.chat(each) for each in asked]
    together = await asyncio.gather(*map(local.chat, asked))
    loaded = load_model(model, device="cpu")
    for one, two, each in zip(alone, together, asked, strict=True):
        read = create_prompt(loaded, each.messages).tokens
        written = loaded.model.generate(torch.tensor([read]), max_new_tokens=20, do_sample=False, pad_token_id=1)[0][len(read) :]
        assert one.text == two.text == loaded.tokenizer.decode(written, skip_special_tokens=True)
        pairs = zip(one.logprobs, two.logprobs, strict=True)
        assert all(mine.logprob == pytest.approx(theirs.logprob, abs=1e-3) for mine, theirs in pairs)


async def test_a_kind_of_model_that_does_not_run_here_says_so(local: LocalClient, tmp_path: Path):
    with pytest.raises(BackendError, match=r"of a kind \(mamba\) that does not run here"):
        await local.chat(chat(str(tiny_of(tmp_path / "mamba", "mamba", state_size=4))))


async def test_what_transformers_cannot_do_with_a_picture_ends_that_chat_alone(local: LocalClient, vision: str):
    picture = Picture.png(b"no picture")
    broken = replace(chat(vision), messages=(replace(chat(vision).messages[1], parts=(picture,)),))
    failed, fine = await asyncio.gather(local.chat(broken), local.chat(chat(vision, most=5)), return_exceptions=True)
    assert isinstance(failed, BackendError) and "cannot be opened" in str(failed)
    assert not isinstance(fine, BaseException) and fine.text


CHANCES = (0.4, 0.3, 0.2, 0.1)


def drawn(*, temperature: float = 1.0, top_p: float = 1.0, top_k: int = 0, allowed: Any = None) -> list[float]:
    """Return how often each token is drawn."""
    import torch

    times = 4000
    logits, luck = torch.tensor([CHANCES]).log().expand(times, -1), random.Random(1)
    counts = Counter(draw_tokens(logits, [Sampler(temperature, top_p, top_k)] * times, [luck] * times, allowed))
    return [counts[token] / times for token in range(4)]


ROOTS = [chance**0.5 for chance in CHANCES]


@pytest.mark.parametrize(
    ("options", "shares"),
    [
        ({}, CHANCES),
        ({"temperature": 2.0}, [each / sum(ROOTS) for each in ROOTS]),
        ({"temperature": 0.0}, [1, 0, 0, 0]),
        ({"top_p": 0.7}, [4 / 7, 3 / 7, 0, 0]),
        ({"top_p": 0.5}, [4 / 7, 3 / 7, 0, 0]),
        ({"top_k": 2}, [4 / 7, 3 / 7, 0, 0]),
        ({"top_p": 0.0}, [1, 0, 0, 0]),  # the likeliest is never left out
    ],
)
def test_tokens_are_drawn_as_often_as_they_are_likely(options: dict[str, Any], shares: list[float]):
    assert drawn(**options) == pytest.approx(shares, abs=0.03)


def test_a_token_that_is_not_allowed_never_comes():
    import torch

    allowed = torch.tensor([[False, True, False, True]]).expand(4000, -1)
    assert drawn(allowed=allowed) == pytest.approx([0, 0.75, 0, 0.25], abs=0.03)


def test_rows_with_other_samplers_do_not_change_what_a_row_draws():
    import torch

    logits, mine = torch.tensor([CHANCES] * 3).log(), Sampler(1.0, 0.9, 3)
    others = [Sampler(0.0, 1.0, 0), mine, Sampler(2.0, 0.5, 0)]
    alone = [draw_tokens(logits[:1], [mine], [random.Random(seed)])[0] for seed in range(50)]
    together = [draw_tokens(logits, others, [random.Random(seed) for _ in others])[1] for seed in range(50)]
    assert alone == together and len(set(alone)) == 3
