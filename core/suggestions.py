"""Did-you-mean suggestions for unknown names."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

_LONGEST = 80  # characters of a name that are compared; longer ones are not typing errors


def closest_name(name: str, names: Iterable[str]) -> str:
    """Return the one of `names` that `name` was probably meant to be, ignoring case; empty if none is close."""
    known = {each.casefold(): each for each in names}
    found = get_close_matches(name.casefold()[:_LONGEST], known, 1)
    return known[found[0]] if found else ""


def suggest(name: str, names: Iterable[str], others: str = "") -> str:
    """Return the end of a sentence that refuses `name`: `did you mean ship?` or `choose from ship, quest.`

    Args:
        others: What else may be chosen, added after the names: `, or a file`.
    """
    known = list(names)
    meant = closest_name(name, known)
    return f"did you mean {meant}?" if meant else f"choose from {', '.join(known)}{others}."
