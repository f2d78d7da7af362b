"""A form for a claim: a dial for each thing that its type tells."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Button, Static

from woozle.arena.views.claim_forms import offered
from woozle.arena.views.forms import Dial
from woozle.tui.widgets.dial import DialRow
from woozle.tui.widgets.keyed import KeyButton

_NEW, _OTHER = "A claim that was missed", "What the speech says instead"


class ClaimForm(VerticalScroll, can_focus=False):
    """Hidden until it is offered. at: the claim that it corrects, None for a new one."""

    def __init__(self, *, id: str) -> None:
        super().__init__(id=id)
        self.at: int | None = None
        self.display = False

    @property
    def values(self) -> dict[str, str]:
        """What is set, by field."""
        return {row.dial.id: row.value for row in self.query(DialRow)}

    def compose(self) -> Iterable[Widget]:
        """Dials come with the offer."""
        with Horizontal(id="form-head"):
            yield Static(id="form-title", markup=False)
            yield KeyButton("Take it", "annotate.take", action="screen.take")
            yield KeyButton("Leave it", "annotate.back", action="screen.back")

    async def offer(self, dials: Sequence[Dial], at: int | None) -> None:
        """Show a form, with the cursor on its first row."""
        self.at = at
        self.query_one("#form-title", Static).update(Content.styled(_NEW if at is None else _OTHER, "bold"))
        await self.query(DialRow).remove()
        await self.mount(*(DialRow(dial) for dial in dials))
        self.display = True
        self._fit()
        self.query(DialRow).first().focus()

    def on_dial_row_turned(self, event: DialRow.Turned) -> None:
        """Other types tell other things, and a route goes on from room to room."""
        event.stop()
        self._fit()

    def _fit(self) -> None:
        told = offered(self.values)
        for row in self.query(DialRow):
            row.display = row.dial.id in told

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """What it does is its action."""
        event.stop()
