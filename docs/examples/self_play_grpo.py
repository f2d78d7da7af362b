"""Self-play at the urn with shared weights: one language model in all three seats, trained by GRPO on what each seat scores.

    pip install 'woozle[local]' trl
    python docs/examples/self_play_grpo.py [STEPS]

The library is TRL, and the model a tiny one of random weights, made here: a step takes seconds on a processor, and so few teach it
nothing. A group is one seat of one match: roles and draws are the same in all matches of the group, which differ by what the model
answered. What a seat was told between its answers is masked.
"""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Sequence
from itertools import product
from typing import Any

import torch
from datasets import Dataset
from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers
from transformers import LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast
from trl import GRPOConfig, GRPOTrainer

from woozle.arena.environments.messages import guide, turn_text
from woozle.environments import Episode, Turn, setting

GAME, GROUP = "urn", 4
URN = setting(GAME, "agent*3", options={"handfuls": 1}, reward="score")


def legal_answers(turn: Turn) -> list[str]:
    """Return what may be answered, as JSON. It is a list because the tiny model cannot write JSON; others reply as they like."""
    if choices := turn.request.choices:
        return [json.dumps(dict(zip(choices, each, strict=True))) for each in product(*choices.values())]
    tens = range(0, 101, 10)
    return [json.dumps({"low": low, "high": high}) for low, high in product(tens, tens) if low <= high]


class Conversation:
    """The tokens of one seat in one match: those that it was told, and those that the model chose."""

    def __init__(self, model: Any, tokenizer: Any) -> None:
        self._model = model
        self._tokenizer = tokenizer
        self.tokens: list[int] = []
        self.is_chosen: list[int] = []
        self.logprobs: list[float] = []

    def hear(self, role: str, text: str) -> None:
        """Add what is said to the model."""
        new = self._tokenizer.encode(f"{role}: {text}\n")
        self.tokens += new
        self.is_chosen += [0] * len(new)
        self.logprobs += [0.0] * len(new)

    @torch.no_grad()
    def reply(self, answers: Sequence[str]) -> str:
        """Draw one of the answers, a token at a time."""
        left = [[*self._tokenizer.encode(answer), self._tokenizer.eos_token_id] for answer in answers]
        cache, new, at = None, self.tokens, 0
        while True:
            seen = self._model(torch.tensor([new]), past_key_values=cache, use_cache=True)
            chances, cache = seen.logits[0, -1].log_softmax(-1), seen.past_key_values
            possible = sorted({answer[at] for answer in left})
            token = possible[int(torch.multinomial(chances[possible].softmax(-1), 1))]
            left, new, at = [answer for answer in left if answer[at] == token], [token], at + 1
            self.tokens += new
            self.is_chosen.append(int(len(possible) > 1))  # else there was nothing to choose
            self.logprobs.append(float(chances[token]))
            if token == self._tokenizer.eos_token_id:
                return str(self._tokenizer.decode(left[0][:-1]))


def play_match(number: int, model: Any, tokenizer: Any) -> dict[str, tuple[Conversation, int, float | None]]:
    """Return of each seat its conversation, how many tokens of it were there before the first answer, and its reward."""
    episode = Episode(URN, seed=1, number=number, about={"name": "self-play"}, is_by_hand=True)
    said = {seat: Conversation(model, tokenizer) for seat in episode.agents}
    began: dict[str, int] = {}
    episode.begin()
    while turns := episode.turns:
        for seat, turn in turns.items():
            if seat not in began:
                said[seat].hear("system", guide(GAME, seat, turn.observation))
            said[seat].hear("user", turn_text(GAME, turn))
            began.setdefault(seat, len(said[seat].tokens))
            turn.answer(said[seat].reply(legal_answers(turn)), 0.0)
        episode.go_on()
    episode.close()
    return {seat: (said[seat], began[seat], episode.reward(seat)) for seat in said}


def play_matches(prompts: list[str], trainer: GRPOTrainer) -> dict[str, Any]:
    """Play the matches of a batch. A prompt names a match and a seat: as often as it is there, that match is played."""
    found: dict[str, list[Any]] = {"prompt_ids": [], "completion_ids": [], "logprobs": [], "env_mask": [], "reward": []}
    played: dict[tuple[str, int], Any] = {}
    seen: dict[str, int] = {}
    for prompt in prompts:
        number, seat = prompt.split()
        time = seen[prompt] = seen.get(prompt, 0) + 1
        if (number, time) not in played:
            played[number, time] = play_match(int(number), trainer.model, trainer.processing_class)
        said, began, reward = played[number, time][seat]
        found["prompt_ids"].append(said.tokens[:began])
        found["completion_ids"].append(said.tokens[began:])
        found["logprobs"].append(said.logprobs[began:])
        found["env_mask"].append(said.is_chosen[began:])
        found["reward"].append(reward)
    return found


def rewards(prompts: Any, completions: Any, reward: list[float | None], **more: Any) -> list[float | None]:
    """Return what each seat scored; None of a void match, which is then left out."""
    return reward


def tiny_model() -> tuple[LlamaForCausalLM, PreTrainedTokenizerFast]:
    """Return a model of random weights, and a tokenizer that knows the words of the game."""
    episode = Episode(URN, seed=0, about={"name": "words"}, is_by_hand=True)
    episode.begin()
    texts = [text for seat, turn in episode.turns.items() for text in (guide(GAME, seat, turn.observation), turn_text(GAME, turn))]
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
    rows = [f"{number} {seat}" for number in range(1, steps + 1) for seat in seats]
    with tempfile.TemporaryDirectory() as folder:
        config = GRPOConfig(
            folder,
            max_steps=steps,
            num_generations=GROUP,
            per_device_train_batch_size=GROUP * len(seats),
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
