"""Ending this process within seconds of a SIGTERM, whatever is under way.

SIGTERM is usually sent once, with SIGKILL seconds later; so the process sends itself a second SIGTERM, and exits if even that is
not enough. No line is lost: each is on disk before any viewer sees it.

Python runs signal handlers in the main thread, between two instructions. If that thread waits in C, or is about to, no handler runs
until another signal interrupts the wait. So a second thread hears of each signal as well.
"""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Lock, Thread

_PATIENCE = 2.0  # seconds from a SIGTERM to the second one, and from there to the end
_INTERRUPTED = 130

_ends_by_force = Event()
_is_ending = Lock()  # taken once, by the first who hears a SIGTERM


@contextmanager
def ending_by_force() -> Iterator[None]:
    """Let this process end within 4 seconds of a SIGTERM that comes meanwhile. For commands; a library must not end its host."""
    _ends_by_force.set()
    signals, end = os.pipe()
    os.set_blocking(end, False)
    Thread(target=_listen, args=(signals,), name="woozle-signals", daemon=True).start()
    before = signal.set_wakeup_fd(end, warn_on_full_buffer=False)
    try:
        yield
    finally:
        _ends_by_force.clear()  # what a SIGTERM has begun goes on, since the end of Python waits for threads
        signal.set_wakeup_fd(before)
        os.close(end)


def hear_sigterm() -> None:
    """Begin to insist on the end of this process, if it is to end by force.

    Handlers of SIGTERM call this first, since an event loop with handlers of its own is told of signals in place of the thread.
    """
    if _ends_by_force.is_set() and _is_ending.acquire(blocking=False):
        Thread(target=_insist, name="woozle-end", daemon=True).start()


def _listen(signals: int) -> None:
    """Hear each SIGTERM from the numbers of signals that Python writes into a pipe, until the other end is closed."""
    while numbers := os.read(signals, 64):
        if signal.SIGTERM in numbers:
            hear_sigterm()
    os.close(signals)


def _insist() -> None:
    time.sleep(_PATIENCE)
    if callable(signal.getsignal(signal.SIGTERM)):
        os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(_PATIENCE)
    os._exit(_INTERRUPTED)
