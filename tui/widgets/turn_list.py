"""The seats that are asked now, for how long already, and what came of the last requests."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from rich.cells import cell_len
from textual.content import Content

from woozle.tui import safe
from woozle.tui.widgets import progress_signs
from woozle.tui.widgets.row_widgets import TextRows

if TYPE_CHECKING:
    from textual.timer import Timer

    from woozle.arena.views.panels import Turn

_NAME = 14
_GLYPHS = {"asked": "▸", "answered": "✓", "refused": "✗", "forfeited": "–"}
_STYLES = {"asked": "bold $accent", "answered": "$success", "refused": "$error", "forfeited": "$warning"}


class TurnList(TextRows):
    """A list of turns, a row each. A slow turn gets a clock, and a spinner unless animations are off.

    only_models: whether only turns of working models are listed; without any, the list is hidden.
    """

    ALLOW_SELECT = False

    def __init__(self, *, clock: Callable[[], float] = time.monotonic, only_models: bool = False, id: str | None = None) -> None:
        super().__init__(id=id)
        self.turns: tuple[Turn, ...] = ()
        self._only_models = only_models
        self._clock = clock
        self._since: dict[Turn, float] = {}
        self._timer: Timer | None = None

    def on_mount(self) -> None:
        """Hide the list of models until one is asked; the style sheet says whether the list of all turns has room."""
        if self._only_models:
            self.display = False

    def show(self, turns: Sequence[Turn]) -> None:
        if self._only_models:
            turns = [turn for turn in turns if turn.state == "asked" and turn.words]
            self.display = bool(turns)
        now = self._clock()
        self._since = {turn: self._since.get(turn, now) for turn in turns if turn.state == "asked"}
        self._run(bool(self._since))
        if tuple(turns) != self.turns:
            rows, self.turns = len(self.turns), tuple(turns)
            self.refresh(layout=self.display and len(turns) != rows)

    def _run(self, is_waiting: bool) -> None:
        """Run one timer for all rows, and none while no one is asked."""
        if is_waiting and self._timer is None:
            self._timer = self.set_interval(0.1 if progress_signs.moves(self) else 1.0, self.refresh)
        elif not is_waiting and self._timer is not None:
            self._timer.stop()
            self._timer = None

    def get_content_height(self, container: object, viewport: object, width: int) -> int:
        return max(1, len(self.turns))

    def row(self, y: int) -> Sequence[Content]:
        if y < len(self.turns):
            row = self._row(self.turns[y], self._clock())
        else:
            row = Content.styled("" if self.turns or y else "No one is asked anything.", "$quiet")
        return [row.truncate(self.content_size.width, ellipsis=True)]

    def _row(self, turn: Turn, now: float) -> Content:
        waited = now - (turn.since if turn.since is not None else self._since.get(turn, now))
        is_slow = waited > progress_signs.SHORT
        is_moving = is_slow and turn.state == "asked" and progress_signs.moves(self)
        glyph = progress_signs.spinner(now) if is_moving else _GLYPHS[turn.state]
        words = turn.asks if turn.state in ("asked", "answered") else f"{turn.asks} {turn.state}"
        if turn.until is not None:
            words = f"{turn.asks} · waits {max(0, turn.until - now):.0f} s: {turn.words}"
        elif self._only_models:
            words = f"{turn.asks} · {turn.words}"
        seconds = turn.seconds if turn.seconds is not None else waited if is_slow else None
        return Content.assemble(
            (f"{glyph} ", _STYLES[turn.state]),
            safe.line(turn.name, f"$seat-{turn.number}" if turn.number else "$quiet"),
            " " * max(1, _NAME - cell_len(turn.name)),
            safe.line(words, "$quiet" if turn.state == "answered" else ""),
            self._how_long(turn, seconds, now) if self._only_models else _quiet(seconds),
            safe.line(f"  {turn.words}" if turn.words and turn.state != "asked" else "", "$quiet"),
        )

    def _how_long(self, turn: Turn, seconds: float | None, now: float) -> Content:
        """Return how long it takes already, or how much of its time is used up."""
        if turn.until is not None:
            return Content("")
        shown = _quiet(seconds)
        if seconds is None or turn.limit is None or seconds <= progress_signs.LONG:
            return shown
        used = seconds / turn.limit
        style = "bold $warning" if used > progress_signs.LATE else "$quiet"
        late = " late" if used > progress_signs.LATE else ""
        return Content.assemble(shown, (f" {progress_signs.bar(used)}{late} limit {progress_signs.duration(turn.limit)}", style))


def _quiet(seconds: float | None) -> Content:
    return Content("" if seconds is None else f"  {progress_signs.duration(seconds)}").stylize("$quiet")
