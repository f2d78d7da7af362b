"""Commands that the palette finds by what is typed, beside the few that it lists at once."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from textual.app import SystemCommand
from textual.command import Hit, Hits, Provider

from woozle.core.text import visible_line
from woozle.tui import safe
from woozle.tui.places import PLACES

if TYPE_CHECKING:
    from textual.dom import DOMNode
    from textual.screen import Screen

    from woozle.arena.views.saved_matches import MatchRow
    from woozle.tui.app import WoozleApp
    from woozle.tui.controllers.access import WayToPlay

_GAMES: tuple[tuple[str, WayToPlay, str], ...] = (
    ("Learn", "tutorial", "A tutorial of {}, against bots"),
    ("Play", "seats", "A match of {}: seats and rules"),
    ("Daily", "daily", "Today's deal of {}"),
    ("Watch", "bots", "Bots play {}"),
)


class EverythingProvider(Provider):
    """Finds games, places, matches, themes and the keys of the screen. Nothing of it is listed before something is typed."""

    async def search(self, query: str) -> Hits:
        """Yield what fits, the best first."""
        matcher = self.matcher(query)
        app: Any = self.app
        for found in commands(app, self.screen):
            if (score := matcher.match(found.title)) > 0:
                about = found.help.replace("[", "\\[")  # which is markup
                yield Hit(score, safe.line(found.title), found.callback, text=visible_line(found.title), help=about)


def commands(app: WoozleApp, screen: Screen[Any]) -> Iterator[SystemCommand]:
    """Yield all that can be found on a screen. What leads away from a match under way is left out."""
    yield from _keys(screen)
    for name in app.available_themes:
        yield SystemCommand(f"Theme: {name}", "Use this theme", partial(app.preferences.change, "theme", name))
    if app.session and not app.session.is_over:
        return

    from woozle.core.welcome import load_welcomes

    for game, welcome in load_welcomes().items():
        for verb, how, about in _GAMES:
            if how != "tutorial" or welcome.tutorial:
                title = welcome.title or game
                yield SystemCommand(f"{verb} {game}", about.format(title), partial(app.open_game, game, how))
    for place in PLACES:
        yield SystemCommand(place.title, place.about, partial(place.open, app))
    for row in app.known_matches:
        words = f"{row.game} {row.when}: {' · '.join(filter(None, (row.label.words, row.what)))}"
        yield SystemCommand(words, f"Your match, {row.status}", partial(_open_match, app, row))


def _open_match(app: WoozleApp, row: MatchRow) -> None:
    match row.status:
        case "unfinished":
            app.resume(Path(row.path))
        case "finished":
            app.library.open_results(Path(row.path))
        case _:
            from woozle.tui.screens.report import ReportScreen

            app.push_screen(ReportScreen(Path(row.path)))


def _keys(screen: Screen[Any]) -> Iterator[SystemCommand]:
    """Yield the keys that do something now, those of the panel with the cursor too."""
    for active in screen.active_bindings.values():
        binding, node = active.binding, active.node
        if not active.enabled or not binding.description or not binding.id or binding.id.startswith("table.choose_"):
            continue
        shown = binding.key_display or binding.key
        yield SystemCommand(binding.description, f"On this screen: {shown}", partial(_press, screen, node, binding.action))


def _press(screen: Screen[Any], node: DOMNode, action: str) -> None:
    screen.call_later(screen.app.run_action, action, node)
