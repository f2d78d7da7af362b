"""The views of the ship, as installed packages offer theirs."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from woozle.arena.views.help import read_help
from woozle.arena.views.registry import End, GameViews
from woozle.arena.views.ship.form import FORM
from woozle.arena.views.ship.full_knowledge import FullKnowledge
from woozle.arena.views.ship.knowledge import Knowledge
from woozle.arena.views.ship.lines import mark, reading, stages
from woozle.arena.views.ship.notebook import ShipNotebook
from woozle.arena.views.ship.questions import answer
from woozle.arena.views.ship.results import results, role
from woozle.arena.views.viewers import EVERYTHING
from woozle.core.game import PUBLIC
from woozle.core.request import Seat

if TYPE_CHECKING:
    from woozle.arena.views.end_card import EndCard
    from woozle.arena.views.ship.audit import Audit


def knowledge(viewer: Seat) -> Knowledge | FullKnowledge:
    """Return the view state of a viewer before the match."""
    return FullKnowledge() if viewer == EVERYTHING else Knowledge(None if viewer == PUBLIC else viewer)


def _audit(is_imported: bool) -> Audit:
    """Return the claims of a match. The grammar that reads them is loaded now, since tables do without."""
    from woozle.arena.views.ship.audit import Audit

    return Audit(is_imported=is_imported)


def _end_card(end: End) -> EndCard:
    from woozle.arena.views.ship.end_card import end_card  # loaded when a match is over

    return end_card(end)


VIEWS = GameViews(
    knowledge=knowledge,
    marker=lambda viewer: partial(mark, me=viewer),
    reading=reading,
    answer=answer,
    results=results,
    help_lines=lambda: read_help(__file__),
    form=FORM,
    role=role,
    end_card=_end_card,
    stages=stages,
    audit=_audit,
    notebook=ShipNotebook,
)
