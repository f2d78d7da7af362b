"""The views of the debate, as installed packages offer theirs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Self

from woozle.arena.views.help import read_help
from woozle.arena.views.match_timeline import Mark
from woozle.arena.views.panels import TableView
from woozle.arena.views.registry import End, GameViews
from woozle.arena.views.report import ReportView
from woozle.core.game import Event
from woozle.core.line import Line
from woozle.core.request import Request, Seat
from woozle.games.debate.state import State
from woozle.games.debate.views.form import FORM
from woozle.games.debate.views.lines import lines, mark, reading
from woozle.games.debate.views.results import results
from woozle.games.debate.views.table import table

if TYPE_CHECKING:
    from woozle.arena.views.end_card import EndCard


@dataclass(slots=True)
class Knowledge:
    """A viewer's state, as the timeline folds it."""

    state: State

    @classmethod
    def of(cls, viewer: Seat) -> Self:
        return cls(State(viewer))

    @property
    def me(self) -> Seat | None:
        return self.state.me

    def see(self, event: Event) -> list[Line]:
        told = list(lines(event, self.state))
        self.state.see(event)
        return told

    def look(self, request: Request | None = None) -> TableView:
        return table(self.state, request)

    def copy(self) -> Self:
        return replace(self, state=self.state.copy())


def marker(viewer: Seat) -> Callable[[Event, int], Mark | None]:
    """Return a function that marks the events of a viewer."""
    state = State(viewer)

    def mark_next(event: Event, at: int) -> Mark | None:
        moment = mark(event, at, state)
        state.see(event)
        return moment

    return mark_next


def _report() -> ReportView:
    from woozle.games.debate.views.report import VIEW  # loaded where reports are made

    return VIEW


def _end_card(end: End) -> EndCard:
    from woozle.games.debate.views.end_card import end_card  # loaded when a match is over

    return end_card(end)


VIEWS = GameViews(
    knowledge=Knowledge.of,
    marker=marker,
    reading=reading,
    results=results,
    help_lines=lambda: read_help(__file__),
    report=_report,
    form=FORM,
    end_card=_end_card,
)
