"""The presenter of the ship."""

from __future__ import annotations

from woozle.core.game import PUBLIC
from woozle.core.request import Seat
from woozle.tui.present.ship_everything import Everything
from woozle.tui.present.ship_knowledge import Knowledge
from woozle.tui.present.ship_lines import reading
from woozle.tui.present.ship_marks import mark
from woozle.tui.present.ship_questions import answer
from woozle.tui.present.ship_results import results, role
from woozle.tui.present.viewers import EVERYTHING

__all__ = ["Everything", "Knowledge", "answer", "knowledge", "mark", "reading", "results", "role"]


def knowledge(viewer: Seat) -> Knowledge | Everything:
    """What a viewer knows before the match: nothing. viewer: a seat, PUBLIC or EVERYTHING."""
    return Everything() if viewer == EVERYTHING else Knowledge(None if viewer == PUBLIC else viewer)
