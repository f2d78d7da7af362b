"""The monitor of a study: who is where, drop-outs, load, warnings, and what its operator can do about them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from textwrap import wrap

from rich.cells import cell_len
from textual import events, work
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Input, Static

from woozle.arena.views.study_monitor import MonitorDesk, MonitorTable, ShownMonitor
from woozle.core.errors import InputError
from woozle.core.line import Line
from woozle.core.text import visible_line
from woozle.tui import safe
from woozle.tui.controllers.access import ways_of
from woozle.tui.keys import HELP_KEYS, bindings, key
from woozle.tui.screens.frame import FrameScreen
from woozle.tui.styles import sheets
from woozle.tui.widgets.grid import Cell, Column, Grid
from woozle.tui.widgets.text_boxes import TypedLine
from woozle.tui.widgets.title_bar import TitleBar, screen_title

_SECONDS = 2.0  # between two looks
_WIDE = 100  # cells in which all tables have room
_LINES = 4  # warnings that are shown
_MARGIN = 6  # cells beside a sentence: borders, the cursor, a scrollbar
_ASKED = {
    "limit": "How many visits at once? Empty for no limit; enter sets it.",
    "reconcile": "Path of the recruiter's export (CSV); enter compares it.",
}
_COMPARED = MonitorTable("compared", "The recruiter's export", ("Differences",), (), "Nothing was compared yet.")
_READING = "Reading…"


class MonitorLine(TypedLine):
    """The line for a limit or a path, which is no answer."""

    is_answer = False


class MonitorScreen(FrameScreen):
    """Looks at a study again and again. desk: reads it, and does what is asked."""

    BINDINGS = bindings(
        key("monitor.pause", "p", "pause", "Pause or resume"),
        key("monitor.limit", "m", "ask('limit')", "Most visits"),
        key("monitor.compare", "e", "ask('reconcile')", "Export"),
        key("monitor.turn", "t", "turn", "Next table"),
        *HELP_KEYS,
        key("monitor.quit", "escape,q", "back", "Quit", shown="q"),
    )
    ABOUT = (
        Line("The monitor of a study", "heading"),
        Line("It looks again every two seconds, and shows participants by their codes and digests alone."),
        Line("{monitor.pause} pauses recruiting: nobody new can begin in a browser, and those who have agreed go on."),
        Line("{monitor.limit} limits the number of visits at once; who comes beyond it waits in line."),
        Line("{monitor.compare} compares the recruiter's export with the study, and frees the places of those who returned."),
    )
    CSS_PATH = sheets("study_monitor")

    def __init__(self, desk: MonitorDesk) -> None:
        super().__init__()
        self._desk = desk
        self._shown: ShownMonitor | None = None
        self._compared = _COMPARED
        self._turned = 0
        self._asked = ""
        self._is_looking = False

    def contents(self) -> Iterable[Widget]:
        yield TitleBar(screen_title("Study monitor"), id="title")
        yield Static(_READING, id="facts", markup=False)
        yield Static(id="warnings", markup=False)
        with Horizontal(id="tables"):
            yield self._grid("people")
            with Vertical(id="aside"):
                yield from map(self._grid, ("steps", "orders", "compared"))
        yield MonitorLine(id="asked", compact=True)

    def _grid(self, id: str) -> Grid:
        return Grid([], lambda row: [Cell(text, "plain" if at else "heading") for at, text in enumerate(row)], id=id, opens=False)

    def on_mount(self) -> None:
        self.query_one("#asked").display = False
        self._warn(Content(""))
        self.query_one("#people").focus()
        self._look()
        self.set_interval(_SECONDS, self._look)

    def _look(self) -> None:
        if not self._is_looking:  # a large study may take longer than the time between two looks
            self._is_looking = True
            self._read()

    @work(thread=True)
    def _read(self) -> None:
        try:
            shown = self._desk.look()
        except (InputError, OSError) as error:
            self.do_from_thread(self.show_problem, str(error))
        else:
            self.do_from_thread(self.show, shown)
        self._is_looking = False

    def show(self, shown: ShownMonitor) -> None:
        """Show a study as it is now; the cursors stay where they are."""
        before, self._shown = self._shown, shown
        self.query_one(TitleBar).show(
            screen_title(visible_line(shown.title)), safe.line(f"as of {shown.at} ", "$quiet"), Content("")
        )
        self.query_one("#facts", Static).update(safe.text("\n".join(shown.facts)))
        more = len(shown.warnings) - _LINES
        warnings = [safe.line(f"! {each}", "$warning") for each in shown.warnings[:_LINES]]
        warnings += [safe.line(f"  and {more} more", "$warning")] if more > 0 else []
        self._warn(Content("\n").join(warnings))
        if not before or before.tables != shown.tables:
            self._fill()

    def show_problem(self, sentence: str) -> None:
        """Say why the study cannot be read; the figures stay as they were."""
        self._warn(safe.text(f"! {sentence}", "bold $error"))

    def _warn(self, words: Content) -> None:
        self.query_one("#warnings", Static).update(words)
        self.query_one("#warnings").display = bool(words)

    @property
    def _tables(self) -> Sequence[MonitorTable]:
        return (*(self._shown.tables if self._shown else ()), self._compared)

    def _fill(self) -> None:
        is_wide = self.size.width >= _WIDE
        room = (self.size.width // 2 if is_wide else self.size.width) - _MARGIN
        self.query_one("#aside").display = is_wide or self._turned > 0
        for at, table in enumerate(self._tables):
            grid = self.query_one(f"#{table.id}", Grid)
            grid.display = is_wide or at == self._turned
            grid.border_title = table.title
            grid.empty = table.empty
            grid.change_columns([*_columns(table)])
            grid.show(table.rows if table.id != _COMPARED.id else self._compared_rows(room), grid.cursor)

    def _compared_rows(self, width: int) -> Sequence[tuple[str, ...]]:
        """Return whole sentences, in as many rows as they need."""
        sentences = (sentence for (sentence,) in self._compared.rows)
        return [(row,) for each in sentences for row in wrap(visible_line(each), width, subsequent_indent="  ")]

    def on_resize(self, event: events.Resize) -> None:
        super().on_resize(event)
        self._fill()

    def action_turn(self) -> None:
        """Show the next table, or in a wide window lead to it."""
        self._turned = (self._turned + 1) % len(self._tables)
        self._fill()
        self.query_one(f"#{self._tables[self._turned].id}").focus()

    # What the operator does

    def action_pause(self) -> None:
        if self._shown:
            command = "resume" if self._shown.is_paused else "pause"
            self._do(lambda: self._desk.obey(command))

    def action_ask(self, what: str) -> None:
        line = self.query_one("#asked", MonitorLine)
        self._asked = what
        line.placeholder = _ASKED[what]
        line.value = str(self._shown.most_visits or "") if what == "limit" and self._shown else ""
        line.display = True
        line.focus()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        what, text = self._asked, event.value
        self._stop_asking()
        self._do((lambda: self._desk.obey(what, text)) if what == "limit" else (lambda: self._compare(text)))

    def _compare(self, path: str) -> None:
        rows = tuple((line,) for line in self._desk.reconcile(path))
        self._compared = replace(_COMPARED, rows=rows)
        self.do_from_thread(self._fill)

    @work(thread=True)
    def _do(self, act: Callable[[], None]) -> None:
        try:
            act()
        except (InputError, OSError) as error:
            self.do_from_thread(ways_of(self).say, str(error))
        self.do_from_thread(self._look)

    def _stop_asking(self) -> None:
        self.query_one("#asked").display = False
        self.query_one(f"#{self._tables[self._turned].id}").focus()

    def action_back(self) -> None:
        """Stop asking, or leave the app: nothing of a study lies below."""
        if self.query_one("#asked").has_focus:
            self._stop_asking()
        elif self.is_current:
            self.app.exit()


def _columns(table: MonitorTable) -> Iterable[Column]:
    """Yield the columns of a table, as wide as they have to be; for lack of room those on the right leave first."""
    for at, head in enumerate(table.heads):
        width = max([cell_len(head), *(cell_len(row[at]) for row in table.rows)])
        yield Column(head, width if at else min(width, 30), share=at == len(table.heads) - 1, leaves=at)
