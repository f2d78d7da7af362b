"""Handlers of ctrl+c and SIGTERM, where neither may break off work at once.

A first signal lets what is under way be finished, a second one breaks it off.
"""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from types import FrameType

from woozle.arena.runs.forced_end import hear_sigterm

_SIGNALS = (signal.SIGINT, signal.SIGTERM)


def handle_stop(stop: Callable[[], object]) -> None:
    """Call `stop` in the running event loop at each signal to stop, where the system has them."""
    loop = asyncio.get_running_loop()

    def terminate() -> None:
        hear_sigterm()
        stop()

    with suppress(NotImplementedError, RuntimeError):  # Windows; a loop in another thread
        loop.add_signal_handler(signal.SIGINT, stop)
        loop.add_signal_handler(signal.SIGTERM, terminate)
        if signal.getsignal(signal.SIGHUP) != signal.SIG_IGN:  # as under nohup
            loop.add_signal_handler(signal.SIGHUP, terminate)  # the terminal is gone


@contextmanager
def interrupts(on_signal: Callable[[], None]) -> Iterator[None]:
    """Call `on_signal` in the event loop at each signal to stop, instead of breaking off what runs there."""
    loop = asyncio.get_running_loop()

    with _handle_signals(partial(loop.call_soon_threadsafe, on_signal)):
        yield


@contextmanager
def held_back() -> Iterator[None]:
    """Hold a signal to stop back until the end of the context, where it raises KeyboardInterrupt; a second one raises at once."""
    is_heard = False

    def hold() -> None:
        nonlocal is_heard
        if is_heard:
            raise KeyboardInterrupt
        is_heard = True

    with _handle_signals(hold):
        yield
    if is_heard:
        raise KeyboardInterrupt


@contextmanager
def _handle_signals(handler: Callable[[], object]) -> Iterator[None]:
    def handle(number: int, frame: FrameType | None) -> None:
        if number == signal.SIGTERM:
            hear_sigterm()
        handler()

    before = {number: signal.signal(number, handle) for number in _SIGNALS}
    try:
        yield
    finally:
        for number, usual in before.items():
            signal.signal(number, usual)
