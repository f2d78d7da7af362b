"""The views of the quest, as installed packages offer theirs."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from woozle.arena.views.help import read_help
from woozle.arena.views.registry import End, GameViews
from woozle.games.quest.views.form import FORM
from woozle.games.quest.views.marks import mark, reading
from woozle.games.quest.views.report import VIEW
from woozle.games.quest.views.results import results
from woozle.games.quest.views.table import table

if TYPE_CHECKING:
    from woozle.arena.views.end_card import EndCard


def _end_card(end: End) -> EndCard:
    from woozle.games.quest.views.end_card import end_card  # loaded when a match is over

    return end_card(end)


VIEWS = GameViews(
    table=table,
    marker=lambda viewer: partial(mark, me=viewer),
    reading=reading,
    results=results,
    help_lines=lambda: read_help(__file__),
    report=lambda: VIEW,
    form=FORM,
    end_card=_end_card,
)
