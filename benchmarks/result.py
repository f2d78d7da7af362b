"""A figure, what is wanted of it, and what others reach."""

from __future__ import annotations

import operator
import re
from typing import NamedTuple

_ORDER = {"<=": operator.le, ">=": operator.ge, "<": operator.lt, ">": operator.gt, "": operator.eq}
_WANTED = re.compile(r"([<>]=?|) ?([\d,.]+)")


class Result(NamedTuple):
    """What was measured. wanted: a limit such as `>= 40,000`, or a number that it has to be; empty for what only explains others.

    peer: what another program makes, measured once on a machine of two cores; not in the same run.
    """

    what: str
    figure: float
    unit: str
    wanted: str
    peer: str = ""

    @property
    def is_held(self) -> bool | None:
        """Whether the figure is what is wanted; None, where nothing is."""
        if not self.wanted:
            return None
        found = _WANTED.fullmatch(self.wanted)
        if not found:
            raise ValueError(f"{self.wanted!r} is no limit.")
        return bool(_ORDER[found[1]](self.figure, float(found[2].replace(",", ""))))

    @property
    def held(self) -> str:
        return {True: "yes", False: "NO", None: ""}[self.is_held]

    @property
    def shown(self) -> str:
        """The figure, with as many digits as say something."""
        digits = 0 if abs(self.figure) >= 1000 or self.figure == int(self.figure) else 1 if abs(self.figure) >= 100 else 2
        return f"{self.figure:,.{digits if abs(self.figure) >= 0.01 or not self.figure else 6}f}"
