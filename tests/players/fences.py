"""Fences in tests: they are tried where bubblewrap is there and can run."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import Any, Literal

import pytest

from woozle.players.fence import find_trouble


def fenced(level: Literal["auto", "required"], *more: object) -> Any:
    """Return the parameters of a test at a level, which is skipped with the reason where no such fence can be made."""
    trouble = find_trouble(level)
    return pytest.param(level, *more, marks=pytest.mark.skipif(trouble is not None, reason=trouble.what if trouble else ""))


def running(script: Path, interpreter: str = "") -> list[int]:
    """Return the ids of processes whose command names a script. Those that ended have no command any more.

    interpreter: for those alone that run the script itself.
    """
    found = []
    whole = os.fsencode(f"{interpreter}\0{script}\0")
    for command in Path("/proc").glob("[0-9]*/cmdline"):
        with suppress(OSError):  # it has just ended
            words = command.read_bytes()
            found += [int(command.parent.name)] * (words == whole if interpreter else os.fsencode(script) in words)
    return found
