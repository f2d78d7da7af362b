"""Matches with agents that this user began or allowed on this machine.

The header of a transcript names the code that plays on when the match is resumed, and a folder from elsewhere can name any code.
So it is remembered which headers are one's own, by a digest that no other header has, and only those run code unasked.
"""

from __future__ import annotations

import os
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from woozle.core.regular_files import LARGE, read_file
from woozle.saves.paths import data_folder
from woozle.saves.transcript import read_lines

_FILE = "begun.txt"  # a digest each line


def remember_begun(match: Path) -> None:
    """Let the code that a match names run from now on; a full or read-only disk remembers nothing. Raises TranscriptError."""
    line = f"{_digest(match)}\n".encode()
    with suppress(OSError):
        data_folder().mkdir(mode=0o700, parents=True, exist_ok=True)
        file = os.open(data_folder() / _FILE, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
        try:
            os.write(file, line)
        finally:
            os.close(file)


def was_begun_here(match: Path) -> bool:
    """Return whether this user began the match, or allowed its code before. Raises TranscriptError."""
    try:
        known = read_file(data_folder() / _FILE, LARGE).decode("ascii", "replace").split()
    except OSError:
        return False
    return _digest(match) in known


def _digest(match: Path) -> str:
    transcript, _ = read_lines(match)
    return sha256(transcript.head.body).hexdigest()
