"""Folders of Woozle on this machine. Nothing is read or created here."""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs

LOG_FILE = "woozle.log"
CRASH_REPORT = "crash.txt"
RUN_PLAN = "plan.json"
"""The file in the folder of a run, beside its matches, that says which they are."""

_chosen: Path | None = None


def data_folder() -> Path:
    """Return the folder of everything worth keeping: $WOOZLE_HOME, or the system's user data folder."""
    return _home_override() or platformdirs.user_data_path("woozle", appauthor=False)


def config_folder() -> Path:
    """Return the folder of settings: $WOOZLE_HOME, or the system's user configuration folder."""
    return _home_override() or platformdirs.user_config_path("woozle", appauthor=False)


def matches_folder() -> Path:
    """Return the folder with one folder for each match: the chosen one, or `matches` in the data folder."""
    return _chosen or data_folder() / "matches"


def tutorials_folder() -> Path:
    """Return the folder of tutorial matches; lists, leaderboards and tables leave them out."""
    return data_folder() / "tutorials"


def set_matches_folder(folder: Path | None) -> None:
    """Choose the folder of matches for this process; None for the default one."""
    global _chosen  # noqa: PLW0603 (one place a process, chosen where the settings are read)
    _chosen = folder


def _home_override() -> Path | None:
    named = os.environ.get("WOOZLE_HOME")
    return Path(named).expanduser() if named else None


def real_path(path: Path) -> Path:
    """Return a path without links. A ring of links, which `Path.resolve` fails at, stays as it is."""
    return Path(os.path.realpath(path))
