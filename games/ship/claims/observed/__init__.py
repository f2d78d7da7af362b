"""Verdicts on claims, by the true events, the speaker's possible perceptions, and its knowledge.

    verdicts.py  the verdict, from top to bottom: the outcome and the standing of the speaker
    case.py      a claim with its names looked up and its time found
    phrases.py   the meaning of time phrases         times.py   the ticks that they stand for
    evidence.py  proofs from the timeline           consistency.py  claims of one speech against each other

A claim whose time phrase or clause was not fully understood is `uncertain`, and not judged.
"""

from woozle.games.ship.claims.observed.consistency import check_speech
from woozle.games.ship.claims.observed.verdicts import Ground, check, ground_against
from woozle.games.ship.claims.versions import VERIFIER as VERSION

__all__ = ["VERSION", "Ground", "check", "check_speech", "ground_against"]
