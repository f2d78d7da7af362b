"""A reply while it grows: what was heard so far, how fast, and when it is enough."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from woozle.core.attempt import Finish
from woozle.core.loose_json import whole
from woozle.core.usage import Usage
from woozle.players.backends.backend import Chat, Hear, Heard, Reply, TokenChance
from woozle.players.backends.tokens import tokens_in, tokens_of

LONGEST = 200_000
"""Characters of a reply, reasoning included. Nobody means to say more; what goes on is stopped here."""

UNTOLD = "the server does not tell logprobs"
"""The note of a reply without the logprobs that were asked for."""

ESTIMATED = "tokens are estimated: the server does not count them"
"""The note of a reply whose usage is a guess."""


class Draft:
    """A reply to a Chat while it is streamed. Whoever listens hears each piece."""

    def __init__(self, chat: Chat, hear: Hear, clock: Callable[[], float] = time.monotonic) -> None:
        self._chat, self._hear, self._clock = chat, hear, clock
        self._begun = clock()
        self._first: float | None = None
        self._texts: list[str] = []
        self._reasonings: list[str] = []
        self._chances: list[TokenChance] = []
        self._room = LONGEST
        self.finish: Finish | None = None
        self.is_refusal = False
        self.model = ""
        self.used: tuple[int, int] | None = None
        self.cached = 0

    @property
    def is_full(self) -> bool:
        """Whether it has become too long to go on."""
        return self._room <= 0

    def add(self, text: str, reasoning: str = "") -> None:
        """More of it was said."""
        text = text[: self._room]
        reasoning = reasoning[: self._room - len(text)]
        if not text and not reasoning:
            return
        if self._first is None:
            self._first = self._clock() - self._begun
        self._room -= len(text) + len(reasoning)
        self._texts.append(text)
        self._reasonings.append(reasoning)
        self._hear(Heard(text, reasoning))

    def add_chances(self, tokens: Sequence[Mapping[str, Any]]) -> None:
        """How likely its tokens were, as both protocols spell it."""
        for token in tokens:
            top = tuple((whole(each["token"]), float(each["logprob"])) for each in token.get("top_logprobs") or ())
            self._chances.append(TokenChance(whole(token["token"]), float(token["logprob"]), top))

    def reply(self, notes: Sequence[str]) -> Reply:
        """It as it is now, for good."""
        text, reasoning = whole("".join(self._texts)), whole("".join(self._reasonings))
        notes = [*notes, *(() if self.used else (ESTIMATED,))]
        if self._chat.logprobs is not None and not self._chances and UNTOLD not in notes:
            notes.append(UNTOLD)
        used = self.used or (tokens_in(self._chat.messages), tokens_of(text) + tokens_of(reasoning))
        return Reply(
            text=text,
            reasoning=reasoning,
            finish="length" if self.is_full else self.finish or "stop",
            is_refusal=self.is_refusal,
            usage=Usage(calls=1, tokens_in=used[0], tokens_out=used[1], tokens_cached=self.cached),
            model=self.model or self._chat.model,
            seconds=self._clock() - self._begun,
            first_token=self._first,
            logprobs=tuple(self._chances),
            notes=tuple(notes),
        )
