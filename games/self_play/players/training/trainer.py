"""Supervised fine-tuning of a causal language model, full or by LoRA, that goes on where it was killed as if nothing had happened.

The rate rises and falls linearly, and gradients are clipped. The order of what is learned follows from the seed alone, so that a
checkpoint needs to hold no more than weights, optimizer and position.
"""

from __future__ import annotations

import hashlib
import random
import time
import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Literal, TypeAlias

from woozle.core.errors import InputError
from woozle.core.text import visible_line
from woozle.core.value import value
from woozle.games.self_play.players.training.dataset import Pair
from woozle.games.self_play.players.training.policy import check_room
from woozle.players.backends.local.loaded_model import LoadedModel
from woozle.players.backends.local.prompts import create_prompt, tokenize
from woozle.players.backends.model_client import Message

Kind: TypeAlias = Literal["adamw", "muon"]


class Optimizer:
    """Optimizers of torch, one or two, as one. rate: the highest; decay: of weights."""

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
        """Take one step, at that share of the highest rate, and drop the gradient."""
        for part in self._parts:
            for group in part.param_groups:
                group["lr"] = self._rate * share
            part.step()
            part.zero_grad(set_to_none=True)

    def state_dict(self) -> list[Any]:
        return [part.state_dict() for part in self._parts]

    def load_state_dict(self, kept: list[Any]) -> None:
        for part, each in zip(self._parts, kept, strict=True):
            part.load_state_dict(each)


def _is_of_words(name: str) -> bool:
    """Return whether these are embeddings, with sparse gradients; Muon is for what every step sees."""
    return "embed" in name or "lm_head" in name or "wte" in name


CHECKPOINT = "checkpoint.pt"

_BUCKET = 32  # batches that are sorted by length together
_STEADY = 20  # steps over which speed and loss are averaged


class TuningError(InputError):
    """A model that cannot be tuned. Says why, in a sentence."""


@dataclass(frozen=True, slots=True)
class Tuning:
    """Options of tuning. passes: over all that is learned; batch: sequences a step; at_once: of them read side by side.

    rate: the highest learning rate; warm_up: the share of steps in which it rises, before it falls to a tenth. clip: the largest
    norm of gradients. rank: of LoRA, which learns beside all linear layers; 0 tunes all weights. every: steps between checkpoints.
    optimizer: as in Optimizer.
    """

    passes: int = 2
    batch: int = 32
    at_once: int = 32
    rate: float = 1e-4
    warm_up: float = 0.05
    decay: float = 0.01
    clip: float = 1.0
    rank: int = 0
    every: int = 200
    seed: int = 0
    optimizer: Kind = "adamw"


@dataclass(frozen=True, slots=True)
class Passage:
    """Tokens, and the places of those that are learned, in order; never the first."""

    tokens: list[int]
    wanted: Sequence[int]


@value
class Pace:
    """Progress of tuning. loss: in nats a token, over the last steps; tokens_per_second: without padding; padding: its share."""

    step: int
    steps: int
    loss: float
    tokens_per_second: float
    padding: float


Hear: TypeAlias = Callable[[Pace], None]


def encode_pair(loaded: LoadedModel, pair: Pair) -> Passage:
    """Return a pair in tokens: prompts in the model's own template, and an end after what is learned whole. Raise BackendError."""
    prompt = create_prompt(loaded, [Message("user", (pair.prompt,))]).tokens
    action = tokenize(loaded, pair.action, is_whole=True)
    output = action
    if pair.learned == "all":
        whole = tokenize(loaded, pair.output, is_whole=True)
        rest = tokenize(loaded, pair.output[len(pair.action) :], is_whole=True)
        end = loaded.tokenizer.eos_token_id
        output = [*(whole if whole[: len(action)] == action else [*action, *rest]), *([] if end is None else [end])]
    check_room(loaded, len(prompt) + len(output))
    return Passage([*prompt, *output], range(len(prompt), len(prompt) + len(output)))


