"""Reading makes very many small values, and no circles of references among them."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

_usual: list[tuple[int, int, int]] = []  # what was set before, once for each long record that is shown now


@contextmanager
def no_circles() -> Iterator[None]:
    """Nobody looks for circles of references here, which would take a fifth of the time of verify, and half that of reading."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


@contextmanager
def long_lived() -> Iterator[None]:
    """Circles are seldom looked for in what has long been there: with a long record that takes a fifth of a second each time."""
    _usual.append(_usual[0] if _usual else gc.get_threshold())
    gc.set_threshold(*_usual[0][:2], 1000)
    try:
        yield
    finally:
        usual = _usual.pop()
        if not _usual:  # whichever of them is left last
            gc.set_threshold(*usual)
