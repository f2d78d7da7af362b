"""A tolerant JSON parser for replies of models: amid prose, with trailing commas, comments, Python's literals, bare names.

Text that could mean two things is refused. Linear in the length of any text.
"""

from __future__ import annotations

import re
from typing import Any

_DEEPEST = 32  # no answer is nested so deep
_GAP = re.compile(
    r"(?:\s++|//[^\n]*+|#[^\n]*+|/\*.{0,300}?\*/)*+", re.DOTALL
)  # a bounded comment, or unclosed ones cost the square
_REMARKS = frozenset("/#")  # what a comment begins with
_NUMBER = re.compile(r"-?\d{1,30}(?:\.\d{1,30})?(?:[eE][+-]?\d{1,2})?(?![\w.])", re.ASCII)
_WORD = re.compile(r"[A-Za-z_]\w{0,63}", re.ASCII)
_WORDS = {"true": True, "false": False, "null": None, "True": True, "False": False, "None": None}
_PAIR = r'"([^"\\]*+)"\s*+:\s*+"([^"\\]*+)"\s*+'
_EASY = re.compile(rf"\s*+\{{\s*+{_PAIR}(?:,\s*+{_PAIR})*+\}}\s*+")
_PAIRS = re.compile(_PAIR)
_BRACE = re.compile("[{}]")
_CLOSERS = {'"': '"', "'": "'", "“": "“”", "”": "“”", "‘": "‘’", "’": "‘’"}
_STRINGS = {opener: re.compile(rf"((?:[^{closers}\\]++|\\.)*+)[{closers}]", re.DOTALL) for opener, closers in _CLOSERS.items()}
_ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|(.))", re.DOTALL)
_ESCAPED = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}


class NotJsonError(ValueError):
    """The text is not JSON, however tolerantly read."""


def value(text: str) -> Any:
    """Parse a whole text as one value. Raises NotJsonError."""
    scan = _Scan(text, 0)
    found = scan.value()
    if not scan.is_done:
        raise NotJsonError
    return found


def objects(text: str) -> tuple[list[dict[str, Any]], bool]:
    """Return the outermost objects in a text, in order, and whether the text ends inside one."""
    if _EASY.fullmatch(text) and len(easy := dict(pairs := _PAIRS.findall(text))) == len(pairs):
        return [easy], False  # as most are, in a tenth of the time
    found: list[dict[str, Any]] = []
    at = text.find("{")
    while at >= 0:
        scan = _Scan(text, at)
        try:
            found.append(scan.value())
            at = scan.at
        except NotJsonError:
            if (at := _closing_brace(text, scan.at, scan.braces)) < 0:
                return found, True
        at = text.find("{", at)
    return found, False


def _closing_brace(text: str, at: int, braces: int) -> int:
    """Return the end of a broken object with so many open braces; -1 if there is none. No part of it is taken for an object."""
    for brace in _BRACE.finditer(text, at):
        braces += 1 if brace[0] == "{" else -1
        if not braces:
            return brace.end()
    return -1


class _Scan:
    """A scanner for one value. at: Current position. braces: Number of open braces."""

    def __init__(self, text: str, at: int) -> None:
        self.text = text
        self.at = at
        self.braces = 0
        self._depth = 0

    @property
    def is_done(self) -> bool:
        """Whether only white space and comments are left."""
        return not self._next()

    def value(self) -> Any:
        match self._next():
            case "{":
                return self._object()
            case "[":
                return self._list("]")
            case "(":
                return self._list(")")
            case opener if opener in _STRINGS:
                return self._string(opener)
        if number := _NUMBER.match(self.text, self.at):
            self.at = number.end()
            return float(number[0]) if set(number[0]) & set(".eE") else int(number[0])
        word = _WORD.match(self.text, self.at)
        if not word or word[0] not in _WORDS:
            raise NotJsonError
        self.at = word.end()
        return _WORDS[word[0]]

    def _object(self) -> dict[str, Any]:
        self._enter()
        self.braces += 1
        found: dict[str, Any] = {}
        while not self._takes("}"):
            name = self._name()
            self._needs(":")
            each = self.value()
            if found.setdefault(name, each) != each:
                raise NotJsonError  # it says two things
            if not self._takes(","):
                self._needs("}")
                break
        self.braces -= 1
        self._depth -= 1
        return found

    def _list(self, closer: str) -> list[Any]:
        self._enter()
        found: list[Any] = []
        while not self._takes(closer):
            found.append(self.value())
            if not self._takes(","):
                self._needs(closer)
                break
        self._depth -= 1
        return found

    def _name(self) -> str:
        opener = self._next()
        if opener in _STRINGS:
            return self._string(opener)
        if word := _WORD.match(self.text, self.at):
            self.at = word.end()
            return word[0]
        raise NotJsonError

    def _string(self, opener: str) -> str:
        inside = _STRINGS[opener].match(self.text, self.at + 1)
        if not inside:
            self.at = len(self.text)
            raise NotJsonError
        self.at = inside.end()
        return _unescape(inside[1]) if "\\" in inside[1] else inside[1]

    def _enter(self) -> None:
        if self._depth == _DEEPEST:
            raise NotJsonError
        self._depth += 1
        self.at += 1

    def _next(self) -> str:
        """Return the next significant character; empty at the end."""
        char = self.text[self.at : self.at + 1]
        if char.isspace() or char in _REMARKS:
            gap = _GAP.match(self.text, self.at)
            self.at = gap.end() if gap else self.at
            return self.text[self.at : self.at + 1]
        return char

    def _takes(self, char: str) -> bool:
        is_next = self._next() == char
        self.at += is_next
        return is_next

    def _needs(self, char: str) -> None:
        if not self._takes(char):
            raise NotJsonError


def _unescape(text: str) -> str:
    return whole(_ESCAPE.sub(lambda found: chr(int(found[1], 16)) if found[1] else _ESCAPED.get(found[2], found[2]), text))


def whole(text: str) -> str:
    """Return a text with surrogate pairs joined and lone surrogates replaced, so that any file can hold it."""
    return text if text.isascii() else text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
