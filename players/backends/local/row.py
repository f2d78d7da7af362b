"""One reply that grows: token by token, held to its schema, split into thoughts and text, told to whoever listens."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from woozle.core.text import visible_line
from woozle.players.backends.backend import BackendError, Chat, Hear, Reply, TokenChance
from woozle.players.backends.draft import Draft
from woozle.players.backends.local.constrained import Constraint
from woozle.players.backends.local.loading import Loaded
from woozle.players.backends.local.prompting import Prompt, tokens_of
from woozle.players.backends.local.sampling import Manner
from woozle.players.backends.local.thinking import Split

_REPLY = 2048  # tokens, where neither the Chat nor the model says how many it may write
_REDRAWS = 16  # tokens that are drawn in place of one after which the answer would not end in time
_FOR_THE_ANSWER = 4  # thoughts end where a quarter of all tokens is left, so that more than the shortest answer can be given


class Row:
    """A reply to a Chat. position: of the next token; it is known when the prompt was read, as are beginnings, as in Reply."""

    def __init__(self, loaded: Loaded, chat: Chat, prompt: Prompt, hear: Hear) -> None:
        self.prompt = prompt
        self.chat = chat
        self.position = len(prompt.tokens)
        self.beginnings: tuple[float, ...] = ()
        self.last = -1
        self.manner = _manner(loaded, chat)
        self._loaded = loaded
        self._written = 0
        self._most = _most(loaded, chat, prompt)
        self._constraint = None if chat.schema is None else _constraint(loaded, chat, chat.schema, prompt, self._most)
        self._split = Split(loaded.tags, is_inside=prompt.is_thinking)
        self._letters = Letters(loaded.tokenizer)
        self._closing = deque[int]()
        self._chances: list[TokenChance] = []
        self._draft = Draft(chat, hear)
        self._draft.model = loaded.described

    @property
    def is_done(self) -> bool:
        """Whether nothing more is said."""
        return self._draft.finish is not None

    def allowed(self) -> bytes | None:
        """Which tokens may come next, a bit for each; None for all."""
        if self._constraint is None or self._split.is_inside:
            return None
        bits = bytearray(self._constraint.allowed())
        if (opening := self._opening()) is not None:
            bits[opening // 8] |= 1 << opening % 8
        return bytes(bits)

    def take(self, drawn: int, again: Callable[[], int | None], chance: Callable[[int], TokenChance] | None) -> None:
        """Go on with the token that was drawn, or with another that ends in time. chance: of the token that is taken."""
        token = self._chosen(drawn, again)
        self.last, self._written = token, self._written + 1
        if token in self._loaded.endings:
            return self._finish()
        had_begun = self._split.has_begun
        text = self._add("" if token in self._loaded.unwritten else self._letters.add(token))
        if chance and (had_begun or text):
            self._chances.append(chance(token))
        if self._constraint and self._split.has_begun and self._constraint.is_done:
            return self._finish()
        if self._written >= self._most or self._draft.is_full:
            is_whole = bool(self._constraint and self._split.has_begun and self._constraint.is_whole)
            return self._finish("stop" if is_whole else "length")
        return None

    def reply(self) -> Reply:
        """What was said."""
        self._draft.count(len(self.prompt.tokens), self._written)
        notes = (*self.prompt.notes, *(self._constraint.notes if self._constraint else ()))
        reply = self._draft.reply(())
        beginnings = () if reply.reasoning else self.beginnings  # they say nothing of what comes after thoughts
        return replace(reply, logprobs=tuple(self._chances), notes=notes, beginnings=beginnings)

    def _chosen(self, token: int, again: Callable[[], int | None]) -> int:
        if self._constraint is None:
            return token
        if self._split.is_inside:
            return self._thought(token, self._constraint)
        left = self._most - self._written - 1
        for _ in range(_REDRAWS):
            is_end = token in self._loaded.endings and self._constraint.is_whole
            if is_end or token == self._opening() or self._constraint.take(token, left):
                return token
            if (another := again()) is None:
                break
            token = another
        token = self._constraint.way_out
        self._constraint.take(token, left)
        return token

    def _thought(self, token: int, constraint: Constraint) -> int:
        """While it thinks, everything may come but the end; thoughts end while there is room for an answer."""
        if not self._closing and (token in self._loaded.endings or self._most - self._written <= self._reserve(constraint)):
            self._closing.extend(self._close)
        return self._closing.popleft() if self._closing else token

    @property
    def _close(self) -> list[int]:
        assert self._loaded.tags
        return tokens_of(self._loaded, self._loaded.tags.close, is_whole=True)

    def _reserve(self, constraint: Constraint) -> int:
        return len(self._close) + max(constraint.needed, self._most // _FOR_THE_ANSWER)

    def _opening(self) -> int | None:
        """The token with which it may begin to think, before an answer that is held to a schema."""
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
        self._add(self._letters.rest())
        self._draft.add(*self._split.rest())
        self._draft.finish = finish


class Letters:
    """Tokens as text, while they come: a character is told when it is whole."""

    def __init__(self, tokenizer: Any) -> None:
        self._tokenizer = tokenizer
        self._tokens: list[int] = []
        self._told = 0

    def add(self, token: int) -> str:
        """The text that is sure now. Decoded with what was told last, because tokens look different at the beginning of a text."""
        self._tokens.append(token)
        piece = self._piece()
        if not piece or piece.endswith("\ufffd"):
            return ""
        self._tokens, self._told = self._tokens[self._told :], len(self._tokens) - self._told
        return piece

    def rest(self) -> str:
        """What is left when nothing follows; half a character becomes `\ufffd`."""
        piece = self._piece()
        self._told = len(self._tokens)
        return piece

    def _piece(self) -> str:
        return self._decoded(self._tokens)[len(self._decoded(self._tokens[: self._told])) :]

    def _decoded(self, tokens: list[int]) -> str:
        return str(self._tokenizer.decode(tokens, skip_special_tokens=False, clean_up_tokenization_spaces=False))


def _manner(loaded: Loaded, chat: Chat) -> Manner:
    """What the Chat leaves open is as the model's makers advise."""
    advice, asked = loaded.model.generation_config, chat.sampling
    usual = 1.0 if advice.temperature is None else advice.temperature
    return Manner(
        temperature=asked.temperature if asked.temperature is not None else usual if advice.do_sample else 0.0,
        top_p=asked.top_p if asked.top_p is not None else advice.top_p or 1.0,
        top_k=(advice.top_k or 0) if advice.do_sample else 0,
        chance=random.Random(chat.seed),
    )


