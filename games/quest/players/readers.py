"""Models that read a source and a text together and score how likely the text follows from the source, many pairs at a time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from woozle.core.errors import InputError
from woozle.core.match import Halt
from woozle.players.services.batch_queue import BatchQueue
from woozle.players.services.torch_models import batches, first_line, pad_rows

Pair: TypeAlias = tuple[str, str]
"""A source, and a text about it."""

Rows: TypeAlias = Mapping[str, Sequence[list[int]]]
"""The inputs of a model, by name: a row of numbers for each pair."""


@dataclass(frozen=True, slots=True)
class Reader:
    """A model and all that it needs to score pairs. It never cuts a pair short.

    Args:
        encode: Returns the inputs for some pairs, neither truncated nor padded.
        likelihood: From its logits, a number for each pair of a batch.
        longest: Longest pair that it reads, in tokens.
        padding: The token that pads a row.
    """

    name: str
    model: Any
    encode: Callable[[Sequence[Pair]], Rows]
    likelihood: Callable[[Any], Any]
    longest: int
    padding: int = 0

    def scores(self, pairs: Sequence[Pair]) -> list[float | str]:
        """Return a score for each pair, or one sentence why it has no score. Pairs of similar length are read together."""
        rows = self.encode(pairs)
        lengths = [len(each) for each in rows["input_ids"]]
        found: list[float | str] = [
            f"{self.name} reads {self.longest:,} tokens at most, and this text with its source has {length:,}."
            for length in lengths
        ]
        readable = [at for at, length in enumerate(lengths) if length <= self.longest]
        for batch in batches(readable, lengths, self.model.device.type):
            for at, score in zip(batch, self._read(rows, batch), strict=True):
                found[at] = score
        return found

    def _read(self, rows: Rows, batch: Sequence[int]) -> Sequence[float | str]:
        import torch

        is_filled = len({len(rows["input_ids"][at]) for at in batch}) > 1
        given = {
            name: pad_rows([each[at] for at in batch], self.padding if name == "input_ids" else 0, self.model.device)
            for name, each in rows.items()
            if is_filled or name != "attention_mask"
        }
        try:
            with torch.inference_mode():
                likelihood = self.likelihood(self.model(**given).logits.float())
        except (RuntimeError, IndexError) as error:  # mostly memory, or tokens and positions that the model does not have
            return [f"{self.name} failed on this text: {first_line(error)}."] * len(batch)
        return [float(each) for each in likelihood]


class ReaderQueue:
    """A Reader in a thread that batches simultaneous requests.

    Args:
        load: Makes the Reader when the first pair arrives. Raises ValueError, with a sentence, if it cannot.
    """

    def __init__(self, load: Callable[[], Reader]) -> None:
        self._load = load
        self._reader: Reader | None = None
        self._queue: BatchQueue[Pair, float | str] = BatchQueue(self._scores)

    async def opinion(self, source: str, text: str) -> float | str:
        """Return how faithful a text is to its source. Raise Halt if no text can be scored."""
        return await self._queue.ask((source, text))

    async def _scores(self, pairs: Sequence[Pair]) -> Sequence[float | str | Exception]:
        try:
            return await asyncio.to_thread(self._read, pairs)
        except InputError as error:
            halt = Halt(str(error))
        except Exception as error:  # a third-party model may raise anything
            why = f"{type(error).__name__}: {first_line(error)}"
            halt = Halt(f"The judge failed ({why}); choose another judge, and please report that.")
        return [halt] * len(pairs)

    def _read(self, pairs: Sequence[Pair]) -> Sequence[float | str]:
        if self._reader is None:
            self._reader = self._load()
        return self._reader.scores(pairs)
