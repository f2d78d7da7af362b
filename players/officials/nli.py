"""Any cross-encoder for natural language inference as a judge: how likely it finds that the source entails the text."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, partial
from pathlib import Path
from typing import Any

from woozle.core.text import visible_line
from woozle.players.officials.readers import Pair, Reader, Rows, Together, device, needs_torch

_LABELS = ("entailment", "entails", "entailed", "consistent", "supported")
_LONGEST = 4096  # tokens, for models that set no limit themselves


class NliError(ValueError):
    """A model that cannot judge. Says why, in a sentence."""


def check(name: str) -> None:
    """Raises NliError unless a model of that name, a folder or a repository that was fetched before, is here to judge."""
    if why := needs_torch():
        raise NliError(f"{_shown(name)} cannot judge here: {why}")
    from transformers import AutoConfig

    try:
        config = AutoConfig.from_pretrained(_path(name), local_files_only=True)
    except (OSError, ValueError) as error:
        raise NliError(
            f"There is no model {_shown(name)} on this machine; name its folder, as in nli:~/models/nli-base."
        ) from error
    _entailment(name, config)


@cache
def together(name: str) -> Together:
    """Who reads, for all matches of this process. Raises NliError."""
    check(name)
    return Together(partial(load, name))


def load(name: str) -> Reader:
    """The model, ready to read. Raises NliError."""
    import torch
    from transformers import AutoModelForSequenceClassification, AutoTokenizer

    try:
        tokenizer = AutoTokenizer.from_pretrained(_path(name), local_files_only=True)
        model = AutoModelForSequenceClassification.from_pretrained(_path(name), local_files_only=True)
    except (OSError, ValueError) as error:
        raise NliError(f"{_shown(name)} cannot be read: {str(error).strip().splitlines()[0]}") from error
    label = _entailment(name, model.config)

    def encode(pairs: Sequence[Pair]) -> Rows:
        return dict(tokenizer([source for source, _ in pairs], [text for _, text in pairs], truncation=False, verbose=False))

    return Reader(
        _shown(name),
        model.eval().to(device()),
        encode,
        lambda logits: torch.softmax(logits, -1)[:, label],
        longest=min(tokenizer.model_max_length, getattr(model.config, "max_position_embeddings", None) or _LONGEST),
        padding=tokenizer.pad_token_id or 0,
    )


def _entailment(name: str, config: Any) -> int:
    """Which of its labels says that the text follows."""
    labels = {str(label).casefold(): at for at, label in config.id2label.items()}
    for label in _LABELS:
        if label in labels:
            return int(labels[label])
    said = ", ".join(map(str, config.id2label.values()))
    raise NliError(f"{_shown(name)} cannot judge: none of its labels ({visible_line(said)}) is {_LABELS[0]}.")


def _path(name: str) -> str:
    path = Path(name).expanduser()
    return str(path) if path.exists() else name


def _shown(name: str) -> str:
    return visible_line(name)
