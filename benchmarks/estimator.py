"""What the estimator of debates costs by a local model, and what reading shared beginnings once gains; a model of random weights.

    python -m benchmarks estimator                 # on a GPU where there is one, a model of 1B parameters; else a small one

Compared with one forward pass for each set and nothing shared; tokens/s are of those passes' tokens, so that their ratio is that of
the times.
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from benchmarks.speed import Result
from woozle.core.games.debate.entropies import candidates
from woozle.core.games.debate.events import Texts
from woozle.players.backends.backend import Message
from woozle.players.backends.local import Local
from woozle.players.backends.local.loading import Loaded, load
from woozle.players.backends.local.prompting import prompt_of, tokens_of
from woozle.players.officials.estimator import Passage, passages

from tests.players.backends.tiny import tiny_of

SMALL = {
    "hidden_size": 192, "intermediate_size": 512, "num_hidden_layers": 4, "num_attention_heads": 6, "num_key_value_heads": 3,
}  # fmt: skip
LARGE = {
    "hidden_size": 2048, "intermediate_size": 8192, "num_hidden_layers": 16, "num_attention_heads": 32, "num_key_value_heads": 8,
}  # fmt: skip
"""The shape of a model of 1B parameters, for a GPU; its vocabulary stays that of bytes."""

_PLACES = {"max_position_embeddings": 8192, "initializer_range": 0.02}
_ROUNDS = 2
_WORDS = ("one", "set", "of", "paws", "went", "round", "the", "spinney", "and", "then", "tracks", "or", "three", "nobody", "saw")


def _said(words: int, seed: int) -> str:
    """So many words, others for each seed."""
    return " ".join(_WORDS[(at * (seed + 2) + seed * at * at) % len(_WORDS)] for at in range(words))


def _texts(agents: int, question: int, response: int) -> list[Texts]:
    """One request for each agent: its response after each set of others. question, response: words."""
    said = tuple(f"{_said(response, agent)}\nAnswer: {'ABCD'[agent % 4]}" for agent in range(agents))
    entropies = [1.0 - agent / 100 for agent in range(agents)]
    options = tuple(_said(3, seed) for seed in range(4))
    heard: tuple[tuple[int, ...], ...] = ((),) * agents
    return [
        Texts(agent + 1, _said(question, 9), "choice", options, said, heard, (), agent, tuple(candidates(agent, entropies)))
        for agent in range(agents)
    ]


def _plain(loaded: Loaded, wanted: Sequence[Passage]) -> tuple[int, list[list[float]]]:
    """One forward pass for each: how many tokens that is, and the entropies."""
    import torch

    tokens, found = 0, []
    with torch.inference_mode():
        for prompt, text in wanted:
            before = prompt_of(loaded, (Message("user", (prompt,)),)).tokens
            after = tokens_of(loaded, text, is_whole=True)
            logits = loaded.model(input_ids=torch.tensor([before + after], device=loaded.device)).logits[0]
            chances = torch.log_softmax(logits[len(before) - 1 : -1].float(), dim=-1)
            found.append(torch.special.entr(chances.exp()).sum(dim=-1).tolist())
            tokens += len(before) + len(after)
    return tokens, found


async def _shared(local: Local, model: str, wanted: Sequence[Passage]) -> Sequence[Any]:
    return (await local.sureness(model, [((Message("user", (prompt,)),), text) for prompt, text in wanted])).entropies


async def _compared(local: Local, model: str, loaded: Loaded, wanted: Sequence[Passage]) -> tuple[int, float, float, float]:
    """How many tokens plain passes read, the seconds that they take, ours, and the largest difference of an entropy."""
    tokens, plain = _plain(loaded, wanted)
    ours = await _shared(local, model, wanted)
    apart = max(abs(one - other) for a, b in zip(plain, ours, strict=True) for one, other in zip(a, b, strict=True))
    times: list[tuple[float, float]] = []
    for _ in range(_ROUNDS):
        begun = time.perf_counter()
        _plain(loaded, wanted)
        between = time.perf_counter()
        await _shared(local, model, wanted)
        times.append((between - begun, time.perf_counter() - between))
    return tokens, min(slow for slow, _ in times), min(fast for _, fast in times), apart


async def _costs(model: str) -> list[Result]:
    local, loaded, results = Local(dtype="float32"), load(model, dtype="float32"), []
    for what, question, response in (("a passage of 120 words", 120, 12), ("a question of 20 words", 20, 12)):
        each = [passages(texts) for texts in _texts(5, question, response)]
        one, together = each[0], [passage for wanted in each for passage in wanted]
        for name, wanted, goal in (("15 sets of an agent", one, ""), ("75 sets of 5 agents", together, ">= 4")):
            tokens, slow, fast, apart = await _compared(local, model, loaded, wanted)
            results += [
                Result(f"{name}, {what}", slow / fast, "times faster", goal if question > 50 else ""),
                Result("  one pass for each set", tokens / slow, "tokens/s", ""),
                Result("  shared beginnings", tokens / fast, "tokens/s", ""),
                Result("  largest difference, in 10,000ths of a nat", apart * 1e4, "", "<= 1"),
            ]
    for agents in range(2, 7):
        wanted = [passage for texts in _texts(agents, 20, 12) for passage in passages(texts)]
        begun = time.perf_counter()
        await _shared(local, model, wanted)
        results.append(Result(f"a round of {agents} agents, {len(wanted)} sets", time.perf_counter() - begun, "s", ""))
    await local.close()
    return results


def estimator() -> list[Result]:
    import torch

    shape = LARGE if torch.cuda.is_available() else SMALL
    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(_costs(str(tiny_of(Path(folder) / "model", "llama", **shape, **_PLACES))))


ALL = {"estimator": estimator}
