"""Ctrl+c, and its quiet sister SIGTERM: heard where nothing is broken off by them."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from types import FrameType

_SIGNALS = (signal.SIGINT, signal.SIGTERM)


@contextmanager
def interrupts(heard: Callable[[], None]) -> Iterator[None]:
    """While it lasts, each signal to stop calls `heard` in the event loop, instead of breaking off what runs there."""
    loop = asyncio.get_running_loop()

    def pass_on(number: int, frame: FrameType | None) -> None:
        loop.call_soon_threadsafe(heard)

    with _handled_by(pass_on):
        yield


@contextmanager
def rung() -> Iterator[Connection]:
    """While it lasts, there is something to receive for each signal to stop, which breaks off nothing."""
    bell, rope = Pipe(duplex=False)

    def pull(number: int, frame: FrameType | None) -> None:
        rope.send(None)

    with bell, rope, _handled_by(pull):
        yield bell


@contextmanager
def held_back() -> Iterator[None]:
    """While it lasts, a signal to stop waits for its end, where it raises KeyboardInterrupt; a second one does not wait."""
    is_heard = False

    def hold(number: int, frame: FrameType | None) -> None:
        nonlocal is_heard
        if is_heard:
            raise KeyboardInterrupt
        is_heard = True

    with _handled_by(hold):
        yield
    if is_heard:
        raise KeyboardInterrupt


@contextmanager
def _handled_by(handler: Callable[[int, FrameType | None], None]) -> Iterator[None]:
    before = {number: signal.signal(number, handler) for number in _SIGNALS}
    try:
        yield
    finally:
        for number, usual in before.items():
            signal.signal(number, usual)
