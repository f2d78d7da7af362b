"""Who is asked now, for how long already, and what came of the last requests."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from rich.cells import cell_len
from textual.content import Content
from textual.widget import Widget

from woozle.tui import safe
from woozle.tui.present.words import clock as minutes

if TYPE_CHECKING:
    from textual.timer import Timer

    from woozle.tui.present.views import Turn

_PATIENCE = 0.5  # seconds in which an answer needs no sign that somebody is at work
_NAME = 14
_SPINNER = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏"
_GLYPHS = {"asked": "▸", "answered": "✓", "refused": "✗", "forfeited": "–"}
_STYLES = {"asked": "bold $accent", "answered": "$success", "refused": "$error", "forfeited": "$warning"}


class TurnList(Widget):
    """One row a turn. Whoever thinks for long has a spinner, unless the terminal shows no animations, and a clock."""

    ALLOW_SELECT = False

    def __init__(self, *, clock: Callable[[], float] = time.monotonic, id: str | None = None) -> None:
        super().__init__(id=id)
        self.turns: tuple[Turn, ...] = ()
        self._clock = clock
        self._since: dict[Turn, float] = {}
        self._timer: Timer | None = None

    def show(self, turns: Sequence[Turn]) -> None:
        """Show these from now on."""
        now = self._clock()
        self._since = {turn: self._since.get(turn, now) for turn in turns if turn.state == "asked"}
        self._run(bool(self._since))
        if tuple(turns) != self.turns:
            rows, self.turns = len(self.turns), tuple(turns)
            self.refresh(layout=self.display and len(turns) != rows)

    def _run(self, is_waiting: bool) -> None:
        """One timer for all rows, and none while nobody is asked."""
        if is_waiting and self._timer is None:
            self._timer = self.set_interval(0.1 if self._moves else 1.0, self.refresh)
        elif not is_waiting and self._timer is not None:
            self._timer.stop()
            self._timer = None

    @property
    def _moves(self) -> bool:
        return self.app.animation_level != "none"

    def get_content_height(self, container: object, viewport: object, width: int) -> int:
        """One row a turn."""
        return max(1, len(self.turns))

    def render(self) -> Content:
        """All turns, the newest first."""
        now, width = self._clock(), self.content_size.width
        rows = [self._row(turn, now).truncate(width, ellipsis=True) for turn in self.turns]
        return (
            Content("\n").join(rows)
            if rows
            else Content.styled("Nobody is asked anything.", "$quiet").truncate(width, ellipsis=True)
        )

    def _row(self, turn: Turn, now: float) -> Content:
        waited = now - self._since.get(turn, now)
        is_slow = waited > _PATIENCE
        glyph = _SPINNER[int(now * 10) % len(_SPINNER)] if is_slow and self._moves else _GLYPHS[turn.state]
        words = turn.asks if turn.state in ("asked", "answered") else f"{turn.asks} {turn.state}"
        seconds = _duration(turn.seconds if turn.seconds is not None else waited if is_slow else None)
        return Content.assemble(
            (f"{glyph} ", _STYLES[turn.state]),
            safe.line(turn.name, f"$seat-{turn.number}" if turn.number else "$quiet"),
            " " * max(1, _NAME - cell_len(turn.name)),
            safe.line(words, "$quiet" if turn.state == "answered" else ""),
            (seconds and f"  {seconds}", "$quiet"),
        )


def _duration(seconds: float | None) -> str:
    if seconds is None:
        return ""
    return f"{seconds:.1f} s" if seconds < 60 else minutes(seconds)
