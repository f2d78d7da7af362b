"""Findings of `woozle doctor`, without the names of the user and of the machine."""

from __future__ import annotations

import getpass
import re
import socket
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Literal, TypeAlias

from woozle.core.text import visible_line
from woozle.core.value import value

State: TypeAlias = Literal["ok", "note", "missing", "broken"]


@value
class Finding:
    """The result of one check.

    state: `note` may need attention; `missing` is optional and not there; `broken` should be mended.
    sentence: without its full stop; remedy: what to do about it, likewise, empty for nothing.
    """

    what: str
    state: State
    sentence: str
    remedy: str = ""


@value
class Section:
    """Findings that belong together. title: one word."""

    title: str
    findings: tuple[Finding, ...]


def ok(what: str, sentence: str) -> Finding:
    """Return a finding that all is well."""
    return Finding(what, "ok", sentence)


def note(what: str, sentence: str, remedy: str) -> Finding:
    """Return a finding that may need attention."""
    return Finding(what, "note", sentence, remedy)


def missing(what: str, sentence: str, remedy: str) -> Finding:
    """Return a finding that something optional is not there."""
    return Finding(what, "missing", sentence, remedy)


def problem(what: str, sentence: str, remedy: str) -> Finding:
    """Return a finding that something has to be mended."""
    return Finding(what, "broken", sentence, remedy)


def anonymise(text: object) -> str:
    """Return a text with the home folder, the user and the machine replaced; safe to show."""
    shown = visible_line(str(text))
    for name, instead in _names():
        shown = re.sub(rf"(?<![\w.-]){re.escape(name)}(?![\w-])", lambda _, word=instead: word, shown)  # type: ignore[misc]
    return shown


@cache
def _names() -> tuple[tuple[str, str], ...]:
    """Return the names to hide, with what replaces each; the home first, as a name may be a part of it."""
    names = []
    with suppress(RuntimeError):  # a user that the system does not know
        home = str(Path.home())
        names += [(home, "~")] if len(home) > 1 else []
    with suppress(KeyError, OSError, ImportError):
        names.append((getpass.getuser(), "USER"))
    host = socket.gethostname()
    names += [(host, "HOST")] if host not in ("", "localhost") else []
    return tuple(names)
