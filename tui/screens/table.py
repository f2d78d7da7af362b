"""The table: one seat's view of a running match, and what that seat is asked."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Input, Static
from woozle.tui import keys, messages, safe
from woozle.tui.present.views import Choice, Question, Table
from woozle.tui.screens.frame import FrameScreen
from woozle.tui.widgets.choice import Choices
from woozle.tui.widgets.compose_box import ComposeBox
from woozle.tui.widgets.panels import Prompt, SeatList, TaskList, TitleBar
from woozle.tui.widgets.shipmap import ShipMap
from woozle.tui.widgets.transcript import Transcript

if TYPE_CHECKING:
    from woozle.core.request import Answer, Request


class TableScreen(FrameScreen):
    """Shows what `known` has observed. answer: makes the answer of a question, a chosen value and a text."""

    BINDINGS = keys.TABLE
    CSS_PATH = "../styles/table.tcss"

    def __init__(self, known: Any, answer: Callable[[Question, str | None, str], Answer], match_id: str) -> None:
        super().__init__()
        self._known = known
        self._answer = answer
        self._match_id = match_id
        self._request: Request | None = None
        self._leaving = ""
        self._pace = messages.Paced("going")
        self._is_over = False
        self._deadline: float | None = None
        self.table: Table = known.look()

    def contents(self) -> Iterable[Widget]:
        """Map on the left, transcript on the right, what is asked below."""
        yield TitleBar(id="title")
        yield SeatList(id="strip")
        with Horizontal(id="body"):
            with Vertical(id="place"):
                yield ShipMap(id="map")
            with Vertical(id="side"):
                with Horizontal(id="cards"):
                    yield TaskList(id="tasks")
                    yield SeatList(id="seats")
                yield Transcript(id="story", empty="The match begins.")
        with Vertical(id="desk"):
            yield Prompt(id="prompt")
            yield Choices(id="choices")
            with Horizontal(id="say-row"):
                yield Static(id="say-label", markup=False)
                yield Input(id="say", compact=True, max_length=4000)
            yield ComposeBox(id="compose")

    def on_mount(self) -> None:
        """Name the panels."""
        for selector, title in (("#place", "Map"), ("#cards", "You and the others"), ("#story", "What you saw and heard")):
            self.query_one(selector).border_title = title
        self.query_one("#say", Input).cursor_blink = False
        self.set_interval(0.5, self._tick)
        self._show()

    # What the session brings

    def on_events_arrived(self, message: messages.EventsArrived) -> None:
        """More was observed."""
        self.query_one(Transcript).show([line for event in message.events for line in self._known.see(event)])
        self._show()

    def on_asked(self, message: messages.Asked) -> None:
        """The seat is asked something."""
        self._request = message.request
        question = self._show()
        if question is None:
            return
        self._deadline = self.app.clock() + question.seconds if question.seconds else None  # type: ignore[attr-defined]
        self.query_one(Choices).show(question)
        if question.kind == "speak":
            self.query_one(ComposeBox).show(question.limit)
        else:
            self.query_one(Choices).focus()
        self.call_after_refresh(self.post_message, messages.Shown(message.request.id))

    def on_withdrawn(self, message: messages.Withdrawn) -> None:
        """Its time is over."""
        if self._request and self._request.id == message.request:
            self._settled()

    def on_paced(self, message: messages.Paced) -> None:
        """The match stands, waits for readers, or goes on."""
        self._pace = message
        self._show()

    def on_finished(self, message: messages.Finished) -> None:
        """The end has come."""
        self._is_over, self._request = True, None
        self._show()

    def on_failed(self, message: messages.Failed) -> None:
        """It cannot go on."""
        self._is_over, self._request = True, None
        self._show()
        self.query_one(Prompt).show(message.sentence, is_warning=True)

    # What the person does

    def on_picked(self, message: messages.Picked) -> None:
        """A choice was made."""
        self._send(message.choice.value, self.query_one("#say", Input).value.strip() if self._hears() is not None else "")

    def on_doubted(self, message: messages.Doubted) -> None:
        """Ask once more, in the same place."""
        self._ask_again(message.choice)

    def on_room_clicked(self, message: messages.RoomClicked) -> None:
        """Go there."""
        choices = self.query_one(Choices)
        choice = next((choice for choice in choices.choices if choice.room == message.room), None)
        if choice:
            choices.choose(choice)

    def on_composed(self, message: messages.Composed) -> None:
        """The speech is ready."""
        self.query_one(ComposeBox).clear()
        self._send(None, message.text)

    def on_input_submitted(self) -> None:
        """The remark is written; now the choice."""
        self.query_one(Choices).focus()

    def _send(self, value: str | None, text: str) -> None:
        question = self.table.question
        if question is None:
            return
        self.post_message(messages.Answered(question.id, self._answer(question, value, text)))
        self._settled()

    def _settled(self) -> None:
        self._request, self._deadline = None, None
        self.query_one("#say", Input).value = ""
        self.query_one(Choices).show(None)
        self.query_one(Transcript).focus()
        self._show()

    # Keys

    def action_choose(self, key: str) -> None:
        """A number."""
        self.query_one(Choices).choose_key(key)

    def action_say(self) -> None:
        """To the line for a remark."""
        self.query_one("#say", Input).focus()

    def action_pause(self) -> None:
        """Stand still, or go on."""
        self.post_message(messages.Pace("pause"))

    def action_skip(self) -> None:
        """Do not wait for reading."""
        self.post_message(messages.Pace("skip"))

    def action_fast(self) -> None:
        """Run to the end."""
        self.post_message(messages.Pace("fast"))

    def action_map(self) -> None:
        """The map beside the speeches, or not."""
        self.toggle_class("-map")

    def action_results(self) -> None:
        """How it ended."""
        self.post_message(messages.WantResults())

    def action_cancel(self) -> None:
        """Not after all: a final choice, leaving, or the box one writes in."""
        if self._leaving:
            self._leaving = ""
            self._show()
        elif not self.query_one(Choices).cancel():
            (self.query_one(Choices) if self.table.question and self.table.question.choices else self.query_one(Transcript)).focus()

    def action_leave(self) -> None:
        """Leave the table; asked once while the match lives."""
        self.ask_to_leave(quit=False)

    def ask_to_leave(self, *, quit: bool) -> None:
        """Leave at the second time of asking."""
        key = "ctrl+q" if quit else "q"
        if self._is_over or self._leaving == key:
            self.post_message(messages.LeaveMatch(quit))
            return
        self._leaving = key
        self._show()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Keys that would do nothing now are not shown."""
        match action:
            case "say":
                return self._hears() is not None
            case "skip":
                return self._pace.state != "going"
            case "fast":
                return not self._is_over and not self._known.is_alive
            case "map":
                return self.table.phase in ("meeting", "vote") and not self.has_class("-wider")
            case "results":
                return self._is_over
            case "pause":
                return not self._is_over
        return True

    # What is shown

    def _hears(self) -> str | None:
        return self.table.question.hears if self.table.question else None

    def _show(self) -> Question | None:
        self.table = table = self._known.look(self._request)
        question = table.question
        self.query_one(TitleBar).show(self._title(table), self._badge(table))
        for seats in self.query(SeatList):
            seats.show(table.seats)
        self.query_one(TaskList).show(table.tasks, table.status)
        self.query_one(ShipMap).show(table.chart)
        for kind in ("act", "speak", "vote"):
            self.set_class(question is not None and question.kind == kind, f"-{kind}")
        self.set_class(self._hears() is not None, "-remark")
        self.set_class(table.phase in ("meeting", "vote"), "-meeting")
        self.query_one("#say-label", Static).update(safe.line(f"s  Say to {self._hears()} (optional): "))
        self._prompt(table)
        self.refresh_bindings()
        return question

    def _prompt(self, table: Table) -> None:
        prompt = self.query_one(Prompt)
        doubted = self.query_one(Choices).doubted
        if self._leaving:
            words = f"Leave? The match is saved: woozle resume {self._match_id}. {self._leaving} again leaves, esc stays."
            prompt.show(words, is_warning=True)
        elif doubted:
            self._ask_again(doubted)
        elif self._is_over:
            prompt.show("The match is over: r shows who was who.", is_asked=True)
        else:
            prompt.show(table.prompt, is_asked=table.question is not None)
        aside = {"paused": "paused: space goes on", "reading": "time to read: n goes on"}.get(self._pace.state, "")
        prompt.aside("running to the end" if self._pace.speed > 1 and not aside else aside)

    def _ask_again(self, choice: Choice | None) -> None:
        if choice is None:
            self._prompt(self.table)
        else:
            words = f"{choice.sure} Press {choice.key} or enter again; esc cancels." if choice.key else f"{choice.sure} Enter again; esc cancels."
            self.query_one(Prompt).show(words, is_warning=True)

    def _tick(self) -> None:
        left = self._deadline - self.app.clock() if self._deadline else None  # type: ignore[attr-defined]
        self.query_one(Prompt).time_left(left)

    @staticmethod
    def _title(table: Table) -> Content:
        who = Content.assemble("  ", ("you are ", "$quiet"), safe.line(table.you.name, f"bold $seat-{table.you.number}")) if table.you else ""
        return Content.assemble(safe.line(table.title, "bold"), who)

    @staticmethod
    def _badge(table: Table) -> Content:
        if not table.role:
            return Content("")
        dead = Content.styled(" DEAD ", "bold reverse $error") if table.you and not table.you.is_alive else Content("")
        style = "bold reverse $error" if table.is_duck else "bold reverse $success"
        goal = "kill unseen, lie well" if table.is_duck else "do tasks, find the duck"
        return Content.assemble((f"{goal} ", "$quiet"), dead, (f" {table.role} ", style))
