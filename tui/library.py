"""Matches that are kept: listing them, opening one, checking one. Files are read in threads, off the screen's own time."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from textual import work
from textual.screen import Screen

from woozle.tui import messages
from woozle.tui.tables import Tables


class Library(Tables):
    """The part of the app that reads transcripts."""

    def refresh_matches(self) -> None:
        """List again what is kept."""
        self.list_matches()

    def on_want_matches(self) -> None:
        """List what is kept."""
        self.list_matches()

    @work(thread=True, exclusive=True, group="list")
    def list_matches(self) -> None:
        """Read what is kept, and tell the lobby."""
        from woozle.saves.store import list_matches
        from woozle.tui.present.matches import match_rows

        rows = match_rows(list_matches())
        self.call_from_thread(self.to_lobby, messages.MatchesListed(rows))

    def on_open_results(self, message: messages.OpenResults) -> None:
        """How an older match ended."""
        self._fold_again(message.path)

    @work(thread=True, exclusive=True, group="fold")
    def _fold_again(self, path: Path) -> None:
        from woozle.tui.session import finished

        try:
            start, results = finished(path)
        except (ValueError, OSError) as error:
            self.call_from_thread(self.say, str(error))
            return
        self.call_from_thread(self.show_results, results, start, path)

    def on_want_verified(self) -> None:
        """Check the transcript whose results are shown."""
        if self.last and self.last[1]:
            self._verify(self.last[1], self.screen)

    @work(thread=True, exclusive=True, group="verify")
    def _verify(self, path: Path, screen: Screen[Any]) -> None:
        from woozle.saves.verify import verify
        from woozle.tui.present.matches import check_lines

        report = verify(path)
        self.call_from_thread(self.to_screen, screen, messages.Verified(tuple(check_lines(report)), report.is_sound))
