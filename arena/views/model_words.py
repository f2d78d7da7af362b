"""Replies of models in words: what is thought, and what is answered, while the text is still growing and once it is there."""

from __future__ import annotations

import re
from collections.abc import Iterable
from math import inf
from typing import Self

from woozle.core.loose_json import JsonStream, Piece, whole
from woozle.core.replies import THOUGHT_NAMES
from woozle.core.reply_parts import Piece as Part
from woozle.core.reply_parts import ReplySplitter, unwrap

KEPT = 2_400  # characters that are shown of a reply that grows; more do not fit on a screen
_FENCE = re.compile(r"^\s*+```\w*+\s*+|(?<!\s)\s*+```\s*+$")


class _Tail:
    """The end of a text that grows, in time that is linear in the whole. kept: characters that are surely kept."""

    def __init__(self, kept: float) -> None:
        self._kept = kept
        self._pieces: list[str] = []
        self._length = 0

    def __bool__(self) -> bool:
        return bool(self._length)

    def __iadd__(self, text: str) -> Self:
        self._pieces.append(text)
        self._length += len(text)
        if self._length > 2 * self._kept:
            self._pieces = [self.text[-int(self._kept) :]]
            self._length = len(self._pieces[0])
        return self

    @property
    def text(self) -> str:
        if len(self._pieces) > 1:
            self._pieces = ["".join(self._pieces)]
        return self._pieces[0] if self._pieces else ""


class ReplyWords:
    """A reply that grows, in words. kept: how many characters of the end of thoughts and answer are kept at least.

    Thoughts are those that are marked, in a field for them, and that a server tells apart; and what is written before an object.
    """

    def __init__(self, kept: float = KEPT + 1) -> None:
        self._kept = kept
        self._thoughts = _Tail(kept)
        self._splitter = ReplySplitter()
        self._start_anew()

    @property
    def thoughts(self) -> str:
        """The end of what was thought so far."""
        return whole(self._thoughts.text).strip()

    @property
    def answer(self) -> str:
        """The end of the answer so far: `action: speak · message: I was in`. Empty until one of its values begins."""
        answer = whole(self._answer.text)
        return _FENCE.sub("", unwrap(answer) if self._splitter.has_reasoned else answer).strip()

    def think(self, text: str) -> None:
        """Take in more thoughts from outside of the text."""
        self._thoughts += text

    def feed(self, text: str) -> None:
        """Take in more of the text."""
        self._hear(self._splitter.feed(text))

    def end(self) -> None:
        """Note that no more of the text will come."""
        self._hear(self._splitter.end())
        self._tell(self._stream.end())

    def _hear(self, parts: Iterable[Part]) -> None:
        for kind, part in parts:
            match kind:
                case "text":
                    self._tell(self._stream.feed(part))
                case "thoughts":
                    self.think(part)
                case "retraction":
                    self._think_apart(self._answer.text)
                    self._start_anew()

    def _start_anew(self) -> None:
        self._stream = JsonStream()
        self._answer = _Tail(self._kept)
        self._name = ""  # of the field, until its value begins
        self._is_thought = self._is_begun = self._has_object = False

    def _begin_object(self) -> None:
        """Take what was said before the first object for thoughts. Of several objects, the last is the answer."""
        if not self._has_object:
            self._think_apart(_FENCE.sub("", self._answer.text))
        self._answer = _Tail(self._kept)
        self._is_begun, self._has_object = False, True

    def _tell(self, pieces: Iterable[Piece]) -> None:
        for kind, piece in pieces:
            match kind:
                case "prose" if not self._has_object:
                    self._say(piece)
                case "object":
                    self._is_begun = True
                case "name":
                    if self._is_begun:
                        self._begin_object()
                    self._is_thought = piece.strip().lower() in THOUGHT_NAMES
                    self._name = piece
                    if self._is_thought:
                        self._think_apart("")
                case "value" if self._is_thought:
                    self.think(piece)
                case "value":
                    if self._name:
                        self._say(f"{' · ' if self._answer else ''}{self._name.replace('_', ' ')}: ")
                        self._name = ""
                    self._say(piece)
                case "next" if not self._is_thought and not self._name:
                    self._say(", ")

    def _say(self, text: str) -> None:
        self._answer += text

    def _think_apart(self, text: str) -> None:
        """Take in thoughts that begin a new line."""
        self.think(("\n" if self._thoughts else "") + text.strip())


def in_words(text: str, reasoning: str = "") -> tuple[str, str]:
    """Return the thoughts and the answer of a whole reply in words."""
    words = ReplyWords(inf)
    words.think(reasoning)
    words.feed(text)
    words.end()
    return words.thoughts, words.answer
