"""The views of the ship, as installed packages offer theirs."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from woozle.arena.views.help import read_help
from woozle.arena.views.registry import End, GameViews
from woozle.games.ship.views.form import FORM
from woozle.games.ship.views.moments import mark, reading, stages
from woozle.games.ship.views.notebook import ShipNotebook
from woozle.games.ship.views.results import results
from woozle.games.ship.views.table import table

if TYPE_CHECKING:
    from woozle.arena.views.end_card import EndCard
    from woozle.games.ship.views.audit import Audit


def _audit(is_imported: bool) -> Audit:
    """Return the claims of a match. The grammar that reads them is loaded now, since tables do without."""
    from woozle.games.ship.views.audit import Audit

    return Audit(is_imported=is_imported)


def _end_card(end: End) -> EndCard:
    from woozle.games.ship.views.end_card import end_card  # loaded when a match is over

    return end_card(end)


VIEWS = GameViews(
    table=table,
    marker=lambda viewer: partial(mark, me=viewer),
    reading=reading,
    results=results,
    help_lines=lambda: read_help(__file__),
    form=FORM,
    end_card=_end_card,
    stages=stages,
    audit=_audit,
    notebook=ShipNotebook,
)
