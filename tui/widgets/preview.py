"""A match that is kept: who sat there, how it ended, by which rules, where it is. A panel, or (by its style) three lines."""

from __future__ import annotations

from rich.cells import cell_len, set_cell_size
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from woozle.arena.views.kept import Kept, KeptSeat, Mark
from woozle.arena.views.words import count
from woozle.core.text import visible_line
from woozle.tui import safe
from woozle.tui.styles.themes import SEATS
from woozle.tui.widgets.text_layout import clip

_LONGEST = 14  # cells of a name in the list of seats
_MARKS: dict[Mark, str] = {
    "verified": "bold $success",
    "consistent": "$quiet",
    "altered": "bold $error",
    "": "$quiet",
    "imported": "$quiet",
}
_RESULTS = {"won": "bold $success", "forfeited": "$warning", "void": "$quiet"}


class Preview(VerticalScroll, can_focus=False):
    """Details of the match at the cursor of the browser."""

    def compose(self) -> ComposeResult:
        """The same twice where a line and a list differ; the style shows one of them."""
        for name in ("state", "outcome", "seat-row", "seat-list", "setting-row", "setting-list"):
            yield Static(id=f"preview-{name}", markup=False)

    def show(self, match: Kept | None) -> None:
        self._write("state", _state(match) if match else Content(""))
        self._write("outcome", safe.line(match.outcome, "bold") if match else Content(""))
        self._write("seat-row", Content("  ").join(map(_in_a_row, _number_seats(match))))
        self._write("seat-list", Content("\n").join(_in_a_list(match)))
        setting = [safe.line(match.setting)] if match and match.setting else []
        setting += [safe.line(match.path, "$quiet")] if match else []
        self._write("setting-row", Content("  ").join(setting))
        self._write("setting-list", Content("\n").join(setting))

    def _write(self, name: str, words: Content) -> None:
        self.query_one(f"#preview-{name}", Static).update(words)


def _number_seats(match: Kept | None) -> list[tuple[int, KeptSeat]]:
    return list(enumerate(match.seats if match else (), 1))


def _state(match: Kept) -> Content:
    mark = Content.styled(match.mark, _MARKS[match.checked])
    return safe.join(mark, Content.styled(f"  {match.status}\n{match.when}, {count(match.length, 'answer')}", "$quiet"))


def _in_a_row(numbered: tuple[int, KeptSeat]) -> Content:
    number, seat = numbered
    words = " ".join(filter(None, (seat.player, seat.role, seat.result)))
    return safe.join(safe.line(seat.name, _colour(number)), safe.line(f" {words}", "$quiet"))


def _in_a_list(match: Kept | None) -> list[Content]:
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
