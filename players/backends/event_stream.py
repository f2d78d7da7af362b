"""Parsers of the bodies of replies: lines, server-sent events (HTML standard, section 9.2.6), and the JSON that they hold."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from json import JSONDecoder
from typing import Any, NamedTuple

from woozle.players.backends.fast_json import from_json

_LINE_END = re.compile(rb"\r\n|\n|\r(?!\Z)")  # a \r that is last may be half of a \r\n
_LONGEST = 8_000_000
"""Bytes of a line, or of an event; the longest of a model has some thousands."""
_ENDLESS = 2**28
"""Bytes of a whole stream; 200,000 characters in pieces of one, each with 20 alternatives, have less."""
_LONGEST_WHOLE = 2**24
"""Bytes of JSON that spans lines."""

_MARK = b"\xef\xbb\xbf"  # of the order of bytes
_DONE = "[DONE]"
_BETWEEN = re.compile(r"(?:\s|,|data:)*")  # what stands between two values
_DECODER = JSONDecoder()


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

    def end(self) -> bytes:
        """Return the last line, which no line end follows."""
        rest, self._rest = bytes(self._rest).rstrip(b"\r"), bytearray()
        return rest


class StreamEvent(NamedTuple):
    """A server-sent event. name: empty for most."""

    data: bytes
    name: bytes = b""


class EventStream:
    """The events of a stream."""

    def __init__(self) -> None:
        self._lines = LineStream()
        self._data: list[bytes] = []
        self._name = b""
        self._size = 0

    def add(self, piece: bytes) -> Iterator[StreamEvent]:
        """Yield the events that are whole with this piece, in order. Raises ValueError for what has no end."""
        return self._read(self._lines.add(piece))

    def end(self) -> Iterator[StreamEvent]:
        """Yield the last event, where the stream ends without the blank line after it."""
        return self._read([self._lines.end(), b""])

    def _read(self, lines: Iterable[bytes]) -> Iterator[StreamEvent]:
        for line in lines:
            if line.startswith(b"data:"):
                self._data.append(line[5:].removeprefix(b" "))
                self._size += len(line)
                if self._size > _LONGEST:
                    raise ValueError
            elif not line:
                if self._data:
                    yield StreamEvent(b"\n".join(self._data), self._name)
                self._data, self._name, self._size = [], b"", 0
            elif line.startswith(b"event:"):
                self._name = line[6:].strip()
            elif line.startswith(b"error:"):  # llama.cpp before September 2025
                yield StreamEvent(line[6:], b"error")


class Message(NamedTuple):
    """A JSON value that a server sent. is_error: whether its event is called so."""

    value: Any
    is_error: bool = False


END = Message(_DONE)
"""The message with which OpenAI's protocol ends a stream."""


class MessageStream:
    """The JSON messages of a reply, in whatever frame they come.

    Servers and proxies answer a request for a stream with events, with lines of JSON or with one JSON value, and name either type:
    the first character tells which it is. is_json: it is no stream of events. page: a web page's beginning, empty for all else.
    """

    def __init__(self) -> None:
        self._start = bytearray()
        self._lines: LineStream | None = None
        self._events: EventStream | None = None
        self._whole: bytearray | None = None
        self.page = b""

    @property
    def has_begun(self) -> bool:
        """Return whether anything but blanks has come."""
        return self._lines is not None or self._events is not None or bool(self.page)

    @property
    def is_json(self) -> bool:
        return self._lines is not None

    def add(self, piece: bytes) -> Iterator[Message]:
        """Yield the messages that are whole with this piece. Raises ValueError for what has no end and for what is no JSON."""
        if self._lines is None and self._events is None:
            self._start += piece
            if not (piece := self._choose_frame()):
                return
        if self._events is not None:
            for event in self._events.add(piece):
                yield from _read_event(event)
        elif self._lines is not None:
            for line in self._lines.add(piece):
                yield from self._read_line(line)

    def end(self) -> Iterator[Message]:
        """Yield what is whole once nothing more comes."""
        if self._events is not None:
            for event in self._events.end():
                yield from _read_event(event)
        elif self._lines is not None:
            yield from self._read_line(self._lines.end())
            if self._whole is not None:
                yield from read_values(bytes(self._whole))

    def _choose_frame(self) -> bytes:
        """Return what has come so far, once it tells how the body is framed."""
        start = bytes(self._start).removeprefix(_MARK).lstrip()
        if not start or _MARK.startswith(start):
            return b""
        if start.startswith(b"<"):
            self.page = start
            return b""
        if start[:1] in b"{[":
            self._lines = LineStream()
        else:
            self._events = EventStream()
        self._start.clear()
        return start

    def _read_line(self, line: bytes) -> Iterator[Message]:
        """Yield the values of a line. One that is no JSON begins a value that goes on to the end."""
        if self._whole is None:
            try:
                values = list(read_values(line))
            except ValueError:
                self._whole = bytearray()
            else:
                yield from values
                return
        self._whole += line + b"\n"
        if len(self._whole) > _LONGEST_WHOLE:
            raise ValueError


def read_values(text: bytes) -> Iterator[Message]:
    """Yield the JSON values of a text: one, those of a list, or several where a server leaves out what parts them.

    Raises ValueError or RecursionError where no value begins; what came before was yielded then.
    """
    try:
        value = from_json(text)
    except ValueError:
        yield from _read_sequence(text.decode())
        return
    for each in value if isinstance(value, list) else [value]:
        yield Message(each)


def _read_sequence(text: str) -> Iterator[Message]:
    at = 0
    while (at := _end_of_gap(text, at)) < len(text):
        if text.startswith(_DONE, at):
            yield END
            return
        value, at = _DECODER.raw_decode(text, at)
        yield Message(value)


def _end_of_gap(text: str, at: int) -> int:
    found = _BETWEEN.match(text, at)
    return found.end() if found else at


def _read_event(event: StreamEvent) -> Iterator[Message]:
    """Yield the values of an event: none if it is empty, or has its own name and no JSON, since it is not for us then."""
    if event.name == b"error":
        try:
            yield from [Message(each.value, is_error=True) for each in read_values(event.data)]
        except ValueError:
            yield Message(event.data.decode(errors="replace"), is_error=True)
    elif event.name in (b"", b"message"):
        yield from read_values(event.data)
    else:
        try:
            yield from list(read_values(event.data))
        except ValueError:
            return
