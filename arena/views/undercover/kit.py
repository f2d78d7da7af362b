"""The views of Undercover, as installed packages offer theirs."""

from __future__ import annotations

from woozle.arena.views.registry import GameViews
from woozle.arena.views.report import ReportView
from woozle.arena.views.undercover.form import FORM
from woozle.arena.views.undercover.help import help_lines
from woozle.arena.views.undercover.knowledge import Knowledge
from woozle.arena.views.undercover.marks import mark, reading
from woozle.arena.views.undercover.questions import answer
from woozle.arena.views.undercover.results import results, role


def report() -> ReportView:
    """Return the sections of reports that have a form of their own, loaded where reports are made."""
    from woozle.arena.views.undercover.report import VIEW

    return VIEW


VIEWS = GameViews(
    knowledge=Knowledge,
    marker=lambda viewer: mark,
    reading=reading,
    answer=answer,
    results=results,
    help_lines=help_lines,
    report=report,
    form=FORM,
    role=role,
)
