"""Both pictures of a match that is over, beside each other. No rule tells this: views ask for it to be drawn."""

from __future__ import annotations

from typing import Literal

from woozle.core.event import Event
from woozle.core.value import value
from woozle.games.undercover.events import Pair


@value
class Comparison(Event):
    """A pair with a frame around what is changed. shows: both side by side, or one of them; size: of drawn ones, in pixels."""

    pair: Pair
    shows: Literal["both", "picture", "counterfactual"]
    size: int
