"""Results: who won and why, who was who, and whether the transcript can be trusted."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from rich.cells import cell_len, set_cell_size
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from woozle.core.text import visible_line
from woozle.tui import keys, safe
from woozle.tui.messages import Navigate, OpenReplay, OpenReport, Verified, WantVerified
from woozle.tui.present.line import Line
from woozle.tui.present.views import ResultRow, Results
from woozle.tui.screens.frame import FrameScreen
from woozle.tui.styles import sheets
from woozle.tui.widgets.grid import clipped
from woozle.tui.widgets.title_bar import TitleBar

_GAP = "  "
_SHORTEST = 4  # cells of a name
_NAMES = ("name", "player")
_COLUMNS = ("name", "role", "fate", "tasks", "kills", "votes", "player")
_HEADS = ("seat", "was", "fate", "tasks", "kills", "votes hit", "player")
_TONES = {"good": "$success", "bad": "bold $error"}


class ResultsScreen(FrameScreen):
    """Shows how a match ended. path: of its transcript; empty if it was not kept. can_audit: its claims can be checked."""

    BINDINGS = keys.RESULTS
    ABOUT = (
        Line("The results", "heading"),
        Line("Nothing is secret any more: who was what, what became of them, and how many of their votes hit a duck."),
    )
    CSS_PATH = sheets("results")

    def __init__(self, results: Results, path: str, *, can_audit: bool = False) -> None:
        super().__init__()
        self._can_audit = can_audit
        self._results = results
        self._path = path
        self._is_checked = False

    def contents(self) -> Iterable[Widget]:
        """Headline, table, transcript."""
        results = self._results
        style = {True: "bold $success", False: "bold $error", None: "bold $accent"}[results.is_won]
        yield TitleBar(Content.assemble((" woozle ", "bold reverse $primary"), "  Results"), id="title")
        with VerticalScroll(id="page"), Vertical(id="end"):
            yield Static(safe.line(results.headline, style), id="headline", markup=False)
            yield Static(safe.line(f"{results.reason}  {' · '.join(results.facts)}"), id="reason", markup=False)
            yield Ranks(results.rows, id="ranks")
            for sentence in results.failures:
                yield Static(safe.line(f"! {sentence}", "$error"), markup=False)
            yield Static(
                safe.text(f"Transcript: {self._path}" if self._path else "No transcript was kept."), id="path", markup=False
            )
            yield Static(id="checks", markup=False)

    def on_mount(self) -> None:
        """Name the table."""
        self.query_one("#ranks").border_title = "Who was who"
        self.query_one("#page").focus()

    def on_screen_resume(self) -> None:
        """Keys may have been moved meanwhile."""
        if not self._is_checked:
            words = f"{self.key_of('results.verify')} checks it: the file, the rules folded again, the scores."
            self.query_one("#checks", Static).update(words if self._path else "")

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
        if action == "claims":
            return self._can_audit and bool(self._path)
        return action not in ("verify", "report", "watch") or bool(self._path)

    def action_verify(self) -> None:
        """Check the transcript."""
        self._is_checked = True
        self.query_one("#checks", Static).update("Checking…")
        self.post_message(WantVerified())

    def action_report(self) -> None:
        """Check it, and show what is found level by level."""
        self.post_message(OpenReport(Path(self._path)))

    def action_watch(self) -> None:
        """Walk through the match."""
        self.post_message(OpenReplay(Path(self._path)))

    def action_claims(self) -> None:
        """What was claimed, checked."""
        self.post_message(OpenReplay(Path(self._path), is_audited=True))

    def action_again(self) -> None:
        """The same seats, another match."""
        self.post_message(Navigate("again"))


class Ranks(Widget):
    """The seats as aligned columns; the names of seats and players are cut if they leave no room for the others."""

    def __init__(self, rows: Sequence[ResultRow], *, id: str) -> None:
        super().__init__(id=id)
        self._rows = rows
        self._cells = [[visible_line(getattr(row, name)) for name in _COLUMNS] for row in rows]

    def get_content_height(self, container: object, viewport: object, width: int) -> int:
        """Titles, and one row a seat."""
        return len(self._rows) + 1

    def render(self) -> Content:
        """Titles and seats."""
        widths = self._widths(self.content_size.width - len(_GAP))
        heads = "".join(head.ljust(width) + _GAP for head, width in zip(_HEADS, widths, strict=True))
        lines = [Content.styled(_GAP + heads, "$quiet")]
        for row, cells in zip(self._rows, self._cells, strict=True):
            styles = [f"$seat-{row.number}", "bold $error" if row.role == "DUCK" else "", *[""] * 5]
            pieces = [
                safe.line(set_cell_size(clipped(cell, width), width) + _GAP, style)
                for cell, width, style in zip(cells, widths, styles, strict=True)
            ]
            lines.append(safe.join(Content.styled(f"{row.letter} ", f"bold $seat-{row.number}"), *pieces))
        return Content("\n").join(lines)

    def _widths(self, room: int) -> list[int]:
        """Of each column, its gap left out."""
        wanted = [max(map(cell_len, (head, *column))) for head, *column in zip(_HEADS, *self._cells, strict=True)]
        widths = wanted
        for longest in range(max(wanted), _SHORTEST - 1, -1):
            widths = [min(width, longest) if name in _NAMES else width for name, width in zip(_COLUMNS, wanted, strict=True)]
            if sum(widths) + len(_GAP) * len(widths) <= room:
                break
        return widths
