"""The table: one seat's view of a running match, and what that seat is asked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal

from textual import events
from textual.widget import Widget
from textual.widgets import Button, Input, TextArea

from woozle.arena.views.blind import unsaid
from woozle.arena.views.views import Question, Table
from woozle.tui import keys, messages, safe
from woozle.tui.messages import gestures
from woozle.tui.screens.prompting import PromptingScreen
from woozle.tui.screens.reading import about_reading
from woozle.tui.styles import sheets
from woozle.tui.widgets.boxes import Band, Column
from woozle.tui.widgets.choice import Choices
from woozle.tui.widgets.coach_panel import CoachPanel
from woozle.tui.widgets.debate_graph import TITLES, DebateGraph, GraphPart, HeatStrip
from woozle.tui.widgets.desk import Desk
from woozle.tui.widgets.find_box import FindBox
from woozle.tui.widgets.page import PagePanel
from woozle.tui.widgets.panels import SeatList, TaskList
from woozle.tui.widgets.picture import PictureView
from woozle.tui.widgets.sheet import Standing
from woozle.tui.widgets.shipmap import ShipMap
from woozle.tui.widgets.title_bar import TitleBar, badge, entitle, whereabouts
from woozle.tui.widgets.transcript import Transcript

if TYPE_CHECKING:
    from woozle.arena.views.coaching import Coach
    from woozle.arena.views.line import Line
    from woozle.core.request import Answer, Request

_TITLES = {"#place": "Map", "#cards": "You and the others", "#story": "What happened"}


class TableScreen(PromptingScreen):
    """Shows what `known` has observed. answer: makes the answer of a question, a chosen value and a text. game: what is played.

    titles: of panels, by their selectors, where the game has its own. coach: who goes along, in a tutorial.
    rules: how this match is played, for help.
    is_blind: whose turn it is stays unsaid. is_shared: several people use this terminal, so that nothing is left to be copied.
    """

    BINDINGS = keys.TABLE
    CSS_PATH = sheets("table")
    ABOUT = about_reading("table", "{table.next}")
    opens = "table.pictures"
    """The binding that opens a picture as a file; empty where nothing can be opened."""

    def __init__(
        self,
        known: Any,
        answer: Callable[[Question, str | None, str], Answer],
        match_id: str,
        *,
        game: str = "",
        titles: Mapping[str, str] = {},
        is_blind: bool = False,
        is_shared: bool = False,
        coach: Coach | None = None,
        rules: Sequence[Line] = (),
    ) -> None:
        super().__init__(match_id)
        self.game, self._titles = game, titles
        self.rules = rules
        self._coach = coach
        self._is_blind = is_blind
        self._is_shared = is_shared
        self._is_fresh = is_shared  # from behind a curtain, where a key that opened it may still be held down
        self._known = known
        self._answer = answer
        self._request: Request | None = None
        self.table = self._look()

    @property
    def allow_select(self) -> bool:
        """Whether text can be selected with the mouse."""
        return not self._is_shared

    def _look(self) -> Table:
        table: Table = self._known.look(self._request)
        return unsaid(table) if self._is_blind else table

    def contents(self) -> Iterable[Widget]:
        """A map or a page on the left, the transcript on the right, what is asked below, or beside a page one writes about."""
        yield TitleBar(id="title")
        yield CoachPanel(self._coach, id="coach")
        yield SeatList(id="strip")
        yield Standing(id="standing")
        with Column(id="work"):
            with Band(id="body"):
                with Column(id="place"):
                    yield ShipMap(id="map")
                    yield PictureView(opens=self.opens, id="picture")
                    yield PagePanel(id="page")
                    yield DebateGraph(id="graph")
                    yield HeatStrip(id="heat")
                with Column(id="side"):
                    with Band(id="cards"):
                        yield TaskList(id="tasks")
                        yield SeatList(id="seats")
                    yield from self.story("The match begins.")
            yield Desk(id="desk")

    def on_mount(self) -> None:
        """Name the panels."""
        entitle(self, _TITLES | TITLES, self._titles)
        self._show()

    def on_screen_resume(self) -> None:
        """Keys may have been moved meanwhile."""
        self._show()

    # What the session brings

    def on_events_arrived(self, message: messages.EventsArrived) -> None:
        """More was observed."""
        self.query_one(CoachPanel).see(message.events)
        self._story.show([line for event in message.events for line in self._known.see(event)])
        self._show()
        if self.table.is_idle and not self._is_over:
            self.query_one(CoachPanel).rest()

    def on_asked(self, message: messages.Asked) -> None:
        """The seat is asked something."""
        self._request = message.request
        self.query_one(CoachPanel).ask(message.request)
        self._show()
        self._adjourn()
        if self.table.question:
            self.query_one(Desk).ask(self.table.question, message.left, has_cursor=not self._is_fresh)
            self._is_fresh = False
            self.look_anew()
            self.refresh_bindings()
            self.say_shown()

    def on_withdrawn(self, message: messages.Withdrawn) -> None:
        """Its time is over."""
        if self._request and self._request.id == message.request:
            self._settled()

    def on_paced(self, message: messages.Paced) -> None:
        """The match stands, waits for readers, or goes on."""
        self._pace = message
        self._show()
        if message.state == "going":
            self._adjourn()

    def on_waits(self, message: messages.Waits) -> None:
        """Others are asked, or no longer."""
        self._waits = message
        self.prompt(self.table)
        self.refresh_bindings()

    def on_finished(self, message: messages.Finished) -> None:
        """The end has come."""
        self._is_over = True
        self.query_one(CoachPanel).end()
        self._settled()
        self._adjourn()

    def on_failed(self, message: messages.Failed) -> None:
        """It cannot go on."""
        self._is_over, self._failure = True, message.sentence
        self._settled()

    def _adjourn(self) -> None:
        """The speeches stay in view until the vote has been read."""
        if not self._is_meeting:
            self.remove_class("-meeting")

    # What the person does

    async def on_decided(self, message: gestures.Decided) -> None:
        """An answer."""
        try:
            given = self._answer(message.question, message.value, message.text)
        except ValueError as error:
            self.query_one(Desk).ask_again(message.text, str(error))
            return
        self.seen()
        await self.say_answered(message.question.id, given)
        if not self._pruning:
            self._settled()

    def on_page_turned(self, message: gestures.PageTurned) -> None:
        """Read on while one writes."""
        self.action_turn(message.pages)

    def on_room_clicked(self, message: gestures.RoomClicked) -> None:
        """Go there."""
        self.query_one(Desk).choose_room(message.room)

    def _settled(self) -> None:
        self._request = None
        self.query_one(Desk).settle()
        self._story.focus()
        self._show()

    # Keys

    def action_choose(self, key: str) -> None:
        """A number."""
        self.query_one(Desk).choose_key(key)

    def action_find(self) -> None:
        """Ask for a text; after that one goes on writing what was being written."""
        self.query_one(FindBox).open(back=self.query_one(Desk).box)

    def action_say(self) -> None:
        """To the line for a remark."""
        self.query_one(Desk).write_remark()

    def action_pace(self, change: Literal["pause", "fast"]) -> None:
        """Stand still or go on; run to the end."""
        self.post_message(messages.Pace(change))

    def action_skip(self) -> None:
        """Do not wait for reading."""
        self.post_message(messages.Pace("skip"))

    def action_next(self, by: int) -> None:
        """The next hit of a search."""
        self.next_hit(by)

    def action_write(self) -> None:
        """Back into the box."""
        self.set_focus(self.query_one(Desk).box)

    def on_key(self, event: events.Key) -> None:
        """What somebody types beside the box they were asked to write in, and is no key of the table, is meant for that box."""
        box, is_bound = self.query_one(Desk).box, event.key in self.active_bindings
        if box and event.is_printable and not (is_bound or isinstance(self.focused, Input | TextArea)):
            event.prevent_default()
            self.set_focus(box)
            box.insert(event.character or "")

    def action_turn(self, pages: int) -> None:
        """Read on, or back: in the page, or, where there is none, in what was said."""
        panel: PagePanel | Transcript = self.query_one(PagePanel) if self.has_class("-text") else self._story
        panel.turn(pages)

    def action_coach(self) -> None:
        """Fold the coach away, or have it back."""
        self.query_one(CoachPanel).fold()

    def action_results(self) -> None:
        """How it ended."""
        self.post_message(messages.WantResults())

    def action_cancel(self) -> None:
        """Not after all: leaving, a search, a final choice, or the box one writes in."""
        if self._leaving:
            self._leaving = ""
            self._show()
        elif not (self.end_search() or self.query_one(Desk).cancel()):
            self._story.focus()

    def action_leave(self) -> None:
        """Leave the table; asked once while the match lives."""
        self.ask_to_leave(quit=False)

    def ask_to_leave(self, *, quit: bool, key: str = "table.leave") -> None:
        """Leave at the second time of asking. key: the binding that asked."""
        if self._is_over or self._leaving:
            self.post_message(messages.LeaveMatch(quit))
            return
        self._leaving = key
        self._show()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Keys that would do nothing now are not shown."""
        match action, parameters:
            case "choose", (str(key),):
                return self._can_choose(key) or (key.isdigit() and self.query_one(Desk).box is None)
            case "say", _:
                return self.table.question is not None and self.table.question.hears is not None
            case "next", _:
                return self.is_searching
            case "skip", _:
                moves = isinstance(self.focused, Input) or (isinstance(self.focused, PictureView) and self.focused.is_near)
                return self._pace.state != "going" and self.table.question is None and not moves
            case "write", _:
                return self.query_one(Desk).box is not None and not isinstance(self.focused, Input | TextArea | Button)
            case "coach", _:
                return self._coach is not None and not self._can_choose("C")
            case "copy", _ if self._is_shared:
                return False
            case "pace", ("give_up",):
                return self.is_waiting
            case "pace", ("fast",):
                return not self._is_over and self.table.is_idle
            case "pace", _:
                return not self._is_over
            case "results", _:
                return self._is_over and not self._failure
        return super().check_action(action, parameters)

    def _can_choose(self, key: str) -> bool:
        return any(choice.key == key for choice in self.query_one(Choices).choices)

    # What is shown

    def _show(self) -> None:
        self.table = table = self._look()
        self.query_one(TitleBar).show(whereabouts(table), badge(table), safe.line(table.goal, "$quiet"))
        for seats in self.query(SeatList):
            seats.show(table.seats)
        self.query_one(TaskList).show(table.tasks, table.status)
        self.query_one(ShipMap).show(table.chart)
        self.query_one(Standing).show(table.sheet)
        self.query_one(PagePanel).show(table.page)
        for part in self.query(GraphPart):
            part.show(table.graph)
        self.make_room(table)
        self.set_class(table.question is not None and table.question.draft is not None and not table.is_talk, "-writing")
        if self._is_meeting:
            self.add_class("-meeting")
        self.prompt(table)
        self.refresh_bindings()
