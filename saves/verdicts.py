"""What verify can conclude about a transcript, and why it could not check a level."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

DEFAULT_LEVEL = 2
"""The level of verify unless another is asked for."""

Verdict: TypeAlias = Literal["verified", "consistent", "altered"]
"""verified: every required level passed. altered: one failed. consistent: none failed, some could not be checked."""

Cause: TypeAlias = Literal["imported", "withdrawn", "key", "game", "rules", "format", "replies", "deal"]
"""Why a level of verify could not be checked."""

CAUSES: Mapping[Cause, str] = {
    "imported": "imported from a log of another project",
    "withdrawn": "text that the rules need was withdrawn",
    "key": "unfinished, and the match key is missing",
    "game": "the game is not installed",
    "rules": "that version of the rules is not installed",
    "format": "written by a newer Woozle, or with members that its format does not have",
    "replies": "replies were parsed by another version of the parser",
    "deal": "the secret of the host that dealt the key is missing",
}
"""Causes in a few words each."""

REASONS: Mapping[str, str] = {"altered": "altered since it was recorded"} | dict(CAUSES.items())
"""Why a match does not count, in a few words each."""
