"""Failures of players and services, in sentences."""

from __future__ import annotations

import re

from pydantic import ValidationError

from woozle.core.text import visible_line
from woozle.core.validation import first_problem
from woozle.core.value import value

_LONGEST = 300  # characters of an error
_DID_NOT_FIT = "its own answer was invalid"
_VALIDATION = re.compile(
    r"ValidationError: \d+ validation errors? for (?P<kind>\w+)\s+(?P<where>[\w.]+)\s+(?P<problem>.+?)(?: \[type=|$)"
)
_CRASH = re.compile(rf"\w+: |{_DID_NOT_FIT}")


@value
class ServiceFailures:
    """Failures of one service. They add up.

    service: Name of the service, such as `estimator`.
    failed: Number of cases in which it failed.
    of: Number of cases in which it was needed.
    why: Its first error.
    """

    service: str = ""
    failed: int = 0
    of: int = 0
    why: str = ""

    @property
    def is_excessive(self) -> bool:
        """Return whether it failed in more than a tenth of cases: then the matches are not what their configuration says."""
        return self.failed > self.of / 10

    def __add__(self, other: ServiceFailures) -> ServiceFailures:
        return ServiceFailures(self.service or other.service, self.failed + other.failed, self.of + other.of, self.why or other.why)

    def __str__(self) -> str:
        """Return a clause: `the estimator failed in 3 of 12 cases (out of memory)`."""
        return f"the {self.service} failed in {self.failed} of {self.of} cases ({visible_line(self.why).rstrip('.')})"


def crash_reason(error: BaseException, *, is_human: bool) -> str:
    """Return why a player failed that raised an exception, on one line: `RuntimeError: no memory`.

    Args:
        is_human: Return the kind of the exception only, since its text might quote what a human typed.
    """
    kind = visible_line(type(error).__name__)[:_LONGEST]
    if is_human:
        return kind
    if isinstance(error, ValidationError):
        found = first_problem(error)
        return _did_not_fit(error.title, found.place, f"was refused ({found.words})" if found.is_own else found.words)
    said = visible_line((_text_of(error).strip().splitlines() or [""])[0])[:_LONGEST]
    return f"{kind}: {said}" if said else kind


def _text_of(error: BaseException) -> str:
    try:
        return str(error)
    except BaseException:  # the text of a package's exception is that package's code
        return ""


def readable_reason(why: str) -> str:
    """Return the reason of a Forfeit on one line. Matches saved by earlier versions hold whole reports of pydantic."""
    flat = " ".join(why.split())
    found = _VALIDATION.match(flat)
    return _did_not_fit(found["kind"], found["where"], _in_words(found["problem"])) if found else flat


def _in_words(problem: str) -> str:
    rule = problem.removeprefix("Value error, ").replace("Input should be", "should be", 1).rstrip(".")
    return rule if rule.startswith("should be") else f"was refused ({rule[:1].lower()}{rule[1:]})"


def is_crash(why: str) -> bool:
    """Return whether a reason names an exception: a fault of Woozle or another package, not of a server or a model."""
    return bool(_CRASH.match(why))


def _did_not_fit(kind: str, where: str, problem: str) -> str:
    return visible_line(f"{_DID_NOT_FIT}: {where or 'it'} of {kind} {problem}")[:_LONGEST]
