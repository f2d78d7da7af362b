"""The presenter of the undercover game."""

from __future__ import annotations

from woozle.core.game import PUBLIC
from woozle.core.request import Seat
from woozle.tui.present.undercover.everything import Everything
from woozle.tui.present.undercover.help import help_lines
from woozle.tui.present.undercover.knowledge import Knowledge
from woozle.tui.present.undercover.marks import mark, reading
from woozle.tui.present.undercover.questions import answer
from woozle.tui.present.undercover.results import results, role
from woozle.tui.present.viewers import EVERYTHING

__all__ = ["TITLES", "Everything", "Knowledge", "answer", "help_lines", "knowledge", "mark", "reading", "results", "role"]

TITLES = {"#place": "The picture"}
"""Of panels, where they are not the usual ones."""


def knowledge(viewer: Seat) -> Knowledge | Everything:
    """What a viewer knows before the match: nothing. viewer: a seat, PUBLIC or EVERYTHING."""
    return Everything() if viewer == EVERYTHING else Knowledge(None if viewer == PUBLIC else viewer)
