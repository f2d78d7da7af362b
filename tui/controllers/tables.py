"""The table that is hosted at this terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from woozle.tui.controllers.hosts import Stage


class Tables:
    """Serves one open table, shows who is there, and does what its host says."""

    def __init__(self, app: Stage) -> None:
        self._app = app

    def start(self) -> None:
        """Start before all are here; bots take the open places."""

    def sit(self) -> None:
        """Go to the host's own place."""

    def admit(self, knock: str, *, does_enter: bool) -> None:
        """Let somebody who knocks in, or turn them away."""

    def relink(self, place: int) -> None:
        """Make a new link for a place whose player lost theirs."""

    def remove(self, place: int) -> None:
        """Remove a player."""

    def show_results(self) -> None:
        """Show how the match ended."""

    def close(self) -> None:
        """Close the table for everybody."""
