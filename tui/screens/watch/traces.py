"""Answers of models as they come, below the log of a watched match."""

from __future__ import annotations

from woozle.arena.views.model_traces import Mind
from woozle.arena.views.panels import Turn
from woozle.arena.views.viewpoint import Viewpoint
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
