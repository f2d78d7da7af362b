"""Questions, one after the other: of a form, a comprehension check, a questionnaire, or in the middle of a match."""

from __future__ import annotations

from collections.abc import Iterable

from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.widget import Widget
from textual.widgets import Button, Static

from woozle.arena.views.line import Line
from woozle.arena.views.study import UNSAID, Asked, Given, Questionnaire
from woozle.tui import safe, study_keys
from woozle.tui.messages import visiting
from woozle.tui.screens.study import StudyScreen
from woozle.tui.widgets.answering import Answering
from woozle.tui.widgets.answers import answering
from woozle.tui.widgets.keyed import KeyButton, keyed
from woozle.tui.widgets.lockout import Lockout, clock_of, lock_out
from woozle.tui.widgets.study_parts import StudyNote, TickBox


class StudyQuestionsScreen(StudyScreen[Questionnaire]):
    """Asks a Questionnaire. Nothing is chosen before somebody chooses it. Posts QuestionsAnswered at the end."""

    BINDINGS = study_keys.QUESTIONS
    AUTO_FOCUS = ""
    ABOUT = (
        Line("Questions", "heading"),
        Line("Answer by number, with the arrows or with the mouse; {questions.on} goes on, {questions.before} goes back."),
        Line("{questions.unsaid} is `prefer not to say`, wherever that is offered."),
    )

    def __init__(self, shown: Questionnaire) -> None:
        super().__init__(shown)
        self.lockout = Lockout(clock_of(self))
        self.at = 0
        self._given: dict[str, Given] = {}

    def contents(self) -> Iterable[Widget]:
        """Which question it is, the question, its answer, and the way on."""
        yield from self.head()
        with Vertical(id="body"):
            with Vertical(id="sheet"):
                yield Static(id="which", markup=False)
                with VerticalScroll(id="question", can_focus=False):
                    yield Static(id="ask", markup=False)
                    yield Vertical(id="answer")
                    yield TickBox(UNSAID, id="unsaid")
                yield Static(id="hint", markup=False)
                with Horizontal(classes="buttons"):
                    yield KeyButton("Go on", "questions.on", id="on", variant="primary")
                    yield KeyButton("Before", "questions.before", id="before")
            yield StudyNote(is_linked=self.progress.is_linked)

    async def on_mount(self) -> None:
        """The first one."""
        await self._put()

    @property
    def asked(self) -> Asked:
        """The question that is shown."""
        return self.shown.questions[self.at]

    @property
    def has_answer(self) -> bool:
        """Whether one can go on."""
        return self.asked.id in self._given

    async def _put(self) -> None:
        asked, count = self.asked, len(self.shown.questions)
        which = f"Question {self.at + 1} of {count}. " if count > 1 else ""
        self.query_one("#which", Static).update(safe.line(f"{which}{self.shown.intro}", "$quiet"))
        self.query_one("#ask", Static).update(safe.text(asked.ask, "bold"))
        box = self.query_one("#unsaid", TickBox)
        box.display = asked.kind != "choice" and not asked.is_required
        box.is_ticked = self.has_answer and self._given[asked.id] is None
        box.refresh()
        place = self.query_one("#answer")
        await place.remove_children()
        widget = answering(asked)
        await place.mount(widget)
        if self.has_answer and self._given[asked.id] is not None:
            widget.put(self._given[asked.id])
        elif self.has_answer and asked.kind == "choice":
            widget.put(None)
        widget.begin()
        self.query_one("#question", VerticalScroll).scroll_home(animate=False)
        self._offer()
        lock_out(self)

    def _offer(self) -> None:
        is_last = self.at + 1 == len(self.shown.questions)
        on = self.query_one("#on", Button)
        on.disabled = not self.has_answer
        self.query_one("#before").display = self.shown.can_go_back and self.at > 0
        unsaid = "" if self.asked.is_required else " {questions.unsaid} is `prefer not to say`."
        words = f"{'That was the last one: ' if is_last else ''}{{questions.on}} goes on."
        self.query_one("#hint", Static).update(keyed(self, words if self.has_answer else f"No answer yet.{unsaid}"))
        self.refresh_bindings()

    # What the person does

    def on_answering_changed(self, event: Answering.Changed) -> None:
        """There is an answer now, or no longer."""
        event.stop()
        if event.of is not self._answering:
            return
        box = self.query_one("#unsaid", TickBox)
        if event.of.has_answer:
            self._given[self.asked.id] = event.of.answer
            box.is_ticked = False
        elif not box.is_ticked:
            self._given.pop(self.asked.id, None)
        box.refresh()
        self._offer()

    async def on_answering_taken(self, event: Answering.Taken) -> None:
        """Go on."""
        event.stop()
        await self.action_on()

    def on_tick_box_turned(self, event: TickBox.Turned) -> None:
        """Prefer not to say, or do say."""
        event.stop()
        if event.box.is_ticked:
            if self._answering:
                self._answering.take_back()
            self._given[self.asked.id] = None
        else:
            self._given.pop(self.asked.id, None)
        self._offer()

    async def on_button_pressed(self, event: Button.Pressed) -> None:
        """The mouse does the same."""
        event.stop()
        await (self.action_on() if event.button.id == "on" else self.action_before())

    @property
    def _answering(self) -> Answering | None:
        return next(iter(self.query("#answer > *").results(Answering)), None)

    def action_choose(self, key: str) -> None:
        """A number."""
        if self._answering:
            self._answering.choose(key)

    def action_unsaid(self) -> None:
        """Prefer not to say."""
        if self.asked.is_required:
            return
        if self.asked.kind == "choice" and self._answering:
            self._answering.put(None)
        else:
            self.query_one("#unsaid", TickBox).action_turn()

    async def action_on(self) -> None:
        """The next question; after the last one, all answers."""
        if not self.has_answer or self._is_sent:
            return
        if self.at + 1 < len(self.shown.questions):
            self.at += 1
            await self._put()
        else:
            self.send(visiting.QuestionsAnswered({each.id: self._given[each.id] for each in self.shown.questions}))

    async def action_before(self) -> None:
        """The question before."""
        if self.at and self.shown.can_go_back:
            self.at -= 1
            await self._put()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """What does nothing now is not offered."""
        match action:
            case "on":
                return self.has_answer
            case "before":
                return self.at > 0 and self.shown.can_go_back
            case "unsaid":
                return not self.asked.is_required
        return super().check_action(action, parameters)
