"""The board of spectators: panels and seats, the log, and the bars with which they find their way."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import ClassVar

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from woozle.arena.views.panels import Document, Pictures, Show, TableView, Turn
from woozle.arena.views.places import TAKES
from woozle.arena.views.saved_matches import MARKS
from woozle.arena.views.viewpoint import Viewpoint
from woozle.core.line import Line
from woozle.tui import safe
from woozle.tui.widgets.claims import ClaimsPanel
from woozle.tui.widgets.panel_widgets import MountedPanels
from woozle.tui.widgets.panels import Prompt, SeatList
from woozle.tui.widgets.picture import PictureView
from woozle.tui.widgets.row_widgets import Band, Column
from woozle.tui.widgets.seat_filter import SeatFilter
from woozle.tui.widgets.title_bar import TitleBar, badge, entitle
from woozle.tui.widgets.transcript import FindBox, Transcript
from woozle.tui.widgets.turn_list import TurnList
from woozle.tui.widgets.watch_bars import CostBar, GoToBox, Scrubber, ViewerBar

_MARKS = {"verified": "$success", "consistent": "$quiet", "altered": "bold $error", "": "$quiet", "imported": "$quiet"}


class Board(Column):
    """Shows what there is to see from a Viewpoint. claims: the list of checked claims; None where claims cannot be checked."""

    def __init__(self, clock: Callable[[], float], *, has_claims: bool, id: str | None = None) -> None:
        super().__init__(id=id)
        self.story = Transcript(id="story", empty="The match begins.", selects=True)
        self.search = FindBox(self.story, id="find")
        self.by_seat = SeatFilter(self.story, "watch", id="by-seat")
        self.go_to = GoToBox(TAKES, id="goto")
        self.prompt = Prompt(id="prompt")
        self.claims = ClaimsPanel(id="claims") if has_claims else None
        self._title_bar, self._eyes, self._costs = TitleBar(id="title"), ViewerBar(id="eyes"), CostBar(id="costs")
        self._seats, self._scrubber = SeatList(id="seats"), Scrubber(id="scrubber")
        self._turns = TurnList(clock=clock, id="turns"), TurnList(clock=clock, only_models=True, id="now")
        self._body, self._place, self._side, self._cards = Band(id="body"), Column(id="place"), Column(id="side"), Band(id="cards")
        self.panels = MountedPanels(
            {"top": (self, self._body), "place": (self._place, self.claims or self._cards)},
            titles={Document: "What it is about"},
            make={Pictures: lambda id: PictureView(opens="watch.pictures", id=id)},
        )

    def compose(self) -> ComposeResult:
        all_turns, models = self._turns
        yield self._title_bar
        yield self._eyes
        with self._body:
            with self._place:
                if self.claims:
                    yield self.claims
                with self._cards:
                    yield self._seats
                    yield all_turns
            with self._side:
                yield self.by_seat
                yield self.story
                yield RawPanel(id="raw")
        yield models
        yield self._costs
        yield self.search
        yield self.go_to
        yield self.prompt
        yield self._scrubber

    def on_mount(self) -> None:
        entitle(self, {"#cards": "Seats and turns", "#story": "What happened", "#raw": "As the transcript has it"})
        if self.claims:
            self.claims.border_title = "Claims checked against the log"

    def show(self, table: TableView, viewpoint: Viewpoint, show: Show) -> None:
        """Show what there is to see beside the panels. table: of the Viewpoint."""
        self._make_room(table.is_discussion)
        self._title_bar.show(_title(table, show), badge(table, show.game), safe.line(table.goal, "$quiet"))
        self._eyes.show(viewpoint.keys, viewpoint.viewer, table.seats)
        self._seats.show(table.seats)
        self._scrubber.show(viewpoint.at, len(viewpoint), viewpoint.timeline.marks)
        self._costs.show(viewpoint.bill, viewpoint.seats)

    def show_turns(self, turns: Iterable[Turn]) -> None:
        """Show who is asked now, and who answered last."""
        for each in self._turns:
            each.show([*turns])

    def _make_room(self, is_discussion: bool) -> None:
        """Words take the place of the panels in a meeting, and give it back."""
        if is_discussion == self._body.has_class("-discussion"):
            return
        # No rule concerns the content of the two halves, and styling it again took 31 ms of a jump's 82.
        self._body.set_class(is_discussion, "-discussion", update=False)
        self.app.stylesheet.update_nodes((self._place, self._side))


def _title(table: TableView, show: Show) -> Content:
    kind = Content.styled(" LIVE " if show.is_live else " REPLAY ", "bold reverse $primary")
    mark = safe.line("" if show.is_live else f"{MARKS[show.checked]}  ", _MARKS[show.checked])
    return Content.assemble(kind, "  ", safe.line(f"{show.game}  ", "$quiet"), mark, safe.line(table.title, "bold"))


class RawPanel(VerticalScroll, can_focus=True):
    """Scrollable text. text: the content."""

    ABOUT: ClassVar[tuple[Line, ...]] = (
        Line("As the transcript has it", "heading"),
        Line("The Event at this place as it stands in the file, and the answer that it came of."),
        Line("↑ ↓ scroll, {watch.copy} copies all of it, {watch.raw} leads back to the words."),
    )

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.text = ""

    def compose(self) -> Iterable[Widget]:
        yield Static(id="raw-text", markup=False)

    def show(self, text: str) -> None:
        """Show this from now on, from its beginning."""
        if text != self.text:
            self.text = text
            self.query_one("#raw-text", Static).update(safe.text(text))
            self.scroll_home(animate=False)
