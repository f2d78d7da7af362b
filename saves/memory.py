"""Reading makes very many small values, and no circles of references among them."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


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
    """What there is by now is not looked through for circles: with a long record that takes a fifth of a second each time."""
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()
