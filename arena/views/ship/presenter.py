"""The presenter of the ship."""

from __future__ import annotations

from typing import TYPE_CHECKING

from woozle.arena.views.ship.everything import Everything
from woozle.arena.views.ship.help import help_lines
from woozle.arena.views.ship.knowledge import Knowledge
from woozle.arena.views.ship.marks import mark, reading
from woozle.arena.views.ship.questions import answer
from woozle.arena.views.ship.results import results, role
from woozle.arena.views.viewers import EVERYTHING
from woozle.core.game import PUBLIC
from woozle.core.request import Seat

if TYPE_CHECKING:
    from woozle.arena.views.ship.audit import Audit

__all__ = ["Everything", "Knowledge", "answer", "audit", "help_lines", "knowledge", "mark", "reading", "results", "role"]


def knowledge(viewer: Seat) -> Knowledge | Everything:
    """What a viewer knows before the match: nothing. viewer: a seat, PUBLIC or EVERYTHING."""
    return Everything() if viewer == EVERYTHING else Knowledge(None if viewer == PUBLIC else viewer)


def audit(*, is_imported: bool) -> Audit:
    """The claims of a match, checked. The grammar that reads them is loaded now, for tables do without."""
    from woozle.arena.views.ship.audit import Audit

    return Audit(is_imported=is_imported)
