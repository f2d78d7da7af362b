"""Copies of matches, which do not count, in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice

_FEW = 3  # copies that are named one by one


def copy_sentences(copies: Mapping[str, str]) -> Iterator[str]:
    """Yield a sentence for each of a few copies, and one for how many more there are.

    Args:
        copies: Names of transcripts, each with that of the transcript that counts for the same match.
    """
    for name, first in islice(copies.items(), _FEW):
        yield f"{name} is not counted: it is the same match as {first}."
    if (more := len(copies) - _FEW) > 0:
        are = "copy of a match is" if more == 1 else "copies of matches are"
        yield f"{more} more {are} not counted; `woozle verify` names all."
