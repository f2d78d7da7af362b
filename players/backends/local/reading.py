"""Tokens put through a model: prompts that are read side by side, and what goes on from there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from woozle.players.backends.local.loading import Loaded
from woozle.players.backends.local.prompting import Prompt

LOGITS_AT_ONCE = 2**27
"""Logits that are held at a time where a model gives them for many tokens, half a GB of them."""


def forward(
    loaded: Loaded, tokens: Any, mask: Any, positions: Any, cache: Any, *, last: Any = 1, seen: dict[str, Any] | None = None
) -> Any:
    """The logits of the last tokens. positions: None lets the model count them. last: how many, 0 for all, or which."""
    given = {"input_ids": tokens, "attention_mask": mask, "past_key_values": cache, "use_cache": True, **(seen or {})}
    if positions is not None and "position_ids" in loaded.takes:
        given["position_ids"] = positions
    if "logits_to_keep" in loaded.takes:
        given["logits_to_keep"] = last
    return loaded.model(**given).logits


def read(loaded: Loaded, prompts: Sequence[Prompt]) -> tuple[Any, Any, Any, list[int]]:
    """Prompts read: the cache, its mask, the logits of what comes next, and its position in each row.

    Prompts with pictures are read one at a time, for models place pictures in their own ways.
    """
    import torch

    device, longest = loaded.device, max(len(each.tokens) for each in prompts)
    pads = [longest - len(each.tokens) for each in prompts]
    tokens = torch.tensor([[0] * pad + each.tokens for pad, each in zip(pads, prompts, strict=True)], device=device)
    mask = torch.tensor([[0] * pad + [1] * len(each.tokens) for pad, each in zip(pads, prompts, strict=True)], device=device)
    seen = {name: each.to(device) for name, each in prompts[0].seen.items()}
    seen = {name: each.to(loaded.model.dtype) if each.is_floating_point() else each for name, each in seen.items()}
    positions = None if seen else (mask.cumsum(dim=-1) - 1).clamp(min=0)
    cache = loaded.cache()
    logits = forward(loaded, tokens, mask, positions, cache, seen=seen)[:, -1].float()
    shift = int(getattr(loaded.model.base_model, "rope_deltas", None) or 0) if seen else 0  # Qwen counts a picture as fewer places
    return cache, mask, logits, [len(each.tokens) + shift for each in prompts]
