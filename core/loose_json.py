"""A tolerant JSON parser for replies of models: amid prose, with trailing commas, comments, Python's literals, bare names.

Ambiguous text is refused. Parsing is linear in the length of any text. JsonStream reads a text that is still growing, for
spectators; no answer is read from it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Generator, Iterator
from typing import Any, Literal, TypeAlias

from woozle.core.errors import InputError

_DEEPEST = 32  # deeper than any answer
_GAP = re.compile(
    r"(?:\s++|//[^\n]*+|#[^\n]*+|/\*.{0,300}?\*/)*+", re.DOTALL
)  # a bounded comment, or unclosed ones cost the square
_REMARKS = frozenset("/#")  # the first character of a comment
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


class NotJsonError(InputError):
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
        return [easy], False  # most texts are strict JSON, which takes a tenth of the time
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
    """Return the end of a broken object with this many open braces; -1 if not broken so. No part of it is read as an object."""
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
        """True if only white space and comments are left."""
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


Piece: TypeAlias = tuple[Literal["prose", "object", "name", "value", "next"], str]
"""A piece of a growing text: more text outside all objects; the start of an object; the name of a field; more of its value; the
start of another value of the same field.
"""

_OBJECT = re.compile(r"\{\s*+(?:[\"'“‘}]|[A-Za-z_]\w*+\s*+:)")
_OBJECT_BEGUN = re.compile(r"\{\s*+(?:[A-Za-z_]\w*+\s*+)?+")
_LONGEST_BEGUN = 80  # characters of a brace and a bare name; more is prose
_OUTSIDE = re.compile(r"[^{]++")
_BARE = re.compile(r"[^\s{}\[\],:\"'“‘]++")
_RUNS = {opener: re.compile(rf"[^{closers}\\]++") for opener, closers in _CLOSERS.items()}
_HALF_ESCAPE = re.compile(r"\\(?:u[0-9a-fA-F]{0,3})?+")
_LONGEST_NAME = 64


class JsonStream:
    """An incremental parser of the objects in a growing text. It refuses nothing, and no text makes it raise.

    Nested objects are flattened: a value belongs to the last name before it.
    """

    def __init__(self) -> None:
        self._held = ""  # half an escape, or what may begin an object
        self._depth = 0
        self._opener = ""  # of the string that is open
        self._name = ""  # a name only if a colon follows
        self._is_value = False
        self._lists = 0  # that are open in the innermost object

    def feed(self, text: str) -> Iterator[Piece]:
        """Parse more of the text, and yield the pieces that it completes."""
        text, self._held = self._held + text, ""
        at = 0
        while at < len(text):
            if not self._depth:
                at = yield from self._outside(text, at)
            elif self._opener:
                at = yield from self._in_string(text, at)
            else:
                at = yield from self._between(text, at)

    def end(self) -> Iterator[Piece]:
        """Yield what is left once the text is complete."""
        if self._held and not self._depth:
            yield "prose", self._held
        self._held = ""

    def _outside(self, text: str, at: int) -> Generator[Piece, None, int]:
        if prose := _OUTSIDE.match(text, at):
            yield "prose", prose[0]
            return prose.end()
        if _OBJECT.match(text, at):
            yield "object", ""
            self._enter(1)
            return at + 1
        begun = _OBJECT_BEGUN.match(text, at, at + _LONGEST_BEGUN)
        if begun and begun.end() == len(text):
            self._held = text[at:]
            return len(text)
        yield "prose", "{"
        return at + 1

    def _in_string(self, text: str, at: int) -> Generator[Piece, None, int]:
        if run := _RUNS[self._opener].match(text, at):
            yield from self._grow(run[0])
            return run.end()
        if text[at] != "\\":
            self._opener = ""
            return at + 1
        half = _HALF_ESCAPE.match(text, at)
        if half and half.end() == len(text):
            self._held = text[at:]
            return len(text)
        escape = _ESCAPE.match(text, at)
        assert escape
        yield from self._grow(chr(int(escape[1], 16)) if escape[1] else _ESCAPED.get(escape[2], escape[2]))
        return escape.end()

    def _between(self, text: str, at: int) -> Generator[Piece, None, int]:
        if bare := _BARE.match(text, at):
            yield from self._grow(bare[0])
            return bare.end()
        match text[at]:
            case "{":
                self._enter(self._depth + 1)
            case "}":
                self._enter(self._depth - 1)
            case "[":
                self._lists += 1
            case "]":
                self._lists = max(0, self._lists - 1)
            case ":" if not self._is_value:
                yield "name", whole(self._name)
                self._is_value = True
            case "," if self._lists:
                yield "next", ""
            case ",":
                self._is_value, self._name = False, ""
            case opener if opener in _STRINGS:
                self._opener = opener
        return at + 1

    def _enter(self, depth: int) -> None:
        self._depth, self._lists, self._is_value, self._name = depth, 0, False, ""

    def _grow(self, text: str) -> Iterator[Piece]:
        if self._is_value:
            yield "value", text
        else:
            self._name = (self._name + text)[:_LONGEST_NAME]


def is_json(text: str) -> bool:
    """Return whether a text is one JSON value as the standard has it."""
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True
