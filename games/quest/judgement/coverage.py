"""Coverage: which of the key facts of a passage a summary tells. A rule over words, so that everybody finds the same."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from pydantic import Field

from woozle.core.frozen_model import FrozenModel
from woozle.games.quest.judgement.grounding import stem, tokens


class Fact(FrozenModel):
    """A key fact of a passage. fact: as displayed when it is missing.

    words: what a text has to have, in any form, that tells it: each a word, a number or a few in a row, with others that do as well
    after a `|`.
    """

    fact: str = Field(min_length=1, max_length=200)
    words: tuple[str, ...] = Field(min_length=1)


def missing(facts: Sequence[Fact], text: str) -> tuple[str, ...]:
    """Return the key facts missing from a text, as displayed."""
    said = f" {_stems(text)} "
    return tuple(each.fact for each in facts if not all(any(f" {way} " in said for way in _ways(words)) for words in each.words))


@lru_cache(4096)
def _ways(words: str) -> tuple[str, ...]:
    return tuple(map(_stems, words.split("|")))


def _stems(text: str) -> str:
    return " ".join(map(stem, tokens(text)))
