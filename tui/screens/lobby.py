"""The lobby: what can be played, what was played, where to go."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from textual import events, work
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widget import Widget
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from woozle.arena.views.next_step import next_step
from woozle.core.line import Line
from woozle.core.text import visible_line
from woozle.core.welcome import Welcome, load_welcomes
from woozle.tui import safe
from woozle.tui.controllers.access import WayToPlay, controllers_of
from woozle.tui.keys import HELP_KEYS, bindings, key
from woozle.tui.places import PLACES
from woozle.tui.screens.frame import FrameScreen
from woozle.tui.settings import keymap
from woozle.tui.widgets.key_names import name_keys
from woozle.tui.widgets.next_line import NextLine
from woozle.tui.widgets.title_bar import TitleBar, entitle

if TYPE_CHECKING:
    from woozle.arena.views.saved_matches import MatchRow, RecentMatches

_STATUS = {"finished": ("✓", "$success"), "unfinished": ("…", "$accent"), "damaged": ("✗", "$error")}
_GO = (
    ("lobby.learn", "Learn", "in 3 minutes"),
    ("lobby.play", "Play", "seats and rules"),
    ("lobby.daily", "Daily", "today's deal"),
    ("lobby.watch", "Watch", "bots play"),
    ("lobby.host", "Host", "others join"),
    ("lobby.resume", "Continue", "last match"),
    *((place.binding.id or "", place.title, place.words) for place in PLACES),
    ("screen.help", "Help", "rules, all keys"),
    ("lobby.theme", "Theme", "dark or light"),
    ("lobby.settings", "Settings", "name, keys"),
    ("lobby.quit", "Quit", ""),
)

_TITLE = Content.assemble((" woozle ", "bold reverse $primary"), ("  games about truth", "$quiet"))
_AFTER_PAINT = 0.05  # seconds; finding matches takes its time, and the lobby is to be there at once


class LobbyScreen(FrameScreen):
    """The first screen: games, and the latest matches."""

    BINDINGS = bindings(
        key("lobby.next", "n", "next", "The next thing to do", hidden=True),
        key("lobby.learn", "e", "open('tutorial')", "Learn"),
        key("lobby.play", "p", "open('seats')", "Play"),
        key("lobby.daily", "d", "open('daily')", "Daily", hidden=True),
        key("lobby.watch", "w", "open('bots')", "Watch"),
        key("lobby.host", "h", "open('host')", "Host", hidden=True),
        key("lobby.resume", "c", "resume", "Continue"),
        *(place.binding for place in PLACES),
        *HELP_KEYS,
        key("lobby.theme", "t", "theme", "Dark or light", hidden=True),
        key("lobby.settings", "comma", "settings", "Settings", hidden=True, shown=","),
        key("lobby.quit", "q", "leave", "Quit"),
    )
    ABOUT = (
        Line("The lobby", "heading"),
        Line("The first line says what to do next; {next.take} there, or {lobby.next}, does it."),
        Line("{lobby.learn} on a game teaches it in three minutes, against bots. Enter on a game asks who plays."),
        Line("A tick beside a game says that you have finished its tutorial."),
        Line("{lobby.host} opens a table that others join, from browsers and other terminals."),
        Line("Enter on one of your matches resumes it, or shows how it ended."),
        Line("The browser explains what is wrong with a damaged match."),
    )

    def __init__(self) -> None:
        super().__init__()
        self._rows: tuple[MatchRow, ...] = ()
        self._is_listed = False
        self._games = load_welcomes()

    def contents(self) -> Iterable[Widget]:
        yield TitleBar(_TITLE, id="title")
        yield NextLine(id="next")
        with Horizontal(id="columns"):
            with Vertical(id="left"):
                yield OptionList(*(_option(name, shown) for name, shown in self._games.items()), id="games", markup=False)
                yield Static(
                    "All of this works offline: bots take the other seats. Every match is saved and can be verified.",
                    id="offline",
                    markup=False,
                )
            with Vertical(id="right"):
                yield Static(self._places(), id="go", markup=False)
                yield OptionList(id="matches", markup=False)

    def on_mount(self) -> None:
        entitle(self, {"#games": "Games", "#go": "Go to", "#matches": "Your matches"})
        self._list(())
        self.query_one(NextLine).focus()
        self.set_timer(_AFTER_PAINT, controllers_of(self).refresh_matches)

    @work(thread=True, exclusive=True)
    def list_matches(self) -> None:
        """List the matches anew."""
        self.do_from_thread(self.show_matches, controllers_of(self).library.list_recent())

    def on_screen_resume(self) -> None:
        self.query_one("#go", Static).update(self._places())
        self.query_one(NextLine).look()
        self._show_persona()

    def _show_persona(self) -> None:
        """Show who plays here. After the first match, and only then, a name is offered."""
        persona = controllers_of(self).persona
        right = Content("")
        if not persona.is_usual:
            right = safe.join(persona.label("you"), Content(" "))
        elif [row.status for row in self._rows] == ["finished"]:
            right = safe.line(name_keys(self, "your name? {lobby.settings} "), "$quiet")
        self.query_one(TitleBar).show(_TITLE, right, Content(""))

    def show_matches(self, recent: RecentMatches) -> None:
        """Show these from now on, with what to do next."""
        self._is_listed = True
        self._list(recent.rows)
        self.query_one(NextLine).show(next_step(recent.rows, self._games, recent.learned, is_daily_played=recent.is_daily_played))
        games = self.query_one("#games", OptionList)
        for name in recent.learned & self._games.keys():
            games.replace_option_prompt(name, _prompt(self._games[name], is_learned=True))

    def _list(self, rows: tuple[MatchRow, ...]) -> None:
        self._rows = rows
        matches = self.query_one("#matches", OptionList)
        matches.clear_options()
        if not rows and self._is_listed:
            none = name_keys(self, "No match yet.\n{lobby.learn} teaches a game,\n{lobby.play} starts a match.")
            matches.add_option(Option(safe.text(none, "$quiet"), disabled=True))
        for row in rows:
            mark, style = _STATUS[row.status]
            head = Content.assemble((f"{mark} {row.status}", f"bold {style}"), (f"  {row.when}", "$quiet"))
            what = " · ".join(filter(None, (row.label.words, row.what)))
            matches.add_option(Option(safe.join(head, safe.text(f"\n  {visible_line(row.game)}: {visible_line(what)}"))))
        self._show_persona()
        self.refresh_bindings()

    @property
    def matches(self) -> tuple[MatchRow, ...]:
        return self._rows

    @property
    def _resumable_match(self) -> MatchRow | None:
        """Return the match that Continue resumes: the newest unfinished one, preferably with a human."""
        unfinished = [row for row in self._rows if row.status == "unfinished"]
        return next((row for row in unfinished if row.has_person), unfinished[0] if unfinished else None)

    @property
    def _game(self) -> str:
        return list(self._games)[self.query_one("#games", OptionList).highlighted or 0]

    def help_topic(self) -> tuple[str, Sequence[Line]]:
        return self._game, ()

    def _places(self) -> Content:
        return Content("\n").join(
            Content.assemble((f"{self.key_of(id):<3}", "bold $accent"), (f"{name:<12}", "bold"), (words, "$quiet"))
            for id, name, words in _GO
        )

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        if event.option_list.id == "games":
            self.action_open("seats")
        elif self._rows:
            row = self._rows[event.option_index]
            if row.status == "unfinished":
                controllers_of(self).resume(Path(row.path))
            elif row.status == "finished":
                controllers_of(self).library.open_results(Path(row.path))

    async def on_click(self, event: events.Click) -> None:
        if event.widget and event.widget.id == "go" and (offset := event.get_content_offset(event.widget)):
            await self.run_action(keymap.binding_of(_GO[offset.y][0]).action)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer to continue only what was left, and to learn only where there is a tutorial."""
        if parameters == ("tutorial",):
            return not self.is_mounted or self._games[self._game].tutorial is not None
        if action == "next":
            return not self.is_mounted or self.query_one(NextLine).step is not None
        return action != "resume" or self._resumable_match is not None

    def on_option_list_option_highlighted(self) -> None:
        """Update the keys: not every game has a tutorial."""
        self.refresh_bindings()

    def action_next(self) -> None:
        self.query_one(NextLine).action_take()

    def on_next_line_taken(self, message: NextLine.Taken) -> None:
        if message.step.how == "resume":
            controllers_of(self).resume(Path(message.step.path))
        else:
            controllers_of(self).open_game(message.step.game, message.step.how)

    def action_open(self, how: WayToPlay) -> None:
        """Open the game at the cursor."""
        controllers_of(self).open_game(self._game, how)

    def action_resume(self) -> None:
        if self._resumable_match:
            controllers_of(self).resume(Path(self._resumable_match.path))

    def action_go(self, name: str) -> None:
        """Show a screen, once however often the key is pressed before it is there."""
        if self.is_current:
            next(place for place in PLACES if place.name == name).open(self.app)

    def action_settings(self) -> None:
        if self.is_current:
            controllers_of(self).preferences.show()

    def action_leave(self) -> None:
        self.app.exit()

    def action_theme(self) -> None:
        controllers_of(self).preferences.toggle_theme()


def _option(name: str, shown: Welcome) -> Option:
    """Return a game in the list: its name, and two lines about it."""
    return Option(safe.join(_prompt(shown)), id=name)


def _prompt(shown: Welcome, *, is_learned: bool = False) -> Content:
    tick = [Content.styled(" ✓", "bold $success")] if is_learned else []
    gap = " " if is_learned else "  "  # with a tick the longest title would not fit on its line
    title = safe.join(safe.line(shown.title, "bold $primary"), *tick, safe.line(f"{gap}{shown.size}", "$quiet"))
    return Content("\n").join([title, *map(safe.line, filter(None, shown.about))])
