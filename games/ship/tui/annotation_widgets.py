"""Widgets for labelling claims: the speech, its claims, the form of a claim, and what happened."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar

from rich.cells import cell_len, set_cell_size
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Button, OptionList, Static
from textual.widgets.option_list import Option

from woozle.arena.views.forms import Select
from woozle.core.line import Line
from woozle.core.text import visible, visible_line
from woozle.games.ship.claims.labels import Row
from woozle.games.ship.views.annotation import LEGEND, Cell, FactRow, Facts, label_words, offer_fields
from woozle.games.ship.views.claims import claim_words
from woozle.tui import safe
from woozle.tui.styles.themes import SEATS
from woozle.tui.widgets.key_names import KeyButton
from woozle.tui.widgets.select import SelectRow
from woozle.tui.widgets.text_layout import hang, wrap

_LEAD = 500  # characters shown before a claim in a very long speech


class ClaimList(OptionList):
    """The claims of a speech, a row each: a sign, the claim in words, the label."""

    ABOUT: ClassVar[tuple[Line, ...]] = (
        Line("The claims", "heading"),
        Line("The arrows or a click lead from claim to claim; the one with the ▸ is marked in the speech and asked about."),
        Line("○ not labelled yet   ✓ said   ✗ not said   ≈ corrected   + added"),
    )

    def __init__(self, *, id: str) -> None:
        super().__init__(id=id, markup=False)
        self._rows: Sequence[Row] = ()
        self._at: int | None = None

    def show(self, rows: Sequence[Row], at: int) -> None:
        self._rows, self._at = rows, at if rows else None
        self._draw()
        self.highlighted = self._at

    def point(self, at: int | None) -> None:
        """Put the cursor on a claim."""
        if at != self._at:
            before, self._at = self._at, at
            for index in (before, at):
                if index is not None and index < len(self._rows):
                    self.replace_option_prompt_at_index(index, self._row(index))
            self.call_after_refresh(self.scroll_to_highlight)

    def on_resize(self) -> None:
        for index in range(self.option_count):
            self.replace_option_prompt_at_index(index, self._row(index))

    def _draw(self) -> None:
        self.set_options([Option(self._row(index)) for index in range(len(self._rows))])

    def _row(self, index: int) -> Content:
        """Return a row, cut to the width; the row under the cursor unfolds."""
        row, is_here = self._rows[index], index == self._at
        width = self.scrollable_content_region.width
        mark, answers = label_words(row.label)
        sign = Content.assemble(("▸" if is_here else " ", "bold $accent"), f" {mark} ")
        words, state = visible_line(claim_words(row.meaning)), f"  {answers}"
        room = width - sign.cell_length - cell_len(state)
        if cell_len(words) <= room:
            return safe.join(sign, safe.line(words).pad_right(room - cell_len(words)), safe.line(state, "$quiet"))
        if is_here:
            return safe.join(sign, safe.text(hang(words, width, sign.cell_length)), safe.line(state, "$quiet"))
        return safe.join(sign, safe.line(words).truncate(max(8, room), ellipsis=True, pad=True), safe.line(state, "$quiet"))


class SpeechPanel(VerticalScroll, can_focus=True):
    """The words of a speech, with a part of them marked."""

    ABOUT: ClassVar[tuple[Line, ...]] = (Line("The speech", "heading"), Line("The claim that is asked about is marked in it."))

    def __init__(self, *, id: str) -> None:
        super().__init__(id=id)
        self._shown: tuple[str, tuple[int, int] | None] = ("", None)

    def compose(self) -> Iterable[Widget]:
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
        row = len(wrap(visible(before), self.scrollable_content_region.width)) - 1
        self.scroll_to(y=max(0, row - 1), animate=False)


_NEW, _OTHER = "A claim that was missed", "What the speech says instead"


class ClaimForm(VerticalScroll, can_focus=False):
    """Hidden until it is offered. at: the claim that it corrects, None for a new one."""

    def __init__(self, *, id: str) -> None:
        super().__init__(id=id)
        self.at: int | None = None
        self.display = False

    @property
    def values(self) -> dict[str, str]:
        """Return the values that are set, by field."""
        return {row.select.id: row.value for row in self.query(SelectRow)}

    def compose(self) -> Iterable[Widget]:
        with Horizontal(id="form-head"):
            yield Static(id="form-title", markup=False)
            yield KeyButton("Take it", "annotate.take", action="screen.take")
            yield KeyButton("Leave it", "annotate.back", action="screen.back")

    async def offer(self, selects: Sequence[Select], at: int | None) -> None:
        """Show a form, with the cursor on its first row."""
        self.at = at
        self.query_one("#form-title", Static).update(Content.styled(_NEW if at is None else _OTHER, "bold"))
        await self.query(SelectRow).remove()
        await self.mount(*(SelectRow(select) for select in selects))
        self.display = True
        self._fit()
        self.query(SelectRow).first().focus()

    def on_select_row_turned(self, event: SelectRow.Turned) -> None:
        """Show other fields: other types of claims have others, and a route goes on from room to room."""
        event.stop()
        self._fit()

    def _fit(self) -> None:
        told = offer_fields(self.values)
        for row in self.query(SelectRow):
            row.display = row.select.id in told

    def on_button_pressed(self, event: Button.Pressed) -> None:
        event.stop()


_TICK = 4  # cells of the number of a tick, with the gap after it
_WIDEST, _NARROWEST = 16, 6  # cells of a column, with the gap after it


class FactsPanel(VerticalScroll, can_focus=True):
    """Facts to scroll through, a row or a few lines a tick, below the names and teams of seats that have a column each."""

    def __init__(self, *, id: str) -> None:
        super().__init__(id=id)
        self._facts = Facts()

    def compose(self) -> Iterable[Widget]:
        yield Static(classes="facts-head", markup=False)
        yield Static(classes="facts-rows", markup=False)

    def on_resize(self) -> None:
        self._draw()

    def show(self, facts: Facts) -> None:
        """Show these from now on, from the round of the speech."""
        if facts != self._facts:
            self._facts = facts
            self._draw()

    def _draw(self) -> None:
        width, facts = self.scrollable_content_region.width, self._facts
        if width > _TICK:
            column = max(_NARROWEST, min(_WIDEST, (width - _TICK) // max(1, len(facts.names))))
            rows = [_fact_row(row, width, column) for row in facts.rows] or [Content.styled("    Nothing yet.", "$quiet")]
            begin = sum(row.plain.count("\n") + 1 for row in rows[: facts.begin])
            head = self.query_one(".facts-head", Static)
            head.update(_head(facts, column))
            head.display = bool(facts.names)
            self.query_one(".facts-rows", Static).update(Content("\n").join(rows))
            self.call_after_refresh(self.scroll_to, y=begin, animate=False)


class PlacesPanel(FactsPanel):
    """Where everyone was: a row a tick, a column a seat."""

    ABOUT: ClassVar[tuple[Line, ...]] = (
        Line("Where everyone was", "heading"),
        Line("A row is a tick, as it ended; the arrows or the wheel scroll. Ducks are named under their names."),
        Line(LEGEND),
    )


class SightingsPanel(FactsPanel):
    """The speaker's perceptions, moment by moment."""

    ABOUT: ClassVar[tuple[Line, ...]] = (
        Line("What the speaker saw", "heading"),
        Line("Moment by moment, with the tick; the arrows or the wheel scroll. Perhaps: the record cannot tell."),
    )


