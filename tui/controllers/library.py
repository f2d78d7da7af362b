"""Matches that are kept, and the log: listed, opened, checked and compared in threads, off the screen's own time."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from functools import wraps
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec

from textual.message import Message
from textual.screen import Screen
from textual.worker import get_current_worker

from woozle.arena import logs
from woozle.core.errors import InputError
from woozle.saves.paths import LOG_FILE, data_folder
from woozle.tui import messages

if TYPE_CHECKING:
    from woozle.arena.views.leaderboard import Board
    from woozle.arena.views.verification import VerifyView
    from woozle.saves.verify import VerifyReport
    from woozle.tui.base_app import BaseApp
    from woozle.tui.screens.browser import BrowserScreen
    from woozle.tui.screens.leaderboard import LeaderboardScreen
    from woozle.tui.screens.log import LogScreen
    from woozle.tui.screens.profile import ProfileScreen
    from woozle.tui.screens.report import ReportScreen
    from woozle.tui.screens.results import ResultsScreen
    from woozle.tui.screens.table import TableScreen

_EVERYTHING = 3  # the highest level of verify
_BATCH = 16  # matches, a tenth of a second; told more often, nobody could read it
_NOT_IN_A_NAME = re.compile(r"[^A-Za-z0-9_-]+")

P = ParamSpec("P")


def in_thread(group: str) -> Callable[[Callable[Concatenate[Library, P], None]], Callable[Concatenate[Library, P], None]]:
    """Let a method work off the screen's own time, in place of what its group does now."""

    def decorate(method: Callable[Concatenate[Library, P], None]) -> Callable[Concatenate[Library, P], None]:
        @wraps(method)
        def begin(self: Library, /, *args: P.args, **kwargs: P.kwargs) -> None:
            self._app.run_in_thread(method, self, *args, group=group)

        return begin

    return decorate


