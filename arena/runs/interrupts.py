"""Handlers of ctrl+c and SIGTERM, where neither may break off what runs at once, and the end that SIGTERM comes to all the same.

A first signal lets what is under way be finished, a second one breaks it off. Whoever sends SIGTERM sends it once, and may send
SIGKILL seconds later; so the process sends itself the second one, and ends itself if even that is not enough. No line is lost by
that: each is on disk before anybody is told of it.
"""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from threading import Event, Thread
from types import FrameType

_SIGNALS = (signal.SIGINT, signal.SIGTERM)
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


def handle_stop(stop: Callable[[], object]) -> None:
    """Call `stop` in the running event loop at each signal to stop, where the system has them."""
    loop = asyncio.get_running_loop()

    def terminate() -> None:
        hear_sigterm()
        stop()

    with suppress(NotImplementedError, RuntimeError):  # Windows; a loop in another thread
        loop.add_signal_handler(signal.SIGINT, stop)
        loop.add_signal_handler(signal.SIGTERM, terminate)


def _insist() -> None:
    time.sleep(_PATIENCE)
    if callable(signal.getsignal(signal.SIGTERM)):
        os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(_PATIENCE)
    os._exit(_INTERRUPTED)


@contextmanager
def interrupts(on_signal: Callable[[], None]) -> Iterator[None]:
    """Call `on_signal` in the event loop at each signal to stop, instead of breaking off what runs there."""
    loop = asyncio.get_running_loop()

    def pass_on(number: int, frame: FrameType | None) -> None:
        if number == signal.SIGTERM:
            hear_sigterm()
        loop.call_soon_threadsafe(on_signal)

    with _handle_signals(pass_on):
        yield


@contextmanager
def held_back() -> Iterator[None]:
    """Hold a signal to stop back until the end of the context, where it raises KeyboardInterrupt; a second one raises at once."""
    is_heard = False

    def hold(number: int, frame: FrameType | None) -> None:
        nonlocal is_heard
        if number == signal.SIGTERM:
            hear_sigterm()
        if is_heard:
            raise KeyboardInterrupt
        is_heard = True

    with _handle_signals(hold):
        yield
    if is_heard:
        raise KeyboardInterrupt


@contextmanager
def _handle_signals(handler: Callable[[int, FrameType | None], None]) -> Iterator[None]:
    before = {number: signal.signal(number, handler) for number in _SIGNALS}
    try:
        yield
    finally:
        for number, usual in before.items():
            signal.signal(number, usual)
