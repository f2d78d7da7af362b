"""Ending this process within seconds of a SIGTERM, whatever is under way.

SIGTERM is usually sent once, with SIGKILL seconds later; so the process sends itself a second SIGTERM, and exits if even that is
not enough. No line is lost: each is on disk before any viewer sees it.
"""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread

_PATIENCE = 2.0  # seconds from a SIGTERM to the second one, and from there to the end
_INTERRUPTED = 130

_ends_by_force, _is_ending = Event(), Event()


@contextmanager
def ending_by_force() -> Iterator[None]:
    """Let this process end within 4 seconds of a SIGTERM that comes meanwhile. For commands; a library must not end its host."""
    _ends_by_force.set()
    try:
        yield
    finally:
        _ends_by_force.clear()  # what a SIGTERM has begun goes on, since the end of Python waits for threads


def hear_sigterm() -> None:
    """Begin to insist on the end of this process, if it is to end by force. Every handler of SIGTERM calls this first."""
    if _ends_by_force.is_set() and not _is_ending.is_set():
        _is_ending.set()
        Thread(target=_insist, name="woozle-end", daemon=True).start()


def _insist() -> None:
    time.sleep(_PATIENCE)
    if callable(signal.getsignal(signal.SIGTERM)):
        os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(_PATIENCE)
    os._exit(_INTERRUPTED)
