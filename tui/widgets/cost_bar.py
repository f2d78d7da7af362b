"""A row with what models have used up so far: tokens, calls and money in all, and by seat."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from textual.content import Content
from textual.widget import Widget

from woozle.arena.views.costs import Bill, in_short, in_words
from woozle.core.usage import Usage
from woozle.tui import safe

if TYPE_CHECKING:
    from woozle.arena.views.panels import SeatCard

_GAP = "  "


class CostBar(Widget):
    """Shown only where something was used up."""

    ALLOW_SELECT = False

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._bill = Bill()
        self._numbers: dict[str, int] = {}

    def on_mount(self) -> None:
        self.display = False

    def show(self, bill: Bill, cards: Sequence[SeatCard]) -> None:
        """Show these from now on. cards: of the seats."""
        if bill != self._bill:
            self._bill = bill
            self._numbers = {card.name: card.number for card in cards}
            self.display = bool(bill.seats)
            self.refresh()

    def render(self) -> Content:
        width = self.content_size.width
        pieces = [Content.styled(in_words(self._bill.total), "bold"), *(self._piece(*each) for each in self._bill.seats)]
        row = pieces[0]
        for piece in pieces[1:]:
            if row.cell_length + len(_GAP) + piece.cell_length > width:
                break
            row = Content(_GAP).join([row, piece])
        return row.truncate(width, ellipsis=True)

    def _piece(self, seat: str, used: Usage) -> Content:
        number = self._numbers.get(seat, 0)
        name = safe.line(seat, f"$seat-{number}" if number else "$quiet")
        return Content.assemble(name, safe.line(f" {in_short(used)}", "$quiet"))
