"""One line for a search: what is sought, and which hit of how many is shown."""

from __future__ import annotations

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.widget import Widget
from textual.widgets import Input, Static

from woozle.tui import keys
from woozle.tui.widgets.transcript import Transcript
from woozle.tui.widgets.typed import TypedLine


class FindInput(TypedLine):
    """Where the text is written, and shown as the transcript shows it. Esc ends the search."""

    BINDINGS = keys.FIND
    is_answer = False

    def action_close(self) -> None:
        """End the search."""
        self.query_ancestor(FindBox).close()


class FindCount(Static):
    """Which hit is shown. Its left half leads to the hit before, its right half to the next."""

    ALLOW_SELECT = False

    def __init__(self, *, classes: str) -> None:
        super().__init__(classes=classes, markup=False)

    def on_click(self, event: events.Click) -> None:
        """The mouse goes on too."""
        self.query_ancestor(FindBox).step(-1 if event.x < self.size.width // 2 else 1)


class FindBox(Horizontal):
    """Searches a transcript. Hidden until it is opened; enter goes to the next hit and back to reading, esc ends the search."""

    def __init__(self, transcript: Transcript, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._transcript = transcript
        self._before: Widget | None = None

    def compose(self) -> ComposeResult:
        """The text on the left, what was found on the right."""
        yield Static("/", markup=False, classes="find-sign")
        yield FindInput(compact=True, max_length=200, placeholder="Find")
        yield FindCount(classes="find-count")

    @property
    def _input(self) -> FindInput:
        return self.query_one(FindInput)

    @property
    def _count(self) -> FindCount:
        return self.query_one(FindCount)

    @property
    def is_active(self) -> bool:
        """Whether something is being sought."""
        return self.has_class("-open") and bool(self._input.value)

    def open(self, back: Widget | None = None) -> None:
        """Ask for a text. back: what has the focus when the search is over, if not what has it now."""
        if not self._input.has_focus:
            self._before = back or self.screen.focused
        self.add_class("-open")
        self._input.focus()
        self._input.action_select_all()
        self.refresh_bindings()

    def close(self) -> None:
        """End the search; back to where one was."""
        self._input.value = ""
        self._transcript.find("")
        self.remove_class("-open")
        back = self._before if self._before and self._before.is_attached and self._before.focusable else self._transcript
        if self._input.has_focus or self._transcript.has_focus:
            back.focus()
        self.refresh_bindings()

    def step(self, by: int) -> None:
        """To the next hit, or (-1) the one before."""
        which, of = self._transcript.next_hit(by)
        self._count.update(f"‹ {which} of {of} ›" if of else "nothing found")

    def on_input_changed(self, event: Input.Changed) -> None:
        """Mark what is found while it is typed."""
        event.stop()
        of = self._transcript.find(event.value)
        self._count.update("" if not event.value else f"{of} found" if of else "nothing found")
        self.refresh_bindings()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """To the first hit; from here on the keys of the screen go on."""
        event.stop()
        if not event.value:
            self.close()
            return
        self.step(1)
        self._transcript.focus()
