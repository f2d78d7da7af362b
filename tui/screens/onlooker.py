"""Where a spectator stands: at a moment of a live match or of a transcript, behind somebody's eyes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from textual.widget import Widget

from woozle.arena.views.registry import titles
from woozle.arena.views.vantage import Vantage
from woozle.arena.views.views import Show
from woozle.tui import messages
from woozle.tui.messages import gestures, keeping, onlooking
from woozle.tui.screens.reading import ReadingScreen
from woozle.tui.widgets.board import Board
from woozle.tui.widgets.keyed import keyed
from woozle.tui.widgets.panels import Prompt
from woozle.tui.widgets.part import Part
from woozle.tui.widgets.playbar import PlayBar
from woozle.tui.widgets.raw_panel import RawPanel
from woozle.tui.widgets.turn_list import TurnList

if TYPE_CHECKING:
    from textual.timer import Timer

_STAYS = 0.5  # seconds that a key can be used before the footer of a match that runs shows it


class Onlooker(ReadingScreen):
    """Shows a record up to a moment.

    A replay stands where its player stands, which is told where to go. A live match goes on by itself: who looks back leaves its
    end, and follows it again later.
    """

    _board = Part(Board)
    _player = Part(PlayBar)
    _prompt = Part(Prompt)

    def __init__(self, show: Show, vantage: Vantage, clock: Callable[[], float]) -> None:
        super().__init__()
        self.game, self.rules = show.game, show.rules
        self.shown = show
        self.vantage = vantage
        self._clock = clock
        self._pace = onlooking.Playhead(0, True, 1.0)
        self._drawn: object = None
        self._follows = True
        self._is_over = False
        self._failure = ""
        self._note = ""
        self._offered: tuple[bool, ...] = ()
        self._coming: tuple[bool, ...] = ()
        self._later: Timer | None = None

    def contents(self) -> Iterable[Widget]:
        """What there is to see, and the player below it."""
        yield Board(self._clock, titles(self.game), id="board")
        yield PlayBar(id="player")

    def on_mount(self) -> None:
        """Arrows lead through the lines."""
        self._tell_again()
        self._story.focus()

    # What comes in

    def on_recorded(self, message: onlooking.Recorded) -> None:
        """There is more of it."""
        self._take(message)

    def _take(self, message: onlooking.Recorded) -> None:
        self._story.show(self.vantage.grow(message.told, message.steps, message.done))

    def on_playhead(self, message: onlooking.Playhead) -> None:
        """Where it stands now. Whoever went there sees it already."""
        self._pace = message
        if self._follows and message.at != self.vantage.at:
            self._stand(message.at, by_itself=True)
        elif self._drawn == self._moment:
            return
        self._draw()

    def on_turns(self, message: onlooking.Turns) -> None:
        """Whose turn it is."""
        for turns in self.query(TurnList):
            turns.show(message.turns)

    def on_finished(self, message: messages.Finished) -> None:
        """The end is known."""
        self._is_over = True
        self._draw()

    def on_failed(self, message: messages.Failed) -> None:
        """It cannot go on, or not all of it can be read."""
        self._failure = message.sentence
        self._draw()

    def on_raw(self, message: onlooking.Raw) -> None:
        """What the transcript has."""
        self.query_one(RawPanel).show(message.text)

    def on_marked(self, message: keeping.Marked) -> None:
        """It was checked."""
        if message.path == self.shown.path:
            self.shown = replace(self.shown, checked=message.mark)
            self._draw()

    # Going elsewhere

    def go(self, at: int, *, picked: bool = False) -> None:
        """Show another moment. picked: by its line, so that what came after it stays to be read."""
        if self.shown.is_live:
            self._follows = at == len(self.vantage)
        else:
            self._pace = onlooking.Playhead(at, self._pace.is_playing, self._pace.speed)
            self.post_message(onlooking.Play("to", at))
        self._stand(at, picked=picked)
        self._draw()

    def _stand(self, at: int, *, picked: bool = False, by_itself: bool = False) -> None:
        self.vantage.at, self._note = at, ""
        if not picked:
            self._unroll(by_itself=by_itself)
        if self.has_class("-raw"):
            self.post_message(onlooking.WantRaw(at))

    def _unroll(self, *, by_itself: bool = False) -> None:
        """Show the lines up to here. by_itself: it goes on, and whoever has scrolled up meanwhile reads on there."""
        story, count = self._story, self.vantage.lines
        story.show_until(None if self.shown.is_live and self._follows else count)
        if not by_itself or story.cursor is None or story.cursor < count - 1:
            story.point_at(max(0, count - 1))

    def _tell_again(self) -> None:
        """Show the story as it is for the present eyes."""
        self._story.reset(self.vantage.reel.lines, self.vantage.viewer)

    def _pause(self) -> None:
        if self._pace.is_playing and not self.shown.is_live:
            self.post_message(onlooking.Play("pause"))

    def on_line_picked(self, message: gestures.LinePicked) -> None:
        """Look at the moment of that line; the last one is where a live match goes on."""
        self._pause()
        is_last = message.index == len(self.vantage.reel.lines) - 1
        self.go(len(self.vantage) if is_last and self.shown.is_live else self.vantage.reel.event_of(message.index), picked=True)

    def on_sought(self, message: gestures.Sought) -> None:
        """A click on the bar."""
        self.go(message.at)

    # What is shown

    def say(self, sentence: str) -> None:
        """Say why something cannot be done, until the next moment is shown."""
        self._note = sentence
        self._draw()

    @property
    def _moment(self) -> object:
        return self._pace, self.vantage.at, len(self.vantage)

    def _draw(self) -> None:
        self._drawn = self._moment
        vantage, table = self.vantage, self.vantage.table
        self.make_room(table)
        self._board.show(table, vantage, self.shown)
        words, is_warning = self._state()
        at = f"{vantage.at:,} of {len(vantage):,}"
        self._player.show(
            f"{at}  {words}", self._pace.speed, is_playing=self._pace.is_playing and not self._is_done, is_warning=is_warning
        )
        is_at_end = self._is_over and vantage.at == len(vantage)
        over = keyed(self, "The match is over: {watch.results} shows how it ended.") if is_at_end else ""
        self._prompt.show(self._note or self._failure or over or table.prompt, is_warning=bool(self._note or self._failure))
        self._offer()

    def _offer(self) -> None:
        """Draw the footer anew, but only if other keys can be used now.

        It takes a layout and 40 ms, and a meeting of bots at full speed lasts a few frames: while it runs, keys that come and go
        so fast would only flicker, and they are drawn once they stay.
        """
        offered = self._keys()
        if self._is_running and self._offered:
            if offered != self._coming:
                self._come_later(offered)
        elif offered != self._offered:
            self._draw_keys()

    def _keys(self) -> tuple[bool, ...]:
        able = (bool(self.check_action(action, ())) for action in ("map", "page", "picture", "graph", "claims", "speech"))
        return (*able, self._follows, self._is_over)

    def _come_later(self, offered: tuple[bool, ...]) -> None:
        self._coming = offered
        if self._later is not None:
            self._later.stop()
        self._later = self.set_timer(_STAYS, self._draw_keys) if offered != self._offered else None

    def _draw_keys(self) -> None:
        self._offered = self._coming = self._keys()
        self.refresh_bindings()

    @property
    def _is_running(self) -> bool:
        return self._pace.is_playing and self._follows and not self._is_over

    @property
    def _is_done(self) -> bool:
        return self.shown.is_live and self._is_over

    def _state(self) -> tuple[str, bool]:
        if self.shown.is_live and not self._follows:
            return "LOOKING BACK", True
        if self._is_done:
            return "OVER", False
        if not self._pace.is_playing:
            return "PAUSED", True
        return "following" if self.shown.is_live else "playing", False
