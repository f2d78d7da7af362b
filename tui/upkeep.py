"""What the screens of settings and of the log, and the app behind them, say to each other."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from textual.message import Message

if TYPE_CHECKING:
    from woozle.tui.logs import Entry
    from woozle.tui.settings import Settings


# From screens to the app


@dataclass
class ChangeSetting(Message):
    """Set a setting, and save it."""

    name: str
    value: str


@dataclass
class TryTheme(Message):
    """Show a theme; nothing is saved."""

    name: str


@dataclass
class MoveKey(Message):
    """Ask for the new key of a binding."""

    id: str


@dataclass
class ResetKeys(Message):
    """Give a binding its usual keys, or all of them."""

    id: str | None = None


@dataclass
class WantLog(Message):
    """Read the log for the screen that shows it."""


# From the app to its screens


@dataclass
class SettingsChanged(Message):
    """How the settings are now. sentence: what came of saving them."""

    settings: Settings
    sentence: str
    is_saved: bool = True


@dataclass
class LogRead(Message):
    """What the log held when it was asked for, the oldest first."""

    entries: tuple[Entry, ...]
