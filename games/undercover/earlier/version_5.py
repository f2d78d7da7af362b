"""The rules of undercover before version 6, so that saved matches stay verified.

The factors of a weighted ballot could name any text as a seat, and those about no seat weighed nothing.
"""

from __future__ import annotations

from typing import ClassVar

from woozle.games.undercover.events import Vote, WeighedVote
from woozle.games.undercover.rules import Undercover as Current


class Undercover(Current):
    """Version 5 of the rules."""

    version = 5
    weighted_ballot: ClassVar[type[Vote]] = WeighedVote
