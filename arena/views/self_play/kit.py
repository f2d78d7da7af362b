"""The views of self-play, as installed packages offer theirs."""

from __future__ import annotations

from woozle.arena.views.registry import GameViews
from woozle.arena.views.report import ReportView
from woozle.arena.views.self_play.form import FORM
from woozle.arena.views.self_play.help import help_lines
from woozle.arena.views.self_play.knowledge import Knowledge
from woozle.arena.views.self_play.marks import marker, reading
from woozle.arena.views.self_play.questions import answer
from woozle.arena.views.self_play.results import results


def report() -> ReportView:
    """Return the sections of reports that have a form of their own, loaded where reports are made."""
    from woozle.arena.views.self_play.report import VIEW

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
