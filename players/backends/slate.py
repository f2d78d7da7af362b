"""Numbers that processes share, in a file that each of them maps into its memory."""

from __future__ import annotations

import mmap
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

try:
    import fcntl
except ImportError:  # Windows, where nothing would keep two processes apart
    fcntl = None  # type: ignore[assignment]

IS_HERE = fcntl is not None
"""Whether this system can share them."""

_SIZE = 8  # bytes of a number


class Slate:
    """So many numbers, all 0 at first. One that a single process writes may be read by the others at any time.

    Each process opens it by its path: a file that was opened before a fork would be locked for both. The system unlocks what a
    process held that is killed, so what is written inside `alone` has to make sense whenever it breaks off.
    """

    def __init__(self, path: Path) -> None:
        self._file = os.open(path, os.O_RDWR)
        self._map = mmap.mmap(self._file, 0)
        self.numbers = memoryview(self._map).cast("d")

    @staticmethod
    def lay(path: Path, count: int) -> None:
        """Make the file, for so many numbers."""
        with path.open("wb") as file:
            file.truncate(max(1, count) * _SIZE)

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Nobody else is inside at the same time; for moments, since it holds up everything."""
        fcntl.flock(self._file, fcntl.LOCK_EX)
        try:
            yield
        finally:
            fcntl.flock(self._file, fcntl.LOCK_UN)
