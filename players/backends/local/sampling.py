"""How the next tokens of a batch are drawn: each row from its own chances, with its own luck."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

_HEAD = 1024  # tokens; hardly ever are more in the nucleus, and to rank a whole vocabulary takes as long as to run a small model


@dataclass(frozen=True, slots=True)
class Manner:
    """How one row draws. temperature 0 takes the likeliest; top_k 0 is no limit; chance is the row's own.

    chance: one number a token, drawn here and not on the device, so that neither the rows beside it nor the machine change what a
    seed gives, apart from the last bits of the model's own sums.
    """

    temperature: float
    top_p: float
    top_k: int
    chance: random.Random


class Draw:
    """The next token of each row. logits: rows x tokens, as the model gives them; allowed: which tokens may come, None for all."""

    def __init__(self, logits: Any, manners: Sequence[Manner], allowed: Any = None) -> None:
        import torch

        self._manners = manners
        if allowed is not None:
            logits = logits.masked_fill(~allowed, -torch.inf)
        heat = torch.tensor([each.temperature or 1.0 for each in manners], device=logits.device)
        chances = torch.softmax(logits / heat[:, None], dim=-1)
        self._chances = _nucleus(chances, manners) if any(each.top_p < 1 or each.top_k for each in manners) else chances
        self.tokens: list[int] = self._drawn(self._chances, manners).tolist()

    def again(self, row: int) -> int | None:
        """Another token for a row, whose last one cannot be; None if there is no other."""
        chances = self._chances[row : row + 1]
        chances[0, self.tokens[row]] = 0.0
        if not chances.any():
            return None
        self.tokens[row] = int(self._drawn(chances, self._manners[row : row + 1])[0])
        return self.tokens[row]

    @staticmethod
    def _drawn(chances: Any, manners: Sequence[Manner]) -> Any:
        import torch

        exact = torch.float32 if chances.device.type == "mps" else torch.float64  # Apple's GPUs have no doubles
        luck = torch.tensor([each.chance.random() for each in manners], dtype=exact, device=chances.device)[:, None]
        sums = chances.cumsum(dim=-1, dtype=exact)
        drawn = torch.searchsorted(sums, luck * sums[:, -1:], right=True)[:, 0].clamp(max=chances.shape[1] - 1)
        is_cold = torch.tensor([each.temperature == 0 for each in manners], device=chances.device)
        return torch.where(is_cold, chances.argmax(dim=-1), drawn)


def _nucleus(chances: Any, manners: Sequence[Manner]) -> Any:
    """Only the likeliest tokens: so many, or as many as have top_p together (Holtzman et al. 2020).

    What is left keeps its place, lest the order of nearly equal chances decide what a number draws.
    """
    import torch

    size, device = chances.shape[1], chances.device
    most = torch.tensor([each.top_p for each in manners], dtype=chances.dtype, device=device)[:, None]
    ranks = torch.tensor([each.top_k or size for each in manners], device=device)[:, None]
    ranked = chances.topk(min(_HEAD, size)).values
    is_open = (most >= 1) & (ranks >= size)
    if not (is_open | (ranks <= _HEAD) | (ranked.sum(dim=-1, keepdim=True) >= most)).all():
        ranked = chances.sort(dim=-1, descending=True).values
    before = ranked.cumsum(dim=-1) - ranked
    kept = (before < most) & (torch.arange(ranked.shape[1], device=device) < ranks)
    kept[:, 0] = True
    least = ranked.masked_fill(~kept, torch.inf).amin(dim=-1, keepdim=True).masked_fill(is_open, 0.0)
    return chances.masked_fill(chances < least, 0.0)
