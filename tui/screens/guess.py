"""The question at the end of a blind table: who was human?"""

from __future__ import annotations

from collections.abc import Iterable

from textual.containers import Vertical
from textual.content import Content
from textual.widget import Widget
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from woozle.core.line import Line
from woozle.tui import safe
from woozle.tui.keys import HELP_KEYS, bindings, key
from woozle.tui.screens.frame import FrameScreen
from woozle.tui.styles import sheets
from woozle.tui.widgets.title_bar import TitleBar, screen_title

_ASKED = "The match is over. Who of these was human? Enter marks a seat, or takes the mark away. The guess is kept with the match."


class GuessScreen(FrameScreen):
    """Asks which seats were human; dismissed with them, or with None by who does not guess."""

    BINDINGS = bindings(
        key("guess.done", "d", "done", "Done"), *HELP_KEYS, key("guess.back", "escape,q", "back", "No guess", shown="esc")
    )
    ABOUT = (
        Line("Who was human?", "heading"),
        Line("{guess.done} gives the guess, also an empty one; {guess.back} gives none."),
    )
    CSS_PATH = sheets("waiting")

    def __init__(self, seats: tuple[str, ...]) -> None:
        super().__init__()
        self._seats = seats
        self._humans: set[str] = set()

    def contents(self) -> Iterable[Widget]:
        yield TitleBar(screen_title("Who was human?"), id="title")
        with Vertical(id="page"):
            yield Static(_ASKED, id="what", markup=False)
            yield OptionList(*(Option(self._row(seat)) for seat in self._seats), id="who", markup=False)

    def on_mount(self) -> None:
        self.query_one("#who").focus()

    def _row(self, seat: str) -> Content:
        is_human = seat in self._humans
        return safe.line(f"{'●' if is_human else '○'} {seat}", "bold $accent" if is_human else "")

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self._humans ^= {self._seats[event.option_index]}
        event.option_list.replace_option_prompt_at_index(event.option_index, self._row(self._seats[event.option_index]))

    def action_done(self) -> None:
        if self.is_current:
            self.dismiss(tuple(seat for seat in self._seats if seat in self._humans))

    def action_back(self) -> None:
        if self.is_current:
            self.dismiss(None)
