"""The report of verify on one match: level by level, with every finding and its line."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import count
from pathlib import Path
from typing import ClassVar

from textual import work
from textual.containers import VerticalScroll
from textual.content import Content
from textual.events import Resize
from textual.widget import Widget
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from woozle.arena.views.verification import VERDICT_TONES, FindingRow, LevelRow, VerifyView, report_text, verify_view
from woozle.core.line import Line
from woozle.core.text import visible_line
from woozle.tui import safe
from woozle.tui.controllers.access import controllers_of, ways_of
from woozle.tui.keys import back_keys, bindings, key
from woozle.tui.screens.frame import FrameScreen
from woozle.tui.styles import sheets
from woozle.tui.widgets.text_layout import hang
from woozle.tui.widgets.title_bar import TitleBar, screen_title

_EVERYTHING = 3  # the highest level of verify
_NOT_IN_A_NAME = re.compile(r"[^A-Za-z0-9_-]+")
_INDENT = 11  # cells before the reason of a level
_WHERE = 10  # cells for the line of a finding
_FRAME = 5  # cells that are no text: a border or a margin on both sides, a scrollbar
_STYLES = {"good": "bold $success", "quiet": "bold $warning", "bad": "bold $error"}
_NOTHING_WRONG = "No problems found."
_VERDICTS = {"PASS": ("✓ PASS", "bold $success"), "FAIL": ("✗ FAIL", "bold $error"), "SKIP": ("· SKIP", "bold $quiet")}


class Findings(OptionList, inherit_bindings=False):
    """The findings, one item each. can_lead: to its moment in a replay."""

    BINDINGS = bindings(
        key("findings.replay", "enter", "select", "Replay", shown="enter"),
        key("findings.up", "up,k", "cursor_up", "Up", hidden=True),
        key("findings.down", "down,j", "cursor_down", "Down", hidden=True),
        key("findings.page_up", "pageup", "page_up", "Page up", hidden=True),
        key("findings.page_down", "pagedown", "page_down", "Page down", hidden=True),
        key("findings.first", "home,g", "first", "First", hidden=True),
        key("findings.last", "end,G", "last", "Last", hidden=True),
    )
    ABOUT: ClassVar[tuple[Line, ...]] = (
        Line("Findings", "heading"),
        Line("{findings.up} {findings.down} lead through what is wrong; {findings.replay} or a click opens a replay at that line."),
    )
    can_lead = False

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer no replay of a file that cannot be read."""
        return action != "select" or self.can_lead


class ReportScreen(FrameScreen):
    """Asks for a check of the match as soon as it is shown."""

    BINDINGS = bindings(
        key("report.again", "v", "again", "Check again"),
        key("report.export", "e", "export", "Save as text"),
        *back_keys("report"),
    )
    ABOUT = (
        Line("The report", "heading"),
        Line("Level by level: the file, the game replayed, the scores, the raw text of models. SKIP: not to be checked."),
    )
    CSS_PATH = sheets("report")

    def __init__(self, path: Path) -> None:
        super().__init__()
        self._path = path
        self._report: VerifyView | None = None

    def contents(self) -> Iterable[Widget]:
        yield TitleBar(screen_title("Verification report"), id="title")
        with VerticalScroll(id="verdict"):
            yield Static("Checking…", id="headline", markup=False)
            yield Static(safe.line(str(self._path), "$quiet"), id="path", markup=False)
            yield Static(id="levels", markup=False)
            yield Static(id="notes", markup=False)
        yield Findings(id="findings", markup=False)

    def on_mount(self) -> None:
        findings = self.query_one(Findings)
        findings.border_title = "Findings"
        findings.focus()
        self.action_again()

    def show_report(self, report: VerifyView) -> None:
        """Show what a check has found."""
        self._report = report
        self._draw(report)
        findings = self.query_one(Findings)
        findings.can_lead = report.can_be_read
        findings.highlighted = 0
        self.refresh_bindings()

    def on_resize(self, event: Resize) -> None:
        """Sentences are wrapped here, so that their rows begin one below the other."""
        if self._report:
            self._draw(self._report)

    def _draw(self, report: VerifyView) -> None:
        width = self.size.width - _FRAME
        style = _STYLES[VERDICT_TONES[report.verdict]]
        self.query_one("#headline", Static).update(safe.line(report.headline, style))
        self.query_one("#levels", Static).update(Content("\n").join(_level(row, width) for row in report.levels))
        self.query_one("#notes", Static).update(safe.line(" ".join(report.notes), "$quiet"))
        findings = self.query_one(Findings)
        at = findings.highlighted
        nothing = [Option(Content.styled(_NOTHING_WRONG, "$quiet"))]
        findings.set_options([_finding(row, width) for row in report.findings] or nothing)
        findings.highlighted = at

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        found = self._report.findings if self._report else ()
        if self.query_one(Findings).can_lead:
            line = found[event.option_index].line if found else 0
            controllers_of(self).spectators.open_replay(self._path, line)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return action not in ("export", "again") or self._report is not None

    def action_export(self) -> None:
        """Write the report into the current folder, and say where it is."""
        if not self._report:
            return
        name = _NOT_IN_A_NAME.sub("_", self._report.name)[:80]
        try:
            path = _write_new_file(f"woozle-report-{name}", report_text(self._report))
        except OSError as error:
            ways_of(self).say(f"The report could not be saved in the current folder: {error.strerror}.")
        else:
            ways_of(self).say(f"The report is in {path}")

    def action_again(self) -> None:
        self._report = None
        self.query_one("#headline", Static).update("Checking…")
        self.refresh_bindings()
        self._verify()

    @work(thread=True, exclusive=True)
    def _verify(self) -> None:
        self.do_from_thread(self.show_report, verify_view(controllers_of(self).library.verify(self._path, _EVERYTHING)))


def _write_new_file(name: str, text: str) -> Path:
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


def _level(row: LevelRow, width: int) -> Content:
    verdict, style = _VERDICTS[row.verdict]
    level = safe.join(Content.styled(verdict, style), safe.line(f"  {row.level}  {row.title}"))
    if not row.reason:
        return level
    reason = safe.text(hang(visible_line(row.reason), width, _INDENT), "$quiet")
    return safe.join(level, Content("\n" + " " * _INDENT), reason)


def _finding(row: FindingRow, width: int) -> Option:
    where = f"line {row.line}" if row.line else "the file"
    sentence = safe.text(hang(visible_line(row.sentence), width, _WHERE))
    return Option(safe.join(safe.line(where.ljust(_WHERE), "bold $accent"), sentence))
