"""Paths as people name them, and as they are told to others."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path


def expanded(name: str | Path) -> Path:
    """A path with `~` spelt out; as it is where that is the home of nobody, so that nothing is found there."""
    with suppress(RuntimeError):
        return Path(name).expanduser()
    return Path(name)


def without_home(name: str) -> str:
    """A model's name, or another; where it is a path, without the name of whoever plays."""
    path = Path(name)
    if not path.is_absolute() or not path.is_relative_to(Path.home()):
        return name
    return f"~/{path.relative_to(Path.home()).as_posix()}"
