"""The log: events and errors of the app, as they are written."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import ExitStack

from textual import on, work
from textual.content import Content
from textual.events import Resize
from textual.widget import Widget
from textual.widgets import Input, OptionList
from textual.widgets.option_list import Option

from woozle.arena import logs
from woozle.arena.logs import LogEntry
from woozle.arena.views.words import count
from woozle.core.line import Line
from woozle.core.text import visible_line
from woozle.tui import safe
from woozle.tui.controllers.access import controllers_of, ways_of
from woozle.tui.keys import back_keys, bindings, key
from woozle.tui.screens.frame import FrameScreen
from woozle.tui.styles import sheets
from woozle.tui.widgets.text_boxes import TypedLine
from woozle.tui.widgets.text_layout import hang
from woozle.tui.widgets.title_bar import TitleBar, screen_title

_TITLE = screen_title("Log")
_LEVEL = 8  # cells
_DETAIL = 6  # cells before what belongs to the line above
_FRAME = 5  # cells that are no text: border, padding and scrollbar
_TONES = {"INFO": "$quiet", "WARNING": "bold $warning", "ERROR": "bold $error"}


class LogScreen(FrameScreen):
    """Follows the end of the log while the cursor is there."""

    BINDINGS = bindings(
        key("log.filter", "slash", "filter", "Filter", shown="/"),
        key("log.copy", "y", "copy", "Copy line"),
        key("log.down", "j", "step(1)", "Line down", hidden=True),
        key("log.up", "k", "step(-1)", "Line up", hidden=True),
        key("log.last", "G", "last", "Last line", hidden=True),
        *back_keys("log", "escape"),
    )
    ABOUT = (
        Line("The log", "heading"),
        Line("It follows its end while the cursor is there. {log.filter} filters; enter, a click or {log.copy} copies a line."),
    )
    CSS_PATH = sheets("log")

    def __init__(self) -> None:
        super().__init__()
        self._entries: list[LogEntry] = []
        self._shown: list[LogEntry] = []
        self._ear = ExitStack()

    def contents(self) -> Iterable[Widget]:
        yield TitleBar(_TITLE, id="title")
        yield OptionList(id="lines", markup=False)
        yield TypedLine(id="filter", placeholder="filter: words that a line has to hold", compact=True)

    def on_mount(self) -> None:
        self.query_one("#lines").focus()
        self._ear.enter_context(logs.listen_to_log(lambda entry: self.call_later(self._add, entry)))
        self._read()

    def on_unmount(self) -> None:
        self._ear.close()

    @work(thread=True)
    def _read(self) -> None:
        try:
            entries = controllers_of(self).library.read_log()
        except OSError as error:
            entries = ()
            self.do_from_thread(ways_of(self).say, f"The log cannot be read: {error.strerror}.")
        self.do_from_thread(self.show_entries, entries)

    def show_entries(self, entries: Sequence[LogEntry]) -> None:
        """Show these, the oldest first, and those that come from now on."""
        self._entries = [*entries]
        self._filter()

    def _add(self, entry: LogEntry) -> None:
        self._entries.append(entry)
        if not self._shown:
            self._filter()
        elif self._fits(entry):
            is_at_end = self._lines.highlighted in (None, len(self._shown) - 1)
            self._shown.append(entry)
            self._lines.add_option(self._option(entry))
            self._count()
            if is_at_end:
                self.action_last()

    @on(Input.Changed)
    def _filter(self) -> None:
        """Show only the lines that hold the words."""
        self._shown = [entry for entry in self._entries if self._fits(entry)]
        words = "No line holds all of these words." if self._entries else "Nothing is logged yet."
        none = [Option(Content.styled(words, "$quiet"), disabled=True)]
        self._lines.set_options(map(self._option, self._shown) if self._shown else none)
        self._count()
        self.action_last()

    def _fits(self, entry: LogEntry) -> bool:
        text = str(entry).lower()
        return all(word in text for word in self.query_one(Input).value.lower().split())

    def _count(self) -> None:
        found, all_of_them = len(self._shown), len(self._entries)
        words = count(found, "line") if found == all_of_them else f"{found} of {count(all_of_them, 'line')}"
        self.query_one(TitleBar).show(_TITLE, Content.styled(words, "$quiet"), Content(""))

    @property
    def _lines(self) -> OptionList:
        return self.query_one("#lines", OptionList)

    def _option(self, entry: LogEntry) -> Option:
        head = safe.line(" " * _DETAIL)
        if entry.level:
            tone = _TONES.get(entry.level, "")
            head = safe.join(safe.line(f"{entry.when[5:]} ", "$quiet"), Content.styled(entry.level.ljust(_LEVEL), tone))
        text = hang(visible_line(entry.text), self.size.width - _FRAME, head.cell_length)
        return Option(safe.join(head, safe.text(text, "" if entry.level else "$quiet")))

    def on_resize(self, event: Resize) -> None:
        """Lines are wrapped here, so that their rows begin one below the other."""
        if self._shown:
            at = self._lines.highlighted
            self._lines.set_options(map(self._option, self._shown))
            self._lines.highlighted = at

    def on_input_submitted(self) -> None:
        self._lines.focus()

    def on_option_list_option_selected(self) -> None:
        self.action_copy()

    # Keys

    def action_filter(self) -> None:
        self.query_one(Input).focus()

    def action_copy(self) -> None:
        if self._lines.highlighted is not None:
            controllers_of(self).copy(str(self._shown[self._lines.highlighted]), "line")

    def action_step(self, by: int) -> None:
        self._lines.action_cursor_down() if by > 0 else self._lines.action_cursor_up()

    def action_last(self) -> None:
        """Go to the end, which is followed from there."""
        if self._shown:
            self._lines.highlighted = len(self._shown) - 1

    def action_back(self) -> None:
        """Leave the box, clear the filter, or leave the log."""
        box = self.query_one(Input)
        if box.has_focus or box.value:
            box.value = ""
            self._lines.focus()
        else:
            super().action_back()
