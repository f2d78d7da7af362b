"""Time phrases as the public pipeline reads them: a few words narrow the round, all others leave it as it is.

It knows `until tick 20`, `from tick 10` and openings such as `at the start`; `at tick 4` and `around the report` mean the whole
round. Words are found anywhere, so that "still" holds "till" and "when the meeting started" a start.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal, TypeAlias

from woozle.games.ship.claims.schema import Claim, Window

Duration: TypeAlias = Literal["any_time", "most_time", "entire_time"]

ENTIRE_TIME = ("the whole time", "entire round", "all round", "never left", "stayed in", "the entire time", "whole round")
MOST_TIME = ("mostly", "spent most of", "majority of", "most of")
OPENING_TICKS = 5  # what "at the start" lasts after the first tick

_UPPER = re.compile(r"\b(?:until|till|by|before|up to|through)\s+tick\s+([0-9]{1,9})")
_LOWER = re.compile(r"\b(?:from|since|after|starting from|starting at)\s+tick\s+([0-9]{1,9})")
_SPANS = (
    *("until", "till", "up to", "through", "to tick", "onward", "onwards", "then", "after that", "later"),
    *("whole", "entire", "all round", "the rest"),
)
_OPENINGS = ("start", "beginning", "spawn", "respawn")


def duration_of(when: str) -> Duration:
    """Return for how long a claim says that it was so: at any time, unless it says more."""
    phrase = when.lower()
    if says(phrase, ENTIRE_TIME):
        return "entire_time"
    return "most_time" if says(phrase, MOST_TIME) else "any_time"


def round_before(meeting: int, segments: Sequence[tuple[int, int]]) -> Window:
    """Return the free roam before the meeting of this tick."""
    found = Window(0, meeting, "round_boundary_fallback")
    for first, last in segments:
        if last >= meeting:
            break
        found = Window(first, last, "preceding_free_roam")
    return found


def window_of(claim: Claim, meeting: int, segments: Sequence[tuple[int, int]]) -> Window:
    """Return the ticks that a claim in the meeting of this tick is about. Only places may include the meeting's own tick."""
    around = round_before(meeting, segments)
    phrase = claim.when.lower()
    first, last = around.first, around.last
    upper, lower = _UPPER.search(phrase), _LOWER.search(phrase)
    if upper:
        last = min(last, max(first, int(upper[1])))
    if lower:
        first = max(first, min(last, int(lower[1])))
    is_opening = not upper and not says(phrase, _SPANS) and says(phrase, _OPENINGS)
    if is_opening:
        last = min(first + OPENING_TICKS, last)
    is_place = claim.type == "location" and (bool(claim.route) or duration_of(phrase) == "any_time")
    if is_place and not is_opening and not upper:
        last = max(last, meeting)
    return Window(first, last, around.source)


def says(phrase: str, words: Sequence[str]) -> bool:
    """Return whether a phrase in lower case holds any of the words, if only within another."""
    for word in words:  # noqa: SIM110 - any() takes twice the time, and most of that of a verdict
        if word in phrase:
            return True
    return False
