"""Additions to the log of a watched match: answers of models as they come, and verdicts on claims."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import groupby

from woozle.arena.views.audits import ClaimRow, tags
from woozle.arena.views.model_traces import Mind
from woozle.arena.views.panels import Turn
from woozle.arena.views.viewpoint import Viewpoint
from woozle.core.line import Line
from woozle.tui.widgets.transcript import Transcript


class ModelTraces:
    """Answers below the log while models give them."""

    def __init__(self, viewpoint: Viewpoint, story: Transcript) -> None:
        self._viewpoint, self._story = viewpoint, story
        self.minds: tuple[Mind, ...] = ()
        self.turns: tuple[Turn, ...] = ()

    @property
    def is_waiting(self) -> bool:
        """Return whether a model is at work that can be made to give up."""
        return any(turn.words for turn in self.turns if turn.state == "asked")

    def show_live(self, *, follows: bool) -> None:
        """Show what is being answered now. follows: the end of the record is in view."""
        self._story.append_for_now(self._viewpoint.live(self.minds) if follows else ())


class ClaimVerdicts:
    """Verdicts on what was claimed, below each speech. What is not yet to be read is not yet judged either."""

    def __init__(self, viewpoint: Viewpoint, story: Transcript) -> None:
        self._viewpoint, self._story = viewpoint, story
        self.claims: tuple[ClaimRow, ...] = ()
        self.problem = ""
        self.picked: ClaimRow | None = None
        self._has_tags = True

    @property
    def heard_claims(self) -> Sequence[ClaimRow]:
        """Return the claims of all speeches that can be read now."""
        timeline, count = self._viewpoint.timeline, self._story.count
        return self.claims[: bisect_right(self.claims, count, key=lambda row: timeline.lines_at(row.at + 1))]

    def add(self, claims: tuple[ClaimRow, ...], problem: str, *, are_seen: bool) -> None:
        """Take more claims that were checked. problem: why no more can be; are_seen: verdicts may be shown."""
        self.claims += claims
        self.problem = problem or self.problem
        if are_seen and self._has_tags:
            self._tag(claims)

    def tag_all(self) -> None:
        """Note the verdicts below all speeches, unless they are hidden: the lines are new."""
        if self._has_tags:
            self._tag(self.claims)

    def toggle(self) -> None:
        """Show the verdicts below the speeches, or hide them."""
        self._has_tags = not self._has_tags
        self._tag(self.claims)

    def _tag(self, claims: Iterable[ClaimRow]) -> None:
        timeline = self._viewpoint.timeline
        amended: dict[int, Line] = {}
        for at, rows in groupby(claims, lambda row: row.at):
            line = timeline.last_line_of(at)
            amended[line] = replace(timeline.lines[line], tags=tags([*rows]) if self._has_tags else ())
        if amended:
            self._story.amend(amended)
