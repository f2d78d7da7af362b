"""The garbage collector during reading: many small values, and no reference cycles among them."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

_usual: list[tuple[int, int, int]] = []  # what was set before, once for each long record that is shown now


@contextmanager
def pause_collection() -> Iterator[None]:
    """Pause the collector, which would take a fifth of the time of verify and half of that of reading."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


@contextmanager
def relax_collection() -> Iterator[None]:
    """Collect old objects rarely: with a long record, each such collection takes a fifth of a second."""
    _usual.append(_usual[0] if _usual else gc.get_threshold())
    gc.set_threshold(*_usual[0][:2], 1000)
    try:
        yield
    finally:
        usual = _usual.pop()
        if not _usual:  # whichever of them is left last
            gc.set_threshold(*usual)
