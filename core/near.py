"""What is said of a name that there is not: the one that was meant, if one is near, else all there are."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

_LONGEST = 80  # characters of a name that are compared; nobody means anything by more


def near(name: str, names: Iterable[str]) -> str:
    """The name that somebody who typed another one meant; empty if none is near enough."""
    known = {each.casefold(): each for each in names}
    found = get_close_matches(name.casefold()[:_LONGEST], known, 1)
    return known[found[0]] if found else ""


def near_or_all(name: str, names: Iterable[str], others: str = "") -> str:
    """How a sentence ends that refuses a name: `did you mean ship?` or `choose from ship, quest.`

    others: what can be chosen too, and is said after the names.
    """
    known = list(names)
    meant = near(name, known)
    return f"did you mean {meant}?" if meant else f"choose from {', '.join(known)}{others}."
