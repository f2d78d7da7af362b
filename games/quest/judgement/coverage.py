"""Coverage: which of the key facts of a passage a summary tells. A rule over words, so it always finds the same."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TypeAlias

from pydantic import Field

from woozle.core.frozen_model import FrozenModel
from woozle.games.quest.judgement.words import stems

ReadStems: TypeAlias = Callable[[str], Sequence[str]]
"""Returns the stems of the words of a text, in order."""


class Fact(FrozenModel):
    """A key fact of a passage. fact: as displayed.

    words: those that a text must have, in any form, to tell it: each a word, a number or a few in a row, with alternatives after a
    `|`.
    """

    fact: str = Field(min_length=1, max_length=200)
    words: tuple[str, ...] = Field(min_length=1)


def find_missing(facts: Sequence[Fact], text: str, read_stems: ReadStems = stems) -> tuple[str, ...]:
    """Return the key facts missing from a text, as displayed. read_stems: of the rules by which the match is played."""
    said = f" {' '.join(read_stems(text))} "
    return tuple(
        each.fact for each in facts if not all(any(f" {way} " in said for way in _ways(words, read_stems)) for words in each.words)
    )


@lru_cache(4096)
def _ways(words: str, read_stems: ReadStems) -> tuple[str, ...]:
    return tuple(" ".join(read_stems(way)) for way in words.split("|"))
