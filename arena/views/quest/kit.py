"""The views of the quest, as installed packages offer theirs."""

from __future__ import annotations

from woozle.arena.views.quest.form import FORM
from woozle.arena.views.quest.help import help_lines
from woozle.arena.views.quest.knowledge import Knowledge
from woozle.arena.views.quest.marks import mark, reading
from woozle.arena.views.quest.questions import answer
from woozle.arena.views.quest.results import results
from woozle.arena.views.registry import GameViews
from woozle.arena.views.report import ReportView


def report() -> ReportView:
    """Return the sections of reports that have a form of their own, loaded where reports are made."""
    from woozle.arena.views.quest.report import VIEW

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
)
