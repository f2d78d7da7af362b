"""Version 2 of the rules: answers were read by fewer forms, and counted by their letters.

It read nothing but `Answer:` and, for numbers, `\\boxed{}`, took the first number of a fraction or a sum, and compared words
without capitals.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import ClassVar

from woozle.core.answer_places import Kind
from woozle.games.debate import rules
from woozle.games.debate.answers.extraction import Reader

_MARKS = r"[\s*_`$(\[{\"']*"
_LETTER = re.compile(rf"answer{_MARKS}:{_MARKS}([a-z])(?![a-z0-9])", re.IGNORECASE)
_NUMBER = re.compile(r"\\boxed\{\s*(?:\$\s*)?(-?[\d,]*\.?\d+)|answer[\s*_`]*:[\s*_`$(\[{\"']*(-?\$?[\d,]*\.?\d+)", re.IGNORECASE)
_YES_NO = re.compile(rf"answer{_MARKS}:{_MARKS}(yes|no|true|false)\b", re.IGNORECASE)
_TEXT = re.compile(rf"answer[\s*_`]*:{_MARKS}([^\n]{{1,200}})", re.IGNORECASE)
_TRUTH = {"yes": "yes", "true": "yes", "no": "no", "false": "no"}


def _letter(text: str, letters: str) -> str | None:
    found = [match.upper() for match in _LETTER.findall(text) if match.upper() in letters]
    return found[-1] if found else None


def _number(text: str) -> float | None:
    found = [boxed or said for boxed, said in _NUMBER.findall(text)]
    return float(found[-1].replace(",", "").replace("$", "")) if found else None


def _extract_answer(text: str, kind: Kind, letters: str = "ABCD") -> str | None:
    match kind:
        case "choice":
            return _letter(text, letters)
        case "number":
            value = _number(text)
            return None if value is None else repr(value).removesuffix(".0")
        case "yes_no":
            said = _YES_NO.findall(text)
            return _TRUTH[said[-1].lower()] if said else None
        case "text":
            words = _TEXT.findall(text)
            return (words[-1].strip(" .*_`\"'") or None) if words else None


def _is_right(answer: str | None, kind: Kind, key: Sequence[str]) -> bool:
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


class Debate(rules.Debate):
    """A debate by version 2 of the rules."""

    version = 2
    reader: ClassVar[Reader] = Reader(_extract_answer, _is_right, lambda answer, kind: answer)
    counts_unread = False