def _head(facts: Facts, column: int) -> Content:
    names = [
        Content.styled(_cut(visible_line(name), column), f"bold $seat-{min(number, SEATS)}")
        for number, name in enumerate(facts.names, 1)
    ]
    teams = "".join(_cut("duck" if team == "duck" else "", column) for team in facts.teams)
    return safe.join(Content(" " * _TICK), *names, Content.styled(f"\n{'tick':<{_TICK}}{teams}", "$quiet"))


def _fact_row(row: FactRow, width: int, column: int) -> Content:
    if not row.tick:
        return safe.line(f"    {row.words}", "bold" if row.is_heading else "$accent")
    cells = "".join(_cut(_cell(cell, column - 1), column) for cell in row.cells)
    words = safe.line(cells) if row.cells else safe.text(hang(visible_line(row.words), width, _TICK))
    return safe.join(Content.styled(row.tick.rjust(_TICK - 1) + " ", "$quiet"), words)


def _cell(cell: Cell, width: int) -> str:
    """Return a short name of a room; the first of two words is cut to its initial, so that the engines remain distinct."""
    room, signs = visible_line(cell.room), len(cell.before + cell.after)
    if cell_len(room) + signs > width and " " in room:
        first, rest = room.split(" ", 1)
        room = f"{first[:1]}.{rest}"
    if cell_len(room) + signs > width:
        room = set_cell_size(room, width - signs)
    return f"{cell.before}{room}{cell.after}"


def _cut(text: str, width: int) -> str:
    """Return a text in exactly this many cells, the last one a gap."""
    return set_cell_size(text, width - 1) + " "
