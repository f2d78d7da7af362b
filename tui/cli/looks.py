"""What a person who plays line by line can ask for before they answer: the rules, to leave, pictures, and what is in them.

Pictures are no part of the lines: a file is saved, and words are told, only when they are asked for. Where a game is about its
pictures, the record says which of the two a person had.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from woozle.core.request import Display
from woozle.core.text import visible
from woozle.players.human import Ask
from woozle.players.registry import pictures, prompt
from woozle.tui.cli.typed import Lines

OPEN, TELL = "o", "d"
EXPLAIN = ("?", "help")
_LEAVE = ("q", "quit", "exit")
WAYS = "? tells the rules, q leaves; where words are asked for, ctrl+d leaves."
"""What can always be typed. A letter may be what somebody wants to say, so that only ? is taken out of words."""

_NO_WORDS = f"Nobody has put this picture in words; {OPEN} opens it."
_SHARED = "No picture is shown while several people share this terminal."


class InputClosedError(EOFError):
    """Standard input ended before the match did, or the person wants to leave."""


class Looks:
    """The lines with which a person answers; those that ask for something else are taken out, and followed.

    rules: how the match is played. is_shared: others use the terminal too, and would find the file.
    """

    def __init__(
        self, game: str, ask: Ask, lines: Lines, write: Callable[[str], Any], rules: Sequence[str] = (), *, is_shared: bool
    ) -> None:
        self._game = game
        self._rules = rules
        self._ask = ask
        self._lines = lines
        self._write = write
        self._is_shared = is_shared
        self._draw = pictures(game)
        self._tell: Callable[..., str] | None = getattr(prompt(game), "described", None)
        self._opened, self._is_told = 0, False

    @property
    def is_what_it_is_about(self) -> bool:
        """Whether the game is about the picture, so that somebody who does not look cannot play."""
        return self._tell is not None

    @property
    def offer(self) -> str:
        """What there is to look at, as a sentence; empty if there is nothing."""
        if self._tell and self._is_shared:
            return f"{TELL} tells your picture in words."
        if self._tell:
            return f"{OPEN} opens your picture, {TELL} tells it in words."
        return f"{OPEN} opens pictures of this moment." if self._draw else ""

    async def line(self, *, is_text: bool = False) -> str:
        """The next line that asks for nothing else. Raises InputClosedError for one that leaves.

        is_text: any words can be an answer; only the rules and what a game is about are asked for then.
        """
        while True:
            line = await self._lines.line()
            word = line.strip()
            if (word == EXPLAIN[0] or not is_text) and self.follows(word):
                continue
            look = self._asked_for(word, is_text)
            if look is None:
                return line
            self._write(visible(look()))

    def follows(self, word: str) -> bool:
        """Tell the rules, if that is what a word asks for. Raises InputClosedError for one that leaves."""
        if word in _LEAVE:
            raise InputClosedError
        if word not in EXPLAIN:
            return False
        for told in filter(None, (*self._rules, self.offer, WAYS)):
            self._write(visible(told))
        return True

    def _asked_for(self, word: str, is_text: bool) -> Callable[[], str] | None:
        if is_text and not self._tell:
            return None
        if word == OPEN and self._draw:
            return self._open
        return self._in_words if word == TELL and self._tell else None

    def _open(self) -> str:
        """Open what the seat is shown beside the words; a sentence about it."""
        from woozle.tui import gallery
        from woozle.tui.settings import config

        if self._is_shared:
            return _SHARED
        ask = self._ask
        if not (drawn := self._draw(ask.request, ask.observation) if self._draw else ()):
            return gallery.NONE
        try:
            told = gallery.show(self._game, drawn, config.read().settings, ask.request.to)
        except OSError as error:
            return str(error)
        ask.show(drawn)
        self._opened += 1
        self._note()
        return told

    def _in_words(self) -> str:
        ask = self._ask
        words = self._tell(ask.request, ask.observation) if self._tell else ""
        self._is_told |= bool(words)
        self._note()
        return words or _NO_WORDS

    def _note(self) -> None:
        """Say in the record how the picture was seen."""
        if self._tell:
            self._ask.see(Display("words" if self._is_told else "off", 0, 0, 0, 0, opened=self._opened))
