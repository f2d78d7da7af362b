"""A driver for terminals that may go away: the app then ends, and its match can be resumed."""

from __future__ import annotations

import contextlib
import os
import select
import signal
import sys
from collections.abc import Iterator
from threading import Thread
from types import ModuleType
from typing import Any, TextIO

from textual.drivers.linux_driver import LinuxDriver


class TerminalDriver(LinuxDriver):
    """Textual's driver, but drawing does not wait for a terminal that is gone, and the app is made to end.

    Textual would go on reading from it for ever, unless SIGHUP comes, which not every terminal sends and nohup withholds.
    """

    def __init__(self, app: Any, **options: Any) -> None:
        with _detachable_stderr():  # to which the driver writes
            super().__init__(app, **options)
        if self.input_tty:
            Thread(target=self._await_end, name="woozle-terminal", daemon=True).start()

    def _await_end(self) -> None:
        if await_hangup(self.fileno, select):
            os.kill(os.getpid(), signal.SIGTERM)


@contextlib.contextmanager
def _detachable_stderr() -> Iterator[None]:
    before = sys.__stderr__
    assert before is not None
    sys.__stderr__ = DetachableFile(before)  # type: ignore[misc, assignment]
    try:
        yield
    finally:
        sys.__stderr__ = before  # type: ignore[misc]


def await_hangup(terminal: int, system: ModuleType) -> bool:
    """Wait until the other end of a terminal is gone; return False, at once, where the system cannot tell.

    Args:
        system: The module select. On macOS, poll cannot watch terminals, and kqueue can; that is tested with fakes only.
    """
    try:
        if hasattr(system, "kqueue"):
            return _await_hangup_by_kqueue(terminal, system)
        poll = system.poll()
        poll.register(terminal, 0)  # nothing but its end
        return any(what & system.POLLHUP for _, what in poll.poll())
    except OSError:
        return False


def _await_hangup_by_kqueue(terminal: int, system: ModuleType) -> bool:
    with contextlib.closing(system.kqueue()) as queue:
        # Each event is reported once, even if the typed text was not read.
        watch = [system.kevent(terminal, system.KQ_FILTER_READ, system.KQ_EV_ADD | system.KQ_EV_CLEAR)]
        while True:
            for event in queue.control(watch, 1, None):
                if event.flags & (system.KQ_EV_EOF | system.KQ_EV_ERROR):
                    return bool(event.flags & system.KQ_EV_EOF)
            watch = []


class DetachableFile:
    """A file whose other end may go away: writes are dropped then.

    Textual's thread that writes would die of it, and its queue, once full, would hold the app for ever.
    """

    def __init__(self, file: TextIO) -> None:
        self._file = file

    def write(self, text: str) -> None:
        """Write, if there is still somewhere to."""
        with contextlib.suppress(OSError):
            self._file.write(text)

    def flush(self) -> None:
        """Send the buffered output, if the terminal is still there."""
        with contextlib.suppress(OSError):
            self._file.flush()

    def fileno(self) -> int:
        """Return the number of the file."""
        return self._file.fileno()
