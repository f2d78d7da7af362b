"""The views of the debate, as installed packages offer theirs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from woozle.arena.views.help import read_help
from woozle.arena.views.registry import End, GameViews
from woozle.arena.views.report import ReportView
from woozle.games.debate.views.form import FORM
from woozle.games.debate.views.knowledge import Knowledge
from woozle.games.debate.views.lines import marker, reading
from woozle.games.debate.views.questions import answer
from woozle.games.debate.views.results import results

if TYPE_CHECKING:
    from woozle.arena.views.end_card import EndCard


def _report() -> ReportView:
    from woozle.games.debate.views.report import VIEW  # loaded where reports are made

    return VIEW


def _end_card(end: End) -> EndCard:
    from woozle.games.debate.views.end_card import end_card  # loaded when a match is over

    return end_card(end)


VIEWS = GameViews(
    knowledge=Knowledge,
    marker=marker,
    reading=reading,
    answer=answer,
    results=results,
    help_lines=lambda: read_help(__file__),
    report=_report,
    form=FORM,
    end_card=_end_card,
)
