"""How one kind of thing is drawn."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from woozle.core.games.undercover.scenes.graph import Thing
from woozle.players.games.undercover.scenes.canvas import Pen

Sketch: TypeAlias = Callable[[Pen, Thing], None]
"""Draws one item where the pen stands. How much room it takes, the vocabulary says of its kind."""
