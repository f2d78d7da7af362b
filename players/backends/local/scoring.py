"""Log-probabilities of given texts after one prompt."""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from dataclasses import dataclass
from math import exp, inf, log
from typing import Any

from woozle.core.text import visible_line
from woozle.players.backends.local.loaded_model import LOGITS_AT_ONCE, LoadedModel, Prompt, read_prompts, run
from woozle.players.backends.local.prompts import tokenize
from woozle.players.backends.model_client import BackendError


@dataclass(frozen=True, slots=True)
class ScoredText:
    """A given text, by token.

    logprobs: natural logarithm of each token's probability, after all tokens before it. entropies: of the distribution over all
    tokens that each was taken from, in nats.
    """

    tokens: tuple[str, ...]
    logprobs: tuple[float, ...]
    entropies: tuple[float, ...]


def score(loaded: LoadedModel, prompt: Prompt, continuations: Sequence[str]) -> tuple[ScoredText, ...]:
    """Score each continuation after the prompt, which is read once. A continuation is tokenized by itself. Raises BackendError."""
    texts = [tokenize(loaded, each, is_whole=True) for each in continuations]
    longest = len(prompt.tokens) + max(map(len, texts), default=0)
    if loaded.context is not None and longest > loaded.context:
        raise BackendError(
            "too_long",
            f"The text to score has {longest:,} tokens, and {visible_line(loaded.name)!r} has room for {loaded.context:,}; "
            "use a model with more context.",
        )
    cache, _, logits, (position,) = read_prompts(loaded, [prompt])
    return _score_after(loaded, texts, cache, logits, len(prompt.tokens), position)


def score_beginnings(
    loaded: LoadedModel, prompt: Prompt, texts: Sequence[str], cache: Any, logits: Any, position: int
) -> tuple[float, ...]:
    """Return the natural logarithm of how likely a reply begins with each text, or with a blank and it.

    cache: of the prompt alone; logits: of what comes next; position: of that. None where there is no room for all of them.
    """
    spellings = [{tuple(tokenize(loaded, said, is_whole=True)) for said in (text, f" {text}")} for text in texts]
    tokens = [list(each) for each in dict.fromkeys(each for known in spellings for each in known)]
    if loaded.context is not None and len(prompt.tokens) + max(map(len, tokens), default=0) > loaded.context:
        return ()
    scored = _score_after(loaded, tokens, cache, logits, len(prompt.tokens), position)
    chance = {tuple(each): exp(sum(forced.logprobs)) for each, forced in zip(tokens, scored, strict=True)}
    return tuple(_log(sum(chance[each] for each in known)) for known in spellings)


def _score_after(
    loaded: LoadedModel, texts: Sequence[list[int]], cache: Any, logits: Any, before: int, position: int
) -> tuple[ScoredText, ...]:
    """Score each text after a prompt of `before` tokens; its cache stays as it is."""
    found: dict[int, ScoredText] = {}
    for numbers in _portions(loaded, texts, logits.shape[-1]):
        portion = [texts[number] for number in numbers]
        found |= zip(numbers, _score_batch(loaded, portion, deepcopy(cache), logits, before, position), strict=True)
    return tuple(found[number] for number in range(len(texts)))


def _log(chance: float) -> float:
    return log(chance) if chance > 0 else -inf


def _portions(loaded: LoadedModel, texts: Sequence[list[int]], size: int) -> list[list[int]]:
    """The texts' numbers, such of like length together, and not more than memory should hold."""
    portions: list[list[int]] = []
    for number in sorted(range(len(texts)), key=lambda number: len(texts[number])):
        logits = (len(portions[-1]) + 1) * len(texts[number]) * size if portions else 0
        if portions and loaded.is_joinable and logits <= LOGITS_AT_ONCE:
            portions[-1].append(number)
        else:
            portions.append([number])
    return portions


def _score_batch(
    loaded: LoadedModel, texts: Sequence[list[int]], cache: Any, first: Any, before: int, position: int
) -> list[ScoredText]:
    """first: the logits after the prompt; before: how many tokens it has; position: of the token after it."""
    import torch

    device, longest = first.device, max(map(len, texts))
    tokens = torch.tensor([text + [0] * (longest - len(text)) for text in texts], dtype=torch.long, device=device)
    logits = first.expand(len(texts), 1, -1)
    if longest > 1:
        if len(texts) > 1:
            cache.batch_repeat_interleave(len(texts))
        mask = torch.ones((len(texts), before + longest - 1), dtype=torch.long, device=device)
        positions = (position + torch.arange(longest - 1, device=device)).expand(len(texts), -1)
        after = run(loaded, tokens[:, :-1], mask, positions, cache, last=0).float()
        logits = torch.cat([logits, after], dim=1)
    chances = torch.log_softmax(logits, dim=-1)
    entropies = torch.special.entr(chances.exp()).sum(dim=-1).tolist()
    taken = chances.gather(-1, tokens[..., None])[..., 0].tolist() if longest else [[] for _ in texts]
    return [
        ScoredText(tuple(loaded.tokenizer.decode([each]) for each in text), tuple(chance[: len(text)]), tuple(spread[: len(text)]))
        for text, chance, spread in zip(texts, taken, entropies, strict=True)
    ]
