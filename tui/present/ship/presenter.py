"""The presenter of the ship."""

from __future__ import annotations

from woozle.core.game import PUBLIC
from woozle.core.request import Seat
from woozle.tui.present.ship.everything import Everything
from woozle.tui.present.ship.knowledge import Knowledge
from woozle.tui.present.ship.lines import reading
from woozle.tui.present.ship.marks import mark
from woozle.tui.present.ship.questions import answer
from woozle.tui.present.ship.results import results, role
from woozle.tui.present.viewers import EVERYTHING

__all__ = ["Everything", "Knowledge", "answer", "knowledge", "mark", "reading", "results", "role"]


def knowledge(viewer: Seat) -> Knowledge | Everything:
    """What a viewer knows before the match: nothing. viewer: a seat, PUBLIC or EVERYTHING."""
    return Everything() if viewer == EVERYTHING else Knowledge(None if viewer == PUBLIC else viewer)
