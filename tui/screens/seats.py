"""The seat picker: who sits where, on which map, by which rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Button, Input, Static

from woozle.tui import keys, safe
from woozle.tui.messages import StartMatch
from woozle.tui.present.line import Line
from woozle.tui.present.views import Form
from woozle.tui.present.words import count
from woozle.tui.screens.frame import FrameScreen
from woozle.tui.styles import sheets
from woozle.tui.widgets.dial import DialRow
from woozle.tui.widgets.keyed import KeyButton
from woozle.tui.widgets.person_row import PersonRow
from woozle.tui.widgets.title_bar import TitleBar, entitle
from woozle.tui.widgets.typed import TypedLine

if TYPE_CHECKING:
    from woozle.tui.start import Start


_SEED = "The same seed plays the same match again. Empty: a secret one, as it should be among people."


class SeatsScreen(FrameScreen):
    """Sets a match up. check: makes the Start of the values, or says in a ValueError why that cannot be played."""

    BINDINGS = keys.SEATS
    ABOUT = (
        Line("Before a match", "heading"),
        Line("Each row on the left is a seat, each on the right an option; below stands why a match cannot be played."),
        Line("A seed repeats a match: whoever knows it can know the chance in it."),
    )
    CSS_PATH = sheets("seats")

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
                        yield TypedLine(id="seed", placeholder="secret", compact=True, max_length=18, restrict=r"[0-9]*")
            with VerticalScroll(id="people", can_focus=False):
                yield from (DialRow(dial, id=f"dial-{dial.id}") for dial in self._form.shared)
                yield from (PersonRow(number) for number in range(1, len(self._form.seats) + 1))
            yield Static(id="hint", markup=False)
            with Horizontal(id="start-row"):
                yield Static(id="reason", markup=False)
                yield KeyButton("Start", "seats.start", id="start", variant="primary")

    def on_mount(self) -> None:
        """Name the panels and look whether this can be played."""
        entitle(self, {"#chairs": "Seats", "#options": "Options", "#people": "Several people at this terminal"})
        self.query_one("#dial-seat-1", DialRow).focus()
        self._look()

    def on_dial_row_turned(self) -> None:
        """Another value."""
        self._look()

    def on_input_changed(self) -> None:
        """Another seed, name or PIN."""
        self._look()

    def on_descendant_focus(self) -> None:
        """Say what the row is for."""
        focused = self.focused
        words = focused.dial.hint if isinstance(focused, DialRow) else ""
        if isinstance(focused, Input):
            words = str(focused.tooltip or _SEED)
        self.query_one("#hint", Static).update(words)

    def _look(self) -> None:
        seats = [self.query_one(f"#dial-{dial.id}", DialRow) for dial in self._form.seats]
        taken = [row for row in seats if row.value != "empty"]
        people = [row for row in taken if row.value == "human"]
        is_mixed = 1 < len(people) < len(taken)
        is_blind = is_mixed and self.query_one("#dial-blind", DialRow).value == "yes"
        for row in seats:
            holder = self._form.names[taken.index(row)] if row in taken and not is_blind else ""
            row.show(holder, f"person {people.index(row) + 1}" if row in people and len(people) > 1 else "")
        self.set_class(len(people) > 1, "-together")
        self.set_class(is_mixed, "-mixed")
        for line in self.query(PersonRow):
            line.display = line.number <= len(people)
        reason = ""
        try:
            self._start = self._check(self._values())
        except ValueError as error:
            self._start, reason = None, str(error)
        good = f"Ready: {len(taken)} seats, {_who_plays(people, len(taken), is_blind)}."
        shown = safe.line(f"✗ {reason}", "bold $warning") if reason else safe.line(f"✓ {good}", "$success")
        self.query_one("#reason", Static).update(shown)
        self.query_one("#start", Button).disabled = self._start is None
        self.refresh_bindings()

    def _values(self) -> dict[str, str]:
        values = {row.dial.id: row.value for row in self.query(DialRow)} | {"seed": self.query_one("#seed", Input).value}
        for line in self.query(PersonRow):
            values |= line.values
        return values

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


def _who_plays(people: Sequence[DialRow], seats: int, is_blind: bool) -> str:
    if len(people) < 2:
        return f"you are {people[0].holder}" if people else "and you look on"
    bots = seats - len(people)
    players = f"{len(people)} people" + (f" and {count(bots, 'bot')}" if bots else "")
    return f"for {players} by lot" if is_blind else players
