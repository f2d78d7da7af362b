"""The report of verify on one match: level by level, with every finding and its line."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from textual.containers import VerticalScroll
from textual.content import Content
from textual.widget import Widget
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from woozle.tui import keys, safe
from woozle.tui.messages import OpenReplay
from woozle.tui.messages.study import Reported, SaveReport, WantReport
from woozle.tui.present.reports import FindingRow, LevelRow, ReportView
from woozle.tui.screens.frame import FrameScreen
from woozle.tui.styles import sheets
from woozle.tui.widgets.title_bar import TitleBar

_INDENT = " " * 11
_SOUND = "Nothing was found that is wrong."
_VERDICTS = {"PASS": ("✓ PASS", "bold $success"), "FAIL": ("✗ FAIL", "bold $error"), "SKIP": ("· SKIP", "bold $quiet")}


class Findings(OptionList, inherit_bindings=False):
    """What is wrong, one item each. can_lead: to its moment in a replay."""

    BINDINGS = keys.FINDINGS
    can_lead = False

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """There is nothing to watch in a file that cannot be read."""
        return action != "select" or self.can_lead


class ReportScreen(FrameScreen):
    """Asks for a check of the match as soon as it is shown."""

    BINDINGS = keys.REPORT
    CSS_PATH = sheets("report")

    def __init__(self, path: Path) -> None:
        super().__init__()
        self._path = path
        self._report: ReportView | None = None

    def contents(self) -> Iterable[Widget]:
        """Verdict and levels above, findings below."""
        yield TitleBar(Content.assemble((" woozle ", "bold reverse $primary"), "  Verification report"), id="title")
        with VerticalScroll(id="verdict"):
            yield Static("Checking…", id="headline", markup=False)
            yield Static(safe.line(str(self._path), "$quiet"), id="path", markup=False)
            yield Static(id="levels", markup=False)
            yield Static(id="notes", markup=False)
        yield Findings(id="findings", markup=False)

    def on_mount(self) -> None:
        """Name the list, and begin."""
        findings = self.query_one(Findings)
        findings.border_title = "Findings"
        findings.focus()
        self._check()

    def on_reported(self, message: Reported) -> None:
        """What was found."""
        report = self._report = message.report
        style = "bold $success" if report.is_sound else "bold $error"
        self.query_one("#headline", Static).update(safe.line(report.headline, style))
        self.query_one("#levels", Static).update(Content("\n").join(map(_level, report.levels)))
        self.query_one("#notes", Static).update(safe.line(" ".join(report.notes), "$quiet"))
        findings = self.query_one(Findings)
        findings.can_lead = report.can_be_read
        findings.clear_options()
        findings.add_options(map(_finding, report.findings) if report.findings else [Option(Content.styled(_SOUND, "$quiet"))])
        findings.highlighted = 0
        self.refresh_bindings()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """To the moment where it went wrong, or to the beginning."""
        found = self._report.findings if self._report else ()
        if self.query_one(Findings).can_lead:
            self.post_message(OpenReplay(self._path, found[event.option_index].line if found else 0))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Nothing is saved, or checked again, before there is a report."""
        return action not in ("export", "again") or self._report is not None

    def action_again(self) -> None:
        """Check it once more."""
        self._check()

    def action_export(self) -> None:
        """Save the report as text."""
        if self._report:
            self.post_message(SaveReport(self._report))

    def _check(self) -> None:
        self._report = None
        self.query_one("#headline", Static).update("Checking…")
        self.refresh_bindings()
        self.post_message(WantReport(self._path))


def _level(row: LevelRow) -> Content:
    verdict, style = _VERDICTS[row.verdict]
    reason = safe.line(row.reason, "$quiet") if row.reason else None
    level = safe.join(Content.styled(verdict, style), safe.line(f"  {row.level}  {row.title}"))
    return safe.join(level, Content(f"\n{_INDENT}"), reason) if reason else level


def _finding(row: FindingRow) -> Option:
    where = f"line {row.line}" if row.line else "the file"
    return Option(safe.join(safe.line(f"{where:<9} ", "bold $accent"), safe.line(row.sentence)))
