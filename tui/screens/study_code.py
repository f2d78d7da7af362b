"""The code of a participant: how they withdraw and, at a terminal, come back. It is written down before anything is asked."""

from __future__ import annotations

from collections.abc import Iterable

from textual.containers import Horizontal, Vertical
from textual.widget import Widget
from textual.widgets import Button, Static

from woozle.arena.views.line import Line
from woozle.arena.views.study import Coded
from woozle.tui import safe, study_keys
from woozle.tui.messages import visiting
from woozle.tui.screens.study import StudyScreen
from woozle.tui.widgets.keyed import KeyButton
from woozle.tui.widgets.study_parts import StudyNote, TickBox
from woozle.tui.widgets.typed import TypedLine

_LAST = 2  # characters that show that somebody has it before them
_WHAT = "This is your code. Please write it down: {use}. Your name is not kept anywhere, so nobody can look the code up for you."
_AT_A_TERMINAL = "it is how you come back if you stop, and how you withdraw what you did"
_BY_A_LINK = "it is how you withdraw what you did. If you stop, you come back by your link, in this browser"


class StudyCodeScreen(StudyScreen[Coded]):
    """Shows a code. Posts CodeNoted as soon as its last characters were typed, or the box ticked, and the person goes on."""

    BINDINGS = study_keys.STUDY_CODE
    ABOUT = (
        Line("Your code", "heading"),
        Line("Write it down, on paper or in a file of yours. Type its last two characters, or tick the box; {code.on} goes on."),
    )

    def contents(self) -> Iterable[Widget]:
        """The code, and how to say that it is noted."""
        yield from self.head()
        with Vertical(id="body"):
            with Vertical(id="sheet"):
                what = _WHAT.format(use=_BY_A_LINK if self.progress.is_linked else _AT_A_TERMINAL)
                yield Static(safe.line(what), id="what", markup=False)
                yield Static(safe.line(" ".join(self.shown.code.replace("-", " - "))), id="code", markup=False)
                with Horizontal(id="proof"):
                    yield Static("Its last two characters: ", markup=False, id="proof-label")
                    yield TypedLine(id="last", compact=True, max_length=_LAST)
                yield TickBox("or: I have written it down.", id="noted")
                yield Static(id="hint", markup=False)
                with Horizontal(classes="buttons"):
                    yield KeyButton("Go on", "code.on", id="on", variant="primary")
            yield StudyNote(is_linked=self.progress.is_linked)

    def on_mount(self) -> None:
        """First the line."""
        self.query_one(TypedLine).focus()
        self._offer()

    @property
    def how(self) -> str:
        """How they showed that they have it; empty if they have not."""
        typed = self.query_one(TypedLine).value.strip().upper()
        if typed and typed == self.shown.code[-_LAST:]:
            return "typed"
        return "ticked" if self.query_one(TickBox).is_ticked else ""

    def _offer(self) -> None:
        typed = self.query_one(TypedLine).value.strip()
        is_wrong = len(typed) == _LAST and self.how != "typed"
        missing = "" if self.how else "Type its last two characters, or tick the box, to go on."
        self.query_one("#hint", Static).update("These are not its last two characters." if is_wrong else missing)
        self.query_one("#on", Button).disabled = not self.how
        self.refresh_bindings()

    def on_input_changed(self) -> None:
        """Perhaps they are right."""
        self._offer()

    def on_tick_box_turned(self, event: TickBox.Turned) -> None:
        """It is noted."""
        event.stop()
        self._offer()

    def on_input_submitted(self) -> None:
        """Go on."""
        self.action_on()

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Go on."""
        event.stop()
        self.action_on()

    def action_on(self) -> None:
        """Go on, if it is noted."""
        if self.how:
            self.send(visiting.CodeNoted(self.how))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Not before it is noted."""
        if action == "on":
            return bool(self.how)
        return super().check_action(action, parameters)
