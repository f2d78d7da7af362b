"""What a response answers: the last `Answer:` in it, as the question would have it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal, TypeAlias

Kind: TypeAlias = Literal["choice", "number", "yes_no", "text"]

_MARKS = r"[\s*_`$(\[{\"']*"
_LETTER = re.compile(rf"answer{_MARKS}:{_MARKS}([a-z])(?![a-z0-9])", re.IGNORECASE)
_NUMBER = re.compile(r"\\boxed\{\s*(?:\$\s*)?(-?[\d,]*\.?\d+)|answer[\s*_`]*:[\s*_`$(\[{\"']*(-?\$?[\d,]*\.?\d+)", re.IGNORECASE)
_YES_NO = re.compile(rf"answer{_MARKS}:{_MARKS}(yes|no|true|false)\b", re.IGNORECASE)
_TEXT = re.compile(rf"answer[\s*_`]*:{_MARKS}([^\n]{{1,200}})", re.IGNORECASE)
_TRUTH = {"yes": "yes", "true": "yes", "no": "no", "false": "no"}


def letter(text: str, letters: str) -> str | None:
    """The last letter that a text answers with, if it is one of these."""
    found = [match.upper() for match in _LETTER.findall(text) if match.upper() in letters]
    return found[-1] if found else None


def number(text: str) -> float | None:
    """The last number that a text answers with, boxed or after `Answer:`."""
    found = [boxed or said for boxed, said in _NUMBER.findall(text)]
    return float(found[-1].replace(",", "").replace("$", "")) if found else None


def extracted(text: str, kind: Kind, letters: str = "ABCD") -> str | None:
    """What a response answers: a letter, a number as text, yes or no, or some words; None if it answers nothing.

    Nothing is guessed: a response that cannot be read is wrong, as in the paper, and nobody's answer in a vote.
    """
    match kind:
        case "choice":
            return letter(text, letters)
        case "number":
            value = number(text)
            return None if value is None else repr(value).removesuffix(".0")
        case "yes_no":
            said = _YES_NO.findall(text)
            return _TRUTH[said[-1].lower()] if said else None
        case "text":
            words = _TEXT.findall(text)
            return (words[-1].strip(" .*_`\"'") or None) if words else None


def is_right(answer: str | None, kind: Kind, key: Sequence[str]) -> bool:
    """Whether an answer is one of those that are right; none is wrong. Numbers are compared as numbers, words without capitals."""
    if answer is None:
        return False
    if kind == "number":
        return any(_is_same_number(answer, right) for right in key)
    return any(" ".join(answer.casefold().split()) == " ".join(right.casefold().split()) for right in key)


def _is_same_number(one: str, other: str) -> bool:
    try:
        return float(one.replace(",", "")) == float(other.replace(",", ""))
    except ValueError:
        return False
