"""The profile: what you won, how far you could be trusted, whom you suspected, and badges."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from textual import work
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from woozle.arena.views.profile import Profile, Section, headline, notes, sections
from woozle.core.line import Line
from woozle.tui import safe
from woozle.tui.controllers.access import controllers_of
from woozle.tui.keys import back_keys, bindings, key
from woozle.tui.screens.frame import FrameScreen
from woozle.tui.styles import sheets
from woozle.tui.widgets.figures import FigurePanel
from woozle.tui.widgets.title_bar import TitleBar, screen_title

_STYLES = {"good": "bold $success", "quiet": "$quiet"}


class ProfileScreen(FrameScreen):
    """Asks for the profile as soon as it is shown."""

    BINDINGS = bindings(
        key("profile.settings", "comma", "settings", "Name and colour", shown=","),
        *back_keys("profile"),
    )
    ABOUT = (
        Line("Your profile", "heading"),
        Line("It is made of the matches on this machine and kept nowhere else: delete a match, and it is forgotten here too."),
        Line("Badges are counted anew each time, and only you can see them. {profile.settings} changes your name."),
    )
    CSS_PATH = sheets("profile")

    def __init__(self) -> None:
        super().__init__()
        self._shown: list[Section] = []

    def contents(self) -> Iterable[Widget]:
        yield TitleBar(screen_title("Your profile"), id="title")
        with VerticalScroll(id="page"), Vertical(id="end"):
            yield Static("Reading…", id="headline", markup=False)
            yield Vertical(id="sections")
            yield Static(id="turns", markup=False)

    def on_mount(self) -> None:
        self.query_one("#page").focus()
        self._read()

    @work(thread=True)
    def _read(self) -> None:
        controllers_of(self).library.read_profile(partial(self.do_from_thread, self.show_profile))

    def on_screen_resume(self) -> None:
        persona = controllers_of(self).persona
        me = safe.join(persona.label("you"), Content(" ")) if not persona.is_usual else Content("")
        self.query_one(TitleBar).show(screen_title("Your profile"), me, Content(""))

    async def show_profile(self, own: Profile, done: int = 0, of: int = 0) -> None:
        """Show a profile of the matches read so far. done, of: how many of how many; zeros for all."""
        self.query_one("#headline", Static).update(safe.line(headline(own), "bold $accent"))
        told = [f"Reading your matches: {done:,} of {of:,}…"] if of else notes(own)
        self.query_one("#turns", Static).update(safe.text("\n".join(told)))
        shown = [each for each in sections(own) if not of or each.figures.rows]
        if shown != self._shown:
            self._shown = shown
            parts = self.query_one("#sections")
            async with self.batch():
                await parts.remove_children()
                await parts.mount(*map(_section, shown))

    def action_settings(self) -> None:
        controllers_of(self).preferences.show()


def _section(section: Section) -> Widget:
    """Return a part of the profile in its own box."""
    lines = [
        safe.line(f"{line.mark or ' '} {line.text}" if line.mark else line.text, _STYLES.get(line.tone, ""))
        for line in section.lines
    ]
    box = Vertical(
        *([FigurePanel(section.figures)] if section.figures.rows else []),
        *(Static(line, classes=f"profile-{each.tone}", markup=False) for line, each in zip(lines, section.lines, strict=True)),
        classes="section",
    )
    title = section.title  # one of ours
    box.border_title = title
    return box
