"""Entropies of a model at each token of given texts, after many prompts that share their beginnings.

Whatever several rows begin with is read once: rows are the paths of a tree. Branches that hang together are read as one sequence,
in which each token sees those on its own path alone. Sequences at the same depth are read side by side, each after the cache of its
own path. Models that take no such mask read a branch at a time.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from woozle.players.backends.local.loaded_model import LOGITS_AT_ONCE, LoadedModel, attention_bias, run

_WORTH, _WORTH_ALONE = 2, 16
"""Tokens that rows must have in common before these are read once for all: in a sequence with others, and by themselves."""

_SEQUENCE: Mapping[str, int] = {"cpu": 320}
_LONGEST_SEQUENCE = 1024
"""Tokens of a sequence, by device: more are fewer readings, fewer are less that tokens are compared with in vain (measured)."""

_TOKENS: Mapping[str, int] = {"cpu": 1024}
_MOST_TOKENS = 65_536
"""Of sequences that are read side by side, by device, those before them and padding included."""

_PADDING = 256  # tokens that are not worth another reading
_READ_AT_ONCE = 2048  # tokens of one branch
_NEVER = -1e4  # the logarithm of nothing, as a number that can be multiplied with nothing


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
    def asked_count(self) -> int:
        """Return how many of its last tokens some row asks for."""
        return max(0, self.start + len(self.tokens) - max(self.start, min(row.wanted for row in self.rows)))


@dataclass(slots=True)
class _Sequence:
    """Branches that are read as one sequence, and those that go on from them.

    branches: each with the places of its path, itself included. next: after which branch.
    """

    branches: list[tuple[_Branch, list[int]]]
    next: list[tuple[int, _Sequence]]

    @property
    def length(self) -> int:
        return sum(len(branch.tokens) for branch, _ in self.branches)

    @property
    def tokens(self) -> list[int]:
        return [token for branch, _ in self.branches for token in branch.tokens]

    @property
    def places(self) -> list[int]:
        """Return the position of each token in its own row."""
        return [branch.start + at for branch, _ in self.branches for at in range(len(branch.tokens))]

    @property
    def asked_tokens(self) -> list[int]:
        """Return the tokens that some row asks for."""
        ends = [path[-1] + 1 for _, path in self.branches]
        return [at for (branch, _), end in zip(self.branches, ends, strict=True) for at in range(end - branch.asked_count, end)]


@dataclass(frozen=True, slots=True)
class _Piece:
    """A sequence and what is before it: some columns of a row of the cache."""

    sequence: _Sequence
    row: int
    columns: list[int]


def entropies(loaded: LoadedModel, passages: Sequence[tuple[list[int], list[int]]]) -> list[tuple[float, ...]]:
    """Return, for each prompt and text as tokens, the entropies of the distributions of the text's tokens, in nats.

    Each prompt has a token at least. Equal to one pass through the model for each passage alone, but for rounding.
    """
    rows = [_Row([*prompt, *text[:-1]], len(prompt) - 1) for prompt, text in passages]
    asked = [row for row, (_, text) in zip(rows, passages, strict=True) if text]
    if loaded.is_joinable:
        size = int(loaded.model.config.get_text_config(decoder=True).vocab_size)
        longest = max(1, min(_READ_AT_ONCE, LOGITS_AT_ONCE // size))
        most = min(_SEQUENCE.get(loaded.device.type, _LONGEST_SEQUENCE), longest) if loaded.has_tree_attention else 0
        worth = _WORTH if loaded.has_tree_attention else _WORTH_ALONE
        _read(loaded, [_Piece(_sequence(each, most), 0, []) for each in _branches(asked, 0, 0, longest, worth)], None)
    else:
        for row in asked:  # what such a model remembers cannot be handed on
            _read(loaded, [_Piece(_sequence(_Branch(0, row.tokens, [row], []), 0), 0, [])], None)
    return [tuple(row.found) for row in rows]


# The tree, and the sequences that it is read as


def _branches(rows: Sequence[_Row], start: int, shared: int, longest: int, worth: int) -> list[_Branch]:
    """Return the tree of rows that are the same up to `shared`, from `start` on."""
    found: list[_Branch] = []

    def following(row: _Row) -> int:
        return row.tokens[shared] if len(row.tokens) > shared else -1

    for _, alike in groupby(sorted(rows, key=following), following):
        group = list(alike)
        end = _common_length(min(row.tokens for row in group), max(row.tokens for row in group))
        longer = [row for row in group if len(row.tokens) > end]
        if longer and end - start < worth:
            found += _branches(group, start, end, longest, worth)
        else:
            end = min(end, start + longest)
            longer = [row for row in group if len(row.tokens) > end]
            found.append(_Branch(start, group[0].tokens[start:end], group, _branches(longer, end, end, longest, worth)))
    return found


def _common_length(first: Sequence[int], last: Sequence[int]) -> int:
    """Return how many tokens the first and the last of sorted rows begin with, and so all between them."""
    return next((at for at, (one, other) in enumerate(zip(first, last, strict=False)) if one != other), min(len(first), len(last)))


def _sequence(branch: _Branch, most: int) -> _Sequence:
    """Put a branch and what follows it into one sequence, short ones first, as long as there is room."""
    own = list(range(len(branch.tokens)))
    whole = _Sequence([(branch, own)], [])
    for following in sorted((_sequence(each, most) for each in branch.next), key=lambda each: each.length):
        begin, count = whole.length, len(whole.branches)
        if begin + following.length > most:
            whole.next.append((0, following))
            continue
        whole.branches += [(each, [*own, *(begin + place for place in path)]) for each, path in following.branches]
        whole.next += [(count + after, each) for after, each in following.next]
    return whole


# Reading


def _read(loaded: LoadedModel, pieces: Sequence[_Piece], cache: Any) -> None:
    """Read pieces, and all that goes on from them."""
    import torch

    for portion in _portions(loaded, pieces):
        before = max(len(each.columns) for each in portion)
        width, columns = _columns(loaded, [each.sequence for each in portion])
        tokens = _rows(loaded, [each.sequence.tokens for each in portion], columns, width)
        places = _rows(loaded, [each.sequence.places for each in portion], columns, width)
        grown = _select_columns(loaded, cache, portion, before) if before else loaded.create_cache()
        asked = sorted({at[each] for piece, at in zip(portion, columns, strict=True) for each in piece.sequence.asked_tokens})
        last = torch.tensor(asked or [0], device=loaded.device)
        logits = run(loaded, tokens, _mask(loaded, portion, columns, before, width), places, grown, last=last)
        if logits.shape[1] != len(last):
            logits = logits[:, last]
        chances = torch.log_softmax(logits.float(), dim=-1).clamp(min=_NEVER)
        _note_entropies(portion, columns, asked, (chances.exp() * chances).sum(dim=-1).neg().tolist())
        placed = enumerate(zip(portion, columns, strict=True))
        if following := [each for row, (piece, at) in placed for each in _following(piece, row, at, before)]:
            _read(loaded, following, grown)


def _columns(loaded: LoadedModel, sequences: Sequence[_Sequence]) -> tuple[int, list[list[int]]]:
    """Return the width of sequences side by side, and the column of each token.

    Those that are asked for stand last, so that the others get no logits: with a mask, order does not matter to a model.
    """
    if not loaded.has_tree_attention:
        return max(each.length for each in sequences), [list(range(each.length)) for each in sequences]
    split = [set(each.asked_tokens) for each in sequences]
    others = max(each.length - len(asked) for each, asked in zip(sequences, split, strict=True))
    width = others + max(map(len, split))
    found = []
    for sequence, asked in zip(sequences, split, strict=True):
        front, back = iter(range(width)), iter(range(width - len(asked), width))
        found.append([next(back) if at in asked else next(front) for at in range(sequence.length)])
    return width, found


def _following(piece: _Piece, row: int, columns: Sequence[int], before: int) -> Iterator[_Piece]:
    """Yield what follows a piece that was read as this row of the cache."""
    held = range(before - len(piece.columns), before)
    for after, sequence in piece.sequence.next:
        _, path = piece.sequence.branches[after]
        yield _Piece(sequence, row, [*held, *(before + columns[at] for at in path)])


def _select_columns(loaded: LoadedModel, cache: Any, pieces: Sequence[_Piece], before: int) -> Any:
    """Return the part of the cache before each piece, in their own cache, padded on the left."""
    import torch

    rows = torch.tensor([each.row for each in pieces], device=loaded.device)[:, None]
    columns = torch.tensor([[0] * (before - len(each.columns)) + each.columns for each in pieces], device=loaded.device)
    fresh = loaded.create_cache()
    for number, layer in enumerate(cache.layers):
        if layer.is_initialized:
            keys, values = (states[rows, :, columns].transpose(1, 2) for states in (layer.keys, layer.values))
            fresh.update(keys, values, number)
    return fresh


def _mask(loaded: LoadedModel, pieces: Sequence[_Piece], columns: Sequence[Sequence[int]], before: int, width: int) -> Any:
    """Return which tokens there are; with tree attention, which of them each token sees."""
    import torch

    if not loaded.has_tree_attention:
        counts = [len(each.columns) + each.sequence.length for each in pieces]
        begins = [before - len(each.columns) for each in pieces]
        held = [
            [0] * begin + [1] * count + [0] * (before + width - begin - count) for begin, count in zip(begins, counts, strict=True)
        ]
        return torch.tensor(held, device=loaded.device)
    seen = torch.zeros((len(pieces), width, before + width), dtype=torch.bool)
    seen[:, :, before:] = torch.eye(width, dtype=torch.bool)  # padding sees itself, for nothing comes of seeing nothing
    for row, piece, at in zip(seen, pieces, columns, strict=True):
        row[:, before - len(piece.columns) : before] = True
        for branch, path in piece.sequence.branches:
            own = torch.tensor([at[each] for each in path[-len(branch.tokens) :]])[:, None]
            row[own, torch.tensor([before + at[each] for each in path[: -len(branch.tokens)]], dtype=torch.long)] = True
            row[own, before + own.T] = torch.ones((len(own),) * 2, dtype=torch.bool).tril()
    return attention_bias(loaded, seen[:, None].to(loaded.device))


def _note_entropies(
    pieces: Sequence[_Piece], columns: Sequence[Sequence[int]], asked: Sequence[int], spread: Sequence[Sequence[float]]
) -> None:
    """Note the entropies that rows ask for. spread: of the columns `asked`, by piece."""
    numbers = {column: number for number, column in enumerate(asked)}
    for piece, at, found in zip(pieces, columns, spread, strict=True):
        for branch, path in piece.sequence.branches:
            for row in branch.rows:
                wanted = path[len(path) - len(branch.tokens) + max(0, row.wanted - branch.start) :]
                row.found.extend(found[numbers[at[each]]] for each in wanted)


def _portions(loaded: LoadedModel, pieces: Sequence[_Piece]) -> Iterator[Sequence[_Piece]]:
    """Yield pieces to read side by side: of like length, not more than memory should hold."""
    most = _TOKENS.get(loaded.device.type, _MOST_TOKENS)
    size = int(loaded.model.config.get_text_config(decoder=True).vocab_size)
    portion: list[_Piece] = []
    for piece in sorted(pieces, key=lambda each: (each.sequence.length, len(each.columns))):
        length, count = piece.sequence.length, len(portion) + 1
        before = max(len(each.columns) for each in (*portion, piece))
        padding = count * length - length - sum(each.sequence.length for each in portion)
        is_much = count * (before + length) > most or count * len(piece.sequence.asked_tokens) * size > LOGITS_AT_ONCE
        if portion and (is_much or padding > max(_PADDING, count * length / 4)):
            yield portion
            portion = []
        portion.append(piece)
    if portion:
        yield portion


def _rows(loaded: LoadedModel, rows: Sequence[Sequence[int]], columns: Sequence[Sequence[int]], width: int) -> Any:
    """Return a tensor with rows in these columns, and 0 everywhere else."""
    import torch

    found = torch.zeros((len(rows), width), dtype=torch.long)
    for each, row, at in zip(found, rows, columns, strict=True):
        each[torch.tensor(at)] = torch.tensor(row)
    return found.to(loaded.device)
