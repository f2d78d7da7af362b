"""Drawings made of characters that take one cell each."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field

from woozle.core.text import visible_line


@dataclass(slots=True)
class Canvas:
    """A grid of characters and their tones, row by row."""

    width: int
    height: int
    chars: list[list[str]] = field(init=False)
    tones: list[list[str]] = field(init=False)

    def __post_init__(self) -> None:
        self.chars = [[" "] * self.width for _ in range(self.height)]
        self.tones = [[""] * self.width for _ in range(self.height)]

    def has(self, x: int, y: int) -> bool:
        """Return whether there is such a cell."""
        return 0 <= x < self.width and 0 <= y < self.height

    def put(self, x: int, y: int, text: str, tone: str) -> None:
        """Write some characters; what lies outside is cut."""
        first, last = max(0, -x), min(len(text), self.width - x)
        if first < last and 0 <= y < self.height:
            self.chars[y][x + first : x + last] = text[first:last]
            self.tones[y][x + first : x + last] = [tone] * (last - first)

    def differs(self, other: Canvas) -> Iterator[int]:
        """Yield the rows that differ on another canvas: all of them if that has another size."""
        for y in range(self.height):
            if self.chars[y : y + 1] != other.chars[y : y + 1] or self.tones[y : y + 1] != other.tones[y : y + 1]:
                yield y

    def runs(self, y: int) -> Iterator[tuple[str, str]]:
        """Yield the pieces of one row that share a tone, with that tone."""
        start = 0
        for x in range(1, self.width + 1):
            if x == self.width or self.tones[y][x] != self.tones[y][start]:
                yield "".join(self.chars[y][start:x]), self.tones[y][start]
                start = x


def one_cell_each(text: str) -> str:
    """Return text from outside made safe, with a sign for each letter that does not take exactly one cell."""
    return "".join("▯" if _is_odd(char) else char for char in visible_line(text))


def _is_odd(char: str) -> bool:
    return unicodedata.east_asian_width(char) in "WF" or unicodedata.category(char) in ("Mn", "Me", "Cf")
