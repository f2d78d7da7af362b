"""The browser: all matches that are kept, to be found, watched again, continued and verified."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Literal

from rich.cells import cell_len, set_cell_size
from textual import events, on, work
from textual.app import ComposeResult
from textual.containers import Container, Horizontal, VerticalScroll
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Input, Static

from woozle.arena.views.registry import can_audit
from woozle.arena.views.saved_matches import FALLS_FIRST, SORTS, Mark, SavedMatch, SavedSeat, mark_matches, matching, sort_matches
from woozle.arena.views.words import count
from woozle.core.errors import InputError
from woozle.core.labels import NAME_LIMIT
from woozle.core.line import Line, Tone
from woozle.core.text import visible_line
from woozle.tui import safe
from woozle.tui.controllers.access import controllers_of, ways_of
from woozle.tui.keys import back_keys, bindings, key
from woozle.tui.screens.frame import FrameScreen
from woozle.tui.screens.report import ReportScreen
from woozle.tui.styles import sheets
from woozle.tui.styles.themes import SEATS, TONES
from woozle.tui.widgets.grid import Cell, Column, Grid
from woozle.tui.widgets.text_boxes import TypedLine
from woozle.tui.widgets.text_layout import clip
from woozle.tui.widgets.title_bar import TitleBar, screen_title

_NONE = "No match is kept yet; play one, or watch one."
_NOT_FOUND = "No match holds all of these words."
_ALL_HIDDEN = "All of them are hidden."
_MARKS: dict[Mark, Tone] = {"verified": "good", "consistent": "quiet", "altered": "bad", "": "quiet", "imported": "quiet"}
_STATUS: dict[str, Tone] = {"finished": "plain", "unfinished": "notice", "damaged": "bad"}
_MINE = {"won": "won", "lost": "lost", "drawn": "drew", "forfeited": "gave up", "void": "void"}
_COLUMNS = (
    Column("✓", 1),
    Column("status", 10),
    Column("game", 6, leaves=3),
    Column("date", 12),
    Column("you", 7, leaves=4),
    Column("who", 14, leaves=1),
    Column("length", 7, leaves=2, is_number=True),
    Column("outcome", 10, share=1),
)


class BrowserScreen(FrameScreen):
    """Lists, filters, sorts, and asks the library for everything else."""

    BINDINGS = bindings(
        key("browser.filter", "slash", "filter", "Filter", hidden=True, shown="/"),
        key("browser.sort", "s", "sort", "Sort"),
        key("browser.turn", "S", "turn", "Sort the other way", hidden=True),
        key("browser.resume", "c", "resume", "Continue"),
        key("browser.results", "r", "results", "Results"),
        key("browser.claims", "C", "claims", "Claims checked against the log", hidden=True),
        key("browser.verify", "v", "verify", "Verify"),
        key("browser.verify_all", "V", "verify_all", "Verify all"),
        key("browser.name", "n", "name", "Name", hidden=True),
        key("browser.mark", "m", "label('is_marked')", "Mark, or no longer", hidden=True),
        key("browser.hide", "h", "label('is_hidden')", "Hide, or no longer", hidden=True),
        key("browser.hidden", "H", "show_hidden", "Show or leave out what is hidden", hidden=True),
        key("browser.delete", "x,delete", "delete", "Delete for good", hidden=True, shown="x"),
        *back_keys("browser"),
    )
    ABOUT = (
        Line("All matches", "heading"),
        Line("{grid.open}, or a click on its row, opens a match: a replay, the table if it is unfinished, or what is wrong."),
        Line("{browser.delete}, pressed twice, deletes the match at the cursor for good."),
        Line("{browser.name} gives it a name, {browser.mark} marks it to be listed first, {browser.hide} hides it."),
        Line("{browser.hidden} shows hidden ones too. Names and marks are kept beside the matches; no transcript changes."),
        Line("{browser.filter} filters by words from any column; a click on the title of a column sorts by it."),
    )
    CSS_PATH = sheets("browser")
    TWICE = ("browser.delete", "browser.back")

    def __init__(self) -> None:
        super().__init__()
        self._matches: tuple[SavedMatch, ...] | None = None
        self._sort, self._is_falling = "date", True
        self._checking: dict[str, Mark] | None = None
        self._progress = ""
        self._doomed = ""  # the path of the match that the next press deletes
        self._shows_hidden = False
        self._named: Path | None = None  # the match that is being given a name

    def contents(self) -> Iterable[Widget]:
        yield TitleBar(screen_title("Browser: all matches"), id="title")
        with Horizontal(id="bar"):
            yield TypedLine(id="filter", compact=True)
            yield TypedLine(id="name", compact=True, max_length=NAME_LIMIT)
            yield Static(id="found", markup=False)
        with Container(id="body"):
            yield Grid(_COLUMNS, cells, id="list")
            yield Preview(id="preview")

    def on_mount(self) -> None:
        self.query_one(Grid).focus()
        self._show()

    def on_screen_resume(self) -> None:
        self.query_one("#filter", Input).placeholder = f"{self.key_of('browser.filter')} filters: words from any column"
        self.query_one("#name", Input).placeholder = f"A name of your choice; {self.key_of('browser.back')} leaves it as it is"
        self._list()

    @work(thread=True)
    def _list(self, change: Callable[[], object] = lambda: None) -> None:
        """List all matches, after a change of one of them."""
        try:
            change()
        except (InputError, OSError) as error:
            self.do_from_thread(ways_of(self).say, str(error))
        self.do_from_thread(self.show_matches, controllers_of(self).library.list_all())

    @work(thread=True, exclusive=True, group="checks")
    def _verify_all(self, paths: Sequence[str]) -> None:
        controllers_of(self).library.verify_all(paths, partial(self.do_from_thread, self.show_marks))

    def show_matches(self, matches: Sequence[SavedMatch]) -> None:
        """List these from now on."""
        self._matches = mark_matches(matches, self._checking or {})
        self._show(else_at=self.query_one(Grid).cursor)  # where the row was that has been hidden or deleted

    def show_marks(self, marks: Mapping[str, Mark], done: int, total: int) -> None:
        """Mark more matches that were checked. marks: the verdicts, by path; done, total: how many of how many."""
        self._matches = mark_matches(self._matches or (), marks)
        if self._checking is not None:
            self._checking |= marks
            self._progress = _progress(self._checking, done, total)
            if done == total:
                self._checking = None
            else:
                self._progress += f" · {self.key_of('browser.verify_all')} stops"
        self._show()

    # Drawing

    def _show(self, else_at: int = 0) -> None:
        """Show the rows, with the cursor on the same match; else_at: its row if that match is gone."""
        grid, text = self.query_one(Grid), self.query_one("#filter", Input).value
        kept = [each for each in self._matches or () if self._shows_hidden or not each.label.is_hidden]
        hidden = len(self._matches or ()) - len(kept)
        at = grid.row.path if grid.row else None
        rows = sort_matches(matching(kept, text), self._sort, self._is_falling)
        grid.empty = "Reading…" if self._matches is None else _NOT_FOUND if kept else _ALL_HIDDEN if hidden else _NONE
        arrow = "▼" if self._is_falling else "▲"
        titles = {self._sort: f"{self._sort}{arrow}"}
        grid.change_columns([column._replace(title=titles.get(column.title, column.title)) for column in _COLUMNS])
        grid.show(rows, next((index for index, row in enumerate(rows) if row.path == at), else_at))
        found = f"{len(rows)} of {len(kept)} matches, by {self._sort} {arrow}" + (f", {hidden} hidden" if hidden else "")
        sure = f"{self.key_of('browser.delete')} again deletes it for good" if self._doomed else ""
        self.query_one("#found", Static).update(sure or self._progress or found)

    def on_grid_moved(self, event: Grid.Moved) -> None:
        self.query_one(Preview).show(event.row)
        if self._doomed and self._doomed != (event.row.path if event.row else ""):
            self._doomed = ""
            self._show()
        self.refresh_bindings()

    @on(Input.Submitted, "#filter")
    def _end_filter(self) -> None:
        self.query_one(Grid).focus()

    @on(Input.Submitted, "#name")
    def _give_name(self, event: Input.Submitted) -> None:
        if self._named:
            self._list(partial(controllers_of(self).library.label, self._named, {"name": event.value}))
        self._end_naming()

    def _end_naming(self) -> None:
        self._named = None
        self.remove_class("-naming")
        self.query_one(Grid).focus()

    def on_key(self, event: events.Key) -> None:
        if event.key == "down" and isinstance(self.focused, Input) and not self._named:
            self.query_one(Grid).focus()

    def on_grid_head_clicked(self, event: Grid.HeadClicked) -> None:
        title = _COLUMNS[event.column].title
        if title == self._sort:
            self.action_turn()
        elif title in SORTS:
            self._sort_by(title)

    def on_grid_opened(self, event: Grid.Opened) -> None:
        path = Path(event.row.path)
        match event.row.status:
            case "finished":
                controllers_of(self).spectators.open_replay(path)
            case "unfinished":
                controllers_of(self).resume(path)
            case _:
                self.app.push_screen(ReportScreen(path))

    # Keys

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        row: SavedMatch | None = self.query_one(Grid).row if self.is_mounted else None
        match action:
            case "resume":
                return row is not None and row.status == "unfinished"
            case "results":
                return row is not None and row.status == "finished"
            case "claims":
                return row is not None and row.status == "finished" and can_audit(row.game)
            case "verify" | "verify_all" | "delete" | "name" | "label":
                return row is not None
            case "show_hidden":
                return any(each.label.is_hidden for each in self._matches or ())
        return True

    def action_filter(self) -> None:
        self.query_one("#filter", Input).focus()

    def action_sort(self) -> None:
        names = list(SORTS)
        self._sort_by(names[(names.index(self._sort) + 1) % len(names)])

    def action_turn(self) -> None:
        self._is_falling = not self._is_falling
        self._rearrange()

    def _sort_by(self, name: str) -> None:
        self._sort, self._is_falling = name, name in FALLS_FIRST
        self._rearrange()

    @on(Input.Changed, "#filter")
    def _rearrange(self) -> None:
        if self._checking is None:
            self._progress = ""
        self._show()

    def action_resume(self) -> None:
        controllers_of(self).resume(self._path)

    def action_results(self) -> None:
        controllers_of(self).library.open_results(self._path)

    def action_claims(self) -> None:
        controllers_of(self).spectators.open_replay(self._path, is_audited=True)

    def action_verify(self) -> None:
        self.app.push_screen(ReportScreen(self._path))

    def disarm(self) -> None:
        if self._doomed:
            self._doomed = ""
            self._show()

    def action_delete(self) -> None:
        """Delete the match at the cursor, when pressed a second time."""
        if self._doomed == str(self._path):
            self._doomed = ""
            self._list(partial(controllers_of(self).library.delete, self._path))
        else:
            self._doomed = str(self._path)
        self._show()

    def action_name(self) -> None:
        """Ask for a name for the match at the cursor; an empty one removes it."""
        self._named = self._path
        self.add_class("-naming")
        box = self.query_one("#name", Input)
        box.value = self.query_one(Grid).row.label.name
        box.focus()
        box.action_select_all()

    def action_label(self, field: Literal["is_marked", "is_hidden"]) -> None:
        """Mark or hide the match at the cursor, or no longer."""
        label = self.query_one(Grid).row.label
        is_on = label.is_marked if field == "is_marked" else label.is_hidden
        self._list(partial(controllers_of(self).library.label, self._path, {field: not is_on}))

    def action_show_hidden(self) -> None:
        """Show hidden matches too, or leave them out."""
        self._shows_hidden = not self._shows_hidden
        self._rearrange()

    def action_verify_all(self) -> None:
        """Check all that are listed; while that runs: stop."""
        if self._checking is not None:
            self._checking = None
            self.workers.cancel_group(self, "checks")
        else:
            self._checking = {}
            self._verify_all([row.path for row in self.query_one(Grid).rows])
        self._rearrange()

    @property
    def _path(self) -> Path:
        return Path(self.query_one(Grid).row.path)

    def action_back(self) -> None:
        """Leave the filter, or else the screen."""
        box = self.query_one("#filter", Input)
        if self._named:
            self._end_naming()
        elif self._doomed:
            self.disarm()
        elif box.value or box.has_focus:
            box.value = ""
            self.query_one(Grid).focus()
        else:
            super().action_back()


def _progress(marks: dict[str, Mark], done: int, total: int) -> str:
    found = Counter(marks.values())
    unsure = found["consistent"] + found["imported"]
    return f"{done} of {total} checked, {found['altered']} altered" + (f", {unsure} not in full" if unsure else "")


def cells(match: SavedMatch) -> tuple[Cell, ...]:
    """Return a match as a row of the list."""
    return (
        Cell(match.mark[:1], _MARKS[match.checked]),
        Cell(match.status, _STATUS[match.status]),
        Cell(match.game),
        Cell(match.when, "quiet"),
        Cell(_MINE.get(match.mine, ""), "good" if match.mine == "won" else "plain"),
        Cell(match.who),
        Cell(str(match.length or ""), "quiet"),
        Cell(_describe_outcome(match), "quiet" if match.label.is_hidden else "plain"),
    )


def _describe_outcome(match: SavedMatch) -> str:
    """Return the person's note, followed by the outcome."""
    return " · ".join(filter(None, (match.label.words, match.outcome)))


