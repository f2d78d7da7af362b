from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from woozle.core.attempt import Picture
from woozle.players.backends.backend import BackendError
from woozle.players.backends.local import Local
from woozle.players.backends.local.loading import load
from woozle.players.backends.local.prompting import prompt_of

from tests.players.backends.local.chats import chat
from tests.players.backends.tiny import tiny_of

torch = pytest.importorskip("torch")

KINDS: dict[str, dict[str, Any]] = {
    "gpt2": {},  # positions are learnt
    "bloom": {},  # positions are told by the mask alone
    "gemma3_text": {"head_dim": 8, "sliding_window": 8, "layer_types": ["sliding_attention", "full_attention"]},
    "lfm2": {"layer_types": ["conv", "full_attention"]},  # a running state, whose rows cannot be put side by side
}


@pytest.mark.parametrize("kind", KINDS)
async def test_batches_say_what_transformers_itself_would(local: Local, kind: str, tmp_path: Path):
    model = str(tiny_of(tmp_path / kind, kind, **KINDS[kind]))
    asked = [replace(chat(model, "Who " * (1 + 4 * number), heat=0.0, most=20), logprobs=0) for number in range(4)]
    alone = [await local.chat(each) for each in asked]
    together = await asyncio.gather(*map(local.chat, asked))
    loaded = load(model, device="cpu")
    for one, two, each in zip(alone, together, asked, strict=True):
        read = prompt_of(loaded, each.messages).tokens
        written = loaded.model.generate(torch.tensor([read]), max_new_tokens=20, do_sample=False, pad_token_id=1)[0][len(read) :]
        assert one.text == two.text == loaded.tokenizer.decode(written, skip_special_tokens=True)
        pairs = zip(one.logprobs, two.logprobs, strict=True)
        assert all(mine.logprob == pytest.approx(theirs.logprob, abs=1e-3) for mine, theirs in pairs)


async def test_a_kind_of_model_that_does_not_run_here_says_so(local: Local, tmp_path: Path):
    with pytest.raises(BackendError, match=r"of a kind \(mamba\) that does not run here"):
        await local.chat(chat(str(tiny_of(tmp_path / "mamba", "mamba", state_size=4))))


async def test_what_transformers_cannot_do_with_a_picture_ends_that_chat_alone(local: Local, vision: str):
    picture = Picture.png(b"no picture")
    broken = replace(chat(vision), messages=(replace(chat(vision).messages[1], parts=(picture,)),))
    failed, fine = await asyncio.gather(local.chat(broken), local.chat(chat(vision, most=5)), return_exceptions=True)
    assert isinstance(failed, BackendError) and "cannot be opened" in str(failed)
    assert not isinstance(fine, BaseException) and fine.text
