"""Checking a claim against the world, against what its speaker could have seen or heard, and against what the speaker knew.

`check` gives the verdict on one claim of one speech.

    verdicts.py  the verdict, from top to bottom    case.py       a claim with its names looked up and its time found
    phrases.py   what a time phrase says            times.py      which ticks that were; stops.py: those of a route's stops
    presence.py  where somebody was, what it did    perceived.py  what somebody saw
    blame.py     accusations and defenses           standing.py   honest, mistaken, a lie, or without grounds

What was not fully understood, of the time phrase or of the clause, is `uncertain` and not judged.
"""

from woozle.core.games.ship.claims.observed.verdicts import check

VERSION = 2
"""Of the verifier: raised with every change that can change a verdict."""

__all__ = ["VERSION", "check"]
