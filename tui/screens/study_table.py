"""The table in a study: the same, with how far one is, and nothing that leads out of the study."""

from __future__ import annotations

from typing import Any

from textual.content import Content

from woozle.arena.views.study import Progress
from woozle.tui import messages, safe, study_keys
from woozle.tui.messages import visiting
from woozle.tui.screens.table import TableScreen
from woozle.tui.styles import sheets
from woozle.tui.widgets.desk import Desk
from woozle.tui.widgets.keyed import keyed
from woozle.tui.widgets.title_bar import TitleBar, badge, whereabouts

_NOT_HERE = ("results", "copy", "pictures", "leave")
"""What leads to files, to other screens, or out of the match without asking as a study asks."""


class StudyTableScreen(TableScreen):
    """A match of a study, as the participant sees it."""

    BINDINGS = study_keys.STUDY_TABLE
    CSS_PATH = sheets("table", "study")
    is_study = True
    opens = ""

    def __init__(self, known: Any, answer: Any, match_id: str, progress: Progress, **options: Any) -> None:
        self.progress = progress
        super().__init__(known, answer, match_id, **options)

    @property
    def names(self) -> dict[int, str]:
        """What the table calls the seats, by their numbers."""
        return {card.number: card.name for card in self.table.seats}

    def ask_to_leave(self, *, quit: bool, key: str = "") -> None:
        """As everywhere in a study."""
        self.post_message(visiting.WantStop())

    def action_on(self) -> None:
        """To the next step."""
        self.post_message(messages.WantResults())

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Nothing leads to other matches, to files or to results."""
        if action in _NOT_HERE:
            return False
        if action == "on":
            return self._is_over and not self._failure
        return super().check_action(action, parameters)

    def _show(self) -> None:
        super()._show()
        progress, table = self.progress, self.table
        mark = Content.styled(" PREVIEW ", "bold reverse $warning") if progress.is_preview else Content("")
        step = safe.line(f" {progress.title}, {progress.words}  ", "$quiet")
        self.query_one(TitleBar).show(safe.join(mark, step, whereabouts(table)), badge(table), safe.line(table.goal, "$quiet"))

    def prompt(self, table: Any) -> None:
        """Also what a participant can do at the end."""
        super().prompt(table)
        if self._is_over and not self._failure:
            self.query_one(Desk).show(keyed(self, "The match is over: {table.on} goes on."), is_asked=True)
        elif self._failure:
            stop = "Stop is at the bottom of this page" if self.progress.is_linked else keyed(self, "{app.quit} stops")
            tell = f"Please tell whoever runs this study; {stop}."
            self.query_one(Desk).show(f"{self._failure} {tell}", is_warning=True)
