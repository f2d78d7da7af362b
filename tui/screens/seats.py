"""The seat picker: who sits where, on which map, by which rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING

from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Button, Input, Static

from woozle.tui import keys, safe
from woozle.tui.messages import StartMatch
from woozle.tui.present.views import Form
from woozle.tui.screens.frame import FrameScreen
from woozle.tui.styles import STYLES
from woozle.tui.widgets.dial import DialRow
from woozle.tui.widgets.panels import TitleBar

if TYPE_CHECKING:
    from woozle.tui.start import Start


class SeatsScreen(FrameScreen):
    """Sets a match up. check: makes the Start of the values, or says in a ValueError why that cannot be played."""

    BINDINGS = keys.SEATS
    CSS_PATH = STYLES / "seats.tcss"

    def __init__(self, form: Form, check: Callable[[Mapping[str, str]], Start]) -> None:
        super().__init__()
        self._form = form
        self._check = check
        self._start: Start | None = None

    def contents(self) -> Iterable[Widget]:
        """Seats on the left, options on the right, the start below."""
        yield TitleBar(Content.assemble((" woozle ", "bold reverse $primary"), f"  {self._form.title}: who plays?"), id="title")
        with Vertical(id="form"):
            with Horizontal(id="columns"):
                with VerticalScroll(id="chairs", can_focus=False):
                    yield from (DialRow(dial, id=f"dial-{dial.id}") for dial in self._form.seats)
                with VerticalScroll(id="options", can_focus=False):
                    yield from (DialRow(dial, id=f"dial-{dial.id}") for dial in self._form.options)
                    with Horizontal(id="seed-row"):
                        yield Static(" Seed", id="seed-label", markup=False)
                        yield Input(id="seed", placeholder="secret", compact=True, max_length=18, restrict=r"[0-9]*")
            yield Static(id="hint", markup=False)
            with Horizontal(id="start-row"):
                yield Static(id="reason", markup=False)
                yield Button("Start (s)", id="start", variant="primary", compact=True)

    def on_mount(self) -> None:
        """Name the panels and look whether this can be played."""
        self.query_one("#chairs", VerticalScroll).border_title = "Seats"
        self.query_one("#options", VerticalScroll).border_title = "Options"
        self.query_one("#seed", Input).cursor_blink = False
        self.query_one("#dial-seat-1", DialRow).focus()
        self._look()

    def on_dial_row_turned(self, event: DialRow.Turned) -> None:
        """Only one seat can be the person's: who sits down elsewhere leaves the seat before to a bot."""
        dial = event.dial
        if dial.value == "human":
            for other in self.query(DialRow):
                if other is not dial and other.value == "human":
                    other.show(other.dial.values[1])
        self._look()

    def on_input_changed(self) -> None:
        """Another seed."""
        self._look()

    def on_descendant_focus(self) -> None:
        """Say what the row is for."""
        focused = self.focused
        words = focused.dial.hint if isinstance(focused, DialRow) else ""
        if isinstance(focused, Input):
            words = "The same seed plays the same match again. Empty: a secret one, as it should be among people."
        self.query_one("#hint", Static).update(words)

    def _look(self) -> None:
        seats = [self.query_one(f"#dial-{dial.id}", DialRow) for dial in self._form.seats]
        names = iter(self._form.names)
        for row in seats:
            row.show(holder="" if row.value == "empty" else next(names, ""))
        values = {row.dial.id: row.value for row in self.query(DialRow)} | {"seed": self.query_one("#seed", Input).value}
        reason = ""
        try:
            self._start = self._check(values)
        except ValueError as error:
            self._start, reason = None, str(error)
        taken = sum(row.value != "empty" for row in seats)
        good = f"Ready: {taken} seats, you are {next((row.holder for row in seats if row.value == 'human'), 'nobody')}."
        shown = safe.line(f"✗ {reason}", "bold $warning") if reason else safe.line(f"✓ {good}", "$success")
        self.query_one("#reason", Static).update(shown)
        self.query_one("#start", Button).disabled = self._start is None
        self.refresh_bindings()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """What cannot be played cannot be started."""
        return True if action != "start" or self._start else None

    def on_button_pressed(self) -> None:
        """Start."""
        self.action_start()

    def action_start(self) -> None:
        """Play it."""
        if self._start:
            self.post_message(StartMatch(self._start))
