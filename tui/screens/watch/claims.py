"""Claims on the screen of spectators: verdicts below speeches, and the list of all claims."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any

from textual.screen import Screen

from woozle.arena.views.audits import ClaimRow, Explanation, tags_by_event
from woozle.arena.views.viewpoint import Viewpoint
from woozle.core.state import EVERYTHING
from woozle.tui.actions import Action, Actions
from woozle.tui.screens.watch.playback import Playback
from woozle.tui.widgets.board import Board


class CheckedClaims:
    """Claims as they are checked. What is not yet to be read is not yet judged either.

    `-claims` on the screen shows the list, beside the log or in its place. say: says a sentence until the next moment is shown.
    """

    def __init__(
        self, screen: Screen[Any], board: Board, viewpoint: Viewpoint, playback: Playback, say: Callable[[str], None]
    ) -> None:
        self._screen, self._panel, self._story = screen, board.claims, board.story
        self._viewpoint, self._playback, self._say = viewpoint, playback, say
        self.rows: tuple[ClaimRow, ...] = ()
        self._explained: tuple[Explanation, ...] = ()
        self.picked: ClaimRow | None = None
        self._problem = ""
        self._has_tags = True

    @property
    def are_seen(self) -> bool:
        """Return whether verdicts may be shown: only to eyes from which nothing is hidden."""
        return self._panel is not None and self._viewpoint.viewer == EVERYTHING

    def add(self, rows: tuple[ClaimRow, ...], problem: str, explained: tuple[Explanation, ...] = ()) -> None:
        """Take more claims that were checked, and Events that were explained. problem: why no more claims can be checked."""
        self.rows += rows
        self._explained += explained
        self._problem = problem or self._problem
        if self.are_seen and self._has_tags:
            self._tag(rows, explained)
        self.show()

    def restart(self) -> None:
        """Start anew with the log of another viewer."""
        if self.are_seen:
            if self._has_tags:
                self._tag(self.rows, self._explained)
            return
        self.close()
        self.picked = None
        if self._panel:
            self._panel.show(())

    def _tag(self, rows: Iterable[ClaimRow], explained: Iterable[Explanation]) -> None:
        """Note the verdicts below speeches and the reasons below other lines, or neither while they are hidden."""
        timeline = self._viewpoint.timeline
        below = {timeline.last_line_of(at): noted for at, noted in tags_by_event(rows, explained).items()}
        if below:
            shown = {line: noted if self._has_tags else () for line, noted in below.items()}
            self._story.amend({line: replace(timeline.lines[line], tags=noted) for line, noted in shown.items()})

    # The list

    @property
    def is_open(self) -> bool:
        return self._screen.has_class("-claims")

    def show(self) -> None:
        """Show the claims of all speeches that can be read now, if the list is open."""
        if self._panel and self.is_open:
            self._panel.show(self._heard, self._problem)

    @property
    def _heard(self) -> Sequence[ClaimRow]:
        timeline, count = self._viewpoint.timeline, self._story.count
        return self.rows[: bisect_right(self.rows, count, key=lambda row: timeline.lines_at(row.at + 1))]

    def open(self) -> None:
        if self._panel:
            self._screen.remove_class("-raw")
            self._screen.add_class("-claims")
            self.show()
            self._panel.focus_list()

    def close(self) -> None:
        if self.is_open:
            self._screen.remove_class("-claims")
            self._story.focus()

    def make_room(self) -> None:
        """Close the list where it would hide the log."""
        if not (self._screen.has_class("-wide") or self._screen.has_class("-wider")):
            self.close()

    def prove(self, row: ClaimRow) -> None:
        """Go to the event that settles a claim, and say why."""
        self.picked = row
        if row.proof:
            self._visit(row.proof[0] + 1)
        self._say(row.reason if row.proof else f"{row.reason} No single Event proves it.")

    def _visit(self, at: int) -> None:
        """Show that moment beside the list, or instead of it; what came after it stays to be read."""
        self.make_room()
        self._playback.pause()
        timeline = self._viewpoint.timeline
        first = timeline.lines_at(at - 1)
        line = first if first < timeline.lines_at(at) else first - 1  # not every Event has words
        self._playback.go(at, by="pick" if line < self._story.count else "jump")
        self._story.point_at(line)

    # Keys

    @property
    def actions(self) -> Actions:
        return {
            "claims": Action(self._toggle_list, lambda: self.are_seen),
            "tags": Action(self._toggle_tags, lambda: self.are_seen),
            "speech": Action(self._visit_speech, lambda: self.are_seen and self.picked is not None),
        }

    def _toggle_list(self) -> None:
        if self.is_open:
            self.close()
        else:
            self.open()

    def _toggle_tags(self) -> None:
        self._has_tags = not self._has_tags
        self._tag(self.rows, self._explained)

    def _visit_speech(self) -> None:
        """Go to the speech in which the picked claim was made."""
        if row := self.picked:
            self._visit(row.at + 1)
            self._say(f"{row.mark}: {row.reason}")
