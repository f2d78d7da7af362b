"""The lobby: what can be played, what was played, where to go."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widget import Widget
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from woozle.core.text import visible_line
from woozle.tui import keys, safe
from woozle.tui.messages import MatchesListed, Navigate, OpenResults, ResumeMatch, WantMatches, WantTheme
from woozle.tui.screens.frame import FrameScreen
from woozle.tui.widgets.panels import TitleBar

if TYPE_CHECKING:
    from woozle.tui.present.views import MatchRow

_STATUS = {"finished": ("✓", "$success"), "unfinished": ("…", "$accent"), "damaged": ("✗", "$error")}
_SHIP = (
    ("The ship", "bold $primary"),
    ("  4 to 10 seats, 10 to 20 minutes\n", "$quiet"),
    ("Geese do tasks. A duck among them kills unseen and lies in meetings. Every match is saved and can be verified.", ""),
)
_GO = (
    ("p", "Play", "choose seats, map and rules"),
    ("c", "Continue", "the match that was left"),
    ("?", "Help", "how to play, and all keys"),
    ("t", "Theme", "dark or light"),
    ("q", "Quit", ""),
)


_AFTER_PAINT = 0.05  # seconds; reading the matches imports half the house, and the lobby is to be there at once


class LobbyScreen(FrameScreen):
    """Where the app begins."""

    BINDINGS = keys.LOBBY

    def __init__(self) -> None:
        super().__init__()
        self._rows: tuple[MatchRow, ...] = ()

    def contents(self) -> Iterable[Widget]:
        """Games and places to go on the left, matches on the right."""
        yield TitleBar(Content.assemble((" woozle ", "bold reverse $primary"), ("  games about truth", "$quiet")), id="title")
        with Horizontal(id="columns"):
            with Vertical(id="left"):
                yield OptionList(Option(Content.assemble(*_SHIP), id="ship"), id="games", markup=False)
                yield Static(self._places(), id="go", markup=False)
                yield Static(
                    "All of this works offline: bots take the other seats, no key and no download is needed.",
                    id="offline",
                    markup=False,
                )
            yield OptionList(id="matches", markup=False)

    def on_mount(self) -> None:
        """Name the panels, ask for the matches."""
        for selector, title in (("#games", "Games"), ("#go", "Go to"), ("#matches", "Your matches")):
            self.query_one(selector).border_title = title
        self._list(())
        self.query_one("#games").focus()
        self.set_timer(_AFTER_PAINT, lambda: self.post_message(WantMatches()))

    def on_matches_listed(self, message: MatchesListed) -> None:
        """The list, or that there is none yet."""
        self._list(message.rows)

    def _list(self, rows: tuple[MatchRow, ...]) -> None:
        self._rows = rows
        matches = self.query_one("#matches", OptionList)
        matches.clear_options()
        if not rows:
            matches.add_option(Option(Content.styled("No match yet. p starts the first one.", "$quiet"), disabled=True))
        for row in rows:
            mark, style = _STATUS[row.status]
            head = Content.assemble((f"{mark} {row.status}", f"bold {style}"), (f"  {row.when}", "$quiet"))
            matches.add_option(Option(safe.join(head, safe.text(f"\n  {visible_line(row.game)}: {visible_line(row.what)}"))))
        self.refresh_bindings()

    @staticmethod
    def _places() -> Content:
        return Content("\n").join(
            Content.assemble((f" {key}  ", "bold $accent"), (f"{name:<9}", "bold"), (words, "$quiet")) for key, name, words in _GO
        )

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Enter or a click opens it."""
        if event.option_list.id == "games":
            self.action_play()
        elif self._rows:
            row = self._rows[event.option_index]
            if row.status == "unfinished":
                self.post_message(ResumeMatch(Path(row.path)))
            elif row.status == "finished":
                self.post_message(OpenResults(Path(row.path)))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """There is nothing to continue if nothing was left."""
        return action != "resume" or any(row.status == "unfinished" for row in self._rows)

    def action_play(self) -> None:
        """Choose the seats."""
        self.post_message(Navigate("seats"))

    def action_resume(self) -> None:
        """Go on with the newest match that was left."""
        row = next(row for row in self._rows if row.status == "unfinished")
        self.post_message(ResumeMatch(Path(row.path)))

    def action_theme(self) -> None:
        """Dark or light."""
        self.post_message(WantTheme())

    def action_leave(self) -> None:
        """Quit."""
        self.post_message(Navigate("quit"))
