"""What is kept: matches, listed, opened and compared, and the log. Files are read in threads, off the screen's own time."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from textual import work
from textual.screen import Screen
from textual.worker import get_current_worker

from woozle.arena import logs
from woozle.saves.places import LOG_FILE, home
from woozle.tui import messages
from woozle.tui.parts.checking import Checking

if TYPE_CHECKING:
    from woozle.arena.views.leaderboard import Board
    from woozle.tui.messages import keeping


class Library(Checking):
    """The part of the app that reads transcripts, and the log."""

    def refresh_matches(self) -> None:
        """List again what is kept."""
        self.list_matches()

    def on_want_matches(self) -> None:
        """List what is kept."""
        self.list_matches()

    @work(thread=True, exclusive=True, group="list")
    def list_matches(self) -> None:
        """Read what is kept, and tell the lobby."""
        from woozle.arena.views.matches import match_rows
        from woozle.saves.store import list_matches

        rows = match_rows(list_matches())
        self.call_from_thread(self.to_lobby, messages.MatchesListed(rows))

    def on_open_results(self, message: messages.OpenResults) -> None:
        """How an older match ended."""
        self._fold_again(message.path)

    @work(thread=True, exclusive=True, group="fold")
    def _fold_again(self, path: Path) -> None:
        from woozle.arena.play.endings import finished

        try:
            start, results = finished(path)
        except (ValueError, OSError) as error:
            self.call_from_thread(self.say, str(error))
            return
        self.call_from_thread(self.show_results, results, start, path)

    def on_want_log(self) -> None:
        """Read the log, for the screen that is shown."""
        self._read_log(self.screen)

    @work(thread=True, exclusive=True, group="log")
    def _read_log(self, screen: Screen[Any]) -> None:
        from woozle.tui.messages.upkeep import LogRead

        found: tuple[logs.Entry, ...] = ()
        try:
            found = logs.entries(home() / LOG_FILE)
        except OSError as error:
            self.call_from_thread(self.say, f"The log cannot be read: {error.strerror}.")
        self.call_from_thread(self.to_screen, screen, LogRead(found))

    def on_want_kept(self) -> None:
        """List everything for the browser."""
        self._list_kept(self.screen)

    @work(thread=True, exclusive=True, group="list-all")
    def _list_kept(self, screen: Screen[Any]) -> None:
        from woozle.arena.views.kept import kept
        from woozle.saves.store import list_matches
        from woozle.tui.messages import keeping

        matches = kept(list_matches(), datetime.now().astimezone().year)
        self.call_from_thread(self.to_screen, screen, keeping.KeptListed(matches))

    def on_want_boards(self) -> None:
        """Compute the leaderboards."""
        self._list_boards(self.screen)

    @work(thread=True, exclusive=True, group="boards")
    def _list_boards(self, screen: Screen[Any]) -> None:
        from woozle.arena.views.leaderboard import boards
        from woozle.saves.store import checked, list_matches
        from woozle.tui.messages import keeping

        self.call_from_thread(self.to_screen, screen, keeping.BoardsListed(tuple(boards(checked(list_matches())))))

    def on_want_ratings(self, message: keeping.WantRatings) -> None:
        """Rate the players of a leaderboard."""
        self._rate(self.screen, message.board)

    @work(thread=True, exclusive=True, group="ratings")
    def _rate(self, screen: Screen[Any], board: Board) -> None:
        from woozle.arena.views.ratings import rated
        from woozle.tui.messages import keeping

        worker = get_current_worker()
        found = rated(board, lambda: not worker.is_cancelled)
        if not worker.is_cancelled:
            self.call_from_thread(self.to_screen, screen, keeping.BoardRated(board, found))
