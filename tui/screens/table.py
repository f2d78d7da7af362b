"""The table: one seat's view of a running match, and what that seat is asked."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, ClassVar, Literal

from textual import events
from textual.app import SystemCommand
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Button, Input, TextArea

from woozle.arena.play.news import Asked, EventsArrived, Failed, Finished, Paced, Waits, Withdrawn
from woozle.arena.views.panels import OVER, Pictures, TableView, without_turns
from woozle.arena.views.speeds import name_of
from woozle.arena.views.turns import waits_for
from woozle.arena.views.words import to_resume
from woozle.core.answers import answer
from woozle.core.line import Line, shown_lines
from woozle.tui import keys, messages, safe
from woozle.tui.controllers.access import controllers_of, pages_of
from woozle.tui.host import host_of
from woozle.tui.messages import Displayed, Looked, Opened
from woozle.tui.screens.frame import FrameScreen
from woozle.tui.screens.match_view import MatchView, about_reading
from woozle.tui.screens.notebook import NotebookScreen
from woozle.tui.styles import sheets
from woozle.tui.widgets.banner import Banner
from woozle.tui.widgets.choice import Choices
from woozle.tui.widgets.coach_panel import CoachPanel
from woozle.tui.widgets.document import DocumentPanel
from woozle.tui.widgets.end_card import EndCardPanel
from woozle.tui.widgets.input_panel import InputPanel
from woozle.tui.widgets.key_names import name_keys
from woozle.tui.widgets.lockout import Lockout, clock_of
from woozle.tui.widgets.panel_widgets import MountedPanels
from woozle.tui.widgets.panels import SeatList
from woozle.tui.widgets.picture import PictureView
from woozle.tui.widgets.progress_signs import moves
from woozle.tui.widgets.row_widgets import Band, Column
from woozle.tui.widgets.seat_filter import SeatFilter
from woozle.tui.widgets.suspense import Suspense
from woozle.tui.widgets.title_bar import TitleBar, badge, entitle, whereabouts
from woozle.tui.widgets.transcript import FindBox, Transcript

if TYPE_CHECKING:
    from woozle.arena.play.news import News
    from woozle.arena.views.coach import Coach
    from woozle.arena.views.end_card import EndCard
    from woozle.arena.views.notebook import MatchNotes
    from woozle.arena.views.observer import Observer
    from woozle.arena.views.study import Progress
    from woozle.core.game import Event
    from woozle.core.request import Request

_MOST_AT_ONCE = 40  # Events; more come only when a match is resumed
_TITLES = {"#cards": "You and the others", "#story": "What happened"}
_NOT_IN_A_STUDY = ("results", "copy", "pictures", "leave", "card", "again", "replay", "scene", "another")
"""Actions that lead to files, to other screens, or out of the match without asking as a study asks."""


class TableScreen(FrameScreen):
    """Shows what `known` has observed. game: what is played.

    `-opening` on it shows the rules of a game of talk in place of the log until something is asked, or another seat has acted.

    match_id: by which the match can be resumed; empty for one that is begun anew, as tutorials are.
    coach: who goes along, in a tutorial. rules: how this match is played, for help.
    is_blind: whose turn it is stays unsaid. is_shared: several people use this terminal, so that nothing is left to be copied.
    study: how far the participant is, in a match of a study, out of which only the study leads.
    is_hurried: no event is shown step by step. Nor is any in a study, where there is no banner either, and no card at the end.
    notes: the notebook of the seat; None without one, as in studies and blind matches.
    """

    BINDINGS: ClassVar[list[BindingType]] = [*keys.TABLE, *keys.STUDY_TABLE]
    CSS_PATH = sheets("table", "study")
    ABOUT = about_reading("table", "{table.next}")
    TWICE = ("table.leave", "app.quit", "app.quit_or_copy", "table.back")

    def __init__(
        self,
        known: Observer,
        match_id: str,
        *,
        game: str = "",
        is_blind: bool = False,
        is_shared: bool = False,
        coach: Coach | None = None,
        rules: Sequence[Line] = (),
        study: Progress | None = None,
        is_hurried: bool = False,
        notes: MatchNotes | None = None,
    ) -> None:
        super().__init__()
        self._banner = Banner(id="banner")
        self.lockout = Lockout(clock_of(self))
        self.game, self.rules, self.study = game, rules, study
        self._match_id = match_id
        self._notes = None if study or is_blind else notes
        self._coach = coach
        self._is_blind = is_blind
        self._is_shared = is_shared
        self._is_fresh = is_shared  # from behind a curtain, where a key that opened it may still be held down
        self._known = known
        self._request: Request | None = None
        self._leaving = ""
        self._pace = Paced("going")
        self._has_read = False  # there was time to read since the last answer
        self._waits = Waits(0, float)
        self._is_over = False
        self._next_game = ""
        self._failure = ""
        self.table = self._look()
        self._story = Transcript(id="story", empty="The match begins.")
        self._work, self._place, self._cards = Column(id="work"), Column(id="place"), Band(id="cards")
        self._seats = SeatList(id="seats")
        self._has_steps = not study and not is_hurried
        self._suspense = Suspense(self._story, self._take)
        self._has_begun = False
        self._input = InputPanel(id="input-panel")
        opens = "" if study else "table.pictures"
        panels = MountedPanels(
            {"top": (self, self._work), "place": (self._place, None), "cards": (self._cards, self._seats)},
            make={Pictures: lambda id: PictureView(opens=opens, id=id)},
        )
        self.view = MatchView(
            self, self.game, self._story, FindBox(self._story, id="find"), SeatFilter(self._story, "table", id="by-seat"), panels
        )

    def commands(self) -> Iterable[SystemCommand]:
        yield from super().commands()
        if self.view.draws:
            yield SystemCommand("Pictures of the game", "What the seat is shown beside the words", self.action_pictures)

    @property
    def allow_select(self) -> bool:
        """False where several people share the terminal."""
        return not self._is_shared

    @property
    def names(self) -> dict[int, str]:
        """Return the seats as the table calls them, by their numbers."""
        return {card.number: card.name for card in self.table.seats}

    def _look(self) -> TableView:
        table = self._known.look(self._request)
        return without_turns(table) if self._is_blind else table

    def contents(self) -> Iterable[Widget]:
        yield TitleBar(id="title")
        yield self._banner
        yield CoachPanel(self._coach, id="coach")
        yield SeatList(id="strip")
        with self._work:
            with Band(id="body"):
                yield self._place
                with Column(id="side"):
                    with self._cards:
                        yield self._seats
                    yield self.view.by_seat
                    yield self._story
                    yield self.view.search
            yield self._input
        yield EndCardPanel(id="end-card")

    def on_mount(self) -> None:
        entitle(self, _TITLES)
        self.set_class(self.study is None, "-opening")  # a study has had a page with the rules
        self._show()

    def on_screen_resume(self) -> None:
        """Show the table anew: keys may have been moved under another screen."""
        self._show()
        self.app.post_message(messages.Covered())
        self._say_shown()

    def on_screen_suspend(self) -> None:
        self.app.post_message(messages.Covered())

    # What the session brings

    def on_match_news(self, message: messages.MatchNews) -> None:
        if not self._suspense.is_on:
            self._take(message.news)
            return
        match message.news:
            case Paced(state) as pace:
                self._take(pace)
                if state == "going" or pace.hurry:  # it was skipped, or there was time enough
                    self._suspense.finish_all()
            case Asked() as asked:  # no one is made to wait before they see a question
                self._suspense.finish_all()
                self._take(asked)
            case news:
                self._suspense.keep(news)

    def _take(self, news: News) -> None:
        match news:
            case EventsArrived(events):
                self._observe(events)
            case Asked() as asked:
                self._ask(asked)
            case Withdrawn(request) if self._request and self._request.id == request:
                self._settle()
            case Paced() as pace:
                self._pace = pace
                self._has_read |= pace.state == "reading"
                self._show()
                if pace.state == "going":
                    self._adjourn()
            case Waits() as waits:
                self._waits = waits
                self._prompt()
                self.refresh_bindings()
            case Finished():
                self._is_over = True
                self.query_one(CoachPanel).end()
                self._settle()
                self._adjourn()
                if not self.study:
                    controllers_of(self).library.make_end_card(self)
            case Failed(sentence):
                self._is_over, self._failure = True, sentence
                self._settle()

    def show_end_card(self, card: EndCard, next_game: str = "") -> None:
        """Show the end card, and on the table all that is no longer secret. next_game: its title; empty without one."""
        self._next_game = next_game
        if untold := [line for event in card.told for line in self._known.see(event)]:
            self._story.show([Line("What was hidden from you", "heading"), *untold])
        self._banner.hide()
        self._show()
        self.query_one(EndCardPanel).fill(card, [*self._ways_on(card)])
        self.refresh_bindings()

    def show_daily(self, lines: Sequence[str]) -> None:
        """Show how the deal of a day went. lines: one to share, and how a bot and other days compare."""
        self.query_one(EndCardPanel).add_daily(lines)
        self.refresh_bindings()

    def show_badges(self, lines: Sequence[str]) -> None:
        """Show the badges that were earned with the match, each in a line."""
        self.query_one(EndCardPanel).add_badges(lines)

    def _ways_on(self, card: EndCard) -> Iterator[tuple[str, str]]:
        yield ("table.play", "Play it for real") if self._coach else ("table.again", "Play again")
        yield "table.replay", "Watch the replay"
        if card.scene:
            yield "table.scene", card.scene.title
        if self._next_game:
            yield "table.another", f"Next game: {self._next_game}"
        yield "table.results", "Results"

    async def on_next_taken(self, message: messages.NextTaken) -> None:
        await self.run_action(next(each.action for each in keys.TABLE if isinstance(each, Binding) and each.id == message.binding))

    def _observe(self, events: Sequence[Event]) -> None:
        """Take what was observed, up to an event that is shown step by step; the rest comes after it."""
        if not self._may_wait or len(events) > _MOST_AT_ONCE:
            self._has_begun = True
            self._learn(events)
            return
        known = self._known.copy()
        for at, event in enumerate(events):
            if line := next((line for line in known.narrate(event) if line.steps), None):
                self._learn(events[:at])
                self._has_read = True
                self._suspense.begin(line, partial(self._tell, event, events[at + 1 :]), max(1.0, self._pace.speed))
                self._prompt()
                return
        self._learn(events)

    @property
    def _may_wait(self) -> bool:
        """Return whether Events may be shown step by step: not past ones, nor for a person who wants to see them at once."""
        is_fast = self._pace.hurry != "" or self._pace.speed == float("inf")
        return self._has_steps and self._has_begun and not is_fast and moves(self)

    def _tell(self, event: Event, after: Sequence[Event]) -> None:
        self._learn((event,))
        self._observe(after)

    def _learn(self, events: Sequence[Event]) -> None:
        if not events:
            return
        coach, said = self.query_one(CoachPanel), list[Line]()
        coach.see(events)
        for event in events:
            lines = self._known.narrate(event)
            if self._notes:
                self._notes.see(event, shown_lines(lines))
            said += lines
        told = shown_lines(said)
        self._story.show(told)
        if not self.study:
            self._banner.see(said, is_quiet=len(events) > _MOST_AT_ONCE)
        self._show()
        others = {card.number for card in self.table.seats if not card.is_you}
        if not others.isdisjoint(line.who for line in told):
            self.remove_class("-opening")
        if self._is_idle and not self._is_over:
            coach.rest()

    def _ask(self, asked: Asked) -> None:
        self._request = asked.request
        self.remove_class("-opening")
        self.query_one(CoachPanel).ask(asked.request)
        self._show()
        self._adjourn()
        if self.table.question:
            self._input.ask(self.table.question, asked.left, has_cursor=not self._is_fresh, follows_reading=self._has_read)
            self._is_fresh = self._has_read = False
            if view := self.view.pictures:
                view.begin()
                self.call_after_refresh(self._say_displayed)
            self.refresh_bindings()
            self._say_shown()

    def _adjourn(self) -> None:
        """Leave the discussion; until what came of it has been read, its speeches stay in view."""
        if not self.table.is_discussion:
            self.remove_class("-discussion")

    # What goes to the session. It goes straight to the app, so that nothing that follows is there before.

    def _say_shown(self) -> None:
        """Report when the question has been painted. Under another screen, it is painted when that is left."""
        if self._request and self.is_current:
            self.call_after_refresh(self.app.post_message, messages.Shown(self._request.id))
            self.call_after_refresh(self.lockout.note_painted)

    def _say_displayed(self) -> None:
        """Tell how the pictures were seen until now."""
        view = self.view.pictures
        if self._request and view and view.pictures:
            self.app.post_message(Displayed(self._request.id, view.seen_as, view.pictures))

    def on_mouse_down(self) -> None:
        """Count a click as an input, like a key; keys are seen by the app before any widget takes them."""
        self.app.post_message(messages.Typed(keys=1))

    def on_looked(self, message: Looked) -> None:
        if message.is_new:
            self.refresh_bindings()  # there is something to zoom now
        self._say_displayed()

    def on_opened(self, message: Opened) -> None:
        if view := self.view.pictures:
            view.was_opened()
            self._say_displayed()

    async def on_decided(self, message: messages.Decided) -> None:
        if self._request is None or self._request.id != message.question.id:
            return  # it was withdrawn
        try:
            given = answer(self._request, message.value, message.text)
        except ValueError as error:
            self._input.ask_again(message.text, str(error))
            return
        self._say_displayed()
        self._story.follow()  # who answers wants to read what comes of it
        self.app.post_message(messages.Answered(message.question.id, given))
        await asyncio.sleep(0)  # the app takes its time before this screen takes some to draw itself anew
        if self in self.app.screen_stack:
            self._settle()

    def on_page_turned(self, message: messages.PageTurned) -> None:
        self.action_turn(message.pages)

    def on_target_clicked(self, message: messages.TargetClicked) -> None:
        self._input.choose_target(message.target)

    def _settle(self) -> None:
        self._request = None
        self._input.settle()
        self._story.focus()
        self._show()

    # Keys

    def action_choose(self, key: str) -> None:
        self._input.choose_key(key)

    def action_find(self) -> None:
        """Ask for a text to search; after that one goes on writing what was being written."""
        self.view.search.open(back=self._input.box)

    def action_next(self, by: int) -> None:
        self.view.next_hit(by)

    def action_notebook(self) -> None:
        """Show the notebook; what is chosen there is read in the log."""
        if self._notes:
            self.app.push_screen(NotebookScreen(self._notes.page(self.table.seats)), self._go_to_line)

    def _go_to_line(self, line: int | None) -> None:
        if line is not None:
            self.view.read_at(line)

    def action_by_seat(self) -> None:
        self.view.filter_by_seat()

    def action_all_seats(self) -> None:
        self.view.filter_by_seat(shows_all=True)

    def action_copy(self, what: Literal["line", "speech"]) -> None:
        card = self.query_one(EndCardPanel)
        if card.display and card.to_share:
            controllers_of(self).copy(card.to_share, "line to share")
        else:
            self.view.copy(what)

    def action_map(self) -> None:
        if self.has_class("-talk", "-opening"):
            self.remove_class("-opening")
        else:
            self.view.swap()

    action_page = action_graph = action_map

    def action_picture(self) -> None:
        self.view.swap()
        self.call_after_refresh(self._say_displayed)

    def action_zoom(self) -> None:
        self.view.zoom()

    def action_turn_picture(self, by: int) -> None:
        self.view.turn_picture(by)

    def action_pictures(self) -> None:
        self.post_message(messages.WantPictures())

    def action_say(self) -> None:
        self._input.write_remark()

    def action_pace(self, change: Literal["pause", "turn", "fast", "slower", "faster"]) -> None:
        self.post_message(messages.Pace(change))

    def action_skip(self) -> None:
        self._suspense.finish_all()
        self.post_message(messages.Pace("skip"))

    def action_write(self) -> None:
        self.set_focus(self._input.box)

    def on_key(self, event: events.Key) -> None:
        """Insert into the box what is typed beside it and is no key of the table."""
        self._banner.hide()
        box, is_bound = self._input.box, event.key in self.active_bindings
        if box and event.is_printable and not (is_bound or isinstance(self.focused, Input | TextArea)):
            event.prevent_default()
            self.set_focus(box)
            box.insert(event.character or "")

    def action_turn(self, pages: int) -> None:
        """Read on, or back: in the document or, without one, in the log."""
        panel: DocumentPanel | Transcript | None = self.view.panels.widget(DocumentPanel) if self.has_class("-text") else None
        (panel or self._story).turn(pages)

    def action_coach(self) -> None:
        self.query_one(CoachPanel).fold()

    def action_play(self) -> None:
        """Leave the tutorial that is over, and choose seats and rules of the same game."""
        controllers_of(self).leave_match()
        controllers_of(self).open_game(self.game, "seats")

    def action_results(self) -> None:
        self.post_message(messages.WantResults())

    action_on = action_results

    # After the match

    def action_card(self) -> None:
        self.query_one(EndCardPanel).open()
        self.refresh_bindings()

    def action_again(self) -> None:
        self.post_message(messages.AfterMatch("again"))

    def action_replay(self) -> None:
        self.post_message(messages.AfterMatch("replay"))

    def action_another(self) -> None:
        self.post_message(messages.AfterMatch("next"))

    def action_scene(self) -> None:
        if (card := self._card) and card.scene:
            from woozle.tui.screens.scene import SceneScreen

            self.app.push_screen(SceneScreen(card.scene))

    def action_cancel(self) -> None:
        """Cancel, in order: the card at the end, leaving, a search, a final choice, the box one writes in."""
        if self.query_one(EndCardPanel).close():
            self._story.focus()
            self.refresh_bindings()
        elif self._leaving:
            self.disarm()
        elif not (self.view.end_search() or self._input.cancel()):
            self._story.focus()

    def disarm(self) -> None:
        if self._leaving:
            self._leaving = ""
            self._show()

    def action_leave(self) -> None:
        self.ask_to_leave(quit=False)

    def ask_to_leave(self, *, quit: bool, key: str = "table.leave") -> None:
        """Leave at the second time of asking while the match lives, or as a study asks. key: the binding that asked."""
        if self.study:
            pages_of(self).ask_to_stop()
        elif self._is_over or self._leaving:
            controllers_of(self).leave_match(quit=quit)
        else:
            self._leaving = key
            self._show()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if self.study and action in _NOT_IN_A_STUDY:
            return False
        match action, parameters:
            case "choose", (str(key),):
                return self._can_choose(key) or (key.isdigit() and self._input.box is None)
            case "say", _:
                return self.table.question is not None and self.table.question.hears is not None
            case "next", _:
                return self.view.is_searching
            case "skip", _:
                moves = isinstance(self.focused, Input) or (isinstance(self.focused, PictureView) and self.focused.is_near)
                return (self._pace.state != "going" or self._suspense.is_on) and self.table.question is None and not moves
            case "write", _:
                return self._input.box is not None and not isinstance(self.focused, Input | TextArea | Button)
            case "coach", _:
                return self._coach is not None and not self._can_choose("C")
            case "notebook", _:
                return self._notes is not None
            case "play", _:
                return self._coach is not None and self._is_over
            case "copy", _ if self._is_shared:
                return False
            case "copy", _ if self.query_one(EndCardPanel).to_share:
                return True
            case "pace", ("give_up",):
                return self.is_waiting
            case "pace", ("fast",):
                return not self._is_over and self._is_idle
            case "pace", ("turn" | "slower" | "faster" as change,):
                is_asked = self.table.question is not None or self._is_idle
                return not (self.study or self._is_over or (change == "turn" and is_asked))
            case "pace", _:
                return not self._is_over
            case "card", _:
                return self._card is not None and not self.query_one(EndCardPanel).display
            case "scene", _:
                return self._card is not None and self._card.scene is not None
            case "again", _:
                return self._card is not None and self._coach is None
            case "replay", _:
                return self._card is not None
            case "another", _:
                return self._card is not None and self._next_game != "" and not self.view.is_searching
            case "results", _:
                return self._is_over and not self._failure
            case "on", _:
                return self.study is not None and self._is_over and not self._failure
        return self.view.offers(action, parameters)

    @property
    def _is_idle(self) -> bool:
        """Return whether the viewer will not be asked anything more."""
        seats = self.table.seats
        return seats != () and not any(card.is_you and not card.out and not card.is_done for card in seats)

    @property
    def _card(self) -> EndCard | None:
        return self.query_one(EndCardPanel).card

    def _can_choose(self, key: str) -> bool:
        return any(choice.key == key for choice in self.query_one(Choices).choices)

    # What is shown

    def _show(self) -> None:
        self.table = table = self._look()
        self.query_one(TitleBar).show(self._whereabouts(), badge(table, self.game), safe.line(table.goal, "$quiet"))
        for seats in self.query(SeatList):
            seats.show(table.seats)
        self.view.show(table)
        entitle(self, {"#place": self.view.panels.title})
        self.set_class(table.question is not None and table.question.draft is not None and not self.has_class("-talk"), "-writing")
        if table.is_discussion:
            self.add_class("-discussion")
        self._prompt()
        self.refresh_bindings()

    def _whereabouts(self) -> Content:
        if not self.study:
            return whereabouts(self.table, host_of(self).persona)
        mark = Content.styled(" PREVIEW ", "bold reverse $warning") if self.study.is_preview else Content("")
        step = safe.line(f" {self.study.title}, {self.study.words}  ", "$quiet")
        return safe.join(mark, step, whereabouts(self.table, host_of(self).persona))

    def _prompt(self) -> None:
        """Show the question, why the match waits, how to leave it, or that it is over."""
        panel, table = self._input, self.table
        asides = {"paused": "paused: {table.pause} goes on", "reading": f"{_speed_words(self._pace.speed)}: {{table.skip}} goes on"}
        is_skipped = self._pace.state != "reading" or table.question is None  # else the key moves the cursor
        told = asides.get(self._pace.state) or ("{table.skip} goes on" if self._suspense.is_on else "")
        aside = name_keys(self, told) if is_skipped else ""
        if self._failure:
            panel.show(self._failure + self._whom_to_tell(), is_warning=True)
        elif self._leaving:
            saved = f"saved: {to_resume(self._match_id)}" if self._match_id else ""
            panel.show(name_keys(self, f"Leave? {{{self._leaving}}} again leaves, {{table.back}} stays."), saved, is_warning=True)
        elif self._is_over:
            after = "{table.on} goes on." if self.study else "{table.results} shows how it ended."
            after = f"{after[:-1]}, {{table.play}} plays the game for real." if self._coach else after
            panel.show(name_keys(self, f"The match is over: {after}"), is_asked=True)
        else:
            is_running = self._pace.hurry == "end"
            is_idle = self._is_idle and table.prompt != "" and not table.question and not is_running
            hint = name_keys(self, " Press {table.fast} to run to the end.") if is_idle and not aside else ""  # no room for both
            hurries = {"end": "running to the end", "turn": "running to your next turn"}
            aside = hurries.get(self._pace.hurry, aside)
            panel.show((table.prompt or OVER) + hint, aside, is_asked=table.question is not None)
        panel.wait(waits_for(self._waits.number) if self.is_waiting else "", self._waits.elapsed)

    def _whom_to_tell(self) -> str:
        if not self.study:
            return ""
        stop = "Stop is at the bottom of this page" if self.study.is_linked else name_keys(self, "{app.quit} stops")
        return f" Please tell the organisers of this study; {stop}."

    @property
    def is_waiting(self) -> bool:
        """Return whether the person can do nothing but wait for others."""
        return self._waits.number != 0 and self._pace.state == "going" and not (self._is_over or self.table.question)


def _speed_words(speed: float) -> str:
    return "time to read" if speed == 1 else f"time to read, {name_of(speed)}"
