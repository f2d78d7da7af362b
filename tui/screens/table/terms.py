"""The terms on which a match is played at a table: alone or in turns, with a coach, or in a study."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from textual.content import Content

from woozle.arena.views.words import to_resume
from woozle.tui import safe
from woozle.tui.widgets.title_bar import whereabouts

if TYPE_CHECKING:
    from woozle.arena.views.coach import Coach
    from woozle.arena.views.notebook import MatchNotes
    from woozle.arena.views.panels import TableView
    from woozle.arena.views.study import Progress
    from woozle.core.line import Line
    from woozle.tui.persona import Persona


@dataclass(frozen=True)
class TableTerms:
    """The terms of one match.

    game: what is played. match_id: to resume it by; empty where it is begun anew, as tutorials are. rules: of this match, for help.
    is_blind: whose turn it is stays hidden. is_shared: several people use this terminal, so that nothing may be left to copy.
    coach: of a tutorial. study: the progress of the participant, in a match that only the study leads out of.
    is_hurried: no event is shown step by step. notes: the notebook of the seat; None without one, as in studies and blind matches.
    is_joined: the table is one of another machine, whose host sets the pace.
    """

    game: str = ""
    match_id: str = ""
    is_blind: bool = False
    is_shared: bool = False
    coach: Coach | None = None
    rules: Sequence[Line] = ()
    study: Progress | None = None
    is_hurried: bool = False
    notes: MatchNotes | None = None
    is_joined: bool = False

    @property
    def has_steps(self) -> bool:
        """Return whether events may be shown step by step."""
        return not self.study and not self.is_hurried

    @property
    def how_to_resume(self) -> str:
        """Return how to resume a match that was left; empty if it cannot be resumed."""
        if self.is_joined:
            return "your seat stays yours: the same link leads back to it"
        return f"saved: {to_resume(self.match_id)}" if self.match_id else ""

    @property
    def whom_to_tell(self) -> str:
        """Return what to do when a match of a study has failed, naming keys; empty outside a study."""
        if not self.study:
            return ""
        return " Please tell the organisers of this study; {app.quit} stops."

    def title(self, table: TableView, persona: Persona) -> Content:
        """Return the title of the table, after the step of a study."""
        if not self.study:
            return whereabouts(table, persona)
        mark = Content.styled(" PREVIEW ", "bold reverse $warning") if self.study.is_preview else Content("")
        return safe.join(mark, safe.line(f" {self.study.title}, {self.study.words}  ", "$quiet"), whereabouts(table, persona))
