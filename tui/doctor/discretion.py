"""Paths and sentences without the names of whoever uses this machine, and of the machine."""

from __future__ import annotations

import getpass
import re
import socket
from contextlib import suppress
from functools import cache
from pathlib import Path

from woozle.core.text import visible_line


def discreet(text: object) -> str:
    """A text without the home, the user's name and the machine's; safe to show."""
    told = visible_line(str(text))
    for name, instead in _names():
        told = re.sub(rf"(?<![\w.-]){re.escape(name)}(?![\w-])", lambda _, word=instead: word, told)  # type: ignore[misc]
    return told


@cache
def _names() -> tuple[tuple[str, str], ...]:
    """What is not told, and what stands for it; a home first, as a name may be a part of it."""
    names = []
    with suppress(RuntimeError):  # a user that the system does not know
        home = str(Path.home())
        names += [(home, "~")] if len(home) > 1 else []
    with suppress(KeyError, OSError, ImportError):
        names.append((getpass.getuser(), "USER"))
    host = socket.gethostname()
    names += [(host, "HOST")] if host not in ("", "localhost") else []
    return tuple(names)
