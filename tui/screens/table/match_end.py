"""The end of the match at a table: its card, and the ways on from there."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

from textual.screen import Screen

from woozle.tui.actions import Action, Actions
from woozle.tui.controllers.access import WayOn, controllers_of, ways_of
from woozle.tui.screens.match_view import MatchView
from woozle.tui.screens.table.seat_view import SeatView
from woozle.tui.screens.table.terms import TableTerms
from woozle.tui.widgets.end_card import EndCardPanel

if TYPE_CHECKING:
    from woozle.arena.views.end_card import EndCard

_SCENES = ("table.scene", "table.other_scene")
"""The bindings that open the scenes of a card."""


class MatchEnd:
    """What can be done once the match is over. There is a card outside studies, once it has been made."""

    def __init__(self, screen: Screen[Any], seat: SeatView, terms: TableTerms, view: MatchView) -> None:
        self._screen, self._seat, self._terms, self._view = screen, seat, terms, view
        self.panel = EndCardPanel(id="end-card")
        self._next_game = self._why_no_rematch = ""

    def show(self, card: EndCard, next_game: str, why_no_rematch: str) -> None:
        """Show the card. next_game: the title of a game to play next; empty for none."""
        self._next_game, self._why_no_rematch = next_game, why_no_rematch
        self.panel.fill(card, [*self._ways_on(card)])
        self._screen.refresh_bindings()

    def _ways_on(self, card: EndCard) -> Iterator[tuple[str, str]]:
        if self._terms.coach:
            yield "table.play", "Play it for real"
        elif not self._why_no_rematch:
            yield "table.rematch", "Rematch: the same players, all dealt anew"
        yield "table.replay", "Watch the replay"
        for binding, scene in zip(_SCENES, card.scenes, strict=False):
            yield binding, scene.title
        if self._next_game:
            yield "table.another", f"Next game: {self._next_game}"
        yield "table.results", "Results"

    def close(self) -> bool:
        """Put the card away; return whether it was there."""
        return self.panel.close()

    @property
    def words(self) -> str:
        """Return the prompt of a match that is over, naming keys."""
        after = "{table.on} goes on" if self._terms.study else "{table.results} shows how it ended"
        play = ", {table.play} plays the game for real" if self._terms.coach else ""
        return f"The match is over: {after}{play}."

    # Keys

    @property
    def actions(self) -> Actions:
        return {
            "card": Action(self._open, lambda: self._has_card() and not self.panel.display),
            "rematch": Action(partial(self._go_on, "rematch"), lambda: self._can_play_again() and not self._why_no_rematch),
            "no_rematch": Action(self._say_why_not, lambda: self._can_play_again() and bool(self._why_no_rematch)),
            "replay": Action(partial(self._go_on, "replay"), self._has_card),
            "another": Action(partial(self._go_on, "next"), self._has_next_game),
            "scene": Action(self._look_back, self._has_scene),
            "results": Action(self._show_results, self._has_results),
            "on": Action(self._show_results, lambda: self._terms.study is not None and self._has_results()),
            "play": Action(self._play_for_real, lambda: self._terms.coach is not None and self._seat.is_over),
        }

    @property
    def _card(self) -> EndCard | None:
        return self.panel.card

    def _has_card(self) -> bool:
        return self._card is not None

    def _can_play_again(self) -> bool:
        return self._has_card() and self._terms.coach is None

    def _say_why_not(self) -> None:
        self._screen.notify(self._why_no_rematch, markup=False)

    def _has_next_game(self) -> bool:
        return self._has_card() and self._next_game != "" and not self._view.is_searching

    def _has_results(self) -> bool:
        return self._seat.is_over and not self._seat.failure

    def _open(self) -> None:
        self.panel.open()
        self._screen.refresh_bindings()

    def _go_on(self, what: WayOn) -> None:
        controllers_of(self._screen).go_on(what)

    def _has_scene(self, at: int) -> bool:
        return self._card is not None and at < len(self._card.scenes)

    def _look_back(self, at: int) -> None:
        if self._card:
            from woozle.tui.screens.scene import SceneScreen

            self._screen.app.push_screen(SceneScreen(self._card.scenes[at]))

    def _show_results(self) -> None:
        ways_of(self._screen).end_match()

    def _play_for_real(self) -> None:
        """Leave the tutorial that is over, and choose seats and rules of the same game."""
        controllers_of(self._screen).leave_match()
        controllers_of(self._screen).open_game(self._terms.game, "seats")
