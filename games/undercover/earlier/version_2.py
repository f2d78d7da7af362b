"""The rules of undercover before version 3, and those of making pairs from the same time, so that saved matches stay verified.

Sizes were asked for without a yardstick, a weighted ballot did not ask for its factors, and a pair's maker was not mentioned.
"""

from __future__ import annotations

from woozle.games.undercover.earlier.version_3 import Undercover as Version3
from woozle.games.undercover.earlier.version_4 import MakingOfVersion2
from woozle.games.undercover.events import Vote


class Undercover(Version3):
    """Version 2 of the rules."""

    version = 2
    added_options = (*Version3.added_options, "rejected", "left_out")
    compares_sizes = False
    weighted_ballot = Vote
    tells_checks = False


class MakingOfVersion1(MakingOfVersion2):
    """Version 1 of making a pair."""

    version = 1
    compares_sizes = False
