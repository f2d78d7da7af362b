"""Short answers as SQuAD compares them (P. Rajpurkar and others, SQuAD: 100,000+ questions for machine comprehension, 2016)."""

from __future__ import annotations

import re
import string

_ARTICLES = re.compile(r"\b(?:a|an|the)\b")
_NO_PUNCTUATION = str.maketrans("", "", string.punctuation)


def squad_tokens(text: str) -> list[str]:
    """Return the words of a text that count: small letters, no ASCII punctuation, no articles."""
    return _ARTICLES.sub(" ", text.lower().translate(_NO_PUNCTUATION)).split()


def squad_text(text: str) -> str:
    """Return a text as it is compared, one space between words; where nothing of it is left, in small letters as it is."""
    return " ".join(squad_tokens(text)) or " ".join(text.lower().split())
