"""The players of each game: bots, the prompt, pictures and services, as installed packages offer them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from pathlib import Path
from typing import Any, Literal, Protocol, TypeAlias

from woozle.core import registry
from woozle.core.errors import InputError
from woozle.core.game import Event
from woozle.core.plugins import PLAYERS
from woozle.core.request import Answer, Picture, Request, Seat
from woozle.core.suggestions import suggest
from woozle.core.value import value
from woozle.core.words import Words
from woozle.players.bot import LEVELS, Bot
from woozle.players.generic_prompt import Turn
from woozle.players.random_bot import RandomBot
from woozle.players.services.service import ServiceRole

Sights: TypeAlias = Literal["none", "told", "untold"]
"""The pictures that a player has to see: none, pictures that are also described in words, or pictures without words."""


class UnknownBotError(InputError):
    """A name that no bot of the game has."""


@value
class Prompt:
    """What models read of one game: its words, and what is for models alone.

    Args:
        words: Of the game; those of its kit, which the registry fills in.
        recall: Given a Request and the seat's observation, returns the part that a model reads again.
        digest: Given the seat's observation so far, yields a short summary of it for the seat's own eyes, in lines; None for the
            last Event of each kind.
        conversation: For a game that is itself a conversation, yields all turns that a model is sent, first whole and then ever
            shorter, until they fit.
        reply: Returns an answer as a model would give it in plain text; None if it has no such form.
        line_reader: Returns a function that reads one typed line as a whole answer; None if a line is not enough.
        describe_picture: If the game is about pictures, returns a description in words for those who cannot see; else empty.
        is_described: Given the configuration, returns whether there are words for all pictures.
    """

    words: Words = Words()
    recall: Callable[[Request, Sequence[Event]], Sequence[Event]] | None = None
    digest: Callable[[Sequence[Event], Seat], Iterator[str]] | None = None
    conversation: Callable[[Request, Sequence[Event]], Iterable[Sequence[Turn]]] | None = None
    reply: Callable[[Any], str] | None = None
    line_reader: Callable[[Request, Sequence[Event]], Callable[[str], Answer] | None] | None = None
    describe_picture: Callable[[Request | None, Sequence[Event]], str] | None = None
    is_described: Callable[[Any], bool] | None = None

    @property
    def reads_whole_log(self) -> bool:
        """Return whether a model reads its whole observation with every question, so that notes have a place in it."""
        return self.recall is None and self.conversation is None


class Pictures(Protocol):
    """Draws the pictures that a seat is shown beside the text, from its observation alone: equal observations give equal bytes."""

    def __call__(self, request: Request | None, observation: Sequence[Event], /) -> tuple[Picture, ...]:
        """Return the pictures of the moment. request: the open request; None if there is none."""


class OptionReader(Protocol):
    """Reads an option of a game that names files of this machine: a folder of pictures, corpora to search."""

    def __call__(self, given: Any, kept: Path, tell: Callable[[str], None], *, is_typed: bool) -> Any:
        """Return the value of the option. Raises ValueError with a sentence.

        given: the text, or the value that the rules make of it. kept: a folder for data that matches need when the files are gone.
        tell: called with a sentence about anything left out. is_typed: whether this is called with every key, so that nothing large
        may be read.
        """


@value
class GamePlayers:
    """The players of a game, which its kit names.

    Other packages may add to them through the entry point group `woozle.players`, under the game's name: their bots are added, and
    their services are added to those for the same role.

    Args:
        bots: The default first.
        prompt: The wording for models and people; None for generic words.
        pictures: Draws the game for a seat; None for a game without pictures.
        services: Given the configuration, returns the services that a match needs, each with its providers, the default first.
        options: Readers of those options of the game that name files of this machine.
        diagnose: Given the environment, returns the report of `woozle doctor` on files that are downloaded separately: what they
            are, a sentence without its full stop, and what to do, empty if all is well.
    """

    bots: tuple[type[Bot], ...] = ()
    prompt: Prompt | None = None
    pictures: Pictures | None = None
    services: Callable[[Any], tuple[ServiceRole, ...]] | None = None
    options: Mapping[str, OptionReader] = field(default_factory=dict)
    diagnose: Callable[[Mapping[str, str]], tuple[str, str, str]] | None = None


def bots(game: str) -> dict[str, type[Bot]]:
    """Return all bots that play a game, by name; the first is the default."""
    found: list[type[Bot]] = [*(bot for kit in _kits(game) for bot in kit.bots), RandomBot]
    return {bot.name: bot for bot in found}


def bot(game: str, name: str = "") -> type[Bot]:
    """Return the bot of that name or level, or the default. Raises UnknownBotError with a sentence that lists the bots."""
    found = bots(game)
    if not name:
        return next(iter(found.values()))
    former = {old: each for each in found.values() for old in each.former_names}
    every = former | opponents(game) | found
    if name not in every:
        raise UnknownBotError(f"There is no bot {name!r} for {game}; {suggest(name, [*opponents(game), *found])}")
    return every[name]


def opponents(game: str) -> dict[str, type[Bot]]:
    """Return the bots offered as opponents, by level, the easiest first; empty for a game without levels."""
    levels = {each.level: each for each in bots(game).values()}
    return {level: levels[level] for level in LEVELS if level in levels}


def prompt(game: str) -> Prompt:
    """Return the prompt of a game, with its words. Raises UnknownGameError or PluginError."""
    found = next((kit.prompt for kit in _kits(game) if kit.prompt), _PLAIN)
    return replace(found, words=registry.words_of(game))


_PLAIN = Prompt()


def sights(game: str, config: Any) -> Sights:
    """Return which pictures the players of a match have to see."""
    is_described = prompt(game).is_described
    if is_described is None:
        return "none"
    return "told" if is_described(config) else "untold"


def pictures(game: str) -> Pictures | None:
    """Return the function that draws a game for a seat; None for a game without pictures."""
    return next((kit.pictures for kit in _kits(game) if kit.pictures), None)


def agent_pictures(game: str) -> Pictures | None:
    """Return the function that draws a game for agents; None if words already say all that a picture would show.

    Drawing a picture can take a hundred times as long as all the rest of a request.
    """
    return pictures(game) if prompt(game).is_described else None


def diagnoses(game: str, environ: Mapping[str, str]) -> list[tuple[str, str, str]]:
    """Return the state of the files that players of a game need, as `GamePlayers.diagnose` gives it."""
    return [kit.diagnose(environ) for kit in _kits(game) if kit.diagnose]


def option_readers(game: str) -> Mapping[str, OptionReader]:
    """Return the readers of a game's options that name files of this machine, by option."""
    return {name: reader for kit in reversed(_kits(game)) for name, reader in kit.options.items()}


def services(game: str, config: Any) -> tuple[ServiceRole, ...]:
    """Return the services that a match needs, in order, each with all of its providers."""
    found: dict[Seat, ServiceRole] = {}
    for kit in _kits(game):
        for each in kit.services(config) if kit.services else ():
            known = found.get(each.seat)
            found[each.seat] = replace(known, services=(*known.services, *each.services)) if known else each
    return tuple(found.values())


def _kits(game: str) -> list[GamePlayers]:
    return registry.parts_of(game, PLAYERS, GamePlayers)
