"""The lantern is shown as any game is, with help of its own."""

from __future__ import annotations

from dataclasses import replace

from woozle.arena.views.any_game.kit import any_game
from woozle.core.line import Line

VIEWS = replace(any_game("lantern"), help_lines=lambda: (Line("The flame is drawn where it burns."),))
