"""Failures of players and services, as sentences for people."""

from __future__ import annotations

import re

from pydantic import ValidationError

from woozle.core.text import visible_line

_LONGEST = 300  # characters of an error that are kept
_DID_NOT_FIT = "an answer of its own did not fit"
_VALIDATION = re.compile(
    r"ValidationError: \d+ validation errors? for (?P<kind>\w+)\s+(?P<where>[\w.]+)\s+(?P<problem>.+?)(?: \[type=|$)"
)
_CRASH = re.compile(rf"\w+: |{_DID_NOT_FIT}")


def crash_reason(error: Exception, *, is_person: bool) -> str:
    """Return why a player failed that raised an exception, on one line: `RuntimeError: no memory`.

    is_person: of a person's player only the kind is told, since the rest might quote what was typed.
    """
    kind = type(error).__name__
    if is_person:
        return kind
    if isinstance(error, ValidationError):
        first = error.errors(include_url=False, include_context=False, include_input=False)[0]
        return _did_not_fit(error.title, ".".join(map(str, first["loc"])), first["msg"])
    said = visible_line((str(error).strip().splitlines() or [""])[0])[:_LONGEST]
    return f"{kind}: {said}" if said else kind


def readable_reason(why: str) -> str:
    """Return the reason of a Forfeit on one line. Matches that were saved by earlier versions hold whole reports of pydantic."""
    flat = " ".join(why.split())
    found = _VALIDATION.match(flat)
    return _did_not_fit(found["kind"], found["where"], found["problem"]) if found else flat


def is_crash(why: str) -> bool:
    """Return whether a reason tells of an exception, which is a fault of ours or of a package, and not of a server or a model."""
    return bool(_CRASH.match(why))


def _did_not_fit(kind: str, where: str, problem: str) -> str:
    rule = problem.removeprefix("Value error, ").replace("Input should be", "should be", 1).rstrip(".")
    rule = rule if rule.startswith("should be") else f"was refused ({rule[:1].lower()}{rule[1:]})"
    return visible_line(f"{_DID_NOT_FIT}: {where or 'it'} of {kind} {rule}")[:_LONGEST]
