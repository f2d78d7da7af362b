"""A model as a policy: how sure it is of each action, and what it says."""

from __future__ import annotations

from random import Random

import pytest

from woozle.games.self_play.players.training.policy import Policy, StepRequest
from woozle.players.backends.local.loaded_model import load_model
from woozle.players.backends.model_client import BackendError

from tests.players.backends.tiny import tiny_causal, tiny_of

WORDED = frozenset({"ANSWER", "HEDGE"})
LEGAL = ("SEARCH", "ANSWER", "HEDGE")


def asked(prompt="Where is it?", seed=0, legal=LEGAL, forced=""):
    return StepRequest(prompt, legal, WORDED, Random(seed), forced)


def told_in_one_pass(policy, prompt, text):
    """The logarithm of the probability of a text after a prompt."""
    import torch

    before, tokens = policy.prompt(prompt).tokens, policy.loaded.tokenizer(text, add_special_tokens=False)["input_ids"]
    with torch.inference_mode():
        logits = policy.loaded.model(input_ids=torch.tensor([[*before, *tokens]])).logits[0]
    chances = torch.log_softmax(logits.double(), dim=-1)
    return sum(float(chances[len(before) - 1 + at, token]) for at, token in enumerate(tokens))


def test_how_likely_an_action_is_is_said_by_all_of_its_tokens_among_those_of_legal_actions(loaded):
    from math import exp

    policy = Policy(loaded, 4)
    prompts = ("Where is it?", "A much longer prompt, so that the two are read with padding: where is it?")
    said = policy.acts([asked(each) for each in prompts])
    for prompt, each in zip(prompts, said, strict=True):
        weights = {action: exp(told_in_one_pass(policy, prompt, f"#{action}")) for action in LEGAL}
        wanted = {action: weight / sum(weights.values()) for action, weight in weights.items()}
        assert each.chances == pytest.approx(wanted, rel=1e-3)
    assert all(sum(each.chances.values()) == pytest.approx(1) for each in said)


def test_actions_are_drawn_as_often_as_they_are_likely(loaded):
    said = Policy(loaded, 1).acts([asked(seed=number, legal=("SEARCH", "ANSWER")) for number in range(3000)])
    for action in ("SEARCH", "ANSWER"):
        share = sum(each.action == action for each in said) / len(said)
        assert share == pytest.approx(said[0].chances[action], abs=0.03)


@pytest.mark.parametrize("kind", ["gpt2", "mistral"])
def test_without_temperature_the_likeliest_is_said_as_the_model_says_it_itself(tmp_path, kind):
    import torch

    policy = Policy(load_model(str(tiny_of(tmp_path, kind)), device="cpu"), 6)
    prompts = ["Where is it?", "Who has seen the bear of the river?"]
    said = policy.acts([asked(each, forced="ANSWER") for each in prompts], temperature=0)
    for prompt, each in zip(prompts, said, strict=True):
        tokens = [*policy.prompt(prompt).tokens, *policy.action_tokens("ANSWER")]
        written = policy.loaded.model.generate(
            torch.tensor([tokens]), attention_mask=torch.ones(1, len(tokens)), do_sample=False, max_new_tokens=6
        )[0, len(tokens) :]
        text = policy.loaded.tokenizer.decode(written, skip_special_tokens=True).lstrip().partition("\n")[0]
        assert each.action == "ANSWER"
        assert each.argument == text.partition("\n#")[0].strip(" \t\r\n`")


def test_words_can_be_drawn_with_less_luck_than_actions(loaded):
    said = Policy(loaded, 6).acts([asked(seed=number) for number in range(100)], 5.0, warmth=0)
    assert len({each.action for each in said}) > 1
    assert len({each.argument for each in said if each.action == "HEDGE"}) == 1


def test_what_is_drawn_depends_on_its_own_luck_and_not_on_who_stands_beside_it(loaded):
    policy = Policy(loaded, 5)
    alone = [policy.acts([asked(prompt, seed)])[0] for prompt in ("Where?", "Who was it then?") for seed in range(5)]
    together = policy.acts([asked(prompt, seed) for prompt in ("Where?", "Who was it then?") for seed in range(5)])
    assert [(each.action, each.argument) for each in together] == [(each.action, each.argument) for each in alone]
    assert len({(each.action, each.argument) for each in alone}) > 3


def test_equal_prompts_are_read_once(loaded, monkeypatch):
    read = []
    forward = loaded.model.forward
    monkeypatch.setattr(loaded.model, "forward", lambda **given: read.append(given["input_ids"].shape) or forward(**given))
    Policy(loaded, 1).acts([asked(seed=number, forced="SEARCH") for number in range(20)])
    assert [rows for rows, _ in read] == [1, 3]  # the prompt, and what its three actions are like after it


def test_actions_whose_words_are_copied_have_none(loaded):
    (said,) = Policy(loaded, 5).acts([asked(forced="SEARCH")])
    assert (said.action, said.argument) == ("SEARCH", "")


def test_a_prompt_without_room_for_an_argument_is_refused_in_a_sentence(tmp_path):
    policy = Policy(load_model(str(tiny_causal(tmp_path, context=64)), device="cpu"), 5)
    with pytest.raises(BackendError, match="has room for 64; let searches find fewer paragraphs"):
        policy.acts([asked("x" * 80)])
