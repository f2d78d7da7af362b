"""Measured figures quoted in sentences of the pages: each comes before an HTML comment that names its source.

    about **128**<!-- installed: installed, with all that it needs --> MB

A comment names a measurement and what was measured; a slash leads to a line below it (`NAME: WHAT / PART`). The figure keeps the
number of decimals, and of zeros at its end, that the page has.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from benchmarks.catalogue import MEASUREMENTS
from benchmarks.result import Result

_QUOTE = re.compile(r"(?P<number>\d[\d,]*(?:\.\d+)?|\.\d+)(?P<between>[*% ]{0,4})<!-- (?P<name>\w+): (?P<what>.+?) -->")


class Figures:
    """The stored figures of measurements, by name."""

    def __init__(self, kept: Mapping[str, Mapping[str, Any]]) -> None:
        self._kept = kept

    def figure(self, name: str, what: str) -> float:
        """Return a figure. Raises KeyError with a sentence for an unknown or ambiguous name."""
        if name not in self._kept:
            raise KeyError(f"No measurement {name!r} is kept.")
        parent, _, part = what.partition(" / ")
        found, above = [], ""
        for result in (Result(**each) for each in self._kept[name]["results"]):
            above = above if result.what.startswith(" ") else result.what
            if (above, result.what.strip()) == (parent, part or parent):
                found.append(result.figure)
        if len(found) != 1:
            raise KeyError(f"{len(found)} figures of {name!r} are called {what!r}.")
        return found[0]


def like(number: str, figure: float) -> str:
    """Return a figure with the digits of a number: `33,000` keeps three zeros, `3.9` one place, `.49` no zero before its point."""
    places = len(number.partition(".")[2])
    digits = number.replace(",", "")
    zeros = len(digits) - len(digits.rstrip("0")) if figure >= 1000 and not places else 0
    text = f"{round(figure, -zeros) if zeros else figure:,.{places}f}"
    return text.removeprefix("0") if number.startswith(".") else text


def updated(text: str, figures: Figures) -> str:
    """Return a page with all quoted figures up to date."""

    def one(found: re.Match[str]) -> str:
        if found["name"] not in MEASUREMENTS:
            return found[0]  # another comment
        number = like(found["number"], figures.figure(found["name"], found["what"]))
        return number + found[0].removeprefix(found["number"])

    return _QUOTE.sub(one, text)


def names(text: str) -> list[tuple[str, str]]:
    """Return the measurements and figures that a page quotes."""
    return [(found["name"], found["what"]) for found in _QUOTE.finditer(text)]
