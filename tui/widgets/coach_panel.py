"""The coach of a tutorial: a sentence or two about what matters now, always in the same place."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, ClassVar

from textual.content import Content
from textual.widgets import Static

from woozle.core.line import Line
from woozle.tui import safe

if TYPE_CHECKING:
    from woozle.arena.views.coach import Coach
    from woozle.core.event import Event
    from woozle.core.request import Request


class CoachPanel(Static):
    """The coach's last sentence; quiet once something was asked that it has nothing to say of. Hidden without a coach."""

    ABOUT: ClassVar[tuple[Line, ...]] = (
        Line("The coach", "heading"),
        Line("Says in a tutorial what matters now, each thing once. {table.coach} folds it away, and shows it again."),
    )

    def __init__(self, coach: Coach | None, *, id: str | None = None) -> None:
        super().__init__(id=id, markup=False)
        self.coach = coach
        self.is_folded = False
        self.look()

    def see(self, events: Iterable[Event]) -> None:
        """Note new observations of the seat at this table."""
        if self.coach:
            for event in events:
                self.coach.see(event)

    def ask(self, request: Request) -> None:
        if self.coach:
            self.look(is_new=bool(self.coach.ask(request)))

    def rest(self) -> None:
        """Take note that the seat is out, and asked nothing any more."""
        if self.coach and self.coach.rest():
            self.look()

    def end(self) -> None:
        if self.coach:
            self.look(is_new=bool(self.coach.end()))

    def fold(self) -> None:
        self.is_folded = not self.is_folded
        self.look()

    def look(self, *, is_new: bool = True) -> None:
        said = self.coach.said if self.coach else ""
        self.display = bool(said) and not self.is_folded
        self.set_class(not is_new, "-told")
        if self.is_attached:
            self.screen.set_class(self.display, "-coached")
        self.update(Content.assemble(("Coach  ", "bold $accent"), safe.text(said)))
