"""The notebook of a match: who claimed, said and voted what, and what contradicts what."""

from __future__ import annotations

from collections.abc import Iterable

from textual.content import Content
from textual.widget import Widget

from woozle.arena.views.notebook import NotebookPage
from woozle.core.line import Line
from woozle.tui import safe
from woozle.tui.keys import back_keys, bindings, key
from woozle.tui.screens.frame import FrameScreen
from woozle.tui.styles import sheets
from woozle.tui.widgets.title_bar import TitleBar
from woozle.tui.widgets.transcript import Transcript


class NotebookScreen(FrameScreen):
    """Shows the notes of one seat. It ends with the line of the log that was chosen, or None."""

    BINDINGS = bindings(
        key("notebook.go", "enter", "go", "To the log", shown="enter"),
        key("notebook.order", "o", "order", "Order"),
        key("notebook.conflicts", "c", "conflicts", "Contradictions"),
        *back_keys("notebook", "escape,q,t"),
    )
    ABOUT = (
        Line("The notebook", "heading"),
        Line("It holds what your seat heard and saw, and nothing else. {notebook.go} on a row leads to its line of the log."),
        Line("{notebook.order} lists it by seat or in order, {notebook.conflicts} shows contradictions alone."),
        Line("✗ contradicts what you saw: no way leads there in the time between. ≠ are two claims that exclude each other."),
    )
    CSS_PATH = sheets()

    def __init__(self, page: NotebookPage, *, only_conflicts: bool = False) -> None:
        super().__init__()
        self._page = page
        self._is_by_seat, self._only_conflicts = True, only_conflicts
        self._targets: list[int | None] = []

    def contents(self) -> Iterable[Widget]:
        yield TitleBar(id="title")
        yield Transcript(id="page", follows=False, selects=True)

    def on_mount(self) -> None:
        self._show()
        self.query_one(Transcript).focus()

    def _show(self) -> None:
        rows = self._page.rows(is_by_seat=self._is_by_seat, only_conflicts=self._only_conflicts)
        self._targets = [target for _, target in rows]
        how = "contradictions" if self._only_conflicts else "all notes"
        order = "by seat" if self._is_by_seat else "in order"
        words = safe.line(f"Notebook: {how}, {order}", "bold")
        self.query_one(TitleBar).show(words, Content(""), safe.line("what your seat knows", "$quiet"))
        page = self.query_one(Transcript)
        page.reset([line for line, _ in rows])
        page.point_at(next((index for index, target in enumerate(self._targets) if target is not None), 0))
        page.scroll_home(animate=False)
        self.refresh_bindings()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "conflicts":
            return self._page.reads_claims
        return action != "go" or not self.is_mounted or self._target is not None

    @property
    def _target(self) -> int | None:
        at = self.query_one(Transcript).cursor
        return self._targets[at] if at is not None and at < len(self._targets) else None

    def on_line_picked(self) -> None:
        self.refresh_bindings()

    def action_go(self) -> None:
        self.dismiss(self._target)

    def action_order(self) -> None:
        self._is_by_seat = not self._is_by_seat
        self._show()

    def action_conflicts(self) -> None:
        self._only_conflicts = not self._only_conflicts
        self._show()

    def action_back(self) -> None:
        self.dismiss(None)
