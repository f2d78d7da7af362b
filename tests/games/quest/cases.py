"""Matches of the quest for the tests that play all games."""

from __future__ import annotations

from woozle.arena.testing.games import GameCase
from woozle.core import registry
from woozle.games.quest.events import Appraised, Declined, Given, Reconsidered, Scored, Standing, Submitted, Written
from woozle.games.quest.rules import Quest
from woozle.players.registry import bot


def quest(preset_name: str, seats: int, **options: object) -> GameCase:
    config = registry.configure(Quest, preset_name, options)
    personal = (Standing, Given, Reconsidered, Written, Declined, Appraised, Scored)
    return GameCase(f"quest {preset_name} {seats}", lambda: Quest(seats, config), bot("quest"), personal, (Submitted,))


CASES = [
    quest("standard", 2),
    quest("questions", 3, items=5, order="shuffled", vision="full", sticky=True, early_end=True),
]

FREE = [quest("questions", 2)]
"""Matches in which people type what they answer."""
