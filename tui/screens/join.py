"""Joining a table of another machine by its link."""

from __future__ import annotations

from collections.abc import Iterable

from textual.containers import Vertical
from textual.widget import Widget
from textual.widgets import Input, Static

from woozle.core.errors import InputError
from woozle.core.line import Line
from woozle.tui import safe
from woozle.tui.controllers.access import controllers_of
from woozle.tui.keys import bindings, key
from woozle.tui.screens.frame import FrameScreen
from woozle.tui.styles import sheets
from woozle.tui.widgets.text_boxes import TypedLine
from woozle.tui.widgets.title_bar import TitleBar, screen_title

_ASKED = "Paste the link that you were given; enter joins the table."
_FORM = "https://HOST/t/TABLE#TOKEN"
_LONGEST = 400  # characters


class JoinScreen(FrameScreen):
    """Asks for a link."""

    BINDINGS = bindings(key("screen.help_too", "f1", "help", "Help"), key("join.back", "escape", "back", "Back", shown="esc"))
    ABOUT = (
        Line("Joining a table", "heading"),
        Line("A link opens one seat. Whoever has it can take that seat until somebody has joined, so keep it to yourself."),
        Line("The match is played at the other machine, and drawn here. Nothing is installed or run because a host says so."),
    )
    CSS_PATH = sheets("waiting")

    def contents(self) -> Iterable[Widget]:
        yield TitleBar(screen_title("Join a table"), id="title")
        with Vertical(id="page"):
            yield Static(_ASKED, id="what", markup=False)
            yield TypedLine(id="link", placeholder=_FORM, max_length=_LONGEST, is_answer=False)
            yield Static(id="state", markup=False)

    def on_mount(self) -> None:
        self.query_one("#link").focus()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        try:
            controllers_of(self).join_table(event.value)
        except (InputError, OSError) as error:
            self.query_one("#state", Static).update(safe.text(str(error), "$error"))
