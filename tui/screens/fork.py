"""Branching off a match: who goes on from there."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from rich.cells import cell_len, set_cell_size
from textual.containers import Vertical
from textual.content import Content
from textual.widget import Widget
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from woozle.arena.views.panels import SeatCard
from woozle.core.line import Line
from woozle.core.text import visible_line
from woozle.tui import safe
from woozle.tui.controllers.access import controllers_of
from woozle.tui.keys import HELP_KEYS, bindings, key
from woozle.tui.screens.frame import FrameScreen
from woozle.tui.styles import sheets
from woozle.tui.widgets.title_bar import TitleBar, screen_title

_LONGEST = 20  # cells of a name
_WARNING = (
    "A new match begins, the same up to here. Bots take the seats of other people. All draws repeat, "
    "and those who saw the old end know more than a player should: use it for study, not for competition."
)


class ForkScreen(FrameScreen):
    """Asks for a seat. path, step: of the match, and after how many Responses; seats: as they were then."""

    BINDINGS = bindings(
        key("fork.back", "escape,q", "back", "Back", shown="esc"),
        *HELP_KEYS,
    )
    ABOUT = (
        Line("Branching off", "heading"),
        Line("Enter or a click on a seat begins a match that is the same up to here, with you in it. The old one stays."),
    )
    CSS_PATH = sheets("fork")

    def __init__(self, path: Path, step: int, seats: tuple[SeatCard, ...]) -> None:
        super().__init__()
        self._path = path
        self._step = step
        self._seats = seats

    def contents(self) -> Iterable[Widget]:
        yield TitleBar(screen_title("Branch off a match"), id="title")
        with Vertical(id="page"):
            yield Static(self._question(), id="question", markup=False)
            yield OptionList(*self._options(), id="who", markup=False)
            yield Static(_WARNING, id="warning", markup=False)

    def on_mount(self) -> None:
        self.query_one("#who").focus()

    def _question(self) -> Content:
        return Content.styled(f"Branch off after answer {self._step:,}: who do you want to be?", "bold")

    def _options(self) -> Iterable[Option]:
        names = [visible_line(card.name) for card in self._seats]
        width = min(_LONGEST, max(map(cell_len, names), default=0))
        for card, shown in zip(self._seats, names, strict=True):
            name = safe.line(set_cell_size(shown, width), f"bold $seat-{card.number}")
            words = safe.line(" · ".join(word for word in dict.fromkeys((card.status, card.note)) if word), "$quiet")
            mark = "† " if card.out else "  "
            yield Option(Content.assemble(mark, name, "  ", words))
        yield Option(Content.styled("  No one: watch bots play on", "bold"))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        at = event.option_index
        seat = self._seats[at].name if at < len(self._seats) else None
        controllers_of(self).spectators.fork(self._path, self._step, seat)
