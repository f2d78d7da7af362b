"""The matches that are kept, and the log: read, checked and changed for screens, in the threads of their workers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from woozle.arena import logs
from woozle.core.errors import InputError
from woozle.saves.paths import LOG_FILE, data_folder
from woozle.tui import messages

if TYPE_CHECKING:
    from woozle.arena.views.leaderboard import Board
    from woozle.arena.views.profile import Profile
    from woozle.arena.views.saved_matches import Mark, RecentMatches, SavedMatch
    from woozle.saves.verify import VerifyReport
    from woozle.tui.app import WoozleApp
    from woozle.tui.screens.table import TableScreen

_BATCH = 16  # matches, a tenth of a second; shown more often, no one could read it


class Library:
    """Reads and verifies transcripts for the screens that show them."""

    def __init__(self, app: WoozleApp) -> None:
        self._app = app

    def list_recent(self) -> RecentMatches:
        """Return the newest matches, and what was finished."""
        from woozle.arena.play.daily import is_played
        from woozle.arena.play.tutorials import finished_tutorials
        from woozle.arena.views.saved_matches import RecentMatches, match_rows
        from woozle.saves.deletion import delete_unanswered
        from woozle.saves.labels import read_labels
        from woozle.saves.store import list_matches

        matches = delete_unanswered(list_matches())
        rows = match_rows(matches, labels=read_labels())
        return RecentMatches(rows, finished_tutorials(), is_played(datetime.now().astimezone().date(), matches))

    def list_all(self) -> Sequence[SavedMatch]:
        """Return all matches, the newest first."""
        from woozle.arena.views.saved_matches import saved_matches
        from woozle.saves.labels import read_labels
        from woozle.saves.store import list_matches

        return saved_matches(list_matches(), datetime.now().astimezone().year, read_labels())

    def delete(self, path: Path) -> None:
        """Delete a match for good. Raises OSError, with a sentence."""
        from woozle.saves.deletion import delete_match

        delete_match(path)

    def label(self, path: Path, change: Mapping[str, str | bool]) -> None:
        """Change a person's note on a match: its `name`, or whether it `is_marked` or `is_hidden`.

        Raises InputError or OSError, with a sentence.
        """
        from woozle.saves.labels import change_label

        change_label(path, **change)

    def read_profile(self, show: Callable[[Profile, int, int], bool]) -> None:
        """Show the profile of this person: wins at once, the rest as soon as all matches were read.

        Args:
            show: Takes a profile, and how many of how many matches were read, zeros for all; returns whether to go on.
        """
        from woozle.arena.reports.conduct_reader import read_own_matches
        from woozle.arena.views.profile import count_shared, own_copies, own_matches, profile
        from woozle.saves.store import list_matches

        summaries = list_matches()
        shared, copies = count_shared(summaries), own_copies(summaries)
        wins = profile(own_matches(summaries), shared, copies)
        is_wanted = True

        def go_on(done: int, of: int) -> bool:
            nonlocal is_wanted
            is_wanted = done % _BATCH != 0 or show(wins, done, of)
            return is_wanted

        matches = read_own_matches(summaries, go_on)
        if is_wanted:
            show(profile(matches, shared, copies), 0, 0)

    def list_boards(self) -> tuple[Board, ...]:
        """Return the leaderboards, the one of most matches first."""
        from woozle.arena.views.leaderboard import boards
        from woozle.saves.store import list_matches, verify_summaries

        return tuple(boards(verify_summaries(list_matches())))

    def read_log(self) -> tuple[logs.LogEntry, ...]:
        """Return the entries of the log, the oldest first. Raises OSError."""
        return logs.read_entries(data_folder() / LOG_FILE)

    def find_daily(self, game: str, path: Path) -> Sequence[str]:
        """Return what there is to share of a match, if it was the deal of a day, and how a bot and other days compare."""
        from woozle.arena.play.daily import find_result_lines

        return find_result_lines(game, path, datetime.now().astimezone().date())

    # The end of a match

    def why_no_rematch(self, path: Path) -> str:
        """Return why a finished match is not to be played once more with roles dealt anew; empty if it can be."""
        from woozle.arena.play.daily import day_of
        from woozle.arena.runs.plan import PLAN
        from woozle.arena.studies.folder import PARTICIPANTS
        from woozle.saves.summary import summarize

        if (path.parent / PLAN).exists():
            return "This match is one of a run, whose deals are planned: `woozle run` plays more."
        if (path.parent.parent / PARTICIPANTS).exists():
            return "This match belongs to a study, whose plan says what is played."
        summary = summarize(path, None)
        if summary and any(player.get("remote") for player in summary.players.values()):
            return "This match was played at an open table, where people play again together: `woozle host` opens another."
        if summary and day_of(summary, datetime.now().astimezone().date()):
            return "The deal of a day is the same for everybody and is played once: begin a match of your own from the lobby."
        return ""

    def open_results(self, path: Path) -> None:
        """Show how an older match ended."""
        self._app.run_in_thread(self._open_results, path, group="fold")

    def _open_results(self, path: Path) -> None:
        from woozle.arena.play.endings import read_ending

        try:
            start, results = read_ending(path)
        except (InputError, OSError) as error:
            self._app.call_from_thread(self._app.say, str(error))
            return
        self._app.call_from_thread(self._app.matches.show_results, results, start.game, start, path, self.why_no_rematch(path))
        self._warn_of_altered(path)

    def make_end_card(self, table: TableScreen) -> None:
        """Show the card of the match at the table, which is over."""
        self._app.run_in_thread(self._make_end_card, table, group="end-card")

    def _make_end_card(self, table: TableScreen) -> None:
        from woozle.arena.play.endings import next_game
        from woozle.arena.reports.conduct_reader import badges_earned_with
        from woozle.arena.views.badges import earned_line
        from woozle.core.welcome import load_welcome

        if (session := self._app.session) is None:
            return
        after = next_game(session.game)
        title = load_welcome(after).title if after else ""
        why_not = "" if session.is_joined else self.why_no_rematch(session.folder)
        if (card := session.end_card()) is None:
            return
        self._app.call_from_thread(self._app.call_on, table, table.show_end_card, card, title, why_not)
        if session.id and (earned := badges_earned_with(session.id)):
            self._app.call_from_thread(self._app.call_on, table, table.ending.panel.add_badges, [*map(earned_line, earned)])
        if lines := self.find_daily(session.game, session.folder):
            self._app.call_from_thread(self._app.call_on, table, table.show_daily, lines)

    # Checks

    def verify(self, path: Path, level: int = 2) -> VerifyReport:
        """Verify a match, remember the verdict, and send it to the replays of the match."""
        from woozle.arena.views.saved_matches import mark_of
        from woozle.saves.verdict_cache import cache_reports
        from woozle.saves.verdicts import DEFAULT_LEVEL
        from woozle.saves.verify import verify

        report = verify(path, level)
        cache_reports([report])
        self._app.call_from_thread(self._mark, path, mark_of(report.verdict_up_to(DEFAULT_LEVEL), report.causes))
        return report

    def verify_all(self, paths: Sequence[str], show: Callable[[Mapping[str, Mark], int, int], bool]) -> None:
        """Check many matches one after the other.

        Args:
            show: Takes some verdicts, and of how many of how many matches there are any; returns whether to go on.
        """
        from woozle.arena.views.saved_matches import mark_of
        from woozle.saves.verdict_cache import cache_reports
        from woozle.saves.verify import verify

        for start in range(0, len(paths), _BATCH):
            batch = paths[start : start + _BATCH]
            reports = {path: verify(Path(path)) for path in batch}
            cache_reports(reports.values())
            if not show(
                {path: mark_of(each.verdict, each.causes) for path, each in reports.items()}, start + len(batch), len(paths)
            ):
                return

    def warn_of_altered(self, path: Path) -> None:
        """Tell the person if a match that is shown was altered."""
        self._app.run_in_thread(self._warn_of_altered, path, group="altered")

    def _warn_of_altered(self, path: Path) -> None:
        from woozle.saves.verdict_cache import find_verdicts

        ((_, found),) = find_verdicts([path], is_noted=False)
        if found.verdict == "altered":
            self._app.call_from_thread(self._mark, path, "altered")
            self._app.call_from_thread(self._app.say, "This match was altered since it was recorded; its report says where.")

    def _mark(self, path: Path, mark: Mark) -> None:
        for screen in self._app.screen_stack:
            screen.post_message(messages.Marked(str(path), mark))
