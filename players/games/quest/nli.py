"""Any cross-encoder for natural language inference as a judge: how likely it finds that the source entails the text."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, partial
from typing import Any

from woozle.core.text import visible_line
from woozle.players.games.quest.readers import Pair, Reader, Rows, Together
from woozle.players.services.machine import be_quiet, device, needs_torch, path_of, unreadable

_LABELS = ("entailment", "entails", "entailed", "consistent", "supported")
_LONGEST = 4096  # tokens, for models that set no limit themselves


class NliError(ValueError):
    """A model that cannot judge. Says why, in a sentence."""


def check(place: str) -> None:
    """Raises NliError unless a model is on this machine to judge. place: its folder, or a repository that was fetched before."""
    if why := needs_torch():
        raise NliError(f"{visible_line(place)} cannot judge here: {why}")
    from transformers import AutoConfig

    try:
        config = AutoConfig.from_pretrained(path_of(place), local_files_only=True)
    except (OSError, ValueError) as error:
        raise NliError(
            f"There is no model {visible_line(place)} on this machine; name its folder, as in nli:~/models/nli-base."
        ) from error
    _entailment(place, config)


@cache
def together(place: str) -> Together:
    """Who reads, for all matches of this process. Raises NliError."""
    check(place)
    return Together(partial(load, place))


def load(place: str) -> Reader:
    """The model, ready to read. Raises NliError."""
    import torch
    from safetensors import SafetensorError
    from transformers import AutoModelForSequenceClassification, AutoTokenizer

    be_quiet()
    try:
        tokenizer = AutoTokenizer.from_pretrained(path_of(place), local_files_only=True)
        model = AutoModelForSequenceClassification.from_pretrained(path_of(place), local_files_only=True)
    except (OSError, ValueError, RuntimeError, SafetensorError) as error:
        raise NliError(unreadable(place, error)) from error
    label = _entailment(place, model.config)

    def encode(pairs: Sequence[Pair]) -> Rows:
        return dict(tokenizer([source for source, _ in pairs], [text for _, text in pairs], truncation=False, verbose=False))

    return Reader(
        visible_line(place),
        model.eval().to(device()),
        encode,
        lambda logits: torch.softmax(logits, -1)[:, label],
        longest=min(tokenizer.model_max_length, getattr(model.config, "max_position_embeddings", None) or _LONGEST),
        padding=tokenizer.pad_token_id or 0,
    )


def _entailment(place: str, config: Any) -> int:
    """Which of its labels says that the text follows."""
    labels = {str(label).casefold(): at for at, label in config.id2label.items()}
    for label in _LABELS:
        if label in labels:
            return int(labels[label])
    said = ", ".join(map(str, config.id2label.values()))
    raise NliError(f"{visible_line(place)} cannot judge: none of its labels ({visible_line(said)}) is {_LABELS[0]}.")
