"""How one kind of thing is drawn."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from woozle.core.games.undercover.scenes.graph import Thing
from woozle.players.pictures.scenes.canvas import Pen


class Sketch(NamedTuple):
    """Draws one item where the pen stands. wide, tall: how much room it takes, in hundredths of what fits its place."""

    draw: Callable[[Pen, Thing], None]
    wide: float
    tall: float
