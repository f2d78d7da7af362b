"""Where things are kept on this machine. Nothing is read or made here."""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs

LOG_FILE = "woozle.log"
CRASH_REPORT = "crash.txt"

_chosen: Path | None = None


def home() -> Path:
    """Where everything is kept that a person would want to keep: $WOOZLE_HOME, or the system's place for it."""
    return _named() or platformdirs.user_data_path("woozle", appauthor=False)


def config() -> Path:
    """Where settings are kept: $WOOZLE_HOME too, or the system's place for them."""
    return _named() or platformdirs.user_config_path("woozle", appauthor=False)


def matches() -> Path:
    """Where matches live, one directory each: the folder that was chosen, or one in `home`."""
    return _chosen or home() / "matches"


def tutorials() -> Path:
    """Where matches live by which somebody learns a game, apart from all others: no list, leaderboard or table has them."""
    return home() / "tutorials"


def keep_matches_in(folder: Path | None) -> None:
    """Choose where matches live from now on, in this process; None for the usual place."""
    global _chosen  # noqa: PLW0603 (one place a process, chosen by whoever reads the settings)
    _chosen = folder


def _named() -> Path | None:
    named = os.environ.get("WOOZLE_HOME")
    return Path(named).expanduser() if named else None
