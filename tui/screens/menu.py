"""The command palette."""

from __future__ import annotations

from textual import work
from textual.await_complete import AwaitComplete
from textual.command import CommandList, CommandPalette


class Menu(CommandPalette):
    """Textual's, in which keys may come before there is a list to move in, and after one has left.

    It has no id, by which Textual knows one: that of one that is still leaving could not be had twice.
    """

    def dismiss(self, result: None = None) -> AwaitComplete:
        """Leave, once: a second enter would take away the screen below, or the last one there is."""
        return super().dismiss(result) if self.is_current else AwaitComplete()

    def _action_command_list(self, action: str) -> None:
        # Until its first frame a list has options and no lines: turning its pages would raise a KeyError.
        if self.query_one(CommandList).scrollable_content_region:
            super()._action_command_list(action)

    @work(exclusive=True, group=CommandPalette._GATHER_COMMANDS_GROUP)
    async def _gather_commands(self, search_value: str) -> None:
        # Textual's, but it may begin only when there is no list any more to put commands into.
        if self._has_list:
            await CommandPalette._gather_commands.__wrapped__(self, search_value)  # type: ignore[attr-defined]

    # Commands that were being sought then are still found, and shown.

    def _watch__list_visible(self) -> None:
        if self._has_list:
            super()._watch__list_visible()

    async def _watch__show_busy(self) -> None:
        if self._has_list:
            await super()._watch__show_busy()

    @property
    def _has_list(self) -> bool:
        return bool(self.query(CommandList))
