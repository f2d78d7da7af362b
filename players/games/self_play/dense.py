"""Search by meaning: any embedder of transformers, the mean of its tokens, compared by their cosine."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from threading import Lock
from typing import Any

from woozle.core.text import visible_line
from woozle.players.games.quest.readers import batches
from woozle.players.games.self_play.bm25 import Hit
from woozle.players.services.machine import be_quiet, device, first_line, needs_torch, path_of, unreadable

_LONGEST = 512  # tokens that are read of a text, or fewer where a model says so


class DenseError(ValueError):
    """A model that cannot search here. Says why, in a sentence."""


def check(place: str) -> None:
    """Raises DenseError unless a model is on this machine. place: its folder, or a repository that was fetched before."""
    if why := needs_torch():
        raise DenseError(f"{visible_line(place)} cannot search here: {why}")
    from transformers import AutoConfig

    try:
        config = AutoConfig.from_pretrained(path_of(place), local_files_only=True)
    except (OSError, ValueError) as error:
        raise DenseError(
            f"There is no model {visible_line(place)} on this machine; name its folder, as in dense:~/models/minilm."
        ) from error
    if getattr(config, "is_encoder_decoder", False):
        raise DenseError(f"{visible_line(place)} is no embedder but a model of two halves; name one like MiniLM or BGE.")


class Embedder:
    """A model that turns texts into directions; texts that mean alike point alike. It is loaded when it is first needed."""

    def __init__(self, place: str) -> None:
        """Raises DenseError."""
        check(place)
        self._place = place
        self._loaded: tuple[Any, Any, int] | None = None
        self._lock = Lock()

    def embedded(self, texts: Sequence[str]) -> Any:
        """A row of length 1 for each text, as an array; of a text that is too long, its beginning counts.

        Raises DenseError where the model cannot be loaded or read with.
        """
        import torch

        with self._lock:
            tokenizer, model, longest = self._loaded = self._loaded or self._load()
            rows = tokenizer(list(texts), truncation=True, max_length=longest, verbose=False)["input_ids"]
            rows = [row or [tokenizer.pad_token_id or 0] for row in rows]
            lengths = [len(row) for row in rows]
            found = torch.zeros(len(rows), model.config.hidden_size)
            try:
                with torch.inference_mode():
                    for batch in batches(range(len(rows)), lengths, model.device.type):
                        found[batch] = _means(model, [rows[at] for at in batch], tokenizer.pad_token_id or 0).cpu()
            except (RuntimeError, IndexError) as error:  # memory, most of all, or tokens that the model does not have
                raise DenseError(
                    f"{visible_line(self._place)} failed ({first_line(error)}); search by words, or take another model."
                ) from error
            return torch.nn.functional.normalize(found, dim=-1).numpy()

    def _load(self) -> tuple[Any, Any, int]:
        from safetensors import SafetensorError
        from transformers import AutoModel, AutoTokenizer

        be_quiet()
        try:
            tokenizer = AutoTokenizer.from_pretrained(path_of(self._place), local_files_only=True)
            model = AutoModel.from_pretrained(path_of(self._place), local_files_only=True)
        except (OSError, ValueError, RuntimeError, SafetensorError) as error:
            raise DenseError(unreadable(self._place, error)) from error
        places = getattr(model.config, "max_position_embeddings", None) or _LONGEST
        return tokenizer, model.eval().to(device()), min(tokenizer.model_max_length, places, _LONGEST)


class Index:
    """Texts, ready to be searched by what they mean."""

    def __init__(self, texts: Sequence[str], embedded: Callable[[Sequence[str]], Any]) -> None:
        """embedded: as that of an Embedder. Raises what that raises."""
        self._embedded = embedded
        self._rows = embedded(texts)

    def best(self, query: str, most: int) -> list[Hit]:
        """The texts that are nearest, the nearest first, at most so many; of those that are as near, the first."""
        import numpy as np

        if not query.strip():
            return []
        scores = self._rows @ self._embedded([query])[0]
        order = np.lexsort((np.arange(len(scores)), -scores))[:most]
        return [Hit(int(at), float(scores[at])) for at in order]


@cache
def embedder(place: str) -> Embedder:
    """The model, for all matches of this process. Raises DenseError."""
    return Embedder(place)


def _means(model: Any, rows: Sequence[Sequence[int]], padding: int) -> Any:
    """The mean of what the model makes of each token, without the padding."""
    import torch

    width = max(map(len, rows))
    tokens = torch.tensor([[*row, *[padding] * (width - len(row))] for row in rows], device=model.device)
    mask = torch.tensor([[1] * len(row) + [0] * (width - len(row)) for row in rows], device=model.device)
    is_filled = any(len(row) < width for row in rows)
    hidden = model(input_ids=tokens, attention_mask=mask if is_filled else None).last_hidden_state.float()
    return (hidden * mask[..., None]).sum(1) / mask.sum(1, keepdim=True)
