"""Replies that are decoded side by side: read together, one token for each at a time, the finished ones dropped, others joined.

The loop is ours because transformers' own continuous batching draws all rows from one generator, knows neither grammars nor
pictures, and is made for paged attention on GPUs.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from woozle.players.backends.backend import TokenChance
from woozle.players.backends.local.loading import Loaded
from woozle.players.backends.local.reading import forward, read
from woozle.players.backends.local.row import Row
from woozle.players.backends.local.sampling import Draw
from woozle.players.backends.local.scoring import beginnings


class Batch:
    """Rows with a common cache, whose prompts were read. They are padded on the left, so that all go on at the end."""

    def __init__(self, loaded: Loaded, rows: Sequence[Row]) -> None:
        self.rows = list(rows)
        self._loaded = loaded
        self._cache, self._mask, self._logits, positions = read(loaded, [row.prompt for row in rows])
        for row, position in zip(rows, positions, strict=True):
            row.position = position
        for number, row in enumerate(rows):
            if row.chat.beginnings and not row.prompt.is_thinking:
                row.beginnings = self._beginnings(number, row)

    def step(self) -> None:
        """One token for each row. Rows that are done then are still told of, but not gone on with."""
        self._draw()
        self.keep([row for row in self.rows if not row.is_done])
        if self.rows:
            self._forward()

    def keep(self, rows: Sequence[Row]) -> None:
        """Go on with these rows alone, and without padding that none of them needs."""
        if len(rows) == len(self.rows):
            return
        import torch

        kept = [number for number, row in enumerate(self.rows) if row in rows]
        self.rows = [self.rows[number] for number in kept]
        if not kept:
            return
        chosen = torch.tensor(kept, device=self._mask.device)
        self._mask, self._logits = self._mask[chosen], self._logits[chosen]
        unused = int(self._mask.shape[1] - self._mask.sum(dim=1).max())
        self._mask = self._mask[:, unused:]
        self._each_layer(lambda states: states[chosen, :, unused:])

    def join(self, other: Batch) -> None:
        """Go on with the rows of another batch beside these."""
        import torch

        length = max(self._mask.shape[1], other._mask.shape[1])
        mine, theirs = ([layer for layer in each._cache.layers if layer.is_initialized] for each in (self, other))
        joined = [
            [torch.cat([_padded(states, length) for states in both]) for both in ((one.keys, two.keys), (one.values, two.values))]
            for one, two in zip(mine, theirs, strict=True)
        ]  # all of them before any is set: if memory is too small for it, these rows go on
        for layer, (keys, values) in zip(mine, joined, strict=True):
            layer.keys, layer.values = keys, values
        self._mask = torch.cat([_padded(each._mask[..., None], length)[..., 0] for each in (self, other)])
        self._logits = torch.cat([self._logits, other._logits])
        self.rows += other.rows

    def _draw(self) -> None:
        draw = Draw(self._logits, [row.manner for row in self.rows], self._allowed())
        chances = self._chances()
        for number, (row, token) in enumerate(zip(self.rows, tuple(draw.tokens), strict=True)):
            row.take(token, partial(draw.again, number), chances.get(number))

    def _allowed(self) -> Any:
        """Which tokens may come next, rows x tokens; None if all may."""
        bits = [row.allowed() for row in self.rows]
        if not any(bits):
            return None
        import torch

        size, places = self._logits.shape[1], torch.arange(8, dtype=torch.uint8)
        allowed = torch.ones(self._logits.shape, dtype=torch.bool)
        for number, each in enumerate(bits):
            if each:
                packed = torch.frombuffer(bytearray(each), dtype=torch.uint8)
                allowed[number] = (packed[:, None] >> places & 1).bool().flatten()[:size]
        return allowed.to(self._logits.device)

    def _chances(self) -> dict[int, Any]:
        """What tells how likely a token was, for the rows that want to know: by the model alone, before schema and temperature."""
        wanted = [number for number, row in enumerate(self.rows) if row.chat.logprobs is not None]
        if not wanted:
            return {}
        import torch

        chances = torch.log_softmax(self._logits[wanted], dim=-1).cpu()
        return {
            number: partial(_chance, self._loaded.tokenizer, each, self.rows[number].chat.logprobs)
            for number, each in zip(wanted, chances, strict=True)
        }

    def _forward(self) -> None:
        import torch

        device = self._mask.device
        self._mask = torch.cat([self._mask, torch.ones_like(self._mask[:, :1])], dim=1)
        tokens = torch.tensor([[row.last] for row in self.rows], device=device)
        positions = torch.tensor([[row.position] for row in self.rows], device=device)
        for row in self.rows:
            row.position += 1
        self._logits = forward(self._loaded, tokens, self._mask, positions, self._cache)[:, -1].float()

    def _beginnings(self, number: int, row: Row) -> tuple[float, ...]:
        """How likely a reply begins as this row's Chat asks, from what was just read of its prompt."""
        cache = self._cache
        if len(self.rows) > 1:
            cache, padding = self._loaded.cache(), self._mask.shape[1] - len(row.prompt.tokens)
            for at, layer in enumerate(self._cache.layers):
                cache.update(*(states[number : number + 1, :, padding:] for states in (layer.keys, layer.values)), at)
        return beginnings(self._loaded, row.prompt, row.chat.beginnings, cache, self._logits[number : number + 1], row.position)

    def _each_layer(self, change: Any) -> None:
        for layer in self._cache.layers:
            if layer.is_initialized:
                layer.keys, layer.values = change(layer.keys), change(layer.values)


def _padded(states: Any, length: int) -> Any:
    """With zeros on the left, along the last dimension but one."""
    from torch.nn.functional import pad

    return pad(states, (0, 0, length - states.shape[-2], 0))


def _chance(tokenizer: Any, chances: Any, top: int | None, token: int) -> TokenChance:
    best = chances.topk(min(top or 0, len(chances)))
    told = [(tokenizer.decode([int(each)]), float(chance)) for chance, each in zip(best.values, best.indices, strict=True)]
    return TokenChance(tokenizer.decode([token]), float(chances[token]), tuple(told))
