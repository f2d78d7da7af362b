"""The presenter of the quest."""

from __future__ import annotations

from woozle.arena.views.quest.everything import Everything
from woozle.arena.views.quest.help import help_lines
from woozle.arena.views.quest.knowledge import Knowledge
from woozle.arena.views.quest.marks import mark, reading
from woozle.arena.views.quest.questions import answer
from woozle.arena.views.quest.results import results
from woozle.arena.views.viewers import EVERYTHING
from woozle.core.game import PUBLIC
from woozle.core.request import Seat

__all__ = ["Everything", "Knowledge", "answer", "help_lines", "knowledge", "mark", "reading", "results"]


def knowledge(viewer: Seat) -> Knowledge | Everything:
    """What a viewer knows before the match: nothing. viewer: a seat, PUBLIC or EVERYTHING."""
    return Everything() if viewer == EVERYTHING else Knowledge(None if viewer == PUBLIC else viewer)
