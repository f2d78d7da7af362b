"""The views of the debate, as installed packages offer theirs."""

from __future__ import annotations

from woozle.arena.views.debate.form import FORM
from woozle.arena.views.debate.knowledge import Knowledge
from woozle.arena.views.debate.lines import marker, reading
from woozle.arena.views.debate.questions import answer
from woozle.arena.views.debate.results import results
from woozle.arena.views.help import read_help
from woozle.arena.views.registry import GameViews
from woozle.arena.views.report import ReportView


def _report() -> ReportView:
    from woozle.arena.views.debate.report import VIEW  # loaded where reports are made

    return VIEW


VIEWS = GameViews(
    knowledge=Knowledge,
    marker=marker,
    reading=reading,
    answer=answer,
    results=results,
    help_lines=lambda: read_help(__file__),
    report=_report,
    form=FORM,
)
