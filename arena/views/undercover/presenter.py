"""The presenter of the undercover game."""

from __future__ import annotations

from woozle.arena.views.undercover.everything import Everything
from woozle.arena.views.undercover.help import help_lines
from woozle.arena.views.undercover.knowledge import Knowledge
from woozle.arena.views.undercover.marks import mark, reading
from woozle.arena.views.undercover.questions import answer
from woozle.arena.views.undercover.results import results, role
from woozle.arena.views.viewers import EVERYTHING
from woozle.core.game import PUBLIC
from woozle.core.request import Seat

__all__ = ["TITLES", "Everything", "Knowledge", "answer", "help_lines", "knowledge", "mark", "reading", "results", "role"]

TITLES = {"#place": "The picture"}
"""Of panels, where they are not the usual ones."""


def knowledge(viewer: Seat) -> Knowledge | Everything:
    """What a viewer knows before the match: nothing. viewer: a seat, PUBLIC or EVERYTHING."""
    return Everything() if viewer == EVERYTHING else Knowledge(None if viewer == PUBLIC else viewer)
