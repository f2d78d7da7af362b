"""Paths as people name them and as they are shown to others; files that are written as a whole."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path


def expand_home(name: str | Path) -> Path:
    """Return a path with `~` expanded; unchanged where there is no such home, so that nothing is found there."""
    with suppress(RuntimeError):
        return Path(name).expanduser()
    return Path(name)


def hide_home(name: str) -> str:
    """Return the name of a model or file; of a path in the home directory, without the user's name."""
    path = Path(name)
    if not path.is_absolute() or not path.is_relative_to(Path.home()):
        return name
    return f"~/{path.relative_to(Path.home()).as_posix()}"


def replace_file(path: Path, data: bytes) -> None:
    """Write a file whole or not at all, even if others write the same file at the same time. Raise OSError."""
    new = path.with_name(f"{path.name}.{os.getpid()}.new")
    new.write_bytes(data)
    new.replace(path)
