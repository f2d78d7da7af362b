"""Messages between the app and the screens of settings and of the log."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.message import Message

from woozle.tui.messages import message_class

if TYPE_CHECKING:
    from woozle.arena.logs import LogEntry
    from woozle.tui.settings.schema import Settings


# From screens to the app


@message_class
class ChangeSetting(Message):
    """Set a setting, and save it."""

    name: str
    value: str


@message_class
class TryTheme(Message):
    """Show a theme; nothing is saved."""

    name: str


@message_class
class MoveKey(Message):
    """Ask for the new key of a binding."""

    id: str


@message_class
class ResetKeys(Message):
    """Give a binding its usual keys, or all of them."""

    id: str | None = None


# From the app to its screens


@message_class
class SettingsChanged(Message):
    """The settings have changed. sentence: the result of saving them."""

    settings: Settings
    sentence: str
    is_saved: bool = True


@message_class
class LogRead(Message):
    """The entries of the log, the oldest first."""

    entries: tuple[LogEntry, ...]
