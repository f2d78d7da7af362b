"""The command palette."""

from __future__ import annotations

from textual.await_complete import AwaitComplete
from textual.command import CommandList, CommandPalette


class Menu(CommandPalette):
    """Textual's, in which keys may come before there is a list to move in, and after one has left.

    It has no id, by which Textual knows one: that of one that is still leaving could not be had twice.
    """

    def dismiss(self, result: None = None) -> AwaitComplete:
        """Leave, once: a second enter would take away the screen below, or the last one there is."""
        return super().dismiss(result) if self.is_current else AwaitComplete()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Allow moves in the list once it was drawn: before its first frame, turning its pages would raise a KeyError."""
        if action not in ("command_list", "cursor_down"):
            return super().check_action(action, parameters)
        return any(shown.scrollable_content_region for shown in self.query(CommandList))
