"""Any cross-encoder for natural language inference as a judge: how likely it finds that the source entails the text."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, partial
from typing import Any

from woozle.core.text import visible_line
from woozle.games.quest.players.readers import Pair, Reader, ReaderQueue, Rows
from woozle.players.services.service import ServiceError
from woozle.players.services.torch_models import device, load_pretrained, model_config

_LABELS = ("entailment", "entails", "entailed", "consistent", "supported")
_LONGEST = 4096  # tokens, for models that set no limit themselves


def check(place: str) -> None:
    """Raise ServiceError unless a judge is on this machine: in a folder, or from a repository that was fetched before."""
    _entailment(place, model_config(place, "judge", "nli:~/models/nli-base"))


@cache
def shared_reader(place: str) -> ReaderQueue:
    """Return the reader for all matches of this process. Raise ServiceError."""
    check(place)
    return ReaderQueue(partial(load, place))


def load(place: str) -> Reader:
    """Load the model. Raise ServiceError."""
    import torch
    from transformers import AutoModelForSequenceClassification, AutoTokenizer

    tokenizer, model = load_pretrained(AutoTokenizer, place), load_pretrained(AutoModelForSequenceClassification, place)
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
    labels = {str(label).casefold(): at for at, label in config.id2label.items()}
    for label in _LABELS:
        if label in labels:
            return int(labels[label])
    said = ", ".join(map(str, config.id2label.values()))
    raise ServiceError(f"{visible_line(place)} cannot judge: none of its labels ({visible_line(said)}) is {_LABELS[0]}.")