def _most(loaded: Loaded, chat: Chat, prompt: Prompt) -> int:
    """How many tokens it may write. Raises BackendError `too_long`."""
    wanted = chat.sampling.max_tokens or loaded.model.generation_config.max_new_tokens or _REPLY
    if loaded.context is None:
        return int(wanted)
    if len(prompt.tokens) >= loaded.context:
        raise _too_long(loaded, prompt)
    return int(min(wanted, loaded.context - len(prompt.tokens)))


def _constraint(loaded: Loaded, chat: Chat, schema: Mapping[str, Any], prompt: Prompt, most: int) -> Constraint:
    """Raises BackendError: `rejected` if so few tokens are asked for that nothing legal is as short, `too_long` if no more fit."""
    closing = tokens_of(loaded, loaded.tags.close, is_whole=True) if loaded.tags and prompt.is_thinking else ()
    try:
        return loaded.grammars.constraint(schema, most - len(closing))
    except BackendError:
        if most < (chat.sampling.max_tokens or _REPLY) and most + len(prompt.tokens) == loaded.context:
            raise _too_long(loaded, prompt) from None
        raise


def _too_long(loaded: Loaded, prompt: Prompt) -> BackendError:
    return BackendError(
        "too_long",
        f"The messages have {len(prompt.tokens):,} tokens, and {visible_line(loaded.name)!r} has room for {loaded.context:,} with "
        "its answer; use a model with more context.",
    )
