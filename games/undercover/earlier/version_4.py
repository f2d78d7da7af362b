"""The rules of undercover before version 5, and those of making pairs from the same time, so that saved matches stay verified.

A vote came without a reason, a few questions were worded otherwise, and all but the undercover won together, whomever they had
voted for.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import ClassVar

from woozle.games.undercover.earlier.version_5 import Undercover as Version5
from woozle.games.undercover.pairs.counterfactuals import Making


class Undercover(Version5):
    """Version 4 of the rules."""

    version = 4
    added_options: ClassVar[Collection[str]] = ("wins", "difficulty")
    tells_reasons = False
    tells_sides = False
    has_earlier_wordings = True


class MakingOfVersion2(Making):
    """Version 2 of making a pair."""

    version = 2
    has_earlier_wordings = True
