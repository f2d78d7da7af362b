"""Optimisation: weights follow gradients."""

from __future__ import annotations

import pytest

from woozle.games.self_play.players.training.trainer import Optimizer
from woozle.players.backends.local.loaded_model import load_model

pytestmark = pytest.mark.e2e


def kinds(optimizer):
    return [type(part).__name__ for part in optimizer._parts]


def test_matrices_follow_muon_and_words_and_norms_adamw(folder):
    model = load_model(str(folder), device="cpu").model
    optimizer = Optimizer(model, "muon", 1e-2, 0.0)
    assert kinds(optimizer) == ["AdamW", "Muon"]
    names = {id(each): name for name, each in model.named_parameters()}
    of_adamw, of_muon = ({names[id(each)] for group in part.param_groups for each in group["params"]} for part in optimizer._parts)
    assert of_adamw | of_muon == set(names.values()) and not of_adamw & of_muon
    assert any("embed" in name or "wte" in name for name in of_adamw)
    assert of_muon and not any("norm" in name or "embed" in name or "head" in name for name in of_muon)


@pytest.mark.parametrize("kind", ["adamw", "muon"])
def test_it_goes_on_from_what_was_kept_as_if_it_had_never_stopped(folder, kind):
    import torch

    def learned(stop):
        model = load_model(str(folder), device="cpu").model.float()
        optimizer = Optimizer(model, kind, 1e-2, 0.01)
        tokens = torch.arange(5, 25)[None]
        for step in range(4):
            model(input_ids=tokens, labels=tokens).loss.backward()
            optimizer.step(1 - step / 8)
            if step == 1 and stop:
                kept = optimizer.state_dict()
                optimizer = Optimizer(model, kind, 1e-2, 0.01)
                optimizer.load_state_dict(kept)
        return [each.detach().clone() for each in model.parameters()]

    straight, stopped = learned(stop=False), learned(stop=True)
    assert all(torch.equal(one, other) for one, other in zip(straight, stopped, strict=True))
