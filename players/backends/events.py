"""Server-sent events (HTML standard, section 9.2.6), as a stream of replies is told."""

from __future__ import annotations

import re
from collections.abc import Iterator

_LINE_END = re.compile(rb"\r\n|\n|\r(?!\Z)")  # a \r that is last may be half of a \r\n
_LONGEST = 8_000_000
"""Bytes of a line; the longest of a model has some thousands."""


class EventStream:
    """Takes a stream apart as it comes. Of an event only its data counts here."""

    def __init__(self) -> None:
        self._rest = b""
        self._data: list[bytes] = []

    def add(self, piece: bytes) -> Iterator[bytes]:
        """The data of the events that are whole with this piece, in order. Raises ValueError for a line without end."""
        text = self._rest + piece
        *lines, self._rest = _LINE_END.split(text) if b"\r" in text else text.split(b"\n")  # a quarter of the time
        for line in lines:
            if line.startswith(b"data:"):
                self._data.append(line[5:].removeprefix(b" "))
            elif not line and self._data:
                yield b"\n".join(self._data)
                self._data = []
        if len(self._rest) > _LONGEST:
            raise ValueError
