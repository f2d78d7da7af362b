"""The transcript, to be read: it can be searched and copied from, and may have a cursor."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import Input, Static

from woozle.core.line import Line
from woozle.core.text import visible, visible_line
from woozle.tui import keys
from woozle.tui.keys import bindings, key
from woozle.tui.messages import LinePicked
from woozle.tui.widgets.line_list import Finding, LineList, strips, with_cursor
from woozle.tui.widgets.text_boxes import TypedLine


class Transcript(LineList, can_focus=True):
    """Lines that are read, and searched, and copied.

    selects: there is a cursor, which keys and clicks move; posts LinePicked. On the last line it stays on the last line.
    """

    BINDINGS = keys.TRANSCRIPT
    ABOUT: ClassVar[tuple[Line, ...]] = (
        Line("The log", "heading"),
        Line("Arrows or {transcript.down} {transcript.up} go down and up, page up and page down faster; the wheel works too."),
        Line("It follows the end while you are there, and again once you answer. Further up, its last row counts new lines."),
    )

    def __init__(self, *, id: str | None = None, empty: str = "", follows: bool = True, selects: bool = False) -> None:
        super().__init__(id=id, empty=empty, follows=follows)
        self.cursor: int | None = None
        """The line that was picked, or the one that a search has led to."""
        self._selects = selects
        self._finding = Finding()

    def show(self, lines: Sequence[Line]) -> None:
        start = len(self.lines)
        super().show(lines)
        self._look(start)

    def show_only(self, shows: Callable[[Line], bool] | None) -> None:
        super().show_only(shows)
        self._finding.hits.clear()
        self._look(0)

    def _look(self, start: int) -> None:
        self._finding.look(self.lines[start:], start)
        self._finding.hits = [index for index in self._finding.hits if index < start or self.is_shown(index)]

    def reset(self, lines: Sequence[Line], of: str = "") -> None:
        """Show other lines instead, all of them; what is sought is sought in them."""
        self.cursor = None
        self._finding.hits.clear()
        super().reset(lines, of)

    # The cursor

    def point_at(self, index: int) -> None:
        """Put the cursor on a line, and scroll there."""
        if not self.count:
            return
        before, self.cursor = self.cursor, max(0, min(index, self.count - 1))
        if self._selects:
            self._at_end = self.cursor == self.count - 1
        top, height = self.scroll_offset.y, self._view_height
        start, end = self._start(self.cursor), self._start(self.cursor + 1)
        self.refresh_lines(start, end - start)
        if before is not None:
            self.refresh_lines(self._start(before), self._start(before + 1) - self._start(before))
        if self._at_end and self._tail:  # what is being written below it is read too
            self._follow()
        elif start < top or end > top + height:
            self.scroll_to(y=start if start < top else min(start, end - height), animate=False, force=True, immediate=True)

    def _pick(self, index: int) -> None:
        self.point_at(index)
        if self.cursor is not None:
            self.post_message(LinePicked(self.cursor))

    def _adjust(self, before: int) -> None:
        if self.cursor is not None and (self.cursor >= self.count or (self._selects and self.cursor == before - 1)):
            self.cursor = self.count - 1 if self.count else None
        super()._adjust(before)

    def _note_scroll(self) -> None:
        super()._note_scroll()
        if self._selects and self.cursor is not None:  # a reader further up is not at the end, nor is a cursor further up
            self._at_end = self._at_end and self.cursor == self.count - 1

    def _step(self, by: int) -> bool:
        """Move the cursor by a line; false if the view has to move instead: no cursor, or its line goes on outside."""
        if not self._selects or not self.count:
            return False
        first, last = self._in_view
        if self.cursor is None:
            self._pick(last if self._at_end or by < 0 else first)
            return True
        top, bottom = self.scroll_offset.y, self.scroll_offset.y + self._view_height
        start, end = self._start(self.cursor), self._start(self.cursor + 1)
        if (by > 0 and start < bottom < end) or (by < 0 and start < top < end):
            return False
        near = range(self.cursor + by, self.count if by > 0 else -1, by)
        self._pick(next((index for index in near if self.is_shown(index)), self.cursor))
        return True

    def _leap(self, by: int) -> bool:
        """Move the cursor by some rows."""
        if not self._selects or not self.count:
            return False
        first, last = self._in_view
        start = self._start(self.cursor if self.cursor is not None else first if by < 0 else last)
        self._pick(self._line_at(max(0, start + by)))
        return True

    def action_scroll_up(self) -> None:
        if not self._step(-1):
            super().action_scroll_up()

    def action_scroll_down(self) -> None:
        if not self._step(1):
            super().action_scroll_down()

    def action_page_up(self) -> None:
        if not self._leap(-self._view_height):
            super().action_page_up()

    def action_page_down(self) -> None:
        if not self._leap(self._view_height):
            super().action_page_down()

    def action_scroll_home(self) -> None:
        if self._selects and self.count:
            self._pick(0)
        else:
            self.scroll_home(animate=False)

    def action_scroll_end(self) -> None:
        if self._selects and self.count:
            self._pick(self.count - 1)
        else:
            self.scroll_end(animate=False)

    def turn(self, pages: int) -> None:
        """Read on, or back, from elsewhere."""
        (self.action_page_down if pages > 0 else self.action_page_up)()

    def on_click(self, event: events.Click) -> None:
        """Go to the end at the marker of new lines, else put the cursor on a line."""
        offset = event.get_content_offset(self)
        if offset is None:
            return
        if self._unseen and offset.y == self._view_height - 1:
            self.action_scroll_end()
        elif self._selects and (index := self._line_at(offset.y + self.scroll_offset.y)) < self.count:
            self._pick(index)

    # Searching

    def find(self, text: str) -> int:
        """Mark a text wherever it is, and return how many lines hold it. An empty text ends the search."""
        self._finding = Finding(text)
        self._look(0)
        self._strips.clear()
        if not self._selects:
            self.cursor = None
        self.refresh()
        return self._finding.count(self.count)

    def next_hit(self, step: int) -> tuple[int, int]:
        """Go to the next line with the text, or (-1) the previous one; return its number and that of all hits, or (0, 0)."""
        of = self._finding.count(self.count)
        if not of:
            return 0, 0
        top = self._line_at(self.scroll_offset.y)
        at = self.cursor if self.cursor is not None else top - 1 if step > 0 else top
        which = self._finding.which(at, step, self.count)
        if self._selects:
            self._pick(self._finding.hits[which])
        else:
            self.point_at(self._finding.hits[which])
        return which + 1, of

    # Copying

    @property
    def reader_at(self) -> int | None:
        """Return the line that the reader means: the one at the cursor, else the last in view; None without lines."""
        at = self.cursor
        if at is not None and at < self.count and not self.is_shown(at):
            at = None
        return at if at is not None or not self.count else self._in_view[1]

    def text_of(self, index: int) -> str:
        """Return a line as text to paste."""
        line = self.lines[index]
        label = f"{visible_line(line.label)}: " if line.label else ""
        return label + visible(line.text)

    def turn_of(self, index: int) -> str:
        """Return the whole speech that a line is, or the moment that it belongs to: from one heading or tick to the next."""
        start, end = index, index + 1
        while start and not self._begins_turn(start):
            start -= 1
        while end < self.count and not self._begins_turn(end):
            end += 1
        return "\n".join(self.text_of(n) for n in range(start, end))

    def _begins_turn(self, index: int) -> bool:
        line, before = self.lines[index], self.lines[index - 1]
        return line.tone == "heading" or bool(line.label or before.label) or line.mark.isalnum()

    # Drawing

    def _draw(self, line: Line) -> Iterable[Strip]:
        return strips(line, self._width, self.tone, self._finding)

    def _row(self, index: int, row: int) -> Strip:
        strip = super()._row(index, row)
        first = int(self.lines[index].tone == "heading")  # above a heading there is a row of air
        return (
            with_cursor(strip, row == first, self.get_component_rich_style("line-at"))
            if index == self.cursor and row >= first
            else strip
        )


class FindInput(TypedLine):
    """The box of a search, which shows a text as the transcript does. Esc ends the search."""

    BINDINGS = bindings(key("find.close", "escape", "close", "End the search", shown="esc"))

    def action_close(self) -> None:
        self.query_ancestor(FindBox).close()


class FindCount(Static):
    """The number of the hit that is shown. Its left half leads to the hit before, its right half to the next."""

    ALLOW_SELECT = False

    def __init__(self, *, classes: str) -> None:
        super().__init__(classes=classes, markup=False)

    def on_click(self, event: events.Click) -> None:
        self.query_ancestor(FindBox).step(-1 if event.x < self.size.width // 2 else 1)


class FindBox(Horizontal):
    """Searches a transcript. Hidden until it is opened; enter goes to the next hit and back to reading, esc ends the search."""

    def __init__(self, transcript: Transcript, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._transcript = transcript
        self._before: Widget | None = None

    def compose(self) -> ComposeResult:
        yield Static("/", markup=False, classes="find-sign")
        yield FindInput(compact=True, max_length=200, placeholder="Find", is_answer=False)
        yield FindCount(classes="find-count")

    @property
    def _input(self) -> FindInput:
        return self.query_one(FindInput)

    @property
    def _count(self) -> FindCount:
        return self.query_one(FindCount)

    @property
    def is_active(self) -> bool:
        return self.has_class("-open") and bool(self._input.value)

    def open(self, back: Widget | None = None) -> None:
        """Ask for a text. back: what has the focus when the search is over, if not what has it now."""
        if not self._input.has_focus:
            self._before = back or self.screen.focused
        self.add_class("-open")
        self._input.focus()
        self._input.action_select_all()
        self.refresh_bindings()

    def close(self) -> None:
        """End the search; back to where one was."""
        self._input.value = ""
        self._transcript.find("")
        self.remove_class("-open")
        back = self._before if self._before and self._before.is_attached and self._before.focusable else self._transcript
        if self._input.has_focus or self._transcript.has_focus:
            back.focus()
        self.refresh_bindings()

    def step(self, by: int) -> None:
        """Go to the next hit, or (-1) the one before."""
        which, of = self._transcript.next_hit(by)
        self._count.update(f"‹ {which} of {of} ›" if of else "nothing found")

    def on_input_changed(self, event: Input.Changed) -> None:
        event.stop()
        of = self._transcript.find(event.value)
        self._count.update("" if not event.value else f"{of} found" if of else "nothing found")
        self.refresh_bindings()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Go to the first hit; from here on the keys of the screen go on."""
        event.stop()
        if not event.value:
            self.close()
            return
        self.step(1)
        self._transcript.focus()
