"""The waiting room at a table on another machine, until the match begins."""

from __future__ import annotations

from collections.abc import Iterable

from textual.app import SystemCommand
from textual.containers import Vertical
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from woozle.arena.play.news import Failed, Gathered, HostReached
from woozle.arena.views.waiting_room import WaitingRoom
from woozle.core.line import Line
from woozle.tui import messages, safe
from woozle.tui.controllers.access import controllers_of
from woozle.tui.keys import HELP_KEYS, bindings, key
from woozle.tui.screens.frame import FrameScreen
from woozle.tui.styles import sheets
from woozle.tui.widgets.room_places import place_row
from woozle.tui.widgets.title_bar import TitleBar, screen_title


class WaitingScreen(FrameScreen):
    """A screen with the players at a table. place: the host's address; table: its id."""

    BINDINGS = bindings(*HELP_KEYS, key("waiting.leave", "q,escape", "leave", "Leave", shown="q"))
    ABOUT = (
        Line("The waiting room", "heading"),
        Line("{waiting.leave} leaves it; the place stays yours, and the same link leads back to it."),
    )
    CSS_PATH = sheets("waiting")
    AUTO_FOCUS = ""

    def __init__(self, place: str, table: str) -> None:
        super().__init__()
        self._where = (place, table)
        self._room = WaitingRoom("", "waiting", ())
        self._reached = f"{place} · connecting"
        self._failure = ""

    def contents(self) -> Iterable[Widget]:
        yield TitleBar(screen_title("A table elsewhere"), id="title")
        with Vertical(id="page"):
            yield Static(id="what", markup=False)
            yield Static(id="who", markup=False)
            yield Static(id="state", markup=False)
            yield Static(id="notes", markup=False)

    def on_mount(self) -> None:
        self.query_one("#who").border_title = "Who is here"
        self._show()

    def on_match_news(self, message: messages.MatchNews) -> None:
        match message.news:
            case Gathered(room):
                self._room = room
            case HostReached(words):
                self._reached = words
            case Failed(sentence):
                self._failure = sentence
        self._show()

    def _show(self) -> None:
        place, table = self._where
        room = self._room
        title = safe.line(f"{room.title}  " if room.title else "", "bold")
        self.query_one("#what", Static).update(safe.join(title, safe.line(f"table {table} at {place}", "$quiet")))
        self.query_one("#who", Static).update(Content("\n").join(map(place_row, room.places)))
        self.query_one("#who").display = bool(room.places)
        headline = safe.line(room.headline if room.places else "")
        state = safe.text(self._failure, "bold $error") if self._failure else headline
        self.query_one("#state", Static).update(state)
        self.query_one("#notes", Static).update(safe.text("\n".join(room.notes), "$warning"))
        self.query_one(TitleBar).show(screen_title("A table elsewhere"), safe.line(f"{self._reached} ", "$quiet"), Content(""))

    def commands(self) -> Iterable[SystemCommand]:
        yield from super().commands()
        yield SystemCommand("Give up the place", "Leave this table for good; somebody else can have the place", self._give_up)

    def _give_up(self) -> None:
        controllers_of(self).give_up_seat()

    def ask_to_leave(self, *, quit: bool, key: str = "") -> None:
        """Leave, and keep the place."""
        controllers_of(self).leave_match(quit=quit)

    def action_leave(self) -> None:
        self.ask_to_leave(quit=False)
