"""How far a run with models is."""

from __future__ import annotations

from typing import NamedTuple


class Tally(NamedTuple):
    """How many matches are finished and at play, and how many calls are where, as Calls tells."""

    finished: int = 0
    playing: int = 0
    sent: int = 0
    in_line: int = 0
    pausing: int = 0
