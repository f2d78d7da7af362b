"""All that spectators see: the place and the seats, what happened, and the bars with which they find their way."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from textual.app import ComposeResult
from textual.content import Content

from woozle.arena.views.kept import MARKS
from woozle.arena.views.places import TAKES
from woozle.arena.views.vantage import Vantage
from woozle.arena.views.views import Show, Table
from woozle.tui import safe
from woozle.tui.widgets.boxes import Band, Column
from woozle.tui.widgets.claims import ClaimsPanel
from woozle.tui.widgets.cost_bar import CostBar
from woozle.tui.widgets.debate_graph import TITLES, DebateGraph, HeatStrip
from woozle.tui.widgets.find_box import FindBox
from woozle.tui.widgets.goto_box import GoToBox
from woozle.tui.widgets.page import PagePanel
from woozle.tui.widgets.panels import Prompt, SeatList
from woozle.tui.widgets.part import Part
from woozle.tui.widgets.picture import PictureView
from woozle.tui.widgets.playbar import ViewerBar
from woozle.tui.widgets.raw_panel import RawPanel
from woozle.tui.widgets.scrubber import Scrubber
from woozle.tui.widgets.sheet import Standing
from woozle.tui.widgets.shipmap import ShipMap
from woozle.tui.widgets.title_bar import TitleBar, badge, entitle
from woozle.tui.widgets.transcript import Transcript
from woozle.tui.widgets.turn_list import TurnList

_MARKS = {"verified": "$success", "consistent": "$quiet", "altered": "bold $error", "": "$quiet", "imported": "$quiet"}


class Board(Column):
    """Shows what there is to see from a Vantage."""

    _title_bar = Part(TitleBar)
    _eyes = Part(ViewerBar)
    _standing = Part(Standing)
    _body = Part(Band, "#body")
    _place = Part(Column, "#place")
    _map = Part(ShipMap)
    _page = Part(PagePanel)
    _graph = Part(DebateGraph)
    _heat = Part(HeatStrip)
    _seats = Part(SeatList)
    _side = Part(Column, "#side")
    _scrubber = Part(Scrubber)

    def __init__(self, clock: Callable[[], float], titles: Mapping[str, str] = {}, *, id: str | None = None) -> None:
        """titles: of panels, by their selectors, where the game has its own."""
        super().__init__(id=id)
        self._clock = clock
        self._titles = titles

    def compose(self) -> ComposeResult:
        """Place and seats on the left, what happened on the right, where it stands below."""
        story = Transcript(id="story", empty="The match begins.", selects=True)
        yield TitleBar(id="title")
        yield ViewerBar(id="eyes")
        yield Standing(id="standing")
        with Band(id="body"):
            with Column(id="place"):
                yield ShipMap(id="map")
                yield PictureView(opens="watch.pictures", id="picture")
                yield PagePanel(id="page")
                yield DebateGraph(id="graph")
                yield HeatStrip(id="heat")
                yield ClaimsPanel(id="claims")
                with Band(id="cards"):
                    yield SeatList(id="seats")
                    yield TurnList(clock=self._clock, id="turns")
            with Column(id="side"):
                yield story
                yield RawPanel(id="raw")
        yield TurnList(clock=self._clock, only_models=True, id="now")
        yield CostBar(id="costs")
        yield FindBox(story, id="find")
        yield GoToBox(TAKES, id="goto")
        yield Prompt(id="prompt")
        yield Scrubber(id="scrubber")

    def on_mount(self) -> None:
        """Name the panels."""
        titles = {"#map": "Map", "#cards": "Seats and turns", "#story": "What happened", "#raw": "As the transcript has it"}
        more = {"#picture": "The picture", "#claims": "Claims checked against the log"}
        entitle(self, TITLES | titles | more | {"#page": "What it is about"}, self._titles)

    def show(self, table: Table, vantage: Vantage, show: Show) -> None:
        """Show what there is to see. table: of the Vantage."""
        self._make_room(table.phase in ("meeting", "vote"))
        self._title_bar.show(_title(table, show), badge(table), safe.line(table.goal, "$quiet"))
        self._eyes.show(vantage.keys, vantage.viewer, table.seats)
        self._map.show(table.chart)
        self._standing.show(table.sheet)
        self._page.show(table.page)
        self._graph.show(table.graph)
        self._heat.show(table.graph)
        self._seats.show(table.seats)
        self._scrubber.show(vantage.at, len(vantage), vantage.reel.marks)

    def _make_room(self, is_meeting: bool) -> None:
        """Words take the place of the map in a meeting, and give it back."""
        if is_meeting == self._body.has_class("-meeting"):
            return
        # No rule is about what the two halves hold, and styling all of that anew took 31 ms of a jump's 82.
        self._body.set_class(is_meeting, "-meeting", update=False)
        self.app.stylesheet.update_nodes((self._place, self._side))


def _title(table: Table, show: Show) -> Content:
    kind = Content.styled(" LIVE " if show.is_live else " REPLAY ", "bold reverse $primary")
    mark = safe.line("" if show.is_live else f"{MARKS[show.checked]}  ", _MARKS[show.checked])
    return Content.assemble(kind, "  ", safe.line(f"{show.game}  ", "$quiet"), mark, safe.line(table.title, "bold"))
