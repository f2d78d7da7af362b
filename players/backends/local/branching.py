"""How sure a model is at each token of texts that it did not write, after many beginnings that have their own beginnings in common.

Whatever several rows begin with is read once: rows are the branches of a tree, and the cache of a branch is handed on to those that
leave it. Branches at the same depth are read side by side.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from woozle.players.backends.local.batching import forward
from woozle.players.backends.local.loading import Loaded

_WORTH = 16
"""Tokens that rows must have in common before these are read apart, once for all: each reading takes its time, however short."""

_TOKENS: Mapping[str, int] = {"cpu": 4096}
_MOST_TOKENS = 65_536
"""Of branches that are read side by side, by device, those before them and padding included."""

_PADDING = 256  # tokens that are not worth another reading
_LOGITS = 2**27  # that are held at a time, half a GB of them
_READ_AT_ONCE = 2048  # tokens of one branch


@dataclass(frozen=True, slots=True)
class _Row:
    """A prompt and a text without its last token, after which nothing is asked. wanted: from which token on it is asked.

    found: the entropies of all tokens from there on.
    """

    tokens: list[int]
    wanted: int
    found: list[float] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Branch:
    """A piece of some rows that have it in common, from the place `start`, and what goes on from its end."""

    start: int
    tokens: list[int]
    rows: list[_Row]
    next: list[_Branch]

    @property
    def asked(self) -> int:
        """How many of its last tokens some row asks for."""
        return max(0, self.start + len(self.tokens) - max(self.start, min(row.wanted for row in self.rows)))


def entropies(loaded: Loaded, passages: Sequence[tuple[list[int], list[int]]]) -> list[tuple[float, ...]]:
    """For each prompt and text, as tokens: entropies of the distributions that the text's tokens were taken from, in nats.

    Each prompt has a token at least. Equal to one pass through the model for each passage alone, but for rounding.
    """
    rows = [_Row([*prompt, *text[:-1]], len(prompt) - 1) for prompt, text in passages]
    asked = [row for row, (_, text) in zip(rows, passages, strict=True) if text]
    if loaded.is_joinable:
        size = int(loaded.model.config.get_text_config(decoder=True).vocab_size)
        longest = max(1, min(_READ_AT_ONCE, _LOGITS // size))
        _read(loaded, [(0, each) for each in _branches(asked, 0, 0, longest)], None, None)
    else:
        for row in asked:  # what such a model remembers cannot be handed on
            _read(loaded, [(0, _Branch(0, row.tokens, [row], []))], None, None)
    return [tuple(row.found) for row in rows]


def _branches(rows: Sequence[_Row], start: int, shared: int, longest: int) -> list[_Branch]:
    """The tree of rows that are the same up to `shared`, from `start` on."""
    found: list[_Branch] = []

    def following(row: _Row) -> int:
        return row.tokens[shared] if len(row.tokens) > shared else -1

    for _, alike in groupby(sorted(rows, key=following), following):
        group = list(alike)
        end = _in_common(min(row.tokens for row in group), max(row.tokens for row in group))
        longer = [row for row in group if len(row.tokens) > end]
        if longer and end - start < _WORTH:
            found += _branches(group, start, end, longest)
        else:
            end = min(end, start + longest)
            longer = [row for row in group if len(row.tokens) > end]
            found.append(_Branch(start, group[0].tokens[start:end], group, _branches(longer, end, end, longest)))
    return found


def _in_common(first: Sequence[int], last: Sequence[int]) -> int:
    """How many tokens the first and the last of sorted rows begin with, and so all between them."""
    return next((at for at, (one, other) in enumerate(zip(first, last, strict=False)) if one != other), min(len(first), len(last)))


def _read(loaded: Loaded, branches: Sequence[tuple[int, _Branch]], cache: Any, mask: Any) -> None:
    """Read branches, each after the row of the cache that it is named with, and all that goes on from them.

    mask: which places of the cache hold something, rows x places; None before anything was read.
    """
    import torch

    before = 0 if mask is None else mask.shape[1]
    for portion in _portions(loaded, branches, before):
        parents = torch.tensor([parent for parent, _ in portion], device=loaded.device)
        read = [branch for _, branch in portion]
        width = max(len(branch.tokens) for branch in read)
        own = _rows(loaded, [[1] * len(branch.tokens) for branch in read], width)
        now = own if mask is None else torch.cat([mask[parents], own], dim=1)
        places = [[branch.start + min(at, len(branch.tokens) - 1) for at in range(width)] for branch in read]
        grown = loaded.cache() if cache is None else _chosen(loaded, cache, parents, None)
        tokens = _rows(loaded, [branch.tokens for branch in read], width)
        asked = max((branch.asked + width - len(branch.tokens) for branch in read if branch.asked), default=1)
        _told(read, forward(loaded, tokens, now, _rows(loaded, places, width), grown, last=asked)[:, -asked:], width)
        if any(branch.next for branch in read):
            _go_on(loaded, read, grown, now)


def _go_on(loaded: Loaded, read: Sequence[_Branch], cache: Any, mask: Any) -> None:
    """Read what goes on from these. Their caches are moved together first: models with windows count the places between tokens."""
    import torch

    parents = [at for at, branch in enumerate(read) if branch.next]
    kept = torch.tensor(parents, device=mask.device)
    mask = mask[kept]
    order = torch.argsort(mask, dim=1, stable=True)[:, -int(mask.sum(dim=1).max()) :]
    following = [(row, branch) for row, at in enumerate(parents) for branch in read[at].next]
    _read(loaded, following, _chosen(loaded, cache, kept, order), mask.gather(1, order))


def _told(read: Sequence[_Branch], logits: Any, width: int) -> None:
    """Note the entropies that rows ask for. logits: of the last tokens of the branches, which are padded on the right."""
    import torch

    first = width - logits.shape[1]
    for number, branch in enumerate(read):
        if not branch.asked:
            continue
        begin = len(branch.tokens) - branch.asked
        chances = torch.log_softmax(logits[number, begin - first : len(branch.tokens) - first].float(), dim=-1)
        spread = torch.special.entr(chances.exp()).sum(dim=-1).tolist()
        for row in branch.rows:
            row.found.extend(spread[max(0, row.wanted - branch.start - begin) :])


def _chosen(loaded: Loaded, cache: Any, rows: Any, order: Any) -> Any:
    """Some rows of a cache, in a cache of their own. order: their places, rows x places; None for all as they are."""

    def taken(states: Any) -> Any:
        states = states[rows]
        if order is None:
            return states
        return states.gather(2, order[:, None, :, None].expand(-1, states.shape[1], -1, states.shape[3]))

    fresh = loaded.cache()
    for number, layer in enumerate(cache.layers):
        if layer.is_initialized:
            fresh.update(taken(layer.keys), taken(layer.values), number)
    return fresh


def _portions(loaded: Loaded, branches: Sequence[tuple[int, _Branch]], before: int) -> Iterator[Sequence[tuple[int, _Branch]]]:
    """What is read side by side: branches of like length, not more than memory should hold."""
    most = _TOKENS.get(loaded.device.type, _MOST_TOKENS)
    size = int(loaded.model.config.get_text_config(decoder=True).vocab_size)
    portion: list[tuple[int, _Branch]] = []
    for parent, branch in sorted(branches, key=lambda each: len(each[1].tokens)):
        length, count = len(branch.tokens), len(portion) + 1
        padding = count * length - length - sum(len(each.tokens) for _, each in portion)
        is_much = count * (before + length) > most or count * branch.asked * size > _LOGITS
        if portion and (is_much or padding > max(_PADDING, count * length / 4)):
            yield portion
            portion = []
        portion.append((parent, branch))
    if portion:
        yield portion


def _rows(loaded: Loaded, rows: Sequence[list[int]], width: int) -> Any:
    import torch

    return torch.tensor([[*row, *[0] * (width - len(row))] for row in rows], device=loaded.device)
