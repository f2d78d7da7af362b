"""The claims of a match, checked against its log: a list with its filter, the verdict on the claim at the cursor, the seats."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar

from rich.cells import cell_len
from textual import on
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from woozle.arena.views.audits import CONTRADICTED, FILTERS, ClaimRow, SeatRates, rates, shares_of
from woozle.core.line import Line
from woozle.core.text import visible_line
from woozle.tui import safe
from woozle.tui.keys import bindings, key
from woozle.tui.widgets.grid import Cell, Column, Grid
from woozle.tui.widgets.key_names import KeyButton
from woozle.tui.widgets.select import Selector
from woozle.tui.widgets.text_layout import clip, wrap

_NAME = 10
_CELL = 39  # cells for the summary of one seat's claims
_COLUMNS = (
    Column("", 14),
    Column("seat", 8),
    Column("claim", 20, share=1),
    Column("speaker", 12, leaves=1),
)
_NONE = "Nothing was claimed so far."
_NOT_THESE = "No claim so far is one of these."


class ClaimList(Grid):
    """A list of claims, a row each."""

    BINDINGS = bindings(key("claims.proof", "enter", "open", "Proof", shown="enter"))
    ABOUT: ClassVar[tuple[Line, ...]] = (
        Line("Claims checked against the log", "heading"),
        Line("What was said in meetings, cut into claims, each held against what really happened and what its speaker could know."),
        Line("{claims.proof}, or a click on the row at ▸, goes to the Event that proves it; {watch.speech} to the speech."),
        Line(
            "UNSEEN can be neither proved nor disproved. NEAR is almost so. UNCERTAIN was not fully understood, and is not judged."
        ),
        Line("The grammar reads the claims. “Contradicted” is its reading; how often that is right has not been measured."),
    )


class ClaimsPanel(Vertical):
    """Shows the claims so far; posts the messages of its list."""

    BINDINGS = bindings(
        key("claims.filter", "w", "filter", "All claims, those that are not true, contradicted, or uncertain", hidden=True),
    )

    def __init__(self, *, id: str) -> None:
        super().__init__(id=id)
        self._rows: Sequence[ClaimRow] = ()
        self._problem = ""

    def compose(self) -> Iterable[Widget]:
        with Horizontal(id="choice"):
            yield Selector("claims.filter", "Show", id="which")
            yield KeyButton("Below speeches", "watch.tags", id="tags")
        yield ClaimList(_COLUMNS, cells, id="claim-list")
        yield Static(id="claim", markup=False)
        yield RatesTable(id="rates")

    def focus_list(self) -> None:
        self.query_one(ClaimList).focus()

    def on_mount(self) -> None:
        self.query_one(Selector).show(tuple(FILTERS))
        self._list()

    @property
    def row(self) -> ClaimRow | None:
        row: ClaimRow | None = self.query_one(ClaimList).row
        return row

    def show(self, rows: Sequence[ClaimRow], problem: str = "") -> None:
        """Show these claims from now on. problem: why there are no more."""
        if (rows, problem) != (self._rows, self._problem):
            self._rows, self._problem = rows, problem
            self.query_one(RatesTable).show(rates(rows), shares_of(rows))
            self._list()

    @on(Selector.Turned)
    def _list(self) -> None:
        grid, which = self.query_one(ClaimList), [*FILTERS][self.query_one(Selector).index]
        rows = [row for row in self._rows if FILTERS[which](row)]
        grid.empty = self._problem or (_NOT_THESE if self._rows else _NONE)
        before = grid.row
        grid.show(rows, rows.index(before) if before in rows else 0)

    def on_grid_moved(self, event: Grid.Moved) -> None:
        self.query_one("#claim", Static).update(_finding(event.row) if event.row else Content(""))

    def action_filter(self) -> None:
        self.query_one(Selector).action_turn(1)


class RatesTable(Widget):
    """The shares of true and contradicted claims of each seat, side by side."""

    ALLOW_SELECT = False

    def __init__(self, *, id: str) -> None:
        super().__init__(id=id)
        self._rates: Sequence[SeatRates] = ()
        self._of = ""

    def show(self, rates: Sequence[SeatRates], of: str) -> None:
        """Show these from now on. of: which claims they are of, as a sentence."""
        is_taller = len(rates) != len(self._rates) or of != self._of
        self._rates, self._of = rates, of
        self.refresh(layout=is_taller)

    def get_content_height(self, container: object, viewport: object, width: int) -> int:
        return len(self._sentence(width)) - (-len(self._rates) // max(1, width // _CELL))

    def _sentence(self, width: int) -> list[str]:
        return wrap(self._of, width) if self._of else []

    def render(self) -> Content:
        across = max(1, self.content_size.width // _CELL)
        cells = [_rate(seat) for seat in self._rates]
        rows = [safe.join(*cells[start : start + across]) for start in range(0, len(cells), across)]
        sentence = (safe.line(line, "$quiet") for line in self._sentence(self.content_size.width))
        return Content("\n").join([*sentence, *rows])


def cells(row: ClaimRow) -> tuple[Cell, ...]:
    """Return a claim as a row of the list. Most are about who speaks, who need not be named twice."""
    standing = Cell(row.standing, "bad" if row.standing == CONTRADICTED else "quiet")
    return (Cell(row.mark, row.verdict.tone), Cell(row.speaker), Cell(row.claim.removeprefix(f"{row.speaker} ")), standing)


def _finding(row: ClaimRow) -> Content:
    return safe.join(safe.line(row.finding), safe.line(f"  “{row.quote}”" if row.quote else "", "italic $quiet"))


def _rate(seat: SeatRates) -> Content:
    name = clip(visible_line(seat.name), _NAME)
    shares = f"{_percent(seat.true, seat.counted)} true {_percent(seat.contradicted, seat.counted)} contradicted"
    pad = " " * (_NAME - cell_len(name))
    return Content.assemble(safe.line(name, f"$seat-{seat.number}" if seat.number else ""), pad, shares, "  ")


def _percent(part: int, whole: int) -> str:
    return f"{round(100 * part / whole):>3}%" if whole else "   –"
