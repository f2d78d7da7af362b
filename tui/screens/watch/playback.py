"""The place of a spectator in a record, and how the record goes on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, TypeAlias

from woozle.arena.play.news import Change, Playhead
from woozle.arena.views.viewpoint import Viewpoint

Move: TypeAlias = Literal["jump", "pick", "on"]
"""A way to another place: a jump, its line, so that what came after it stays to be read, or that the match went on."""


class Playback:
    """Steps, jumps and pauses.

    A replay shows the moment at which its player stands. A live match goes on by itself: looking back leaves its end,
    to be followed again later.

    Args:
        steer: Steers the player, for `to` with the place.
        move: Shows the lines of another place, by the way that led there. draw: Draws the moment at the place.
    """

    def __init__(
        self,
        viewpoint: Viewpoint,
        *,
        is_live: bool,
        steer: Callable[[Change, int], None],
        move: Callable[[Move], None],
        draw: Callable[[], None],
    ) -> None:
        self._viewpoint, self._is_live = viewpoint, is_live
        self._steer, self._move, self._draw = steer, move, draw
        self._head = Playhead(0, True, 1.0)
        self._drawn: tuple[Playhead, int, int] | None = None
        self.follows = True
        """Whether the end of the record is in view, wherever it moves."""
        self.is_over = False

    def take(self, head: Playhead) -> None:
        """Take where the player stands now."""
        self._head = head
        if self.follows and head.at != self._viewpoint.at:
            self._viewpoint.at = head.at
            self._move("on")
        elif self._drawn == self._moment:  # the spectator jumped there, and sees it already
            return
        self._draw()

    def note_drawn(self) -> None:
        """Note that the present moment was drawn."""
        self._drawn = self._moment

    @property
    def _moment(self) -> tuple[Playhead, int, int]:
        return self._head, self._viewpoint.at, len(self._viewpoint)

    # Going elsewhere

    def go(self, at: int, *, by: Move = "jump") -> None:
        """Show another moment."""
        if self._is_live:
            self.follows = at == len(self._viewpoint)
        else:
            self._head = Playhead(at, self._head.is_playing, self._head.speed)
            self._steer("to", at)
        self._viewpoint.at = at
        self._move(by)
        self._draw()

    def step(self, by: int) -> None:
        """Go one moment on or back; at the end of a live match one answer."""
        if by > 0 and self._is_live and self._viewpoint.at == len(self._viewpoint):
            self._steer("step", 0)
            return
        self.pause()
        self.go(self._viewpoint.moment(by))

    def go_to_phase(self, by: int) -> None:
        self.go(self._viewpoint.phase(by))

    def go_to_edge(self, which: Literal["start", "end"] = "end") -> None:
        self.go(0 if which == "start" else len(self._viewpoint))

    def go_to_line(self, index: int) -> None:
        """Look at the moment of a line of the log; the last one is where a live match goes on."""
        self.pause()
        timeline = self._viewpoint.timeline
        is_last = index == len(timeline.lines) - 1
        self.go(len(self._viewpoint) if is_last and self._is_live else timeline.event_of(index), by="pick")

    def toggle(self) -> None:
        """Pause, or go on."""
        self._steer("pause" if self._head.is_playing else "go", 0)

    def pause(self) -> None:
        """Let a replay stand still."""
        if self._head.is_playing and not self._is_live:
            self._steer("pause", 0)

    # Playing on

    @property
    def speed(self) -> float:
        return self._head.speed

    @property
    def is_playing(self) -> bool:
        return self._head.is_playing and not self.is_done

    @property
    def is_done(self) -> bool:
        """Return whether a live match is over. A replay can always be played."""
        return self._is_live and self.is_over

    @property
    def is_running(self) -> bool:
        """Return whether the place moves by itself."""
        return self._head.is_playing and self.follows and not self.is_over

    @property
    def is_at_end(self) -> bool:
        """Return whether this is the end of a match that is over."""
        return self.is_over and self._viewpoint.at == len(self._viewpoint)

    @property
    def state(self) -> tuple[str, bool]:
        """Return in words how it goes on, and whether they are a warning."""
        if self._is_live and not self.follows:
            return "LOOKING BACK", True
        if self.is_done:
            return "OVER", False
        if not self._head.is_playing:
            return "PAUSED", True
        return "following" if self._is_live else "playing", False
