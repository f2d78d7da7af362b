"""The views of the quest, as installed packages offer theirs."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from woozle.arena.views.help import read_help
from woozle.arena.views.quest.form import FORM
from woozle.arena.views.quest.knowledge import Knowledge
from woozle.arena.views.quest.lines import mark, reading
from woozle.arena.views.quest.questions import answer
from woozle.arena.views.quest.report import VIEW
from woozle.arena.views.quest.results import results
from woozle.arena.views.registry import End, GameViews

if TYPE_CHECKING:
    from woozle.arena.views.end_card import EndCard


def _end_card(end: End) -> EndCard:
    from woozle.arena.views.quest.end_card import end_card  # loaded when a match is over

    return end_card(end)


VIEWS = GameViews(
    knowledge=Knowledge,
    marker=lambda viewer: partial(mark, me=viewer),
    reading=reading,
    answer=answer,
    results=results,
    help_lines=lambda: read_help(__file__),
    report=lambda: VIEW,
    form=FORM,
    end_card=_end_card,
)