_LONGEST = 14  # cells of a name in the list of seats
_RESULTS = {"won": "bold $success", "forfeited": "$warning", "void": "$quiet"}


class Preview(VerticalScroll, can_focus=False):
    """Details of the match at the cursor of the browser."""

    def compose(self) -> ComposeResult:
        """Yield some of it twice, as a line and as a list; the style shows one of them."""
        for name in ("state", "outcome", "seat-row", "seat-list", "setting-row", "setting-list"):
            yield Static(id=f"preview-{name}", markup=False)

    def show(self, match: SavedMatch | None) -> None:
        self._write("state", _state(match) if match else Content(""))
        self._write("outcome", safe.line(_describe_outcome(match), "bold") if match else Content(""))
        self._write("seat-row", Content("  ").join(map(_in_a_row, _number_seats(match))))
        self._write("seat-list", Content("\n").join(_in_a_list(match)))
        setting = [safe.line(match.setting)] if match and match.setting else []
        setting += [safe.line(match.path, "$quiet")] if match else []
        mark = [Content.styled(match.mark, TONES[_MARKS[match.checked]])] if match else []
        self._write("setting-row", Content("  ").join([*mark, *setting]))
        self._write("setting-list", Content("\n").join(setting))

    def _write(self, name: str, words: Content) -> None:
        self.query_one(f"#preview-{name}", Static).update(words)


