"""The profile: how often you won, by game and role."""

from __future__ import annotations

from collections.abc import Iterable

from textual.containers import Vertical, VerticalScroll
from textual.widget import Widget
from textual.widgets import Static

from woozle.arena.views.line import Line
from woozle.arena.views.profile import figures, headline, notes
from woozle.tui import keys, safe
from woozle.tui.messages import Want
from woozle.tui.messages.library import ProfileMade
from woozle.tui.screens.frame import FrameScreen
from woozle.tui.styles import sheets
from woozle.tui.widgets.figures import FigurePanel
from woozle.tui.widgets.title_bar import TitleBar, entitle, screen_title


class ProfileScreen(FrameScreen):
    """Asks for the profile as soon as it is shown."""

    BINDINGS = keys.PROFILE
    ABOUT = (
        Line("Your profile", "heading"),
        Line("It is made of the matches on this machine and kept nowhere else: delete a match, and it is forgotten here too."),
    )
    CSS_PATH = sheets("profile")

    def contents(self) -> Iterable[Widget]:
        yield TitleBar(screen_title("Your profile"), id="title")
        with VerticalScroll(id="page"), Vertical(id="end"):
            yield Static("Reading…", id="headline", markup=False)
            yield FigurePanel(id="ranks")
            yield Static(id="turns", markup=False)

    def on_mount(self) -> None:
        entitle(self, {"#ranks": "By game and role"})
        self.query_one("#ranks").display = False
        self.query_one("#page").focus()
        self.post_message(Want("profile"))

    def on_profile_made(self, message: ProfileMade) -> None:
        own = message.profile
        self.query_one("#headline", Static).update(safe.line(headline(own), "bold $accent"))
        self.query_one("#ranks").display = bool(own.records)
        self.query_one(FigurePanel).show(figures(own))
        self.query_one("#turns", Static).update(safe.text("\n".join(notes(own))))
