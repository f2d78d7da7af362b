"""Checking transcripts: one with a report, or many in a row. In threads, off the screen's own time."""

from __future__ import annotations

import re
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

from textual import work
from textual.screen import Screen
from textual.worker import get_current_worker

from woozle.tui import messages, routes
from woozle.tui.parts.presence import Presence

if TYPE_CHECKING:
    from woozle.saves.verify import Report
    from woozle.tui.messages import keeping

_EVERYTHING = 3  # the highest level of verify
_BATCH = 16  # matches, a tenth of a second; told more often, nobody could read it
_NOT_IN_A_NAME = re.compile(r"[^A-Za-z0-9_-]+")


class Checking(Presence):
    """The part of the app that verifies."""

    def on_want_verified(self) -> None:
        """Check the transcript whose results are shown."""
        if self.last and self.last[1]:
            self._verify(self.last[1], self.screen)

    @work(thread=True, exclusive=True, group="verify")
    def _verify(self, path: Path, screen: Screen[Any]) -> None:
        from woozle.arena.views.matches import check_lines

        report = self._checked(path)
        self.call_from_thread(self.to_screen, screen, messages.Verified(tuple(check_lines(report)), report.verdict))

    def on_open_report(self, message: messages.OpenReport) -> None:
        """What verify says of one match."""
        self.push_screen(routes.report(message.path))

    def on_want_report(self, message: keeping.WantReport) -> None:
        """Check it, for its report."""
        self._report(message.path, self.screen)

    @work(thread=True, exclusive=True, group="report")
    def _report(self, path: Path, screen: Screen[Any]) -> None:
        from woozle.arena.views.reports import report_view
        from woozle.tui.messages import keeping

        self.call_from_thread(self.to_screen, screen, keeping.Reported(report_view(self._checked(path, _EVERYTHING))))

    def _checked(self, path: Path, level: int = 2) -> Report:
        """Verify one match, remember what was found, and tell the replays of it."""
        from woozle.arena.views.kept import mark_of
        from woozle.saves.findings import DEFAULT_LEVEL, note
        from woozle.saves.verify import verify
        from woozle.tui.messages import keeping

        report = verify(path, level)
        note([report])
        self.call_from_thread(self._mark, keeping.Marked(str(path), mark_of(report.verdict_up_to(DEFAULT_LEVEL), report.causes)))
        return report

    def _mark(self, message: keeping.Marked) -> None:
        for screen in self.screen_stack:
            screen.post_message(message)

    def on_save_report(self, message: keeping.SaveReport) -> None:
        """Write it into the current folder, and say where it is."""
        from woozle.arena.views.reports import report_text

        name = _NOT_IN_A_NAME.sub("_", message.report.name)[:80]
        try:
            path = new_file(f"woozle-report-{name}", report_text(message.report))
        except OSError as error:
            self.say(f"The report could not be saved in the current folder: {error.strerror}.")
        else:
            self.say(f"The report is in {path}")

    def on_check_all(self, message: keeping.CheckAll) -> None:
        """Check many matches."""
        self._check_all(message.paths, self.screen)

    def on_stop_checking(self) -> None:
        """Check no more of them."""
        self.workers.cancel_group(self, "check-all")

    @work(thread=True, exclusive=True, group="check-all")
    def _check_all(self, paths: tuple[str, ...], screen: Screen[Any]) -> None:
        from woozle.arena.views.kept import mark_of
        from woozle.saves.findings import note
        from woozle.saves.verify import verify
        from woozle.tui.messages import keeping

        worker = get_current_worker()
        for start in range(0, len(paths), _BATCH):
            batch = paths[start : start + _BATCH]
            if worker.is_cancelled or screen not in self.screen_stack:
                return
            reports = {path: verify(Path(path)) for path in batch}
            note(reports.values())
            marks = {path: mark_of(report.verdict, report.causes) for path, report in reports.items()}
            self.call_from_thread(self.to_screen, screen, keeping.Checked(marks, start + len(batch), len(paths)))


def new_file(name: str, text: str) -> Path:
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
