"""The consent: its text, a box for each thing that is agreed to, and two ways on, one of which leaves nothing behind."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.widget import Widget
from textual.widgets import Button, Static

from woozle.arena.views.line import Line
from woozle.arena.views.study import Agreement
from woozle.tui import safe, study_keys
from woozle.tui.messages import visiting
from woozle.tui.screens.study import StudyScreen
from woozle.tui.widgets.keyed import KeyButton, keyed
from woozle.tui.widgets.study_parts import StudyText, TickBox

_READ_FIRST = "Please read the text to its end first: {consent.page_down} reads on. Then tick the boxes that you agree to."
_TICK = "Tick the boxes that you agree to, by their numbers or with the mouse. Not yet ticked: {}."
_ALL = "All boxes that are needed are ticked."
_FREELY = "You need not take part. If you do not agree, nothing is kept."


class StudyConsentScreen(StudyScreen[Agreement]):
    """Shows an Agreement. No box is ticked at first. Posts Agreed or Disagreed."""

    BINDINGS = study_keys.STUDY_CONSENT
    ABOUT = (
        Line("The consent", "heading"),
        Line("{consent.page_down} reads on, {consent.page_up} back. The number of a box ticks it, and so does a click."),
        Line("{consent.agree} agrees as soon as all boxes that are needed are ticked. {consent.disagree} leaves: nothing is kept."),
    )

    def contents(self) -> Iterable[Widget]:
        """Text, boxes, buttons."""
        yield from self.head()
        with Vertical(id="body"):
            with Vertical(id="sheet"):
                yield StudyText(id="text")
                with VerticalScroll(id="boxes", can_focus=False):
                    for number, words in enumerate(self.shown.boxes, 1):
                        yield TickBox(words, str(number) if number < 10 else "", classes="needed")
                    if self.shown.release:
                        yield Static("You may also allow this. It is not needed to take part.", id="free", markup=False)
                        number = len(self.shown.boxes) + 1
                        yield TickBox(self.shown.release, str(number) if number < 10 else "", id="release")
                yield Static(id="hint", markup=False)
                with Horizontal(classes="buttons"):
                    yield KeyButton("I agree", "consent.agree", id="agree", variant="primary")
                    yield KeyButton("I do not agree", "consent.disagree", id="disagree")
            yield Static(
                safe.line(f"{self.shown.note}  {_FREELY}".strip(), "$quiet"), id="note", markup=False, classes="study-note"
            )

    def on_mount(self) -> None:
        """The text takes the keys."""
        text = self.query_one(StudyText)
        text.reset(self.shown.lines)
        text.focus()
        self._offer()

    @property
    def _needed(self) -> Sequence[TickBox]:
        return list(self.query(".needed").results(TickBox))

    @property
    def _is_read(self) -> bool:
        return self.query_one(StudyText).is_read

    @property
    def can_agree(self) -> bool:
        """Whether the text was read and all boxes that are needed are ticked."""
        return self._is_read and all(box.is_ticked for box in self._needed)

    def _offer(self) -> None:
        missing = [str(number) for number, box in enumerate(self._needed, 1) if not box.is_ticked]
        words = _ALL if not missing else _TICK.format(", ".join(missing))
        self.query_one("#hint", Static).update(words if self._is_read else keyed(self, _READ_FIRST))
        self.query_one("#agree", Button).disabled = not self.can_agree
        for box in self.query(TickBox):
            box.disabled = not self._is_read
        self.refresh_bindings()

    def on_study_text_read_to_end(self) -> None:
        """The boxes can be ticked now."""
        self._offer()

    def on_tick_box_turned(self, event: TickBox.Turned) -> None:
        """Perhaps all are ticked."""
        event.stop()
        self._offer()

    def action_tick(self, number: int) -> None:
        """The box of a number."""
        boxes = list(self.query(TickBox))
        if self._is_read and number <= len(boxes):
            boxes[number - 1].action_turn()
            boxes[number - 1].scroll_visible(animate=False)

    def action_turn(self, pages: int) -> None:
        """Read on, or back."""
        self.query_one(StudyText).turn(pages)

    def action_agree(self) -> None:
        """Take part."""
        if self.can_agree:
            release = self.query("#release").results(TickBox)
            self.send(visiting.Agreed(any(box.is_ticked for box in release)))

    def action_disagree(self) -> None:
        """Do not."""
        self.send(visiting.Disagreed())

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """The mouse does the same."""
        event.stop()
        if event.button.id == "agree":
            self.action_agree()
        else:
            self.action_disagree()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """What cannot be done yet is not offered."""
        if action == "agree":
            return self.can_agree
        return super().check_action(action, parameters)
