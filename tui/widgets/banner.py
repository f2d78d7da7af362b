"""A banner over the table, for a second or two, when something happens that no one should miss."""

from __future__ import annotations

from collections.abc import Iterable

from textual.timer import Timer
from textual.widgets import Static

from woozle.arena.views.match_timeline import Mark
from woozle.arena.views.words import capitalise
from woozle.core.line import Line
from woozle.tui import safe
from woozle.tui.widgets.progress_signs import moves

SHOWN = 1.8  # seconds; the same stands in the log


class Banner(Static, can_focus=False):
    """Shows the last moment that counts: a part of the match that begins, or a blow. Any key takes it away.

    Nothing is shown where motion is reduced.
    """

    def __init__(self, *, id: str) -> None:
        super().__init__(id=id, markup=False)
        self._phase = ""
        self._timer: Timer | None = None
        self.display = False

    def see(self, lines: Iterable[Line], *, is_quiet: bool = False) -> None:
        """Show the last moment among those of some lines. is_quiet: only take note of them, as of what was before."""
        shown = None
        for mark in (Mark(0, line.moment, line.glyph) for line in lines if line.moment):
            if mark.is_phase and mark.words == self._phase:
                continue
            if mark.is_phase:
                self._phase = mark.words
            shown = mark
        if shown and not is_quiet and moves(self):
            self._show(shown)

    def hide(self) -> None:
        """Take it away, if it is there."""
        if self._timer:
            self._timer.stop()
            self._timer = None
        self.display = False

    def _show(self, mark: Mark) -> None:
        self.hide()
        self.set_class(mark.is_bad, "-bad")
        sign = "" if mark.is_phase or mark.glyph.isalnum() else f"{mark.glyph} "  # letters belong to the timeline
        self.update(safe.line(f"{sign}{capitalise(mark.words)}"))
        self.display = True
        self._timer = self.set_timer(SHOWN, self.hide)
