"""The views of self-play, as installed packages offer theirs."""

from __future__ import annotations

from woozle.arena.views.help import read_help
from woozle.arena.views.registry import GameViews
from woozle.arena.views.report import ReportView
from woozle.arena.views.self_play.form import FORM
from woozle.arena.views.self_play.knowledge import Knowledge
from woozle.arena.views.self_play.lines import marker, reading
from woozle.arena.views.self_play.questions import answer
from woozle.arena.views.self_play.results import results


def _report() -> ReportView:
    from woozle.arena.views.self_play.report import VIEW  # loaded where reports are made

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
