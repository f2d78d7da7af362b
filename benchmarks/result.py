"""A figure, its limit, and its comparison across machines of different speed."""

from __future__ import annotations

import operator
import re
from typing import NamedTuple

_ORDER = {"<=": operator.le, ">=": operator.ge, "<": operator.lt, ">": operator.gt, "": operator.eq}
_WANTED = re.compile(r"([<>]=?|) ?([\d,.]+)")
_RATES = frozenset({"ticks/s", "requests/s", "matches/s", "pairs/s", "tokens/s", "calls/s", "a second"})
_TIMES = frozenset({"s", "ms", "us", "us/game", "us/claim", "s of a core", "% of a core"})


class Result(NamedTuple):
    """A measured figure. wanted: a limit such as `>= 40,000`, or the exact number; empty for figures that only explain others."""

    what: str
    figure: float
    unit: str
    wanted: str

    def scaled(self, slowness: float) -> float:
        """Return the figure scaled to the reference machine. slowness: how many times slower than that one this machine is.

        Rates and times change with the machine; ratios, sizes, counts and shares do not.
        """
        if self.unit in _RATES:
            return self.figure * slowness
        return self.figure / slowness if self.unit in _TIMES else self.figure

    def is_held(self, slowness: float = 1.0) -> bool | None:
        """Return whether the limit is met, at the speed of the reference machine; None without a limit."""
        if not self.wanted:
            return None
        found = _WANTED.fullmatch(self.wanted)
        if not found:
            raise ValueError(f"{self.wanted!r} is no limit.")
        return bool(_ORDER[found[1]](self.scaled(slowness), float(found[2].replace(",", ""))))

    def verdict(self, slowness: float) -> str:
        """Return `yes` or `NO`; empty without a limit."""
        return {True: "yes", False: "NO", None: ""}[self.is_held(slowness)]

    def shown_scaled(self, slowness: float) -> str:
        """Return the scaled figure as text, if it is compared with a limit and differs from the measured one; else empty."""
        return in_digits(self.scaled(slowness)) if self.wanted and self.unit in _RATES | _TIMES else ""

    @property
    def shown(self) -> str:
        """The figure as text."""
        return in_digits(self.figure)


def in_digits(figure: float) -> str:
    """Return a number with its significant digits."""
    digits = 0 if abs(figure) >= 1000 or figure == int(figure) else 1 if abs(figure) >= 100 else 2
    return f"{figure:,.{digits if abs(figure) >= 0.01 or not figure else 6}f}"
