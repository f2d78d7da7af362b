"""The command palette."""

from __future__ import annotations

from textual.command import CommandList, CommandPalette


class Menu(CommandPalette):
    """Textual's, in which keys may come before there is a list to move in."""

    def _action_command_list(self, action: str) -> None:
        # Until its first frame a list has options and no lines: turning its pages would raise a KeyError.
        if self.query_one(CommandList).scrollable_content_region:
            super()._action_command_list(action)
