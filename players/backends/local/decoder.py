"""Replies that are decoded side by side: one token each at a time, held to schemas; finished ones leave, others join.

transformers' `generate` decodes a fixed batch: chats that come later wait for its longest reply, and finished rows are computed to
the end. With 12 matches of 4 replies of lognormal lengths on a CPU it took 1.6 times the processor time, and the median chat
waited 2 to 5 times as long. Its continuous batching draws all rows from one generator, and knows neither grammars nor pictures.
So the loop is ours; sampling is by transformers' own warpers.
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple

from woozle.core.text import visible_line
from woozle.players.backends.draft import Draft
from woozle.players.backends.local.beginnings import score_beginnings
from woozle.players.backends.local.json_constraint import Constraint
from woozle.players.backends.local.loaded_model import LoadedModel, Prompt, read_prompts, run
from woozle.players.backends.local.prompts import tokenize
from woozle.players.backends.local.reasoning_tags import ReasoningSplit
from woozle.players.backends.model_client import BackendError, Chat, Hear, Reply, TokenChance

_REPLY = 2048  # tokens, where neither the Chat nor the model says how many it may write
_FOR_THE_ANSWER = 4  # thoughts end where a quarter of all tokens is left, so that more than the shortest answer can be given


class Sampler(NamedTuple):
    """The sampling of a row. temperature 0 takes the likeliest; top_k 0 is no limit."""

    temperature: float
    top_p: float
    top_k: int

    def warp(self, logits: Any) -> Any:
        """Return the logits, rows x tokens, of the tokens that may be drawn; -inf for all others."""
        from transformers.generation.logits_process import TemperatureLogitsWarper, TopKLogitsWarper, TopPLogitsWarper

        if not self.temperature:
            return logits
        warpers: list[Any] = [TemperatureLogitsWarper(float(self.temperature))] if self.temperature != 1 else []
        warpers += [TopKLogitsWarper(self.top_k)] if self.top_k else []
        warpers += [TopPLogitsWarper(self.top_p)] if self.top_p < 1 else []
        for warper in warpers:
            logits = warper(None, logits)
        return logits


def draw_tokens(logits: Any, samplers: Sequence[Sampler], randoms: Sequence[random.Random], allowed: Any = None) -> list[int]:
    """Return the next token of each row.

    One number a token is drawn from the row's own generator, and not on the device, so that neither the rows beside it nor the
    machine change what a seed gives, apart from the last bits of the model's own sums.

    Args:
        logits: rows x tokens, as the model gives them.
        allowed: rows x tokens, whether each may come; None for all.
    """
    import torch

    if allowed is not None:
        logits = logits.masked_fill(~allowed, -torch.inf)
    scores = logits.clone()
    for sampler in set(samplers):
        rows = [row for row, each in enumerate(samplers) if each == sampler]
        scores[rows] = sampler.warp(logits[rows])
    drawn = find_tokens(scores, [[each.random()] for each in randoms])[:, 0]
    is_cold = torch.tensor([each.temperature == 0 for each in samplers], device=logits.device)
    tokens: list[int] = torch.where(is_cold, logits.argmax(dim=-1), drawn).tolist()
    return tokens


def find_tokens(logits: Any, luck: Sequence[Sequence[float]]) -> Any:
    """Return the tokens that numbers from 0 to 1 draw: for each row of logits, as many as there are numbers in its row of luck."""
    import torch

    exact = torch.float32 if logits.device.type == "mps" else torch.float64  # Apple's GPUs have no doubles
    sums = torch.softmax(logits, dim=-1).cumsum(dim=-1, dtype=exact)
    numbers = torch.tensor(luck, dtype=exact, device=logits.device)
    return torch.searchsorted(sums, numbers * sums[:, -1:], right=True).clamp(max=logits.shape[1] - 1)


class Row:
    """A reply to a Chat that grows token by token. position: of the next token; it is known when the prompt was read."""

    def __init__(self, loaded: LoadedModel, chat: Chat, prompt: Prompt, hear: Hear) -> None:
        self.prompt = prompt
        self.chat = chat
        self.position = len(prompt.tokens)
        self.beginnings: tuple[float, ...] = ()  # as in Reply
        self.last = -1
        self.sampler = _sampler(loaded, chat)
        self.random = random.Random(chat.seed)
        self._loaded = loaded
        self._written = 0
        self._most = _most_tokens(loaded, chat, prompt)
        self._constraint = None if chat.schema is None else _constraint(loaded, chat, chat.schema, prompt, self._most)
        self._split = ReasoningSplit(loaded.tags, is_inside=prompt.is_thinking)
        self._decoder = StreamDecoder(loaded.tokenizer)
        self._closing = deque[int]()
        self._chances: list[TokenChance] = []
        self._draft = Draft(chat, hear)
        self._draft.model = loaded.description

    @property
    def is_done(self) -> bool:
        return self._draft.finish is not None

    def allowed_tokens(self) -> bytes | None:
        """Return which tokens may come next, a bit for each; None for all."""
        if self._constraint is None or self._split.is_inside:
            return None
        bits = bytearray(self._constraint.allowed_tokens())
        if (opening := self._opening()) is not None:
            bits[opening // 8] |= 1 << opening % 8
        return bytes(bits)

    def take(self, drawn: int, chance: Callable[[int], TokenChance] | None) -> None:
        """Go on with the token that was drawn, or with another that ends in time. chance: of the token that is taken."""
        token = self._choose(drawn)
        self.last, self._written = token, self._written + 1
        if token in self._loaded.endings:
            return self._finish()
        had_begun = self._split.has_begun
        text = self._add("" if token in self._loaded.invisible_tokens else self._decoder.add(token))
        if chance and (had_begun or text):
            self._chances.append(chance(token))
        if self._constraint and self._split.has_begun and self._constraint.is_done:
            return self._finish()
        if self._written >= self._most or self._draft.is_full:
            is_whole = bool(self._constraint and self._split.has_begun and self._constraint.is_whole)
            return self._finish("stop" if is_whole else "length")
        return None

    def reply(self) -> Reply:
        self._draft.count(len(self.prompt.tokens), self._written)
        notes = (*self.prompt.notes, *(self._constraint.notes if self._constraint else ()))
        reply = self._draft.reply(())
        beginnings = () if reply.reasoning else self.beginnings  # they say nothing of what comes after thoughts
        return replace(reply, logprobs=tuple(self._chances), notes=notes, beginnings=beginnings)

    def _choose(self, token: int) -> int:
        """Return the token if an answer can still end in time after it, else the next one of an ending that is known."""
        if self._constraint is None:
            return token
        if self._split.is_inside:
            return self._think(token, self._constraint)
        left = self._most - self._written - 1
        is_end = token in self._loaded.endings and self._constraint.is_whole
        if is_end or token == self._opening() or self._constraint.take(token, left):
            return token
        if self._constraint.is_whole:
            return min(self._loaded.endings)
        token = self._constraint.ending[0]
        self._constraint.take(token, left)
        return token

    def _think(self, token: int, constraint: Constraint) -> int:
        """Let it think on, and close its thoughts while there is room for an answer; they cannot end the reply."""
        if not self._closing and (token in self._loaded.endings or self._most - self._written <= self._reserve(constraint)):
            self._closing.extend(self._close)
        return self._closing.popleft() if self._closing else token

    @property
    def _close(self) -> list[int]:
        assert self._loaded.tags
        return tokenize(self._loaded, self._loaded.tags.close, is_whole=True)

    def _reserve(self, constraint: Constraint) -> int:
        return len(self._close) + max(len(constraint.ending), self._most // _FOR_THE_ANSWER)

    def _opening(self) -> int | None:
        """Return the token with which it may begin to think, before an answer that is held to a schema."""
        if self._written or self._split.has_begun or not self._loaded.tags or not self._constraint:
            return None
        token = self._loaded.tokenizer.get_vocab().get(self._loaded.tags.open)
        return token if self._most - 1 > self._reserve(self._constraint) else None

    def _add(self, piece: str) -> str:
        was_inside = self._split.is_inside
        text, thoughts = self._split.add(piece)
        if self._constraint and was_inside and self._split.has_begun:
            text = ""  # what follows a tag within its token is no part of the answer
        self._draft.add(text, thoughts)
        return text

    def _finish(self, finish: Any = "stop") -> None:
        self._add(self._decoder.rest())
        self._draft.add(*self._split.rest())
        self._draft.finish = finish


class StreamDecoder:
    """Tokens as text while they come; a character is given out when it is whole."""

    def __init__(self, tokenizer: Any) -> None:
        self._tokenizer = tokenizer
        self._tokens: list[int] = []
        self._given = 0

    def add(self, token: int) -> str:
        """Return the text that is certain now. Tokens look different at the beginning of a text, so some are decoded again."""
        self._tokens.append(token)
        piece = self._piece()
        if not piece or piece.endswith("\ufffd"):
            return ""
        self._tokens, self._given = self._tokens[self._given :], len(self._tokens) - self._given
        return piece

    def rest(self) -> str:
        """Return the rest of the text at its end; half a character becomes `\ufffd`."""
        piece = self._piece()
        self._given = len(self._tokens)
        return piece

    def _piece(self) -> str:
        return self._decode(self._tokens)[len(self._decode(self._tokens[: self._given])) :]

    def _decode(self, tokens: list[int]) -> str:
        return str(self._tokenizer.decode(tokens, skip_special_tokens=False, clean_up_tokenization_spaces=False))


class Batch:
    """Rows with a common cache, whose prompts were read. They are padded on the left, so that all go on at the end."""

    def __init__(self, loaded: LoadedModel, rows: Sequence[Row]) -> None:
        self.rows = list(rows)
        self._loaded = loaded
        self._cache, self._mask, self._logits, positions = read_prompts(loaded, [row.prompt for row in rows])
        for row, position in zip(rows, positions, strict=True):
            row.position = position
        for number, row in enumerate(rows):
            if row.chat.beginnings and not row.prompt.is_thinking:
                row.beginnings = self._score_beginnings(number, row)

    def step(self) -> None:
        """Draw one token for each row. Drop rows that are done then."""
        samplers, randoms = [row.sampler for row in self.rows], [row.random for row in self.rows]
        chances = self._chances()
        for number, token in enumerate(draw_tokens(self._logits, samplers, randoms, self._allowed_tokens())):
            self.rows[number].take(token, chances.get(number))
        self.keep([row for row in self.rows if not row.is_done])
        if self.rows:
            self._forward()

    def keep(self, rows: Sequence[Row]) -> None:
        """Drop all other rows, and padding that none of these needs."""
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
        for layer in self._cache.layers:
            if layer.is_initialized:
                layer.keys, layer.values = (states[chosen, :, unused:] for states in (layer.keys, layer.values))

    def join(self, other: Batch) -> None:
        import torch

        length = max(self._mask.shape[1], other._mask.shape[1])
        mine, theirs = ([layer for layer in each._cache.layers if layer.is_initialized] for each in (self, other))
        joined = [
            [torch.cat([_pad_left(states, length) for states in both]) for both in ((one.keys, two.keys), (one.values, two.values))]
            for one, two in zip(mine, theirs, strict=True)
        ]  # all of them before any is set: if memory is too small for it, these rows go on
        for layer, (keys, values) in zip(mine, joined, strict=True):
            layer.keys, layer.values = keys, values
        self._mask = torch.cat([_pad_left(each._mask[..., None], length)[..., 0] for each in (self, other)])
        self._logits = torch.cat([self._logits, other._logits])
        self.rows += other.rows

    def _allowed_tokens(self) -> Any:
        """Return which tokens may come next, rows x tokens; None if all may."""
        bits = [row.allowed_tokens() for row in self.rows]
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

    def _chances(self) -> dict[int, Callable[[int], TokenChance]]:
        """Return the probability of a token, by row that asks for it: by the model alone, before schema and temperature."""
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
        self._logits = run(self._loaded, tokens, self._mask, positions, self._cache)[:, -1].float()

    def _score_beginnings(self, number: int, row: Row) -> tuple[float, ...]:
        """Return how likely a reply begins as this row's Chat asks, from what was just read of its prompt."""
        cache = self._cache
        if len(self.rows) > 1:
            cache, padding = self._loaded.create_cache(), self._mask.shape[1] - len(row.prompt.tokens)
            for at, layer in enumerate(self._cache.layers):
                cache.update(*(states[number : number + 1, :, padding:] for states in (layer.keys, layer.values)), at)
        logits = self._logits[number : number + 1]
        return score_beginnings(self._loaded, row.prompt, row.chat.beginnings, cache, logits, row.position)


