"""The views of the debate, as installed packages offer theirs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from woozle.arena.views.help import read_help
from woozle.arena.views.registry import End, GameViews
from woozle.arena.views.report import ReportView
from woozle.games.debate.views.form import FORM
from woozle.games.debate.views.moments import marker, reading
from woozle.games.debate.views.results import results
from woozle.games.debate.views.table import table

if TYPE_CHECKING:
    from woozle.arena.views.end_card import EndCard


def _report() -> ReportView:
    from woozle.games.debate.views.report import VIEW  # loaded where reports are made

    return VIEW


def _end_card(end: End) -> EndCard:
    from woozle.games.debate.views.end_card import end_card  # loaded when a match is over

    return end_card(end)


VIEWS = GameViews(
    table=table,
    marker=marker,
    reading=reading,
    results=results,
    help_lines=lambda: read_help(__file__),
    report=_report,
    form=FORM,
    end_card=_end_card,
)
