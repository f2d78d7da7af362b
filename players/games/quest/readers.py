"""Models that read a source and a text together and say how likely the one follows from the other, many pairs at a time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from woozle.core.match import Halt
from woozle.players.services.batch_queue import BatchQueue
from woozle.players.services.torch_models import first_line

Pair: TypeAlias = tuple[str, str]
"""A source, and a text about it."""

Rows: TypeAlias = Mapping[str, Sequence[list[int]]]
"""What a model is given, by name: a row of numbers for each pair."""


class Limits(NamedTuple):
    """Limits of a batch. tokens: of all its rows, padding included. padded: the longest row, in tokens, that is filled up.

    Longer rows are read with those of their own length, without a mask: on a CPU each layer spreads a mask over every head and pair
    of places, which costs more than a call.
    """

    tokens: int
    padded: int


LIMITS: Mapping[str, Limits] = {"cpu": Limits(4096, 128), "cuda": Limits(32_768, 32_768)}
"""By device."""


class Reader:
    """A model and all that it needs to score pairs. It never cuts a pair short."""

    def __init__(
        self,
        name: str,
        model: Any,
        encode: Callable[[Sequence[Pair]], Rows],
        likelihood: Callable[[Any], Any],
        *,
        longest: int,
        padding: int = 0,
    ) -> None:
        """encode: what the model is given for some pairs, not cut and not padded. padding: the token that fills up a row.

        likelihood: from its logits, a number for each pair of a batch. longest: pair that it reads, in tokens.
        """
        self._name = name
        self._model = model
        self._encode = encode
        self._likelihood = likelihood
        self._longest = longest
        self._padding = padding

    def scores(self, pairs: Sequence[Pair]) -> list[float | str]:
        """Return a score for each pair, or one sentence why there is none. Read pairs of like length together."""
        rows = self._encode(pairs)
        lengths = [len(each) for each in rows["input_ids"]]
        found: list[float | str] = [
            f"{self._name} reads {self._longest:,} tokens at most, and this text with its source has {length:,}."
            for length in lengths
        ]
        readable = [at for at, length in enumerate(lengths) if length <= self._longest]
        for batch in batches(readable, lengths, self._model.device.type):
            for at, score in zip(batch, self._read(rows, batch, max(lengths[at] for at in batch)), strict=True):
                found[at] = score
        return found

    def _read(self, rows: Rows, batch: Sequence[int], width: int) -> Sequence[float | str]:
        import torch

        def pad(name: str) -> Any:
            fill = self._padding if name == "input_ids" else 0
            each = (rows[name][at] for at in batch)
            return torch.tensor([row + [fill] * (width - len(row)) for row in each], device=self._model.device)

        is_filled = any(len(rows["input_ids"][at]) < width for at in batch)
        names = [name for name in rows if is_filled or name != "attention_mask"]
        try:
            with torch.inference_mode():
                likelihood = self._likelihood(self._model(**{name: pad(name) for name in names}).logits.float())
        except (RuntimeError, IndexError) as error:  # memory, most of all, or tokens and places that the model does not have
            return [f"{self._name} failed on this text: {first_line(error)}."] * len(batch)
        return [float(each) for each in likelihood]


def batches(which: Sequence[int], lengths: Sequence[int], device: str) -> Iterator[list[int]]:
    """Yield batches of rows of like length within the limits of a device, with little padding; a row that is too long is alone."""
    tokens, padded = LIMITS[device]
    batch: list[int] = []
    for at in sorted(which, key=lambda at: lengths[at]):
        is_full = lengths[at] * (len(batch) + 1) > tokens
        if batch and (is_full or (lengths[at] > padded and lengths[at] != lengths[batch[0]])):
            yield batch
            batch = []
        batch.append(at)
    if batch:
        yield batch


class ReaderQueue:
    """A Reader that reads together what is asked at the same time, in a thread.

    Args:
        load: Makes the Reader, when the first pair is there. Raises ValueError, with a sentence, where it cannot.
    """

    def __init__(self, load: Callable[[], Reader]) -> None:
        self._load = load
        self._reader: Reader | None = None
        self._queue: BatchQueue[Pair, float | str] = BatchQueue(self._scores)

    async def opinion(self, source: str, text: str) -> float | str:
        """Return how faithful a text is to its source. Raise Halt where no text can be scored."""
        return await self._queue.ask((source, text))

    async def _scores(self, pairs: Sequence[Pair]) -> Sequence[float | str | Exception]:
        try:
            return await asyncio.to_thread(self._read, pairs)
        except ValueError as error:
            halt = Halt(str(error))
        except Exception as error:  # a model of others may raise anything
            why = f"{type(error).__name__}: {first_line(error)}"
            halt = Halt(f"The judge failed ({why}); choose another judge, and please report that.")
        return [halt] * len(pairs)

    def _read(self, pairs: Sequence[Pair]) -> Sequence[float | str]:
        if self._reader is None:
            self._reader = self._load()
        return self._reader.scores(pairs)
