"""The rules of undercover before version 4, so that saved matches stay verified.

The editor drew both scenes before the first round, and a picture was named by the SHA-256 of its file.
"""

from __future__ import annotations

from woozle.games.undercover.earlier.version_4 import Undercover as Version4


class Undercover(Version4):
    """Version 3 of the rules."""

    version = 3
    asks_for_drawings = True
