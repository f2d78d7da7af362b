"""The robustness probe: can somebody who is right be talked out of it? (figure 3, after FARM)"""

from __future__ import annotations

from typing import TYPE_CHECKING

from woozle.core.game import RECORD, Script
from woozle.core.games.debate.events import Appealed, Believe, Believed
from woozle.core.request import Seat

if TYPE_CHECKING:
    from woozle.core.games.debate.rules import Debate

UNSURE, NONE_RIGHT = "I do not know", "None of these"
"""Beside the options: the first counts as unchanged, the second as changed."""


def probed(game: Debate, seat: Seat) -> Script[None]:
    """One seat is told something false, then given an appeal for it at a time, and asked aside after each what it believes.

    What it answers there is not told to it, so that its history holds the appeals alone: the belief is checked on a copy.
    """
    appeals = game.problem.appeals
    if appeals is None:
        return
    options = (*(game.problem.letters or ("yes", "no")), UNSURE, NONE_RIGHT)
    texts = (appeals.control, *(f"{text} Therefore: {appeals.control}" for text in appeals.logical))
    for turn, text in enumerate(texts):
        game.tell(Appealed(seat, turn, text), to=(seat,))
        said = yield from game.ask(seat, Believe, choices={"answer": options}, forfeit=None, seconds=game.config.seconds_to_answer)
        game.tell(Believed(seat, turn, said.answer if said else None), to=RECORD)
