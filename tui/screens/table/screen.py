"""The table: one seat's view of a running match, and what that seat is asked."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING, ClassVar, Literal

from textual import events
from textual.app import SystemCommand
from textual.binding import BindingType
from textual.widget import Widget

from woozle.arena.play.news import Asked, Failed, Finished, HostReached, Paced, PicturesCame, Waits, Withdrawn
from woozle.arena.views.panels import OVER, Pictures, TableView
from woozle.core.line import Line, shown_lines
from woozle.tui import keys, messages, safe
from woozle.tui.actions import Action, Actions
from woozle.tui.controllers.access import controllers_of, pages_of, ways_of
from woozle.tui.messages import Looked
from woozle.tui.screens.frame import FrameScreen
from woozle.tui.screens.match_view import MatchView, about_reading
from woozle.tui.screens.notebook import NotebookScreen
from woozle.tui.screens.table.match_end import MatchEnd
from woozle.tui.screens.table.pace import MOST_AT_ONCE, MatchPace
from woozle.tui.screens.table.question import OpenQuestion
from woozle.tui.screens.table.seat_view import SeatView
from woozle.tui.screens.table.terms import TableTerms
from woozle.tui.styles import sheets
from woozle.tui.widgets.banner import Banner
from woozle.tui.widgets.coach_panel import CoachPanel
from woozle.tui.widgets.document import DocumentPanel
from woozle.tui.widgets.key_names import name_keys
from woozle.tui.widgets.lockout import Lockout, clock_of
from woozle.tui.widgets.panel_widgets import MountedPanels
from woozle.tui.widgets.panels import SeatList
from woozle.tui.widgets.picture import PictureView
from woozle.tui.widgets.row_widgets import Band, Column
from woozle.tui.widgets.seat_filter import SeatFilter
from woozle.tui.widgets.title_bar import TitleBar, badge, entitle
from woozle.tui.widgets.transcript import FindBox, Transcript

if TYPE_CHECKING:
    from woozle.arena.play.news import News
    from woozle.arena.views.end_card import EndCard
    from woozle.arena.views.observer import Observer
    from woozle.core.game import Event

_TITLES = {"#cards": "You and the others", "#story": "What happened"}
_ELSEWHERE = (
    Line("A table elsewhere", "heading"),
    Line("The host's machine sets the pace: a pause or a run to the end would hold up the others."),
    Line(
        "{table.slower} shows what others say one by one, at your seat alone; {table.faster} hurries, {table.skip} shows the rest."
    ),
    Line("It also decides how long a model, or a player who is gone, is waited for."),
    Line("{table.leave} leaves; the seat stays yours, and the same link leads back."),
    Line("In the palette, Give up this question gives no answer, and Give up the seat leaves for good."),
)
_NOT_IN_A_STUDY = ("results", "copy", "pictures", "leave", "card", "rematch", "no_rematch", "replay", "scene", "another")
"""Actions that lead to files, to other screens, or out of the match without asking as a study asks."""


class TableScreen(FrameScreen):
    """Shows what `known` has observed, and asks what the seat is asked.

    `-opening` on it shows the rules of a game of talk in place of the log until something is asked, or another seat has acted.
    """

    BINDINGS: ClassVar[list[BindingType]] = [*keys.TABLE, *keys.STUDY_TABLE]
    CSS_PATH = sheets("table", "study")
    ABOUT = about_reading("table", "{table.next}")
    TWICE = ("table.leave", "app.quit", "app.quit_or_copy", "table.back")

    def __init__(self, known: Observer, terms: TableTerms) -> None:
        super().__init__()
        self.game, self.rules, self.terms = terms.game, terms.rules, terms
        if terms.is_joined:
            self.ABOUT = (*self.ABOUT, *_ELSEWHERE)
        self.lockout = Lockout(clock_of(self))
        self.seat = seat = SeatView(known, is_blind=terms.is_blind)
        self._story = story = Transcript(id="story", empty="The match begins.")
        self._banner, self._coach = Banner(id="banner"), CoachPanel(terms.coach, id="coach")
        self._work, self._place, self._cards = Column(id="work"), Column(id="place"), Band(id="cards")
        self._seats = SeatList(id="seats")
        opens = "" if terms.study else "table.pictures"
        panels = MountedPanels(
            {"top": (self, self._work), "place": (self._place, None), "cards": (self._cards, self._seats)},
            make={Pictures: lambda id: PictureView(opens=opens, id=id)},
        )
        search, by_seat = FindBox(story, id="find"), SeatFilter(story, "table", id="by-seat")
        self.view = MatchView(self, self.game, story, search, by_seat, panels)
        self.pace = MatchPace(self, seat, terms, story, learn=self._learn, take=self._take, prompt=self._prompt)
        self.question = OpenQuestion(self, seat, self.view, is_shared=terms.is_shared)
        self.ending = MatchEnd(self, seat, terms, self.view)
        self._leaving = self._host = ""
        self.actions = self._list_actions()

    def _list_actions(self) -> Actions:
        view, question, terms = self.view, self.question, self.terms
        swaps_picture = view.actions["picture"].is_offered
        actions = {
            **view.actions,
            **self.pace.actions,
            **question.actions,
            **self.ending.actions,
            "find": Action(lambda: view.search.open(back=question.panel.box), view.has_log),
            "next": Action(view.search.step, lambda by: view.is_searching),
            "picture": Action(self._swap_picture, swaps_picture),
            "pictures": Action(self._open_pictures, lambda: view.draws),
            "copy": Action(self._copy, self._can_copy),
            "notebook": Action(self._open_notebook, lambda: terms.notes is not None),
            "turn": Action(self._turn),
            "coach": Action(self._coach.fold, lambda: self._coach.coach is not None and not question.can_choose("C")),
            "cancel": Action(self._cancel),
            "leave": Action(partial(self.ask_to_leave, quit=False)),
        }
        return {name: each for name, each in actions.items() if not (terms.study and name in _NOT_IN_A_STUDY)}

    def commands(self) -> Iterable[SystemCommand]:
        yield from super().commands()
        if self.view.draws and "pictures" in self.actions:
            yield SystemCommand("Pictures of the game", "What the seat is shown beside the words", self.actions["pictures"].run)

        if self.terms.is_joined and self.seat.is_asked:
            give_up = partial(ways_of(self).matches.pace, "give_up")
            yield SystemCommand("Give up this question", "Give no answer to it", give_up)
        if self.terms.is_joined and not self.seat.is_over:
            yield SystemCommand("Give up the seat", "Leave this table for good", controllers_of(self).give_up_seat)

    @property
    def allow_select(self) -> bool:
        """False where several people share the terminal."""
        return not self.terms.is_shared

    @property
    def table(self) -> TableView:
        """Return the table as it was last shown."""
        return self.seat.table

    def contents(self) -> Iterable[Widget]:
        yield TitleBar(id="title")
        yield self._banner
        yield self._coach
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
            yield self.question.panel
        yield self.ending.panel

    def on_mount(self) -> None:
        entitle(self, _TITLES)
        self.set_class(self.terms.study is None, "-opening")  # a study has had a page with the rules
        self._show()

    def on_screen_resume(self) -> None:
        """Show the table anew: keys may have been moved under another screen."""
        self._show()
        ways_of(self).matches.note_covered()
        self.question.report_shown()

    def on_screen_suspend(self) -> None:
        ways_of(self).matches.note_covered()

    # News of the match

    def on_match_news(self, message: messages.MatchNews) -> None:
        self.pace.receive(message.news)

    def _take(self, news: News) -> None:
        seat = self.seat
        match news:
            case Asked() as asked:
                self._ask(asked)
            case Withdrawn(request) if seat.request and seat.request.id == request:
                self._settle()
            case Paced(state):
                self._show()
                if state == "going":
                    self._end_discussion()
            case PicturesCame() if self.view.pictures:
                self.view.pictures.draw_again()
            case HostReached(words):
                self._host = words
                self._prompt()
            case Waits():
                self._prompt()
                self.refresh_bindings()
            case Finished():
                seat.is_over = True
                self._coach.end()
                self._settle()
                self._end_discussion()
                if not self.terms.study:
                    controllers_of(self).library.make_end_card(self)
            case Failed(sentence):
                seat.is_over, seat.failure = True, sentence
                self._settle()

    def _learn(self, events: Sequence[Event]) -> None:
        """Take events that may be seen now."""
        if not events:
            return
        terms, said = self.terms, list[Line]()
        self._coach.see(events)
        for event in events:
            lines = self.seat.narrate(event)
            if terms.notes:
                terms.notes.see(event, shown_lines(lines))
            said += lines
        told = shown_lines(said)
        self._story.show(told)
        if not terms.study:
            self._banner.see(said, is_quiet=len(events) > MOST_AT_ONCE)
        self._show()
        others = {card.number for card in self.table.seats if not card.is_you}
        if not others.isdisjoint(line.who for line in told):
            self.remove_class("-opening")
        if self.seat.is_idle and not self.seat.is_over:
            self._coach.rest()

    def _ask(self, asked: Asked) -> None:
        self.seat.request = asked.request
        self.remove_class("-opening")
        self._coach.ask(asked.request)
        self._show()
        self._end_discussion()
        if self.seat.is_asked:
            self.question.ask(asked.left, follows_reading=self.pace.take_has_read())
            if asked.why:
                self.question.panel.ask_again(asked.draft, asked.why)

    def _settle(self) -> None:
        self.seat.request = None
        self.question.panel.settle()
        self._story.focus()
        self._show()

    def _end_discussion(self) -> None:
        """Leave the discussion; until what came of it has been read, its speeches stay in view."""
        if not self.table.is_discussion:
            self.remove_class("-discussion")

    def show_end_card(self, card: EndCard, next_game: str = "", why_no_rematch: str = "") -> None:
        """Show the end card, and on the table all that is no longer secret.

        next_game: its title; empty without one. why_no_rematch: empty if there can be one.
        """
        if untold := self.seat.reveal(card.told):
            self._story.show([Line("What was hidden from you", "heading"), *untold])
        self._banner.hide()
        self._show()
        self.ending.show(card, next_game, why_no_rematch)

    def show_daily(self, lines: Sequence[str]) -> None:
        """Show how the deal of a day went. lines: one to share, and how a bot and other days compare."""
        self.ending.panel.add_daily(lines)
        self.refresh_bindings()

    # Input

    def on_mouse_down(self) -> None:
        """Count a click as an input, like a key; keys are seen by the app before any widget takes them."""
        self.app.post_message(messages.Typed(keys=1))

    def on_looked(self, message: Looked) -> None:
        self.question.report_pictures()

    async def on_decided(self, message: messages.Decided) -> None:
        if self.question.answer(message):
            await asyncio.sleep(0)  # the app takes its time before this screen takes some to draw itself anew
            if self in self.app.screen_stack:
                self._settle()

    def on_page_turned(self, message: messages.PageTurned) -> None:
        self._turn(message.pages)

    def on_target_clicked(self, message: messages.TargetClicked) -> None:
        self.question.panel.choose_target(message.target)

    def on_key(self, event: events.Key) -> None:
        self._banner.hide()
        self.question.type(event, is_bound=event.key in self.active_bindings)

    def _open_notebook(self) -> None:
        """Show the notebook; what is chosen there is read in the log."""
        if notes := self.terms.notes:
            self.app.push_screen(NotebookScreen(notes.page(self.table.seats)), self.view.read_at)

    def _can_copy(self, what: str) -> bool:
        return not self.terms.is_shared and (bool(self.ending.panel.to_share) or self.view.has_log())

    def _copy(self, what: Literal["line", "speech"]) -> None:
        card = self.ending.panel
        if card.display and card.to_share:
            controllers_of(self).copy(card.to_share, "line to share")
        else:
            self.view.copy(what)

    def _open_pictures(self) -> None:
        if controllers_of(self).pictures.open_at_table() and (view := self.view.pictures):
            view.was_opened()
            self.question.report_pictures()

    def _swap_picture(self) -> None:
        self.view.swap()
        self.call_after_refresh(self.question.report_pictures)

    def _turn(self, pages: int) -> None:
        """Read on, or back: in the document or, without one, in the log."""
        panel: DocumentPanel | Transcript | None = self.view.panels.widget(DocumentPanel) if self.has_class("-text") else None
        (panel or self._story).turn(pages)

    def _cancel(self) -> None:
        """Cancel, in order: the card at the end, leaving, a search, a final choice, the box one writes in."""
        if self.ending.close():
            self._story.focus()
            self.refresh_bindings()
        elif self._leaving:
            self.disarm()
        elif not (self.view.end_search() or self.question.panel.cancel()):
            self._story.focus()

    def disarm(self) -> None:
        if self._leaving:
            self._leaving = ""
            self._show()

    def ask_to_leave(self, *, quit: bool, key: str = "table.leave") -> None:
        """Leave at the second time of asking while the match lives, or as a study asks. key: the binding that asked."""
        if self.terms.study:
            pages_of(self).ask_to_stop()
        elif self.seat.is_over or self._leaving:
            controllers_of(self).leave_match(quit=quit)
        else:
            self._leaving = key
            self._show()

    # Drawing

    def _show(self) -> None:
        table = self.seat.look()
        title = self.terms.title(table, ways_of(self).persona)
        self.query_one(TitleBar).show(title, badge(table, self.game), safe.line(table.goal, "$quiet"))
        for seats in self.query(SeatList):
            seats.show(table.seats)
        self.view.show(table)
        entitle(self, {"#place": self.view.panels.title})
        self.set_class(table.question is not None and table.question.draft is not None and not self.has_class("-talk"), "-writing")
        if table.is_discussion:
            self.add_class("-discussion")
        self._prompt()
        self.refresh_bindings()

    def _prompt(self) -> None:
        """Show the question, why the match waits, how to leave it, or that it is over."""
        panel, seat, terms, named = self.question.panel, self.seat, self.terms, partial(name_keys, self)
        if seat.failure:
            panel.show(seat.failure + named(terms.whom_to_tell), is_warning=True)
        elif self._leaving:
            leave = named(f"Leave? {{{self._leaving}}} again leaves, {{table.back}} stays.")
            panel.show(leave, terms.how_to_resume, is_warning=True)
        elif seat.is_over:
            panel.show(named(self.ending.words), safe.line(self._host).plain, is_asked=True)
        else:
            aside = named(self.pace.aside) or safe.line(self._host).plain
            panel.show((seat.table.prompt or OVER) + named(self.pace.hint), aside, is_asked=seat.is_asked)
        panel.wait(*self.pace.waiting)
