"""The presenter of the quest."""

from __future__ import annotations

from woozle.core.game import PUBLIC
from woozle.core.request import Seat
from woozle.tui.present.quest.everything import Everything
from woozle.tui.present.quest.help import help_lines
from woozle.tui.present.quest.knowledge import Knowledge
from woozle.tui.present.quest.marks import mark, reading
from woozle.tui.present.quest.questions import answer
from woozle.tui.present.quest.results import results
from woozle.tui.present.viewers import EVERYTHING

__all__ = ["Everything", "Knowledge", "answer", "help_lines", "knowledge", "mark", "reading", "results"]


def knowledge(viewer: Seat) -> Knowledge | Everything:
    """What a viewer knows before the match: nothing. viewer: a seat, PUBLIC or EVERYTHING."""
    return Everything() if viewer == EVERYTHING else Knowledge(None if viewer == PUBLIC else viewer)
