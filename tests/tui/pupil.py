"""Somebody who plays a tutorial to its end with keys alone, sensibly: what they would rather choose is said for each game."""

from __future__ import annotations

from collections.abc import Sequence

from woozle.tui.screens.table import TableScreen
from woozle.tui.widgets.coach_panel import CoachPanel

from tests.games.parts import parts
from tests.tui.hosts import until
from tests.tui.studies.walker import Walker

WANTED = parts("facts", "WANTED")
WORDS = parts("facts", "WORDS")


class Sensible:
    """A source of wanted choices, as far as they are legal, else of the first. It replaces the chance of a Walker."""

    def __init__(self, wanted: Sequence[str]) -> None:
        self._wanted = wanted

    def choice(self, choices):
        return next((choice for want in self._wanted for choice in choices if choice.value == want), choices[0])

    def randrange(self, *limits: int) -> int:
        return limits[0] - 1  # never unsaid


async def learn(pilot, game: str) -> list[str]:
    """Play the tutorial that was begun; what the coach has said, each thing as it stood on the screen when something was asked."""
    app = pilot.app
    await until(pilot, lambda: isinstance(app.screen, TableScreen))
    walker = Walker(1, sentences=WORDS.get(game, ("I say what I saw.",)))
    walker.chance = Sensible(WANTED.get(game, ()))
    heard: list[str] = []
    table = app.screen
    for _ in range(200):
        await until(pilot, lambda: table.seat.is_over or Walker._is_ready(app))
        panel = table.query_one(CoachPanel)
        said = str(panel.render()).removeprefix("Coach  ")
        if panel.display and said not in heard:
            heard.append(said)
        if table.seat.is_over:
            return heard
        await walker._play(pilot, table)
    raise AssertionError("The tutorial has no end.")
