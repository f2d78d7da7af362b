"""Search by meaning: any embedder of transformers, the mean of its tokens, compared by their cosine."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from threading import Lock
from typing import Any

from woozle.core.text import visible_line
from woozle.games.self_play.players.bm25 import Hit
from woozle.players.services.service import ServiceError
from woozle.players.services.torch_models import batches, device, first_line, load_pretrained, model_config, pad_rows

_LONGEST = 512  # tokens that are read of a text, or fewer where a model says so


def check(place: str) -> None:
    """Raise ServiceError unless an embedder is on this machine: in a folder, or from a repository that was fetched before."""
    config = model_config(place, "search", "dense:~/models/minilm")
    if getattr(config, "is_encoder_decoder", False):
        raise ServiceError(f"{visible_line(place)} is no embedder but a model of two halves; name one like MiniLM or BGE.")


class Embedder:
    """A model that turns texts into directions; texts that mean alike point alike. It is loaded when it is first needed."""

    def __init__(self, place: str) -> None:
        """Raise ServiceError if the model is not on this machine."""
        check(place)
        self._place = place
        self._loaded: tuple[Any, Any, int] | None = None
        self._lock = Lock()

    def embed(self, texts: Sequence[str]) -> Any:
        """Return a row of length 1 for each text, as an array; a text that is too long is cut.

        Raise ServiceError where the model cannot be loaded or read with.
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
                        found[batch] = _mean_vectors(model, [rows[at] for at in batch], tokenizer.pad_token_id or 0).cpu()
            except (RuntimeError, IndexError) as error:  # memory, most of all, or tokens that the model does not have
                raise ServiceError(
                    f"{visible_line(self._place)} failed ({first_line(error)}); search by words, or take another model."
                ) from error
            return torch.nn.functional.normalize(found, dim=-1).numpy()

    def _load(self) -> tuple[Any, Any, int]:
        from transformers import AutoModel, AutoTokenizer

        tokenizer, model = load_pretrained(AutoTokenizer, self._place), load_pretrained(AutoModel, self._place)
        places = getattr(model.config, "max_position_embeddings", None) or _LONGEST
        return tokenizer, model.eval().to(device()), min(tokenizer.model_max_length, places, _LONGEST)


class Index:
    """Texts, ready to be searched by meaning."""

    def __init__(self, texts: Sequence[str], embedded: Callable[[Sequence[str]], Any]) -> None:
        """embedded: as that of an Embedder. Raises what that raises."""
        self._embedded = embedded
        self._rows = embedded(texts)

    def best(self, query: str, most: int) -> list[Hit]:
        """Return the `most` texts that are nearest, nearest first; of equals the first."""
        import numpy as np

        if not query.strip():
            return []
        scores = self._rows @ self._embedded([query])[0]
        order = np.lexsort((np.arange(len(scores)), -scores))[:most]
        return [Hit(int(at), float(scores[at])) for at in order]


embedder = cache(Embedder)
"""The model at a place, for all matches of this process."""


def _mean_vectors(model: Any, rows: Sequence[Sequence[int]], padding: int) -> Any:
    tokens, mask = pad_rows(rows, padding, model.device), pad_rows([[1] * len(row) for row in rows], 0, model.device)
    is_filled = len(set(map(len, rows))) > 1
    hidden = model(input_ids=tokens, attention_mask=mask if is_filled else None).last_hidden_state.float()
    return (hidden * mask[..., None]).sum(1) / mask.sum(1, keepdim=True)
