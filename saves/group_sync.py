"""Forcing the lines of many matches to the disk together, a moment after they were written.

A line that was given to the operating system survives the end of the process, however it ends. To survive a power failure it must
be forced to the disk, for which a match would have to wait some milliseconds. Here a thread does it for all matches at once.
"""

from __future__ import annotations

from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from threading import Condition, Lock, Thread
from typing import Protocol

DELAY = 0.05
"""Seconds until what was written begins to be forced to the disk."""

_AT_ONCE = 4  # files whose data is forced at the same time, which lets the disk do it in one go: 125 files in 10 ms, else in 220


class Forced(Protocol):
    """A file whose data can be forced to the disk, from any thread."""

    def force(self) -> object:
        """Return when all that was written would survive a power failure. A failure is kept for the next who writes."""


class GroupSync:
    """Forces files to the disk in the background. A failure is raised by the next append to the file.

    delay: seconds that may pass before it begins with a file.
    """

    def __init__(self, delay: float = DELAY) -> None:
        self._delay = delay
        self._changed = Condition()
        self._waiting: set[Forced] = set()
        self._at_work = Lock()  # whoever waits for the disk waits for what another thread has begun
        self._is_closed = False
        self._thread: Thread | None = None
        self._pool = ThreadPoolExecutor(_AT_ONCE, "group-sync")

    def sync_soon(self, file: Forced) -> None:
        """Have what was written to a file forced to the disk soon."""
        with self._changed:
            self._waiting.add(file)
            if self._thread is None:
                self._thread = Thread(target=self._run, name="group-sync", daemon=True)
                self._thread.start()
            if len(self._waiting) == 1:  # it is waiting for work: to wake it for each line costs as much as the line
                self._changed.notify()

    def sync_now(self) -> None:
        """Return when all that was written so far is on the disk."""
        with self._at_work:
            with self._changed:
                files, self._waiting = self._waiting, set()
            each = [*files]
            list(self._pool.map(_force, (each[at::_AT_ONCE] for at in range(_AT_ONCE))))

    def close(self) -> None:
        """Force what is left to the disk, and stop."""
        with self._changed:
            self._is_closed = True
            self._changed.notify()
        if self._thread:
            self._thread.join()
        self.sync_now()
        self._pool.shutdown()

    def _run(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._waiting or self._is_closed)
                if self._is_closed:
                    return
                self._changed.wait_for(lambda: self._is_closed, self._delay)
            self.sync_now()


def _force(files: Iterable[Forced]) -> None:
    for file in files:
        file.force()
