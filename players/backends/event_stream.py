"""Parsers of streamed lines and server-sent events (HTML standard, section 9.2.6)."""

from __future__ import annotations

import re
from collections.abc import Iterator

_LINE_END = re.compile(rb"\r\n|\n|\r(?!\Z)")  # a \r that is last may be half of a \r\n
_LONGEST = 8_000_000
"""Bytes of a line, or of an event; the longest of a model has some thousands."""
_ENDLESS = 2**28
"""Bytes of a whole stream; 200,000 characters in pieces of one, each with 20 alternatives, have less."""


class LineStream:
    """The lines of a stream. Time and memory are proportional to the stream, whatever its pieces."""

    def __init__(self) -> None:
        self._rest = bytearray()
        self._size = 0

    def add(self, piece: bytes) -> list[bytes]:
        """Return the lines that are whole with this piece, in order. Raises ValueError for a line or a stream without end."""
        self._size += len(piece)
        lines: list[bytes] = []
        if b"\n" in piece or b"\r" in piece or self._rest.endswith(b"\r"):
            text = bytes(self._rest) + piece
            *lines, rest = _LINE_END.split(text) if b"\r" in text else text.split(b"\n")  # a quarter of the time
            self._rest = bytearray(rest)
        else:
            self._rest += piece
        if len(self._rest) > _LONGEST or self._size > _ENDLESS:
            raise ValueError
        return lines


class EventStream:
    """The data of the events of a stream."""

    def __init__(self) -> None:
        self._lines = LineStream()
        self._data: list[bytes] = []
        self._size = 0

    def add(self, piece: bytes) -> Iterator[bytes]:
        """Yield the data of the events that are whole with this piece, in order. Raises ValueError for what has no end."""
        for line in self._lines.add(piece):
            if line.startswith(b"data:"):
                self._data.append(line[5:].removeprefix(b" "))
                self._size += len(line)
                if self._size > _LONGEST:
                    raise ValueError
            elif not line and self._data:
                yield b"\n".join(self._data)
                self._data, self._size = [], 0
