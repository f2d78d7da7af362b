"""The presenter of the debate."""

from __future__ import annotations

from woozle.arena.views.debate.everything import Everything
from woozle.arena.views.debate.help import help_lines
from woozle.arena.views.debate.knowledge import Knowledge
from woozle.arena.views.debate.marks import marker, reading
from woozle.arena.views.debate.questions import answer
from woozle.arena.views.debate.results import results
from woozle.arena.views.viewers import EVERYTHING
from woozle.core.game import PUBLIC
from woozle.core.request import Seat

__all__ = ["TITLES", "Everything", "Knowledge", "answer", "help_lines", "knowledge", "marker", "reading", "results"]

TITLES = {"#page": "The question"}
"""Of panels, where they are not the usual ones."""


def knowledge(viewer: Seat) -> Knowledge | Everything:
    """What a viewer knows before the match: nothing. viewer: a seat, PUBLIC or EVERYTHING."""
    return Everything() if viewer == EVERYTHING else Knowledge(None if viewer == PUBLIC else viewer)