def tune(loaded: LoadedModel, sequences: Sequence[Passage], how: Tuning, folder: Path, hear: Hear = lambda pace: None) -> Pace:
    """Tune a model in memory, going on from a checkpoint of the same in `folder`. Returns how the end of it went.

    Afterwards the model is as before but for its weights, LoRA's included. Raise TuningError.
    """
    if not sequences:
        raise TuningError(
            "There is nothing to learn: no rollout was good enough; try more questions, rollouts or a lower threshold."
        )
    folder.mkdir(parents=True, exist_ok=True)
    dtype = loaded.model.dtype
    if not how.rank:
        loaded.model.float()  # halves are too coarse to add small steps to
    model = _with_lora(loaded.model, how) if how.rank else loaded.model
    optimizer = Optimizer(model, how.optimizer, how.rate, how.decay)
    batches = list(_batches(sequences, how))
    pace = _Pacing(len(batches))
    place = _Checkpoint(folder / CHECKPOINT, _digest(sequences, how), optimizer, pace)
    place.go_back()
    model.train()
    try:
        for number in range(pace.done, len(batches)):
            _step(loaded, model, [sequences[at] for at in batches[number]], how, optimizer, pace)
            optimizer.step(_share_of_rate(number, len(batches), how.warm_up))
            if (number + 1) % how.every == 0 or number + 1 == len(batches):
                place.keep()
            hear(pace.now)
    finally:
        model.eval()
    if how.rank:
        model.merge_and_unload()
    else:
        model.to(dtype)
    return pace.now


def save(loaded: LoadedModel, folder: Path) -> None:
    """Save a tuned model in the files of transformers, whole or not at all."""
    import shutil

    from transformers import logging

    logging.disable_progress_bar()  # type: ignore[no-untyped-call]
    new = folder.with_name(f"{folder.name}.new")
    shutil.rmtree(new, ignore_errors=True)
    loaded.model.save_pretrained(new)
    loaded.tokenizer.save_pretrained(new)
    shutil.rmtree(folder, ignore_errors=True)
    new.replace(folder)


# A step


def _step(loaded: LoadedModel, model: Any, batch: Sequence[Passage], how: Tuning, optimizer: Optimizer, pace: _Pacing) -> None:
    """Take one step. The gradient is the mean over all learned tokens of the batch, however it is cut into pieces."""
    import torch

    count = sum(len(each.wanted) for each in batch)
    whole = 0.0
    alike = sorted(batch, key=lambda each: len(each.tokens))
    for at in range(0, len(alike), how.at_once):
        piece = alike[at : at + how.at_once]
        loss = _loss(loaded, model, piece) / count
        loss.backward()
        whole += float(loss.detach())
        longest = max(len(each.tokens) for each in piece)
        pace.count_tokens(sum(len(each.tokens) for each in piece), longest * len(piece))
    torch.nn.utils.clip_grad_norm_(optimizer.weights, how.clip)
    pace.count_step(whole)


def _loss(loaded: LoadedModel, model: Any, piece: Sequence[Passage]) -> Any:
    """Return the loss, summed over the learned tokens. With padding on the left, logits are made for the ends alone."""
    import torch

    device, longest = loaded.device, max(len(each.tokens) for each in piece)
    last = max(len(each.tokens) - min(each.wanted) for each in piece)
    pads = [longest - len(each.tokens) for each in piece]
    tokens = torch.tensor([[0] * pad + each.tokens for pad, each in zip(pads, piece, strict=True)], device=device)
    mask = torch.tensor([[0] * pad + [1] * (longest - pad) for pad in pads], device=device)
    given = {"input_ids": tokens, "attention_mask": mask, "use_cache": False}
    if "position_ids" in loaded.takes:
        given["position_ids"] = (mask.cumsum(dim=-1) - 1).clamp(min=0)
    if "logits_to_keep" in loaded.takes:
        given["logits_to_keep"] = last + 1
    wanted = torch.zeros((len(piece), last), dtype=torch.bool)
    for row, each in enumerate(piece):
        wanted[row, [at - len(each.tokens) + last for at in each.wanted]] = True
    wanted = wanted.to(device)
    with torch.autocast(device.type, torch.bfloat16, enabled=device.type == "cuda"):
        logits = model(**given).logits[:, -last - 1 : -1]
    return torch.nn.functional.cross_entropy(logits[wanted].float(), tokens[:, -last:][wanted], reduction="sum")


def _share_of_rate(step: int, steps: int, warm_up: float) -> float:
    """Return the share of the highest rate: up from 0 and down to a tenth."""
    rising = max(1, round(steps * warm_up))
    if step < rising:
        return (step + 1) / rising
    return 1 - 0.9 * (step - rising) / max(1, steps - rising)


