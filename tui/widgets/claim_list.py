"""The claims of a speech, and the speech with the one under the cursor marked in it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar

from rich.cells import cell_len
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widget import Widget
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from woozle.arena.views.annotation import ClaimRow
from woozle.arena.views.line import Line
from woozle.core.text import visible, visible_line
from woozle.tui import safe
from woozle.tui.widgets.wrapping import hanging, wrapped

_LEAD = 500  # characters shown before a claim in a very long speech


class ClaimList(OptionList):
    """One claim a row: a sign, the claim in words, what was answered."""

    ABOUT: ClassVar[tuple[Line, ...]] = (
        Line("The claims", "heading"),
        Line("The arrows or a click lead from claim to claim; the one with the ▸ is marked in the speech and asked about."),
        Line("○ not labelled yet   ✓ said   ✗ not said   ≈ corrected   + added"),
    )

    def __init__(self, *, id: str) -> None:
        super().__init__(id=id, markup=False)
        self._rows: Sequence[ClaimRow] = ()
        self._at: int | None = None

    def show(self, rows: Sequence[ClaimRow], at: int) -> None:
        """Show these, with the cursor there."""
        self._rows, self._at = rows, at if rows else None
        self._draw()
        self.highlighted = self._at

    def point(self, at: int | None) -> None:
        """The cursor is there now."""
        if at != self._at:
            before, self._at = self._at, at
            for index in (before, at):
                if index is not None and index < len(self._rows):
                    self.replace_option_prompt_at_index(index, self._row(index))
            self.call_after_refresh(self.scroll_to_highlight)

    def on_resize(self) -> None:
        """Rows are laid out for a width."""
        for index in range(self.option_count):
            self.replace_option_prompt_at_index(index, self._row(index))

    def _draw(self) -> None:
        self.set_options([Option(self._row(index)) for index in range(len(self._rows))])

    def _row(self, index: int) -> Content:
        """What does not fit is cut; the row under the cursor unfolds."""
        row, is_here = self._rows[index], index == self._at
        width = self.scrollable_content_region.width
        sign = Content.assemble(("▸" if is_here else " ", "bold $accent"), f" {row.mark} ")
        words, state = visible_line(row.words), f"  {row.state}"
        room = width - sign.cell_length - cell_len(state)
        if cell_len(words) <= room:
            return safe.join(sign, safe.line(words).pad_right(room - cell_len(words)), safe.line(state, "$quiet"))
        if is_here:
            return safe.join(sign, safe.text(hanging(words, width, sign.cell_length)), safe.line(state, "$quiet"))
        return safe.join(sign, safe.line(words).truncate(max(8, room), ellipsis=True, pad=True), safe.line(state, "$quiet"))


class SpeechPanel(VerticalScroll, can_focus=True):
    """The words of a speech, with a part of them marked."""

    ABOUT: ClassVar[tuple[Line, ...]] = (Line("The speech", "heading"), Line("The claim that is asked about is marked in it."))

    def __init__(self, *, id: str) -> None:
        super().__init__(id=id)
        self._shown: tuple[str, tuple[int, int] | None] = ("", None)

    def compose(self) -> Iterable[Widget]:
        """One text."""
        yield Static(id="words", markup=False)

    def show(self, text: str, span: tuple[int, int] | None) -> None:
        """Show a speech, and mark that part of it."""
        if (text, span) == self._shown:
            return
        self._shown = (text, span)
        start, end = span if span and 0 <= span[0] < span[1] <= len(text) else (0, 0)
        cut = start - _LEAD if start > safe.PARAGRAPH_LIMIT else 0
        before = f"… {text[cut:start]}" if cut else text[:start]
        parts = (safe.text(before), safe.text(text[start:end], "bold reverse $accent"), safe.text(text[end:]))
        self.query_one("#words", Static).update(safe.join(*parts) if text else Content.styled("(silence)", "$quiet"))
        self.call_after_refresh(self._lead_to, before if end else "")

    def _lead_to(self, before: str) -> None:
        """Scroll to what comes after so much of the text, with a line before it."""
        row = len(wrapped(visible(before), self.scrollable_content_region.width)) - 1
        self.scroll_to(y=max(0, row - 1), animate=False)