class Library:
    """Reads and verifies transcripts for the screens that show them."""

    def __init__(self, app: BaseApp) -> None:
        self._app = app

    @in_thread("list")
    def list_recent(self) -> None:
        """Send the lobby its list of matches."""
        from woozle.arena.play.daily import is_played
        from woozle.arena.play.tutorials import finished_tutorials
        from woozle.arena.views.saved_matches import match_rows
        from woozle.saves.deletion import delete_unanswered
        from woozle.saves.labels import read_labels
        from woozle.saves.store import list_matches

        matches = delete_unanswered(list_matches())
        rows = match_rows(matches, labels=read_labels())
        played = is_played(datetime.now().astimezone().date(), matches)
        self._app.call_from_thread(self._app.to_lobby, messages.MatchesListed(rows, finished_tutorials(), played))

    @in_thread("fold")
    def open_results(self, path: Path) -> None:
        """Show how an older match ended."""
        from woozle.arena.play.endings import read_ending

        try:
            start, results = read_ending(path)
        except (InputError, OSError) as error:
            self._app.call_from_thread(self._app.say, str(error))
            return
        self._app.call_from_thread(self._app.matches.show_results, results, start, path)
        self._warn_of_altered(path)

    @in_thread("end-card")
    def make_end_card(self, table: TableScreen) -> None:
        """Show the card of the match at the table, which is over."""
        from woozle.arena.play.endings import next_game
        from woozle.arena.reports.conduct_reader import badges_earned_with
        from woozle.arena.views.badges import earned_line
        from woozle.core.welcome import load_welcome

        if (session := self._app.session) is None:
            return
        after = next_game(session.game)
        self._call_on(table, table.show_end_card, session.end_card(), load_welcome(after).title if after else "")
        if earned := badges_earned_with(session.id):
            self._call_on(table, table.show_badges, [*map(earned_line, earned)])
        self._show_daily(table, session.game, session.folder)

    @in_thread("daily")
    def find_daily(self, screen: ResultsScreen, game: str, path: Path) -> None:
        """Show with the results of a match what there is to share, if it was the deal of a day."""
        self._show_daily(screen, game, path)

    def _show_daily(self, screen: TableScreen | ResultsScreen, game: str, path: Path) -> None:
        from woozle.arena.play.daily import find_result_lines

        if lines := find_result_lines(game, path, datetime.now().astimezone().date()):
            self._call_on(screen, screen.show_daily, lines)

    @in_thread("delete")
    def delete(self, screen: BrowserScreen, path: Path) -> None:
        """Delete a match for good, and show the remaining ones."""
        from woozle.saves.deletion import delete_match

        try:
            delete_match(path)
        except OSError as error:
            self._app.call_from_thread(self._app.say, str(error))
        self._show_all(screen)

    @in_thread("label")
    def label(self, screen: BrowserScreen, path: Path, change: Mapping[str, str | bool]) -> None:
        """Change a person's note on a match: its `name`, or whether it `is_marked` or `is_hidden`. Show all matches then."""
        from woozle.saves.labels import change_label

        try:
            change_label(path, **change)
        except (InputError, OSError) as error:
            self._app.call_from_thread(self._app.say, str(error))
        self._show_all(screen)

    @in_thread("list-all")
    def list_all(self, screen: BrowserScreen) -> None:
        """Show all matches, the newest first."""
        self._show_all(screen)

    def _show_all(self, screen: BrowserScreen) -> None:
        from woozle.arena.views.saved_matches import saved_matches
        from woozle.saves.labels import read_labels
        from woozle.saves.store import list_matches

        matches = saved_matches(list_matches(), datetime.now().astimezone().year, read_labels())
        self._call_on(screen, screen.show_matches, matches)

    @in_thread("profile")
    def make_profile(self, screen: ProfileScreen) -> None:
        """Show the profile of this person: wins at once, the rest as soon as all matches were read."""
        from woozle.arena.reports.conduct_reader import read_own_matches
        from woozle.arena.views.profile import count_shared, own_copies, own_matches, profile
        from woozle.saves.store import list_matches

        worker, summaries = get_current_worker(), list_matches()
        shared, copies = count_shared(summaries), own_copies(summaries)
        wins = profile(own_matches(summaries), shared, copies)

        def go_on(done: int, of: int) -> bool:
            if worker.is_cancelled or screen not in self._app.screen_stack:
                return False
            if done % _BATCH == 0:
                self._call_on(screen, screen.show_profile, wins, done, of)
            return True

        matches = read_own_matches(summaries, go_on)
        if not worker.is_cancelled:
            self._call_on(screen, screen.show_profile, profile(matches, shared, copies))

    @in_thread("boards")
    def list_boards(self, screen: LeaderboardScreen) -> None:
        """Show the leaderboards, the one of most matches first."""
        from woozle.arena.views.leaderboard import boards
        from woozle.saves.store import list_matches, verify_summaries

        self._call_on(screen, screen.show_boards, tuple(boards(verify_summaries(list_matches()))))

    @in_thread("ratings")
    def rate_players(self, screen: LeaderboardScreen, board: Board) -> None:
        """Show the ratings of a leaderboard; stop rating others."""
        from woozle.arena.views.ratings import rate_board

        worker = get_current_worker()
        found = rate_board(board, lambda: not worker.is_cancelled)
        if not worker.is_cancelled:
            self._call_on(screen, screen.show_rated, board, found)

    @in_thread("log")
    def read_log(self, screen: LogScreen) -> None:
        """Show the entries of the log, the oldest first."""
        found: tuple[logs.LogEntry, ...] = ()
        try:
            found = logs.read_entries(data_folder() / LOG_FILE)
        except OSError as error:
            self._app.call_from_thread(self._app.say, f"The log cannot be read: {error.strerror}.")
        self._call_on(screen, screen.show_entries, found)

    # Checks

    @in_thread("verify")
    def verify_results(self, screen: ResultsScreen, path: Path) -> None:
        """Check the match whose results are shown."""
        from woozle.arena.views.verification import check_lines

        report = self._verify(path)
        self._call_on(screen, screen.show_verdict, [*check_lines(report)], report.verdict)

    @in_thread("report")
    def write_report(self, screen: ReportScreen, path: Path) -> None:
        """Check a match, and show a full report."""
        from woozle.arena.views.verification import verify_view

        self._call_on(screen, screen.show_report, verify_view(self._verify(path, _EVERYTHING)))

    def _verify(self, path: Path, level: int = 2) -> VerifyReport:
        """Verify a match, remember the verdict, and send it to the replays of the match."""
        from woozle.arena.views.saved_matches import mark_of
        from woozle.saves.verdict_cache import cache_reports
        from woozle.saves.verdicts import DEFAULT_LEVEL
        from woozle.saves.verify import verify

        report = verify(path, level)
        cache_reports([report])
        mark = mark_of(report.verdict_up_to(DEFAULT_LEVEL), report.causes)
        self._app.call_from_thread(self._send_to_all, messages.Marked(str(path), mark))
        return report

    @in_thread("altered")
    def warn_of_altered(self, path: Path) -> None:
        """Tell the person if a match that is shown was altered."""
        self._warn_of_altered(path)

    def _warn_of_altered(self, path: Path) -> None:
        from woozle.saves.verdict_cache import find_verdicts

        ((_, found),) = find_verdicts([path], is_noted=False)
        if found.verdict == "altered":
            self._app.call_from_thread(self._send_to_all, messages.Marked(str(path), "altered"))
            self._app.call_from_thread(self._app.say, "This match was altered since it was recorded; its report says where.")

    def _send_to_all(self, message: Message) -> None:
        for screen in self._app.screen_stack:
            screen.post_message(message)

    def save_report(self, report: VerifyView) -> None:
        """Write a report into the current folder, and say where it is."""
        from woozle.arena.views.verification import report_text

        name = _NOT_IN_A_NAME.sub("_", report.name)[:80]
        try:
            path = write_new_file(f"woozle-report-{name}", report_text(report))
        except OSError as error:
            self._app.say(f"The report could not be saved in the current folder: {error.strerror}.")
        else:
            self._app.say(f"The report is in {path}")

    def stop_verifying(self) -> None:
        """Check no more of many matches."""
        self._app.workers.cancel_group(self._app, "check-all")

    @in_thread("check-all")
    def verify_all(self, screen: BrowserScreen, paths: Sequence[str]) -> None:
        """Check many matches one after the other, and show the verdicts as they come."""
        from woozle.arena.views.saved_matches import mark_of
        from woozle.saves.verdict_cache import cache_reports
        from woozle.saves.verify import verify

        worker = get_current_worker()
        for start in range(0, len(paths), _BATCH):
            batch = paths[start : start + _BATCH]
            if worker.is_cancelled or screen not in self._app.screen_stack:
                return
            reports = {path: verify(Path(path)) for path in batch}
            cache_reports(reports.values())
            marks = {path: mark_of(report.verdict, report.causes) for path, report in reports.items()}
            self._call_on(screen, screen.show_marks, marks, start + len(batch), len(paths))

    def _call_on(self, screen: Screen[Any], method: Callable[..., object], *arguments: Any) -> None:
        self._app.call_from_thread(self._app.call_on, screen, method, *arguments)


def write_new_file(name: str, text: str) -> Path:
    """Write a text file of that name, or with a number after it, in the current folder. Raises OSError."""
    for number in count(1):
        path = Path.cwd() / (f"{name}.txt" if number == 1 else f"{name}-{number}.txt")
        try:
            with path.open("x", encoding="utf-8") as file:
                file.write(text)
        except FileExistsError:
            continue
        return path
    raise AssertionError
