"""The monitor of a study: who is where, drop-outs, load, warnings, and what its operator can do about them."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from textual import work
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Input, Static

from woozle.arena.views.study_monitor import MonitorDesk, ShownMonitor
from woozle.core.errors import InputError
from woozle.core.line import Line
from woozle.core.text import visible_line
from woozle.tui import safe
from woozle.tui.controllers.access import ways_of
from woozle.tui.keys import HELP_KEYS, bindings, key
from woozle.tui.screens.frame import FrameScreen
from woozle.tui.styles import sheets
from woozle.tui.widgets.figures import FigurePanel
from woozle.tui.widgets.text_boxes import TypedLine
from woozle.tui.widgets.title_bar import TitleBar, screen_title

_SECONDS = 2.0  # between two looks
_ASKED = {
    "limit": "How many visits at once? Empty for no limit; enter sets it.",
    "reconcile": "Path of the recruiter's export (CSV); enter compares it.",
}


class MonitorScreen(FrameScreen):
    """Looks at a study again and again. desk: reads it, and does what is asked."""

    BINDINGS = bindings(
        key("monitor.pause", "p", "pause", "Pause or resume"),
        key("monitor.limit", "m", "ask('limit')", "Most visits"),
        key("monitor.compare", "e", "ask('reconcile')", "Export"),
        *HELP_KEYS,
        key("monitor.quit", "escape,q", "back", "Quit", shown="q"),
    )
    ABOUT = (
        Line("The monitor of a study", "heading"),
        Line("Refreshed every two seconds; shows participants only by their codes and digests."),
        Line("{monitor.pause} pauses recruiting: nobody new can begin in a browser, and those who have agreed go on."),
        Line("{monitor.limit} limits the number of visits at once; people beyond it wait in line."),
        Line("{monitor.compare} compares the recruiter's export with the study, and frees the places of those who returned."),
    )
    CSS_PATH = sheets("study_monitor")

    def __init__(self, desk: MonitorDesk) -> None:
        super().__init__()
        self._desk = desk
        self._shown: ShownMonitor | None = None
        self._asked = ""
        self._is_looking = False

    def contents(self) -> Iterable[Widget]:
        yield TitleBar(screen_title("Study monitor"), id="title")
        with VerticalScroll(id="page"):
            yield Static("Reading…", id="facts", markup=False)
            yield Static(id="warnings", markup=False)
            yield Static(id="compared", markup=False)
            yield Vertical(id="sections")
        yield TypedLine(id="asked", compact=True, is_answer=False)

    def on_mount(self) -> None:
        self._look()
        self.set_interval(_SECONDS, self._look)

    def _look(self) -> None:
        if not self._is_looking:  # a large study may take longer than the time between two looks
            self._is_looking = True
            self._read()

    @work(thread=True)
    def _read(self) -> None:
        try:
            shown = self._desk.look()
        except (InputError, OSError) as error:
            self.do_from_thread(self._say, "warnings", safe.text(f"! {error}", "bold $error"))  # the figures stay as they were
        else:
            self.do_from_thread(self.show, shown)
        self._is_looking = False

    async def show(self, shown: ShownMonitor) -> None:
        """Show a study as it is now."""
        is_first, self._shown = self._shown is None, shown
        title = screen_title(visible_line(shown.title))
        self.query_one(TitleBar).show(title, safe.line(f"as of {shown.at} ", "$quiet"), Content(""))
        self._say("facts", _lines(shown.facts))
        self._say("warnings", _lines((f"! {each}" for each in shown.warnings), "$warning"))
        if is_first:
            await self.query_one("#sections").mount(*(Vertical(FigurePanel(), classes="section") for _ in shown.sections))
        for box, panel, section in zip(self.query(".section"), self.query(FigurePanel), shown.sections, strict=True):
            heading = section.title  # one of ours
            box.border_title = heading
            panel.show(section.figures)

    def _say(self, id: str, words: Content) -> None:
        self.query_one(f"#{id}", Static).update(words)
        self.query_one(f"#{id}").display = bool(words)

    # Actions of the operator

    def action_pause(self) -> None:
        if shown := self._shown:
            self._do(lambda: self._desk.pause(not shown.is_paused))

    def action_ask(self, what: str) -> None:
        line = self.query_one("#asked", TypedLine)
        self._asked = what
        line.placeholder = _ASKED[what]
        line.value = str(self._shown.most_visits or "") if what == "limit" and self._shown else ""
        line.display = True
        line.focus()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        does = self._desk.limit if self._asked == "limit" else self._compare
        self._stop_asking()
        self._do(lambda: does(event.value))

    def _compare(self, path: str) -> None:
        self.do_from_thread(self._say, "compared", _lines(self._desk.reconcile(path)))

    @work(thread=True)
    def _do(self, act: Callable[[], None]) -> None:
        try:
            act()
        except (InputError, OSError) as error:
            self.do_from_thread(ways_of(self).say, str(error))
        self.do_from_thread(self._look)

    def _stop_asking(self) -> None:
        self.query_one("#asked").display = False
        self.query_one("#page").focus()

    def action_back(self) -> None:
        """Stop asking, or leave the app: nothing of a study lies below."""
        if self.query_one("#asked").has_focus:
            self._stop_asking()
        elif self.is_current:
            self.app.exit()


def _lines(sentences: Iterable[str], style: str = "") -> Content:
    return Content("\n").join(safe.line(each, style) for each in sentences)
