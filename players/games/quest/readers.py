"""Models that read a source and a text together and say how likely the one follows from the other, many pairs at a time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from woozle.core.match import Halt
from woozle.players.services.machine import first_line

Pair: TypeAlias = tuple[str, str]
"""A source, and a text about it."""

Rows: TypeAlias = Mapping[str, Sequence[list[int]]]
"""What a model is given, by name: a row of numbers for each pair."""


class Limits(NamedTuple):
    """Of one batch. tokens: of all its rows, padding included. padded: the longest row, in tokens, that longer ones are read with.

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
        """A score for each pair, or one sentence why there is none. Pairs of like length are read together."""
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

        def padded(name: str) -> Any:
            fill = self._padding if name == "input_ids" else 0
            each = (rows[name][at] for at in batch)
            return torch.tensor([row + [fill] * (width - len(row)) for row in each], device=self._model.device)

        is_filled = any(len(rows["input_ids"][at]) < width for at in batch)
        names = [name for name in rows if is_filled or name != "attention_mask"]
        try:
            with torch.inference_mode():
                likelihood = self._likelihood(self._model(**{name: padded(name) for name in names}).logits.float())
        except (RuntimeError, IndexError) as error:  # memory, most of all, or tokens and places that the model does not have
            return [f"{self._name} failed on this text: {first_line(error)}."] * len(batch)
        return [float(each) for each in likelihood]


def batches(which: Sequence[int], lengths: Sequence[int], device: str) -> Iterator[list[int]]:
    """Those of like length together, within the limits of a device, so that little is padding; one that is too long is alone."""
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


class Together:
    """Collects what is asked while a Reader is busy, and has it read together, in a thread.

    load: makes the Reader, when the first pair is there. Raises ValueError, with a sentence, where it cannot.
    """

    def __init__(self, load: Callable[[], Reader]) -> None:
        self._load = load
        self._reader: Reader | None = None
        self._waiting: list[tuple[Pair, asyncio.Future[float | str]]] = []
        self._work: asyncio.Task[None] | None = None

    async def opinion(self, source: str, text: str) -> float | str:
        """How faithful a text is to its source. Raises Halt where no text can be scored."""
        future: asyncio.Future[float | str] = asyncio.get_running_loop().create_future()
        self._waiting.append(((source, text), future))
        if self._work is None or self._work.done():
            self._work = asyncio.ensure_future(self._read_all())
        return await future

    async def _read_all(self) -> None:
        while waiting := [each for each in self._waiting if not each[1].done()]:
            self._waiting = []
            try:
                found: Sequence[float | str | Halt] = await asyncio.to_thread(self._read, [pair for pair, _ in waiting])
            except ValueError as error:
                found = [Halt(str(error))] * len(waiting)
            except Exception as error:  # whatever a model of others raises, nobody is to wait for ever
                why = f"{type(error).__name__}: {first_line(error)}"
                found = [Halt(f"The judge failed ({why}); choose another judge, and please report that.")] * len(waiting)
            for (_, future), each in zip(waiting, found, strict=True):
                if future.done():
                    continue
                if isinstance(each, Halt):
                    future.set_exception(each)
                else:
                    future.set_result(each)

    def _read(self, pairs: Sequence[Pair]) -> Sequence[float | str]:
        if self._reader is None:
            self._reader = self._load()
        return self._reader.scores(pairs)