def _batches(sequences: Sequence[Passage], how: Tuning) -> Iterator[list[int]]:
    """Return the batches of all passes, by number: shuffled, then sorted by length within buckets, so that little is padding."""
    for number in range(how.passes):
        chance = random.Random(f"{how.seed}/{number}")
        order = list(range(len(sequences)))
        chance.shuffle(order)
        batches: list[list[int]] = []
        for at in range(0, len(order), _BUCKET * how.batch):
            bucket = sorted(order[at : at + _BUCKET * how.batch], key=lambda each: len(sequences[each].tokens))
            batches += [bucket[each : each + how.batch] for each in range(0, len(bucket), how.batch)]
        chance.shuffle(batches)
        yield from batches


def _with_lora(model: Any, how: Tuning) -> Any:
    try:
        from peft import LoraConfig, get_peft_model
    except ImportError:
        raise TuningError("LoRA needs peft; install it with `pip install 'woozle[lora]'`, or tune all weights.") from None
    import torch

    torch.manual_seed(how.seed)  # of the first weights of LoRA
    config = LoraConfig(r=how.rank, lora_alpha=2 * how.rank, target_modules="all-linear", task_type="CAUSAL_LM")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FutureWarning)  # peft asks models what newer ones of transformers call otherwise
        return get_peft_model(model, config)


# Where it is, and how fast


_PACE = ("done", "tokens", "places", "before", "losses")


class _Checkpoint:
    """A checkpoint on disk. digest: of the data and options; the checkpoint of others is passed over."""

    def __init__(self, path: Path, digest: str, optimizer: Optimizer, pace: _Pacing) -> None:
        self._path, self._digest, self._optimizer, self._pace = path, digest, optimizer, pace

    def go_back(self) -> None:
        """Restore the checkpoint, if there is one. Raise TuningError."""
        import torch

        if not self._path.exists():
            return
        try:
            kept = torch.load(self._path, map_location="cpu", weights_only=True)
        except Exception as error:  # a broken file raises whatever it likes
            raise TuningError(f"{visible_line(str(self._path))} cannot be read; remove it to begin this tuning again.") from error
        if kept.get("digest") != self._digest:
            return
        with torch.no_grad():
            for weight, found in zip(self._optimizer.weights, kept["weights"], strict=True):
                weight.copy_(found)
        self._optimizer.load_state_dict(kept["optimizer"])
        torch.set_rng_state(kept["chance"])  # of dropout, where a model has any
        for name in _PACE:
            setattr(self._pace, name, kept["pace"][name])

    def keep(self) -> None:
        """Write a checkpoint, whole or not at all."""
        import torch

        new = self._path.with_name(f"{self._path.name}.new")
        kept = {
            "digest": self._digest,
            "pace": {**{name: getattr(self._pace, name) for name in _PACE}, "before": self._pace.seconds},
            "weights": [each.detach() for each in self._optimizer.weights],
            "optimizer": self._optimizer.state_dict(),
            "chance": torch.get_rng_state(),
        }
        torch.save(kept, new)
        new.replace(self._path)


def _digest(sequences: Sequence[Passage], how: Tuning) -> str:
    found = hashlib.sha256(repr(sorted(asdict(how).items())).encode())
    for each in sequences:
        found.update(repr((list(each.wanted), each.tokens)).encode())
    return found.hexdigest()


@dataclass(slots=True)
class _Pacing:
    """A counter of what was read; kept in checkpoints, so that the final figures cover the whole. before: seconds until then."""

    steps: int
    done: int = 0
    tokens: int = 0
    places: int = 0
    before: float = 0.0
    losses: list[float] = field(default_factory=list)
    began: float = field(default_factory=time.perf_counter)

    def count_tokens(self, tokens: int, places: int) -> None:
        """Count a batch. places: padding included."""
        self.tokens += tokens
        self.places += places

    def count_step(self, loss: float) -> None:
        self.done += 1
        self.losses = [*self.losses[1 - _STEADY :], loss]

    @property
    def seconds(self) -> float:
        return max(self.before + time.perf_counter() - self.began, 1e-9)

    @property
    def now(self) -> Pace:
        loss = sum(self.losses) / len(self.losses) if self.losses else 0.0
        padding = 1 - self.tokens / self.places if self.places else 0.0
        return Pace(self.done, self.steps, loss, self.tokens / self.seconds, padding)
