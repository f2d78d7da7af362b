"""The way from a game's tutorial to a match that can be begun."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from woozle.arena.play.start import Start
from woozle.core import registry
from woozle.core.errors import InputError
from woozle.core.text import visible_line
from woozle.core.welcome import games_with_tutorial, load_welcome
from woozle.saves import store
from woozle.saves.paths import tutorials_folder
from woozle.saves.transcript import CLOSED, TranscriptError, read

if TYPE_CHECKING:
    from woozle.arena.play.setup import Ready, Seating
    from woozle.core.match import Pacer


def tutorial(game: str) -> Start:
    """Return the match by which a game is learnt. Raises ValueError, with a sentence, for one without a tutorial or not here."""
    found = load_welcome(game).tutorial
    if found is None:
        raise InputError(f"The game {visible_line(game)} has no tutorial; choose from {', '.join(games_with_tutorial())}.")
    config = registry.configure(registry.game(game), found.preset, found.options)
    return Start(game, (found.seats,), config, found.seed, lessons=found.lessons)


def finished_tutorials() -> frozenset[str]:
    """Return the games whose tutorial was played to its end here."""
    found = set()
    for file in tutorials_folder().glob(f"*/{CLOSED}"):
        with suppress(TranscriptError, OSError):
            found.add(read(file).header.game)
    return frozenset(found)


def ready(start: Start, human: Seating, pacer: Pacer | None = None) -> Ready:
    """Return the match, in a folder among those of tutorials: no list, table or leaderboard has it. human: seats the person.

    Raises ValueError or SaveError, with a sentence.
    """
    from woozle.arena.play.setup import new_match

    folder = store.new_match_folder(start.game, among=tutorials_folder())
    return new_match(start.game, start.seats, start.config, start.seed, folder, human, pacer=pacer)
