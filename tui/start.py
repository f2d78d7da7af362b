"""What a person wants to play."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from woozle.core.value import value


@value
class Start:
    """A match to begin. seats: who sits there, in the words of the command line. seed: None for secret chance."""

    game: str
    seats: tuple[str, ...]
    config: Any
    seed: int | None = None


@value
class Resume:
    """A match to go on with. path: its directory."""

    path: Path
