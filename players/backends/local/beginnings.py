"""Log-probabilities of the texts that a reply may begin with."""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from math import exp, inf, log
from typing import Any

from woozle.players.backends.local.loaded_model import LOGITS_AT_ONCE, LoadedModel, Prompt, run
from woozle.players.backends.local.prompts import tokenize


def score_beginnings(
    loaded: LoadedModel, prompt: Prompt, texts: Sequence[str], cache: Any, logits: Any, position: int
) -> tuple[float, ...]:
    """Return the natural logarithm of how likely a reply begins with each text, or with a blank and it.

    cache: of the prompt alone, which stays as it is; logits: of what comes next; position: of that. None where there is no room for
    all of them.
    """
    spellings = [{tuple(tokenize(loaded, said, is_whole=True)) for said in (text, f" {text}")} for text in texts]
    tokens = list(dict.fromkeys(each for known in spellings for each in known))
    if loaded.context is not None and len(prompt.tokens) + max(map(len, tokens), default=0) > loaded.context:
        return ()
    chances: dict[tuple[int, ...], float] = {}
    for portion in _portions(loaded, tokens, logits.shape[-1]):
        found = _log_probabilities(loaded, portion, deepcopy(cache), logits, len(prompt.tokens), position)
        chances |= zip(portion, map(exp, found), strict=True)
    sums = (sum(chances[each] for each in known) for known in spellings)
    return tuple(log(chance) if chance > 0 else -inf for chance in sums)


def _portions(loaded: LoadedModel, texts: Sequence[tuple[int, ...]], size: int) -> list[list[tuple[int, ...]]]:
    """Return texts of like length together, not more than memory should hold."""
    portions: list[list[tuple[int, ...]]] = []
    for text in sorted(texts, key=len):
        if portions and loaded.is_joinable and (len(portions[-1]) + 1) * len(text) * size <= LOGITS_AT_ONCE:
            portions[-1].append(text)
        else:
            portions.append([text])
    return portions


def _log_probabilities(
    loaded: LoadedModel, texts: Sequence[tuple[int, ...]], cache: Any, first: Any, before: int, position: int
) -> list[float]:
    """Return the log-probability of each text. first: the logits after the prompt, which has `before` tokens."""
    import torch

    device, longest = first.device, max(map(len, texts))
    tokens = torch.tensor([[*text, *[0] * (longest - len(text))] for text in texts], dtype=torch.long, device=device)
    logits = first.expand(len(texts), 1, -1)
    if longest > 1:
        if len(texts) > 1:
            cache.batch_repeat_interleave(len(texts))
        mask = torch.ones((len(texts), before + longest - 1), dtype=torch.long, device=device)
        positions = (position + torch.arange(longest - 1, device=device)).expand(len(texts), -1)
        after = run(loaded, tokens[:, :-1], mask, positions, cache, last=0).float()
        logits = torch.cat([logits, after], dim=1)
    taken = torch.log_softmax(logits, dim=-1).gather(-1, tokens[..., None])[..., 0].tolist()
    return [sum(chances[: len(text)]) for text, chances in zip(texts, taken, strict=True)]
