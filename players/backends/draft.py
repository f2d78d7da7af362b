"""Replies while they are streamed."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeGuard

from woozle.core.loose_json import is_json, whole
from woozle.core.request import Finish
from woozle.core.usage import Usage
from woozle.players.backends.model_client import (
    MOST_TOKENS,
    Chat,
    Hear,
    Heard,
    Reply,
    TokenChance,
    estimate_text_tokens,
    estimate_tokens,
    is_cost,
)

LONGEST = 200_000
"""Characters of a reply, reasoning included. A longer one runs on without end, and is stopped here."""

_MOST_CHANCES = 200_000  # tokens and alternatives whose chances are kept
_MOST_RIVALS = 20  # alternatives of a token, as many as servers return
_LONGEST_TOKEN = 100  # characters
LEAST = -9999.0
"""The value that servers send for the logarithm of 0."""

UNTOLD = "the server does not tell logprobs"
"""The note of a reply without the logprobs that were asked for."""

CALLED = "the answer came as a call of a tool"
"""The note of a reply whose text is the arguments of its only call."""

ESTIMATED = "tokens are estimated: the server does not count them"
"""The note of a reply whose usage is a guess."""


class Draft:
    """A reply to a Chat while it is streamed. The listener hears each piece.

    finish: why the model stopped, once the server says so. is_ended: the server said that nothing more comes.
    """

    def __init__(self, chat: Chat, hear: Hear, clock: Callable[[], float] = time.monotonic) -> None:
        self._chat, self._hear, self._clock = chat, hear, clock
        self._begun = clock()
        self._first: float | None = None
        self._texts: list[str] = []
        self._reasonings: list[str] = []
        self._chances: list[TokenChance] = []
        self._calls: dict[int, list[str]] = {}
        self._room = LONGEST
        self._chances_left = _MOST_CHANCES
        self.finish: Finish | None = None
        self.is_ended = False
        self.is_refusal = False
        self.model = ""
        self._used: Usage | None = None
        self._dollars: float | None = None

    @property
    def is_full(self) -> bool:
        return self._room <= 0 or self._chances_left <= 0

    @property
    def is_empty(self) -> bool:
        """True if no text has come yet; reasoning does not count."""
        return not any(self._texts) and not self._calls

    @property
    def has_begun(self) -> bool:
        """True if anything has come, reasoning included."""
        return self._first is not None or bool(self._calls)

    @property
    def is_whole(self) -> bool:
        """True if nothing of the reply is missing, however its stream ended.

        Some servers give no reason why a model stopped. Then JSON is whole if it can be parsed, and other text if its end was
        reported.
        """
        if self.finish is not None or self.is_full:
            return True
        text = "".join(self._texts) or "".join(piece for pieces in list(self._calls.values())[:1] for piece in pieces)
        return is_json(text) if text.lstrip().startswith(("{", "[")) else self.is_ended and bool(text.strip())

    def add(self, text: str, reasoning: str = "") -> None:
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

    def add_call(self, number: Any, arguments: str) -> None:
        """Append to the arguments of a tool call. number: index of the call, if there are several."""
        arguments = arguments[: self._room]
        self._room -= len(arguments) + 1  # an empty call counts too
        self._calls.setdefault(number if is_count(number) else 0, []).append(arguments)

    def add_chances(self, tokens: Sequence[Mapping[str, Any]]) -> None:
        """Append the probabilities of tokens, in the spelling of both protocols."""
        for token in tokens:
            rivals = (token.get("top_logprobs") or ())[:_MOST_RIVALS]
            self._chances_left -= 1 + len(rivals)
            if self.is_full:
                return
            self._chances.append(TokenChance(*_chance(token), tuple(map(_chance, rivals))))

    def count(self, read: Any, written: Any, cached: Any = 0, *, reasoning: Any = 0, cache_write: Any = 0) -> None:
        """Record the server's token counts. Impossible counts are replaced by estimates.

        reasoning: part of those written; cache_write: part of those read. Impossible values of these two are ignored.
        """
        counts = [0 if each is None else each for each in (read, written, cached)]
        more = [each if is_count(each) else 0 for each in (reasoning, cache_write)]
        self._used = Usage(1, counts[0], counts[1], 0.0, counts[2], *more) if all(map(is_count, counts)) else None

    def charge(self, dollars: Any) -> None:
        """Record the cost of the reply as the server states it. An impossible cost is ignored."""
        if is_cost(dollars):
            self._dollars = dollars

    def reply(self, notes: Sequence[str]) -> Reply:
        text, reasoning = whole("".join(self._texts)), whole("".join(self._reasonings))
        notes = [*notes, *(() if self._used else (ESTIMATED,))]
        if len(self._calls) == 1 and not text.strip():
            (arguments,) = self._calls.values()
            text = whole("".join(arguments))
            notes.append(CALLED)
        if self._chat.logprobs is not None and not self._chances and UNTOLD not in notes:
            notes.append(UNTOLD)
        estimated = estimate_tokens(self._chat.messages), estimate_text_tokens(text) + estimate_text_tokens(reasoning)
        return Reply(
            text=text,
            reasoning=reasoning,
            finish="length" if self.is_full else self.finish or "stop",
            is_refusal=self.is_refusal or self.finish == "filter",
            usage=self._used or Usage(1, *estimated),
            model=self.model or self._chat.model,
            seconds=self._clock() - self._begun,
            first_token=self._first,
            logprobs=tuple(self._chances),
            notes=tuple(notes),
            dollars=self._dollars,
        )


def text_of(told: Any) -> str:
    """Return a server's value if it is a text, else an empty one."""
    return told if isinstance(told, str) else ""


def is_count(told: Any) -> TypeGuard[int]:
    """Return whether a server's value can be a number of tokens."""
    return type(told) is int and 0 <= told <= MOST_TOKENS


def _chance(token: Mapping[str, Any]) -> tuple[str, float]:
    logprob = float(token["logprob"])
    return whole(token["token"])[:_LONGEST_TOKEN], min(logprob, 0.0) if logprob >= LEAST else LEAST  # so for what is no number
