"""The rules of undercover before version 5, and those of making pairs from the same time, so that saved matches stay verified.

A vote came without a reason, and a few questions were worded otherwise.
"""

from __future__ import annotations

from woozle.games.undercover.pairs.counterfactuals import Making
from woozle.games.undercover.rules import Undercover as Current


class Undercover(Current):
    """Version 4 of the rules."""

    version = 4
    tells_reasons = False
    has_earlier_wordings = True


class MakingOfVersion2(Making):
    """Version 2 of making a pair."""

    version = 2
    has_earlier_wordings = True