def _number_seats(match: SavedMatch | None) -> list[tuple[int, SavedSeat]]:
    return list(enumerate(match.seats if match else (), 1))


def _state(match: SavedMatch) -> Content:
    mark = Content.styled(match.mark, TONES[_MARKS[match.checked]])
    return safe.join(mark, Content.styled(f"  {match.status}\n{match.when}, {count(match.length, 'answer')}", "$quiet"))


def _in_a_row(numbered: tuple[int, SavedSeat]) -> Content:
    number, seat = numbered
    words = " ".join(filter(None, (seat.player, seat.role, seat.result)))
    return safe.join(safe.line(seat.name, _colour(number)), safe.line(f" {words}", "$quiet"))


def _in_a_list(match: SavedMatch | None) -> list[Content]:
    """Return a row a seat; the player comes last, for that name may be long."""
    seats = _number_seats(match)
    cells = [[clip(visible_line(text), _LONGEST) for text in (seat.name, seat.role, seat.result)] for _, seat in seats]
    widths = [max(map(cell_len, column)) for column in zip(*cells, strict=True)]
    lines = []
    for (number, seat), row in zip(seats, cells, strict=True):
        styles = (_colour(number), "", _RESULTS.get(seat.result, ""))
        pieces = [
            safe.line(f"{set_cell_size(text, size)} ", style) for text, size, style in zip(row, widths, styles, strict=True) if size
        ]
        lines.append(safe.join(*pieces, safe.line(seat.player, "$quiet")))
    return lines


def _colour(number: int) -> str:
    return f"$seat-{number}" if number <= SEATS else ""
