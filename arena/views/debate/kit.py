"""The views of the debate, as installed packages offer theirs."""

from __future__ import annotations

from woozle.arena.views.debate.form import FORM
from woozle.arena.views.debate.help import help_lines
from woozle.arena.views.debate.knowledge import Knowledge
from woozle.arena.views.debate.marks import marker, reading
from woozle.arena.views.debate.questions import answer
from woozle.arena.views.debate.results import results
from woozle.arena.views.registry import GameViews
from woozle.arena.views.report import ReportView


def report() -> ReportView:
    """Return the sections of reports that have a form of their own, loaded where reports are made."""
    from woozle.arena.views.debate.report_tables import VIEW

    return VIEW


VIEWS = GameViews(
    knowledge=Knowledge,
    marker=marker,
    reading=reading,
    answer=answer,
    results=results,
    help_lines=help_lines,
    report=report,
    form=FORM,
)
