"""Results: who won and why, who was who, and whether the transcript can be trusted."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from textual import work
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from woozle.arena.views.panels import Results
from woozle.arena.views.verification import HEADLINES, VERDICT_TONES, Verdict, check_lines
from woozle.arena.views.words import capitalise
from woozle.core.line import Line
from woozle.tui import safe
from woozle.tui.controllers.access import controllers_of
from woozle.tui.keys import back_keys, bindings, key, picture_keys
from woozle.tui.screens.frame import FrameScreen
from woozle.tui.screens.report import ReportScreen
from woozle.tui.styles import sheets
from woozle.tui.widgets.figures import FigurePanel
from woozle.tui.widgets.panel_widgets import MountedPanels
from woozle.tui.widgets.picture import PictureView, picture_actions
from woozle.tui.widgets.title_bar import TitleBar, entitle, screen_title

_TONES = {"good": "$success", "bad": "bold $error"}


class ResultsScreen(FrameScreen):
    """Shows how a match ended. path: of its transcript; empty if it was not kept. can_audit: its claims can be checked.

    game: that was played. why_no_rematch: empty if there can be one.
    """

    BINDINGS = bindings(
        key("results.verify", "v", "verify", "Verify"),
        key("results.report", "o", "report", "Report"),
        key("results.rematch", "a", "rematch", "Rematch"),
        key("results.no_rematch", "a", "no_rematch", hidden=True),
        key("results.watch", "w", "watch", "Watch it again"),
        key("results.claims", "c", "claims", "Claims"),
        key("results.share", "s", "share", "Share"),
        *picture_keys("results"),
        *back_keys("results"),
    )
    ABOUT = (
        Line("The results", "heading"),
        Line("Nothing is secret any more: who was what, and how all did."),
    )
    CSS_PATH = sheets("results")

    def __init__(self, results: Results, path: str, *, game: str = "", can_audit: bool = False, why_no_rematch: str = "") -> None:
        super().__init__()
        self.game = game
        self._can_audit = can_audit
        self._why_no_rematch = why_no_rematch
        self._results = results
        self._path = path
        self._is_checked = False
        self._to_share = ""
        self.actions = picture_actions(lambda: self._pictures)

    def contents(self) -> Iterable[Widget]:
        results = self._results
        style = {True: "bold $success", False: "bold $error", None: "bold $accent"}[results.is_won]
        yield TitleBar(screen_title("Results"), id="title")
        with VerticalScroll(id="page"), Vertical(id="end"):
            yield Static(safe.line(results.headline, style), id="headline", markup=False)
            told = filter(None, (results.reason, capitalise(" · ".join(results.facts))))
            yield Static(Content("\n").join(map(safe.line, told)), id="reason", markup=False)
            yield Static(id="daily", markup=False)
            yield FigurePanel(results.ranks, id="ranks")
            yield Static(safe.text("\n".join(results.notes)), id="turns", markup=False)
            for sentence in results.failures:
                yield Static(safe.line(f"! {sentence}", "$error"), markup=False)
            if results.answers:
                yield Static(safe.text("\n".join(results.answers), "$warning"), id="answers", markup=False)
            if results.costs:
                yield Static(safe.text("\n".join(results.costs)), id="costs", markup=False)
            yield Static(
                safe.text(f"Transcript: {self._path}" if self._path else "No transcript was kept."), id="path", markup=False
            )
            yield Static(id="checks", markup=False)

    def on_mount(self) -> None:
        entitle(self, {"#ranks": "How everybody did"})
        notes = self.query_one("#turns")
        notes.display = bool(self._results.notes)
        self.query_one("#daily").display = False
        if self._path:
            self._find_daily()
        self._panels = MountedPanels({"place": (self.query_one("#end"), notes)})
        self._panels.show(self._results.panels)
        self.query_one("#page").focus()

    def on_screen_resume(self) -> None:
        if not self._is_checked:
            words = f"{self.key_of('results.verify')} verifies the file, the rules and the scores."
            head = f"\nIts head: {self._results.head}" if self._results.head else ""
            self.query_one("#checks", Static).update(f"{words}{head}" if self._path else "")

    def show_verdict(self, lines: Sequence[Line], verdict: Verdict) -> None:
        """Show the result of checking the transcript. lines: what was checked."""
        last = Line(HEADLINES[verdict], VERDICT_TONES[verdict])
        rows = [safe.line(f"{line.mark or ' '} {line.text}", _TONES.get(line.tone, "")) for line in (*lines, last)]
        self.query_one("#checks", Static).update(Content("\n").join(rows))
        self.call_after_refresh(self.query_one("#page").scroll_end, animate=False)  # the verdict is the last line

    def show_daily(self, lines: Sequence[str]) -> None:
        """Show how the deal of a day went. lines: one to share, and how a bot and other days compare."""
        self._to_share = lines[0]
        daily = self.query_one("#daily", Static)
        daily.update(safe.text("\n".join(lines)))
        daily.display = True
        self.refresh_bindings()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "claims":
            return self._can_audit and bool(self._path)
        if action in ("rematch", "no_rematch"):
            return bool(self._why_no_rematch) == (action == "no_rematch")
        if action == "share":
            return bool(self._to_share)
        if action in ("verify", "report", "watch"):
            return bool(self._path)
        return super().check_action(action, parameters)

    @property
    def _pictures(self) -> PictureView | None:
        return self._panels.widget(PictureView) if self.is_mounted else None

    def action_verify(self) -> None:
        self._is_checked = True
        self.query_one("#checks", Static).update("Checking…")
        self._verify()

    @work(thread=True, exclusive=True, group="checks")
    def _verify(self) -> None:
        report = controllers_of(self).library.verify(Path(self._path))
        self.do_from_thread(self.show_verdict, [*check_lines(report)], report.verdict)

    @work(thread=True)
    def _find_daily(self) -> None:
        if lines := controllers_of(self).library.find_daily(self.game, Path(self._path)):
            self.do_from_thread(self.show_daily, lines)

    def action_report(self) -> None:
        self.app.push_screen(ReportScreen(Path(self._path)))

    def action_watch(self) -> None:
        controllers_of(self).spectators.open_replay(Path(self._path))

    def action_claims(self) -> None:
        controllers_of(self).spectators.open_replay(Path(self._path), is_audited=True)

    def action_share(self) -> None:
        controllers_of(self).copy(self._to_share, "line to share")

    def action_rematch(self) -> None:
        controllers_of(self).rematch()

    def action_no_rematch(self) -> None:
        self.notify(self._why_no_rematch, markup=False)
