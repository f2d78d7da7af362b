"""Fine-tuning: what is learned, and that it goes on where it was killed."""

from __future__ import annotations

import os
import sys
from dataclasses import replace
from multiprocessing import get_context

import pytest

from woozle.games.self_play.players.training import trainer
from woozle.games.self_play.players.training.dataset import Pair
from woozle.games.self_play.players.training.trainer import CHECKPOINT, Optimizer, Passage, Tuning, TuningError, encode_pair, tune
from woozle.players.backends.local.loaded_model import load_model

pytestmark = pytest.mark.e2e

PAIRS = [Pair(f"Question {'x' * (number % 7)}{number}?\nAction:", f"#ANSWER {number * 37 % 11}") for number in range(24)]
HOW = Tuning(passes=2, batch=4, at_once=2, rate=1e-2, every=3, seed=5)


def passages(loaded):
    return [encode_pair(loaded, pair) for pair in PAIRS]


def weights(loaded):
    return {name: each.detach().clone() for name, each in loaded.model.state_dict().items()}


def told(loaded, passage):
    """The logarithms of what is said after each token."""
    import torch

    with torch.no_grad():
        return torch.log_softmax(loaded.model(input_ids=torch.tensor([passage.tokens])).logits[0], dim=-1)


def are_equal(one, other):
    import torch

    return one.keys() == other.keys() and all(torch.equal(one[name], other[name]) for name in one)


@pytest.fixture(scope="module")
def straight(folder, tmp_path_factory):
    """The weights after a tuning that nobody stopped."""
    loaded = load_model(str(folder), device="cpu")
    tune(loaded, passages(loaded), HOW, tmp_path_factory.mktemp("straight"))
    return weights(loaded)


def test_only_action_and_argument_are_learned(loaded):
    pair = Pair("Where?\nAction:", "#ANSWER Paris")
    found = encode_pair(loaded, pair)
    text = loaded.tokenizer.decode([found.tokens[at] for at in found.wanted])
    assert text == "#ANSWER Paris</s>"
    assert loaded.tokenizer.decode(found.tokens) == "user: Where?\nAction:\nassistant: #ANSWER Paris</s>"
    alone = encode_pair(loaded, replace(pair, learned="action"))
    assert loaded.tokenizer.decode([alone.tokens[at] for at in alone.wanted]) == "#ANSWER"


def test_the_loss_is_that_of_the_learned_tokens_however_rows_are_padded_and_wherever_they_stand(loaded):
    for rows in (passages(loaded)[:5], [Passage(list(range(10, 30)), (3, 4, 11))]):
        one_by_one = 0.0
        for each in rows:
            chances = told(loaded, each)
            one_by_one -= sum(float(chances[at - 1, each.tokens[at]]) for at in each.wanted)
        assert trainer._loss(loaded, loaded.model, rows).item() == pytest.approx(one_by_one, rel=1e-4)


def test_a_tuned_model_has_learned_and_tells_its_pace(folder, tmp_path):
    loaded = load_model(str(folder), device="cpu")
    told = []
    end = tune(loaded, passages(loaded), replace(HOW, passes=10), tmp_path, told.append)
    assert (end.step, end.steps, len(told)) == (60, 60, 60)
    assert end.loss < told[0].loss / 2
    assert 0 <= end.padding < 0.2
    assert end.tokens_per_second > 0
    assert not loaded.model.training


def test_cut_into_pieces_a_batch_teaches_the_same(folder, tmp_path):
    whole, pieces = load_model(str(folder), device="cpu"), load_model(str(folder), device="cpu")
    tune(whole, passages(whole), replace(HOW, at_once=4), tmp_path / "whole")
    tune(pieces, passages(pieces), replace(HOW, at_once=1), tmp_path / "pieces")
    for name, each in weights(whole).items():
        assert (each - weights(pieces)[name]).abs().max() < 1e-3


