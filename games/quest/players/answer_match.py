"""Grades of answers to questions with one right answer: correct, incorrect, not attempted (as SimpleQA has them)."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

from woozle.games.quest.events import Grade

_ARTICLES = re.compile(r"\b(?:a|an|the)\b")
_NO_WORD = re.compile(r"[^\w\s.%-]|(?<!\d)\.|\.(?!\d)")
_NUMBER_COMMA = re.compile(r"(?<=\d),(?=\d{3}\b)")
_ABSTAINS = re.compile(
    r"\b(?:(?:i )?(?:do not|don't|dont|cannot|can't|cant) (?:know|say|tell|answer|remember)|not sure|no idea|unknown|unsure)\b"
)


def grade_by_match(text: str, answers: Iterable[str]) -> Grade:
    """Return the grade by words alone: correct where a right answer is in the text, whatever its case, accents and punctuation."""
    said = f" {normalise(text)} "
    if any(right and f" {right} " in said for right in map(normalise, answers)):
        return "correct"
    return "not_attempted" if not said.strip() or _ABSTAINS.search(_plain(text)) else "incorrect"


def normalise(text: str) -> str:
    """Return a text in small letters without accents, articles and punctuation."""
    return " ".join(_ARTICLES.sub(" ", _NO_WORD.sub(" ", _NUMBER_COMMA.sub("", _plain(text)))).split())


def _plain(text: str) -> str:
    decomposed = unicodedata.normalize("NFKD", text.casefold().replace("’", "'"))
    return "".join(each for each in decomposed if not unicodedata.combining(each))
