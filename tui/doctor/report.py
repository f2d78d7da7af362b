"""The report of `woozle doctor`: findings in sections, without the names of the user and of the machine."""

from __future__ import annotations

import getpass
import re
import socket
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict
from functools import cache
from pathlib import Path
from typing import Any, Literal, TypeAlias

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


def examine() -> tuple[Section, ...]:
    """Check everything without changing anything. Takes a second or two."""
    from woozle.tui.doctor.endpoints import endpoints
    from woozle.tui.doctor.folders import folders, leftovers
    from woozle.tui.doctor.game_data import game_data
    from woozle.tui.doctor.software import software
    from woozle.tui.doctor.terminal import output_encoding, terminal, terminal_size
    from woozle.tui.settings import config

    parts = software()
    settings = config.read().settings
    seen = terminal(size=terminal_size(), encoding=output_encoding(), images=settings.images, blocks=settings.blocks)
    return parts, seen, folders(), endpoints(), game_data(), leftovers()


def count_findings(parts: Sequence[Section], state: State) -> int:
    """Count the findings in a state."""
    return sum(each.state == state for part in parts for each in part.findings)


def report_as_dict(parts: Sequence[Section]) -> dict[str, Any]:
    """Return the report as values for JSON."""
    return {
        "works": not count_findings(parts, "broken"),
        **{state: count_findings(parts, state) for state in ("ok", "note", "missing", "broken")},
        "parts": [
            {
                "part": part.title,
                "findings": [
                    {**asdict(each), "sentence": f"{each.sentence}.", "remedy": f"{each.remedy}." if each.remedy else ""}
                    for each in part.findings
                ],
            }
            for part in parts
        ],
    }


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
