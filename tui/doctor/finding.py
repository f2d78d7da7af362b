"""What was found about one thing, and the things that belong together."""

from __future__ import annotations

from typing import Literal, TypeAlias

from woozle.core.value import value

State: TypeAlias = Literal["ok", "note", "missing", "broken"]


@value
class Finding:
    """One thing that was looked at.

    state: `note` is what somebody may want to see to; `missing` is what could be there and need not be; `broken` is what should be
    mended.
    sentence: what was found, without its full stop; remedy: what to do about it, likewise, empty where nothing is.
    """

    what: str
    state: State
    sentence: str
    remedy: str = ""


@value
class Part:
    """Findings that belong together. title: one word."""

    title: str
    findings: tuple[Finding, ...]


def ok(what: str, sentence: str) -> Finding:
    """Something that is as it should be."""
    return Finding(what, "ok", sentence)


def note(what: str, sentence: str, remedy: str) -> Finding:
    """Something that works as it is, and that somebody may want to see to."""
    return Finding(what, "note", sentence, remedy)


def missing(what: str, sentence: str, remedy: str) -> Finding:
    """Something that is not there, and need not be."""
    return Finding(what, "missing", sentence, remedy)


def broken(what: str, sentence: str, remedy: str) -> Finding:
    """Something that has to be mended."""
    return Finding(what, "broken", sentence, remedy)
