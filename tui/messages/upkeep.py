"""What the screens of settings and of the log, and the app behind them, say to each other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.message import Message

from woozle.tui.messages.posted import posted

if TYPE_CHECKING:
    from woozle.arena.logs import Entry
    from woozle.tui.settings.schema import Settings


# From screens to the app


@posted
class ChangeSetting(Message):
    """Set a setting, and save it."""

    name: str
    value: str


@posted
class TryTheme(Message):
    """Show a theme; nothing is saved."""

    name: str


@posted
class MoveKey(Message):
    """Ask for the new key of a binding."""

    id: str


@posted
class ResetKeys(Message):
    """Give a binding its usual keys, or all of them."""

    id: str | None = None


@posted
class WantLog(Message):
    """Read the log for the screen that shows it."""


# From the app to its screens


@posted
class SettingsChanged(Message):
    """How the settings are now. sentence: what came of saving them."""

    settings: Settings
    sentence: str
    is_saved: bool = True


@posted
class LogRead(Message):
    """What the log held when it was asked for, the oldest first."""

    entries: tuple[Entry, ...]
