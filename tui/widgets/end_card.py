"""The card over the table when a match is over: who won and why, how the viewer did, and what can be done next."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.geometry import Region
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from woozle.core.line import Line
from woozle.tui import safe
from woozle.tui.settings.keymap import binding_of
from woozle.tui.widgets.key_names import key_of, name_keys
from woozle.tui.widgets.lockout import lock_out

if TYPE_CHECKING:
    from woozle.arena.views.end_card import EndCard

_STYLES = {True: "$success", False: "$error", None: "$accent"}


class EndCardPanel(VerticalScroll, can_focus=False):
    """Shows an EndCard over everything else. Hidden until there is a card."""

    ABOUT: ClassVar[tuple[Line, ...]] = (
        Line("The end of a match", "heading"),
        Line("Press the key of a row, or go there with ↑ ↓ and press enter."),
        Line("{table.back} puts the card away, {table.card} brings it back."),
    )

    def __init__(self, *, id: str) -> None:
        super().__init__(id=id)
        self.card: EndCard | None = None
        self.to_share = ""
        """The line on the deal of the day that can be copied; empty for other matches."""
        self._ways: tuple[str, ...] = ()
        self.display = False

    def compose(self) -> ComposeResult:
        yield Static(id="end-headline", markup=False)
        yield Static(id="end-why", markup=False)
        yield Static(id="end-rows", markup=False)
        yield Static(id="end-note", markup=False)
        yield Static(id="end-badges", markup=False)
        yield Static(id="end-daily", markup=False)
        yield OptionList(id="end-next", markup=False)

    def fill(self, card: EndCard, ways: Sequence[tuple[str, str]]) -> None:
        """Show a card. ways: what can be done next, each with the binding that does it and in words."""
        self.card = card
        self._ways = tuple(binding for binding, _ in ways)
        for kind in (True, False):
            self.set_class(card.is_won is kind, "-won" if kind else "-lost")
        self.query_one("#end-headline", Static).update(safe.line(card.headline, f"bold {_STYLES[card.is_won]}"))
        self.query_one("#end-why", Static).update(safe.text(card.side))
        titled = [safe.join(Content.styled(f"{title}  ", "bold $accent"), safe.text(sentence)) for title, sentence in card.rows]
        rows = self.query_one("#end-rows", Static)
        rows.update(Content("\n").join(titled))
        rows.display = bool(titled)
        note = self.query_one("#end-note", Static)
        note.update(safe.text(card.note, "$quiet"))
        note.display = bool(card.note)
        for later in ("#end-badges", "#end-daily"):
            self.query_one(later).display = False
        options = self.query_one(OptionList)
        options.clear_options()
        keys = [key_of(self, binding) for binding, _ in ways]
        width = max(map(cell_len, keys), default=0)
        for key, (_, words) in zip(keys, ways, strict=True):
            options.add_option(Option(Content.assemble((f"{key:<{width}}  ", "bold $accent"), safe.line(words))))
        options.highlighted = 0
        self.open()

    def add_badges(self, lines: Sequence[str]) -> None:
        """Say which badges were earned."""
        self._add("#end-badges", lines, "bold $success")

    def add_daily(self, lines: Sequence[str]) -> None:
        """Show how the deal of the day went. lines: the first is there to be shared."""
        self.to_share = lines[0]
        self._add("#end-daily", [*lines, name_keys(self, "{table.copy} copies the first line.")], "")

    def _add(self, id: str, lines: Sequence[str], style: str) -> None:
        row = self.query_one(id, Static)
        row.update(safe.text("\n".join(lines), style))
        row.display = True

    def open(self) -> None:
        """Bring the card back."""
        self.display = True
        rows = self.query_one(OptionList)
        rows.focus()
        lock_out(rows)  # what was typed before it could be seen was meant for the table

    def close(self) -> bool:
        """Put the card away; return whether it was there."""
        was, self.display = self.display, False
        return was

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Scroll to the row where the card is taller than the screen; from the first row up to the headline."""
        event.stop()
        top = event.option_list.virtual_region.y + event.option_index if event.option_index else 0
        self.scroll_to_region(Region(0, top, 1, 1), animate=False)

    async def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        await self.screen.run_action(binding_of(self._ways[event.option_index]).action)
