"""Results: who won and why, who was who, and whether the transcript can be trusted."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from rich.cells import cell_len, set_cell_size
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from woozle.core.text import visible_line
from woozle.tui import keys, safe
from woozle.tui.messages import Navigate, OpenReplay, OpenReport, Verified, WantVerified
from woozle.tui.present.views import Line, ResultRow, Results
from woozle.tui.screens.frame import FrameScreen
from woozle.tui.styles import sheets
from woozle.tui.widgets.title_bar import TitleBar

_COLUMNS = ("name", "role", "fate", "tasks", "kills", "votes", "player")
_HEADS = ("seat", "was", "fate", "tasks", "kills", "votes hit", "player")
_TONES = {"good": "$success", "bad": "bold $error"}


class ResultsScreen(FrameScreen):
    """Shows how a match ended. path: of its transcript; empty if it was not kept."""

    BINDINGS = keys.RESULTS
    CSS_PATH = sheets("results")

    def __init__(self, results: Results, path: str) -> None:
        super().__init__()
        self._results = results
        self._path = path

    def contents(self) -> Iterable[Widget]:
        """Headline, table, transcript."""
        results = self._results
        style = {True: "bold $success", False: "bold $error", None: "bold $accent"}[results.is_won]
        yield TitleBar(Content.assemble((" woozle ", "bold reverse $primary"), "  Results"), id="title")
        with VerticalScroll(id="page"), Vertical(id="end"):
            yield Static(safe.line(results.headline, style), id="headline", markup=False)
            yield Static(safe.line(f"{results.reason}  {' · '.join(results.facts)}"), id="reason", markup=False)
            yield Static(table(results.rows), id="ranks", markup=False)
            for sentence in results.failures:
                yield Static(safe.line(f"! {sentence}", "$error"), markup=False)
            yield Static(
                safe.text(f"Transcript: {self._path}" if self._path else "No transcript was kept."), id="path", markup=False
            )
            yield Static("v checks it: the file, the rules folded again, the scores.", id="checks", markup=False)

    def on_mount(self) -> None:
        """Name the table."""
        self.query_one("#ranks").border_title = "Who was who"
        self.query_one("#page").focus()

    def on_verified(self, message: Verified) -> None:
        """What the check has found."""
        verdict = Line(
            "The transcript is sound." if message.is_sound else "The transcript is not sound.",
            "good" if message.is_sound else "bad",
        )
        rows = [safe.line(f"{line.mark or ' '} {line.text}", _TONES.get(line.tone, "")) for line in (*message.lines, verdict)]
        self.query_one("#checks", Static).update(Content("\n").join(rows))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Without a transcript there is nothing to check or to watch."""
        return action not in ("verify", "report", "watch") or bool(self._path)

    def action_verify(self) -> None:
        """Check the transcript."""
        self.query_one("#checks", Static).update("Checking…")
        self.post_message(WantVerified())

    def action_report(self) -> None:
        """Check it, and show what is found level by level."""
        self.post_message(OpenReport(Path(self._path)))

    def action_watch(self) -> None:
        """Walk through the match."""
        self.post_message(OpenReplay(Path(self._path)))

    def action_again(self) -> None:
        """The same seats, another match."""
        self.post_message(Navigate("again"))


def table(rows: Iterable[ResultRow]) -> Content:
    """The seats as aligned columns."""
    rows = list(rows)
    cells = [[visible_line(getattr(row, name)) for name in _COLUMNS] for row in rows]
    widths = [max(map(cell_len, (head, *column))) for head, column in zip(_HEADS, zip(*cells, strict=True), strict=True)]
    lines = [Content.styled("  " + "  ".join(head.ljust(width) for head, width in zip(_HEADS, widths, strict=True)), "$quiet")]
    for row, line in zip(rows, cells, strict=True):
        styles = [f"$seat-{row.number}", "bold $error" if row.role == "DUCK" else ""]
        pieces = [
            safe.line(set_cell_size(cell, width + 2), style)
            for cell, width, style in zip(line, widths, [*styles, *[""] * 5], strict=True)
        ]
        lines.append(safe.join(Content.styled(f"{row.letter} ", f"bold $seat-{row.number}"), *pieces))
    return Content("\n").join(lines)