def test_matrices_follow_muon_and_words_and_norms_adamw(folder):
    model = load_model(str(folder), device="cpu").model
    optimizer = Optimizer(model, "muon", 1e-2, 0.0)
    assert [type(part).__name__ for part in optimizer._parts] == ["AdamW", "Muon"]
    names = {id(each): name for name, each in model.named_parameters()}
    of_adamw, of_muon = ({names[id(each)] for group in part.param_groups for each in group["params"]} for part in optimizer._parts)
    assert of_adamw | of_muon == set(names.values()) and not of_adamw & of_muon
    assert any("embed" in name or "wte" in name for name in of_adamw)
    assert of_muon and not any("norm" in name or "embed" in name or "head" in name for name in of_muon)


class StoppedError(Exception):
    pass


@pytest.mark.parametrize("changed", [{}, {"optimizer": "muon"}, {"rank": 2}], ids=str)
def test_who_was_stopped_goes_on_as_if_nothing_had_happened(folder, tmp_path, changed):
    how = replace(HOW, **changed)
    straight = load_model(str(folder), device="cpu")
    tune(straight, passages(straight), how, tmp_path / "straight")

    def stop(pace):
        if pace.step == 8:
            raise StoppedError

    stopped = load_model(str(folder), device="cpu")
    with pytest.raises(StoppedError):
        tune(stopped, passages(stopped), how, tmp_path / "stopped", stop)
    resumed, steps = load_model(str(folder), device="cpu"), []
    tune(resumed, passages(resumed), how, tmp_path / "stopped", lambda pace: steps.append(pace.step))
    assert steps[0] == 7
    assert are_equal(weights(resumed), weights(straight))
    assert not are_equal(weights(resumed), weights(load_model(str(folder), device="cpu")))


def test_a_process_that_is_killed_leaves_a_checkpoint_to_go_on_from(folder, straight, tmp_path):
    def tune_until_killed():
        loaded = load_model(str(folder), device="cpu")
        tune(loaded, passages(loaded), HOW, tmp_path / "killed", lambda pace: os.kill(os.getpid(), 9) if pace.step == 8 else None)

    process = get_context("fork").Process(target=tune_until_killed)
    process.start()
    process.join()
    assert process.exitcode == -9
    resumed = load_model(str(folder), device="cpu")
    tune(resumed, passages(resumed), HOW, tmp_path / "killed")
    assert are_equal(weights(resumed), straight)


def test_the_checkpoint_of_another_tuning_is_passed_over(folder, tmp_path):
    first, steps = load_model(str(folder), device="cpu"), []
    tune(first, passages(first), HOW, tmp_path)
    again = load_model(str(folder), device="cpu")
    tune(again, passages(again), replace(HOW, seed=6), tmp_path, lambda pace: steps.append(pace.step))
    assert steps[0] == 1


def test_a_broken_checkpoint_is_named_in_a_sentence(folder, tmp_path):
    (tmp_path / CHECKPOINT).write_bytes(b"no")
    loaded = load_model(str(folder), device="cpu")
    with pytest.raises(TuningError, match="cannot be read; remove it to begin this tuning again"):
        tune(loaded, passages(loaded), HOW, tmp_path)


def test_nothing_to_learn_is_said_in_a_sentence(loaded, tmp_path):
    with pytest.raises(TuningError, match="no rollout was good enough"):
        tune(loaded, [], HOW, tmp_path)


def test_lora_without_peft_is_a_sentence(loaded, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "peft", None)
    with pytest.raises(TuningError, match=r"install it with `pip install 'woozle\[lora\]'`"):
        tune(loaded, passages(loaded), replace(HOW, rank=2), tmp_path)


def test_what_was_saved_is_loaded_again_with_lora_in_its_weights(folder, tmp_path):
    loaded = load_model(str(folder), device="cpu")
    tune(loaded, passages(loaded), replace(HOW, rank=2), tmp_path)
    trainer.save(loaded, tmp_path / "model")
    assert are_equal(weights(load_model(str(tmp_path / "model"), device="cpu")), weights(loaded))


def test_only_what_fills_up_a_batch_counts_as_padding(folder, tmp_path):
    like, long = Passage([5, 6, 7, 8], (3,)), Passage([5, 6, 7, 8] * 3, (3,))
    how = replace(HOW, passes=1, batch=2, at_once=2)
    for passages, padding in (([like, like], 0.0), ([like, long], 8 / 24)):
        loaded = load_model(str(folder), device="cpu")
        end = tune(loaded, passages, how, tmp_path / str(padding))
        assert end.padding == pytest.approx(padding)
