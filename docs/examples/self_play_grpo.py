"""Self-play at the urn with shared weights: one language model in all three seats, trained by GRPO on what each seat scores.

    pip install 'woozle[local]' trl
    python docs/examples/self_play_grpo.py [STEPS]

The library is TRL, and the model a tiny one of random weights, made here: a step takes seconds on a processor, and so few teach it
nothing. A group is one question to one seat of one match: roles and draws are the same in all matches of the group, which differ by
what the model answered. A prompt holds all that the seat knows, as a model in a run is sent it.
"""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Any

import torch
from datasets import Dataset
from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers
from transformers import LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast
from trl import GRPOConfig, GRPOTrainer

from woozle.environments import Episode, Turn, setting

GROUP = 4
QUESTIONS = 3  # to each seat in a match: its report, whom it accuses, and its range
URN = setting("urn", "agent*3", options={"handfuls": 1}, reward="score")


def legal_answers(turn: Turn) -> list[str]:
    """Return what may be answered, as JSON. It is a list because the tiny model cannot write JSON; others reply as they like."""
    if choices := turn.request.choices:
        return [json.dumps(dict(zip(choices, each, strict=True))) for each in product(*choices.values())]
    tens = range(0, 101, 10)
    return [json.dumps({"low": low, "high": high}) for low, high in product(tens, tens) if low <= high]


@dataclass
class Answered:
    """The tokens of one answer. is_chosen: whether there was a choice. reward: what its seat scored; None of a void match."""

    prompt: list[int]
    reply: list[int] = field(default_factory=list)
    is_chosen: list[int] = field(default_factory=list)
    logprobs: list[float] = field(default_factory=list)
    reward: float | None = None


def prompt_tokens(turn: Turn, tokenizer: Any) -> list[int]:
    """Return what a seat is sent, as tokens. A real model has a chat template for this."""
    return list(tokenizer.encode("".join(f"{each.role}: {' '.join(map(str, each.parts))}\n" for each in turn.messages())))


@torch.no_grad()
def draw_reply(prompt: list[int], answers: Sequence[str], model: Any, tokenizer: Any) -> tuple[str, Answered]:
    """Draw one of the answers, a token at a time."""
    left = [[*tokenizer.encode(answer), tokenizer.eos_token_id] for answer in answers]
    found = Answered(prompt)
    cache, new = None, prompt
    while not found.reply or found.reply[-1] != tokenizer.eos_token_id:
        seen = model(torch.tensor([new]), past_key_values=cache, use_cache=True)
        chances, cache = seen.logits[0, -1].log_softmax(-1), seen.past_key_values
        possible = sorted({answer[len(found.reply)] for answer in left})
        token = possible[int(torch.multinomial(chances[possible].softmax(-1), 1))]
        left, new = [answer for answer in left if answer[len(found.reply)] == token], [token]
        found.reply.append(token)
        found.is_chosen.append(int(len(possible) > 1))
        found.logprobs.append(float(chances[token]))
    return str(tokenizer.decode(left[0][:-1])), found


def play_match(number: int, model: Any, tokenizer: Any) -> dict[tuple[str, int], Answered]:
    """Return the answers of a match, by seat and by the number of the question to it."""
    episode = Episode(URN, seed=1, number=number, about={"name": "self-play"}, is_by_hand=True)
    found: dict[tuple[str, int], Answered] = {}
    episode.begin()
    while turns := episode.turns:
        for seat, turn in turns.items():
            reply, found[seat, turn.number] = draw_reply(prompt_tokens(turn, tokenizer), legal_answers(turn), model, tokenizer)
            turn.answer(reply, 0.0)
        episode.go_on()
    episode.close()
    for (seat, _), answered in found.items():
        answered.reward = episode.reward(seat)
    return found


def play_matches(prompts: list[str], trainer: GRPOTrainer) -> dict[str, Any]:
    """Play the matches of a batch. A prompt names a match, a seat and a question: as often as it is there, that match is played."""
    found: dict[str, list[Any]] = {"prompt_ids": [], "completion_ids": [], "logprobs": [], "env_mask": [], "reward": []}
    played: dict[tuple[str, int], Any] = {}
    seen: dict[str, int] = {}
    for prompt in prompts:
        number, seat, question = prompt.split()
        time = seen[prompt] = seen.get(prompt, 0) + 1
        if (number, time) not in played:
            played[number, time] = play_match(int(number), trainer.model, trainer.processing_class)
        answered = played[number, time][seat, int(question)]
        found["prompt_ids"].append(answered.prompt)
        found["completion_ids"].append(answered.reply)
        found["logprobs"].append(answered.logprobs)
        found["env_mask"].append(answered.is_chosen)
        found["reward"].append(answered.reward)
    return found


def rewards(prompts: Any, completions: Any, reward: list[float | None], **more: Any) -> list[float | None]:
    """Return what each seat scored; None of a void match, which is then left out."""
    return reward


def tiny_model() -> tuple[LlamaForCausalLM, PreTrainedTokenizerFast]:
    """Return a model of random weights, and a tokenizer that knows the words of the game."""
    episode = Episode(URN, seed=0, about={"name": "words"}, is_by_hand=True)
    episode.begin()
    texts = [str(part) for turn in episode.turns.values() for message in turn.messages() for part in message.parts]
    episode.close()
    bpe = Tokenizer(models.BPE())
    bpe.pre_tokenizer, bpe.decoder = pre_tokenizers.ByteLevel(add_prefix_space=False), decoders.ByteLevel()
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    bpe.train_from_iterator(texts, trainers.BpeTrainer(vocab_size=600, special_tokens=["<end>"], initial_alphabet=alphabet))
    tokenizer = PreTrainedTokenizerFast(tokenizer_object=bpe, eos_token="<end>", pad_token="<end>")
    torch.manual_seed(0)
    sizes = {"hidden_size": 32, "intermediate_size": 64, "num_hidden_layers": 2, "num_attention_heads": 2}
    end = tokenizer.eos_token_id
    return LlamaForCausalLM(
        LlamaConfig(vocab_size=len(tokenizer), max_position_embeddings=4096, eos_token_id=end, **sizes)
    ), tokenizer


def train(steps: int) -> list[float]:
    """Train for some steps; return the mean reward of each."""
    torch.set_num_threads(1)  # threads that wait for each other cost such a small model most of its time
    model, tokenizer = tiny_model()
    seats = URN.agents
    rows = [
        f"{number} {seat} {question}" for number in range(1, steps + 1) for seat in seats for question in range(1, QUESTIONS + 1)
    ]
    with tempfile.TemporaryDirectory() as folder:
        config = GRPOConfig(
            folder,
            max_steps=steps,
            num_generations=GROUP,
            per_device_train_batch_size=GROUP * len(seats) * QUESTIONS,
            gradient_accumulation_steps=1,
            shuffle_dataset=False,
            learning_rate=1e-2,
            lr_scheduler_type="constant",
            gradient_checkpointing=False,
            use_cpu=True,
            bf16=False,
            logging_steps=1,
            report_to=[],
            save_strategy="no",
            disable_tqdm=True,
        )
        data = Dataset.from_dict({"prompt": rows})
        trainer = GRPOTrainer(model, rewards, config, data, processing_class=tokenizer, rollout_func=play_matches)
        trainer.train()
    return [step["reward"] for step in trainer.state.log_history if "reward" in step]


if __name__ == "__main__":
    print("Mean score of each step:", train(int(sys.argv[1]) if sys.argv[1:] else 3))
