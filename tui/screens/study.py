"""The pages of a study: a text to read, the consent, the code, questions, and the question whether to stop."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.events import Mount
from textual.screen import ModalScreen
from textual.widget import Widget
from textual.widgets import Button, Input, Static

from woozle.arena.views.study import UNSAID, Agreement, Asked, Coded, Given, Questionnaire, Reading
from woozle.core.line import Line
from woozle.tui import safe
from woozle.tui.controllers.access import pages_of
from woozle.tui.keys import HELP_KEYS, bindings, key
from woozle.tui.screens.frame import FrameScreen
from woozle.tui.styles import sheets
from woozle.tui.widgets.key_names import KeyButton, name_keys
from woozle.tui.widgets.lockout import Lockout, clock_of, lock_out
from woozle.tui.widgets.study_answers import Answering, answering
from woozle.tui.widgets.study_parts import StudyText, TickBox, stop_note, study_page
from woozle.tui.widgets.text_boxes import TypedLine

_READ_FIRST = "Please read the text to the end first: {consent.page_down} reads on. Then tick the boxes that you agree to."
_TICK = "Tick the boxes that you agree to, by their numbers or with the mouse. Not yet ticked: {}."
_ALL = "All required boxes are ticked."

_LAST = 2  # characters that show that the participant has it at hand
_WHAT = (
    "This is your code. Please write it down: you need it to come back if you stop, and to withdraw your data. "
    "Your name is not stored, so no one can look up the code for you."
)


class StudyReadingScreen(FrameScreen):
    """Shows a Reading."""

    BINDINGS = bindings(
        key("study.on", "enter", "on", "Continue"),
        key("study.page_down", "space,pagedown", "turn(1)", "Read on", shown="space"),
        key("study.page_up", "pageup", "turn(-1)", "Read back", hidden=True),
        *HELP_KEYS,
    )
    CSS_PATH = sheets("study")
    ABOUT = (
        Line("A page to read", "heading"),
        Line("{study.page_down} reads on, {study.page_up} back, and {study.on} goes on at the end."),
    )

    def __init__(self, shown: Reading) -> None:
        super().__init__()
        self.shown = shown

    def contents(self) -> Iterable[Widget]:
        shown = self.shown
        back = (Line(f"Back to the recruiter: {shown.link}"),) if shown.link else ()
        first, *others = shown.buttons
        return study_page(
            shown.progress,
            StudyText((*shown.lines, *back), id="text"),
            *([Static(safe.line(shown.note, "$quiet"), id="note", markup=False)] if shown.note else ()),
            buttons=[
                KeyButton(first.words, "study.on", id=f"does-{first.does}", variant="primary", action=None),
                *(Button(each.words, id=f"does-{each.does}", compact=True) for each in others),
            ],
            below=stop_note(self) if shown.can_stop else None,
        )

    @property
    def can_go_on(self) -> bool:
        """Return whether the text was read, if it has to be."""
        return not self.shown.is_whole or self.query_one(StudyText).is_read

    @on(Mount)
    @on(StudyText.ReadToEnd)
    def _offer(self) -> None:
        for button in self.query(".buttons KeyButton").results(Button):
            button.disabled = not self.can_go_on
        self.refresh_bindings()

    def action_turn(self, pages: int) -> None:
        self.query_one(StudyText).turn(pages)

    def action_on(self) -> None:
        """Press the first button; a text that has to be read is read on first."""
        focused = self.focused
        if isinstance(focused, Button):
            focused.press()
        elif self.can_go_on:
            self._choose(self.shown.buttons[0].does)
        else:
            self.action_turn(1)

    def on_button_pressed(self, event: Button.Pressed) -> None:
        event.stop()
        self._choose((event.button.id or "").removeprefix("does-"))

    def _choose(self, does: str) -> None:
        pages = pages_of(self)
        pages.answer(self, pages.choose, does)


class StudyConsentScreen(FrameScreen):
    """Shows an Agreement. No box is ticked at first."""

    BINDINGS = bindings(
        *[key(f"consent.tick_{digit}", digit, f"tick({digit})", f"Tick box {digit}", hidden=True) for digit in "123456789"],
        key("consent.page_down", "space,pagedown", "turn(1)", "Read on", shown="space"),
        key("consent.page_up", "pageup", "turn(-1)", "Read back", hidden=True),
        key("consent.agree", "a", "agree", "I agree"),
        key("consent.disagree", "d", "disagree", "I do not agree"),
        *HELP_KEYS,
    )
    CSS_PATH = sheets("study")
    ABOUT = (
        Line("The consent", "heading"),
        Line("{consent.page_down} reads on, {consent.page_up} back. The number of a box ticks it, and so does a click."),
        Line("{consent.agree} agrees as soon as all required boxes are ticked. {consent.disagree} leaves."),
    )

    def __init__(self, shown: Agreement) -> None:
        super().__init__()
        self.shown = shown

    def contents(self) -> Iterable[Widget]:
        shown = self.shown
        boxes: list[Widget] = [TickBox(words, number, classes="needed") for number, words in enumerate(shown.boxes, 1)]
        if shown.release:
            boxes.append(Static("You may also allow this. It is optional.", id="free", markup=False))
            boxes.append(TickBox(shown.release, len(shown.boxes) + 1, id="release"))
        return study_page(
            shown.progress,
            StudyText(shown.lines, id="text"),
            VerticalScroll(*boxes, id="boxes", can_focus=False),
            Static(id="hint", markup=False),
            buttons=[
                KeyButton("I agree", "consent.agree", id="agree", variant="primary"),
                KeyButton("I do not agree", "consent.disagree", id="disagree"),
            ],
            below=Static(safe.line(shown.note, "$quiet"), id="note", markup=False, classes="study-note"),
        )

    @property
    def _required_boxes(self) -> Sequence[TickBox]:
        return list(self.query(".needed").results(TickBox))

    @property
    def _is_read(self) -> bool:
        return self.query_one(StudyText).is_read

    @property
    def can_agree(self) -> bool:
        """Return whether the text was read and all required boxes are ticked."""
        return self._is_read and all(box.is_ticked for box in self._required_boxes)

    @on(Mount)
    @on(StudyText.ReadToEnd)
    @on(TickBox.Turned)
    def _offer(self) -> None:
        missing = [str(number) for number, box in enumerate(self._required_boxes, 1) if not box.is_ticked]
        words = _ALL if not missing else _TICK.format(", ".join(missing))
        self.query_one("#hint", Static).update(words if self._is_read else name_keys(self, _READ_FIRST))
        self.query_one("#agree", Button).disabled = not self.can_agree
        for box in self.query(TickBox):
            box.disabled = not self._is_read
        self.refresh_bindings()

    def action_tick(self, number: int) -> None:
        boxes = list(self.query(TickBox))
        if self._is_read and number <= len(boxes):
            boxes[number - 1].action_turn()
            boxes[number - 1].scroll_visible(animate=False)

    def action_turn(self, pages: int) -> None:
        self.query_one(StudyText).turn(pages)

    def action_agree(self) -> None:
        if self.can_agree:
            pages, release = pages_of(self), self.query("#release").results(TickBox)
            pages.answer(self, pages.agree, any(box.is_ticked for box in release))

    def action_disagree(self) -> None:
        pages = pages_of(self)
        pages.answer(self, pages.choose, "decline")

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "agree":
            return self.can_agree
        return super().check_action(action, parameters)


class StudyCodeScreen(FrameScreen):
    """Shows a code. One goes on as soon as its last characters were typed, or the box ticked."""

    BINDINGS = bindings(
        key("code.on", "enter", "on", "Continue"),
        *HELP_KEYS,
    )
    CSS_PATH = sheets("study")
    ABOUT = (
        Line("Your code", "heading"),
        Line("Write it down, on paper or in a file of yours. Type its last two characters, or tick the box; {code.on} continues."),
    )

    def __init__(self, shown: Coded) -> None:
        super().__init__()
        self.shown = shown

    def contents(self) -> Iterable[Widget]:
        return study_page(
            self.shown.progress,
            Static(safe.line(_WHAT), id="what", markup=False),
            Static(safe.line(" ".join(self.shown.code.replace("-", " - "))), id="code", markup=False),
            Horizontal(
                Static("Its last two characters: ", markup=False, id="proof-label"),
                TypedLine(id="last", compact=True, max_length=_LAST),
                id="proof",
            ),
            TickBox("or: I have written it down.", id="noted"),
            Static(id="hint", markup=False),
            buttons=[KeyButton("Continue", "code.on", id="on", variant="primary")],
            below=stop_note(self),
        )

    @property
    def how(self) -> str:
        """Return how they prove that they have the code, `typed` or `ticked`; empty if they do not yet."""
        typed = self.query_one(TypedLine).value.strip().upper()
        if typed and typed == self.shown.code[-_LAST:]:
            return "typed"
        return "ticked" if self.query_one(TickBox).is_ticked else ""

    @on(Mount)
    @on(Input.Changed)
    @on(TickBox.Turned)
    def _offer(self) -> None:
        typed = self.query_one(TypedLine).value.strip()
        is_wrong = len(typed) == _LAST and self.how != "typed"
        missing = "" if self.how else "Type its last two characters, or tick the box, to continue."
        self.query_one("#hint", Static).update("These are not its last two characters." if is_wrong else missing)
        self.query_one("#on", Button).disabled = not self.how
        self.refresh_bindings()

    @on(Input.Submitted)
    def action_on(self) -> None:
        if self.how:
            pages = pages_of(self)
            pages.answer(self, pages.note_code, self.how)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "on":
            return bool(self.how)
        return super().check_action(action, parameters)


class StudyQuestionsScreen(FrameScreen):
    """Asks a Questionnaire. Nothing is chosen in advance."""

    BINDINGS = bindings(
        *[key(f"questions.choose_{digit}", digit, f"choose('{digit}')", f"Choose {digit}", hidden=True) for digit in "1234567890"],
        key("questions.on", "enter", "on", "Continue"),
        key("questions.before", "escape", "before", "Back", shown="esc"),
        key("questions.unsaid", "f2", "unsaid", "Prefer not to say"),
        *HELP_KEYS,
    )
    CSS_PATH = sheets("study")
    AUTO_FOCUS = ""
    ABOUT = (
        Line("Questions", "heading"),
        Line("Answer by number, with the arrows or with the mouse; {questions.on} continues, {questions.before} goes back."),
        Line("{questions.unsaid} means `prefer not to say`, where that is offered."),
    )

    def __init__(self, shown: Questionnaire) -> None:
        super().__init__()
        self.shown = shown
        self.lockout = Lockout(clock_of(self))
        self.at = 0
        self._given: dict[str, Given] = {}

    def contents(self) -> Iterable[Widget]:
        return study_page(
            self.shown.progress,
            Static(id="which", markup=False),
            VerticalScroll(
                Static(id="ask", markup=False),
                Vertical(id="answer"),
                TickBox(UNSAID, id="unsaid"),
                id="question",
                can_focus=False,
            ),
            Static(id="hint", markup=False),
            buttons=[
                KeyButton("Continue", "questions.on", id="on", variant="primary"),
                KeyButton("Back", "questions.before", id="before"),
            ],
            below=stop_note(self),
        )

    @property
    def question(self) -> Asked:
        return self.shown.questions[self.at]

    @property
    def has_answer(self) -> bool:
        """Return whether one can go on."""
        return self.question.id in self._given

    @on(Mount)
    async def _put(self) -> None:
        asked, count = self.question, len(self.shown.questions)
        which = f"Question {self.at + 1} of {count}. " if count > 1 else ""
        self.query_one("#which", Static).update(safe.line(f"{which}{self.shown.intro}", "$quiet"))
        self.query_one("#ask", Static).update(safe.text(asked.ask, "bold"))
        box = self.query_one("#unsaid", TickBox)
        box.display = asked.kind != "choice" and not asked.is_required
        box.is_ticked = self.has_answer and self._given[asked.id] is None
        place = self.query_one("#answer")
        await place.remove_children()
        widget = answering(asked)
        await place.mount(widget)
        if self.has_answer and (asked.kind == "choice" or not box.is_ticked):
            widget.put(self._given[asked.id])
        widget.begin()
        self.query_one("#question", VerticalScroll).scroll_home(animate=False)
        self._offer()
        lock_out(self)

    def _offer(self) -> None:
        is_last = self.at + 1 == len(self.shown.questions)
        on = self.query_one("#on", Button)
        on.disabled = not self.has_answer
        self.query_one("#before").display = self.shown.can_go_back and self.at > 0
        unsaid = "" if self.question.is_required else " {questions.unsaid} is `prefer not to say`."
        words = f"{'That was the last one: ' if is_last else ''}{{questions.on}} continues."
        self.query_one("#hint", Static).update(name_keys(self, words if self.has_answer else f"No answer yet.{unsaid}"))
        self.refresh_bindings()

    # Input

    def on_answering_changed(self, event: Answering.Changed) -> None:
        event.stop()
        if event.of is not self._answering:
            return
        box = self.query_one("#unsaid", TickBox)
        if event.of.has_answer:
            self._given[self.question.id] = event.of.answer
            box.is_ticked = False
        elif not box.is_ticked:
            self._given.pop(self.question.id, None)
        self._offer()

    async def on_answering_taken(self, event: Answering.Taken) -> None:
        event.stop()
        await self.action_on()

    def on_tick_box_turned(self, event: TickBox.Turned) -> None:
        event.stop()
        if event.box.is_ticked:
            if self._answering:
                self._answering.take_back()
            self._given[self.question.id] = None
        else:
            self._given.pop(self.question.id, None)
        self._offer()

    @property
    def _answering(self) -> Answering | None:
        return next(iter(self.query("#answer > *").results(Answering)), None)

    def action_choose(self, key: str) -> None:
        if self._answering:
            self._answering.choose(key)

    def action_unsaid(self) -> None:
        if self.question.kind == "choice" and self._answering:
            self._answering.put(None)
        else:
            self.query_one("#unsaid", TickBox).action_turn()

    async def action_on(self) -> None:
        """Ask the next question; after the last one, send all answers."""
        if not self.has_answer:
            return
        if self.at + 1 < len(self.shown.questions):
            self.at += 1
            await self._put()
        else:
            pages = pages_of(self)
            pages.answer(self, pages.take_answers, {each.id: self._given[each.id] for each in self.shown.questions})

    async def action_before(self) -> None:
        self.at -= 1
        await self._put()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        match action:
            case "on":
                return self.has_answer
            case "before":
                return self.at > 0 and self.shown.can_go_back
            case "unsaid":
                return not self.question.is_required
        return super().check_action(action, parameters)


class StudyStopScreen(ModalScreen[None]):
    """Confirms leaving. words: what is kept, and how to come back."""

    BINDINGS = bindings(
        key("stop.stay", "escape,s", "stay", "Stay", shown="esc"),
        key("stop.leave", "y", "leave", "Stop now"),
    )
    CSS_PATH = sheets("study")
    AUTO_FOCUS = ""
    ABOUT = (Line("Stopping", "heading"), Line("{stop.leave} stops, {stop.stay} stays."))

    def __init__(self, words: str) -> None:
        super().__init__()
        self._words = words

    def compose(self) -> ComposeResult:
        with Vertical(id="stop"):
            yield Static("Do you want to stop?", id="stop-title", markup=False)
            yield Static(safe.text(self._words), id="stop-words", markup=False)
            with Horizontal(classes="buttons"):
                yield KeyButton("Stay", "stop.stay", id="stay", variant="primary")
                yield KeyButton("Stop now", "stop.leave", id="leave")

    def action_stay(self) -> None:
        self.dismiss(None)

    def action_leave(self) -> None:
        pages_of(self).choose("stop")
