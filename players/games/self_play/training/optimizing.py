"""How weights follow gradients: AdamW for all of them, or Muon for the matrices inside the model and AdamW for the rest.

AdamW is by I. Loshchilov and F. Hutter (2019), Muon by K. Jordan and others (2024). A model that begins with random weights learns
about twice as much from as many tokens with Muon; one that is tuned needs it not.
"""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

Kind: TypeAlias = Literal["adamw", "muon"]


class Optimizer:
    """One optimizer, or two as one. rate: the highest; decay: of weights."""

    def __init__(self, model: Any, kind: Kind, rate: float, decay: float) -> None:
        import torch

        weights = [(name, each) for name, each in model.named_parameters() if each.requires_grad]
        self.weights = [each for _, each in weights]
        self._rate = rate
        inside = [each for name, each in weights if kind == "muon" and each.ndim == 2 and not _is_of_words(name)]
        own = {id(each) for each in inside}
        rest = [each for each in self.weights if id(each) not in own]
        self._parts: list[Any] = [torch.optim.AdamW(rest, lr=rate, weight_decay=decay)]
        if inside:
            self._parts.append(torch.optim.Muon(inside, lr=rate, weight_decay=decay, adjust_lr_fn="match_rms_adamw"))

    def step(self, share: float) -> None:
        """One step, at that share of the highest rate, after which there is no gradient."""
        for part in self._parts:
            for group in part.param_groups:
                group["lr"] = self._rate * share
            part.step()
            part.zero_grad(set_to_none=True)

    def state_dict(self) -> list[Any]:
        """All that has to be kept to go on."""
        return [part.state_dict() for part in self._parts]

    def load_state_dict(self, kept: list[Any]) -> None:
        """Go on from there."""
        for part, each in zip(self._parts, kept, strict=True):
            part.load_state_dict(each)


def _is_of_words(name: str) -> bool:
    """Whether these are the vectors of words, of which a step sees few; Muon is for what every step sees."""
    return "embed" in name or "lm_head" in name or "wte" in name