def _pad_left(states: Any, length: int) -> Any:
    """Return states with zeros on the left, along the last dimension but one."""
    from torch.nn.functional import pad

    return pad(states, (0, 0, length - states.shape[-2], 0))


def _chance(tokenizer: Any, chances: Any, top: int | None, token: int) -> TokenChance:
    best = chances.topk(min(top or 0, len(chances)))
    alternatives = [(tokenizer.decode([int(each)]), float(chance)) for chance, each in zip(best.values, best.indices, strict=True)]
    return TokenChance(tokenizer.decode([token]), float(chances[token]), tuple(alternatives))


def _sampler(loaded: LoadedModel, chat: Chat) -> Sampler:
    """Return the sampler of a Chat; settings that it leaves open follow the advice of the model's makers."""
    advice, asked = loaded.model.generation_config, chat.sampling
    usual = 1.0 if advice.temperature is None else advice.temperature
    return Sampler(
        temperature=asked.temperature if asked.temperature is not None else usual if advice.do_sample else 0.0,
        top_p=asked.top_p if asked.top_p is not None else advice.top_p or 1.0,
        top_k=(advice.top_k or 0) if advice.do_sample else 0,
    )


def _most_tokens(loaded: LoadedModel, chat: Chat, prompt: Prompt) -> int:
    """Return how many tokens a reply may have. Raises BackendError `too_long`."""
    wanted = chat.sampling.max_tokens or loaded.model.generation_config.max_new_tokens or _REPLY
    if loaded.context is None:
        return int(wanted)
    if len(prompt.tokens) >= loaded.context:
        raise _too_long(loaded, prompt)
    return int(min(wanted, loaded.context - len(prompt.tokens)))


def _constraint(loaded: LoadedModel, chat: Chat, schema: Mapping[str, Any], prompt: Prompt, most: int) -> Constraint:
    """Return the constraint. Raises BackendError: `rejected` if no legal answer is that short, `too_long` if no more tokens fit."""
    closing = tokenize(loaded, loaded.tags.close, is_whole=True) if loaded.tags and prompt.is_thinking else ()
    try:
        return loaded.grammars.constraint(schema, most - len(closing))
    except BackendError:
        if most < (chat.sampling.max_tokens or _REPLY) and most + len(prompt.tokens) == loaded.context:
            raise _too_long(loaded, prompt) from None
        raise


def _too_long(loaded: LoadedModel, prompt: Prompt) -> BackendError:
    return BackendError(
        "too_long",
        f"The messages have {len(prompt.tokens):,} tokens, and {visible_line(loaded.name)!r} has room for {loaded.context:,} with "
        "its answer; use a model with more context.",
    )
