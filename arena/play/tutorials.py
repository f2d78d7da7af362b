"""The way from a game's tutorial to a match that can be begun."""

from __future__ import annotations

from typing import TYPE_CHECKING

from woozle.arena.play.setup import new_match
from woozle.arena.play.start import Start
from woozle.core import registry
from woozle.core.text import visible_line
from woozle.core.welcome import Tutorial, games_with_tutorial, load_welcome
from woozle.saves import store
from woozle.saves.paths import tutorials_folder

if TYPE_CHECKING:
    from woozle.arena.play.setup import Ready, Seating
    from woozle.core.match import Pacer


def tutorial(game: str) -> Start:
    """The match by which a game is learnt. Raises ValueError, with a sentence, for one that has no tutorial or is not here."""
    found = load_welcome(game).tutorial
    if found is None:
        raise ValueError(f"The game {visible_line(game)} has no tutorial; choose from {', '.join(games_with_tutorial())}.")
    return start_of(game, found)


def start_of(game: str, tutorial: Tutorial) -> Start:
    """The same of a tutorial that is at hand. Raises ValueError, with a sentence, for options that the game does not have."""
    config = registry.configure(registry.game(game), tutorial.preset, tutorial.options)
    return Start(game, (tutorial.seats,), config, tutorial.seed, lessons=tutorial.lessons)


def ready(start: Start, human: Seating, pacer: Pacer | None = None) -> Ready:
    """The match, in a folder among those of tutorials: no list, table or leaderboard has it. human: who takes the person's seat.

    Raises ValueError or SaveError, with a sentence.
    """
    folder = store.new_match_folder(start.game, among=tutorials_folder())
    return new_match(start.game, start.seats, start.config, start.seed, folder, human, pacer=pacer)
