"""The length of tutorials: a reader plays each to its end, on the clock of a match that waits for readers as the app does.

It reads 200 words a minute, each line once, and takes two seconds for each decision; typing takes no time.
"""

from __future__ import annotations

from collections.abc import Callable

from benchmarks.result import Result
from woozle.core.welcome import games_with_tutorial


def tutorials() -> list[Result]:
    """Measure the minutes of each tutorial, and the longest of all."""
    from tests.arena.views.tutorial_reader import Lesson, Person

    minutes = {game: Lesson(game, Person(game)).seconds / 60 for game in games_with_tutorial()}
    return [
        Result("the longest tutorial, read and decided", max(minutes.values()), "minutes", "<= 3"),
        *(Result(f"  {game}", each, "minutes", "") for game, each in minutes.items()),
    ]


ALL: dict[str, Callable[[], list[Result]]] = {"tutorials": tutorials}
