"""The players of each game: bots, the prompt, pictures and services, as installed packages offer them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from pathlib import Path
from typing import Any, Literal, Protocol, TypeAlias

from woozle.core.game import Event
from woozle.core.plugins import PLAYERS, load
from woozle.core.request import Answer, Picture, Request, Seat
from woozle.core.suggestions import suggest
from woozle.core.value import value
from woozle.players import generic_prompt
from woozle.players.bot import LEVELS, Bot
from woozle.players.generic_prompt import Turn
from woozle.players.random_bot import RandomBot
from woozle.players.services.service import ServiceRole

Sights: TypeAlias = Literal["none", "told", "untold"]
"""What a player has to see: nothing, pictures for which there are words too, or pictures that nobody has put in words."""


class UnknownBotError(ValueError):
    """No bot of that name plays the game."""


@value
class Prompt:
    """How one game reads as text. The defaults are the words that any game has, made of its Events and Requests.

    Args:
        version: of the words, for transcripts; raised with every change of what a model reads.
        guide: given a seat and what it has observed, yields who a model is, how it wins and how to go about it. It stays the same
            while the match goes on.
        lines: yields an Event in words, for a seat or for spectators (None). What players wrote is passed on unchanged.
        question: given a Request and what the seat has observed, yields what is asked, with the choices numbered from 1 in the
            order of `request.choices`.
        rules: given the Events that the game begins with, yields how this match is played; None for a game without a rulebook.
        recall: given a Request and what the seat has observed, returns the part that a model reads again.
        digest: given what a seat has observed so far, yields a short summary of it for its own eyes, in lines; None
            for what was told last of each kind.
        conversation: for a game that is itself a conversation, yields all turns that a model is sent, first whole and then ever
            shorter, until they fit.
        reply: returns an answer as a model would give it in plain text; None where it has no such form.
        line_reader: returns what reads one typed line as a whole answer, or None where a line is not enough.
        describe_picture: where pictures are what the game is about, returns the same in words for those who cannot see; else empty.
        is_described: given the configuration, returns whether there are words for all pictures.
    """

    version: int = generic_prompt.VERSION
    guide: Callable[[Seat, Sequence[Event]], Iterable[str]] = generic_prompt.guide
    lines: Callable[[Event, Seat | None], Iterator[str]] = generic_prompt.lines
    question: Callable[[Request, Sequence[Event]], Iterator[str]] = generic_prompt.question
    rules: Callable[..., Iterable[str]] | None = None
    recall: Callable[[Request, Sequence[Event]], Sequence[Event]] | None = None
    digest: Callable[[Sequence[Event], Seat], Iterator[str]] | None = None
    conversation: Callable[[Request, Sequence[Event]], Iterable[Sequence[Turn]]] | None = None
    reply: Callable[[Any], str] | None = None
    line_reader: Callable[[Request, Sequence[Event]], Callable[[str], Answer] | None] | None = None
    describe_picture: Callable[[Request | None, Sequence[Event]], str] | None = None
    is_described: Callable[[Any], bool] | None = None

    @property
    def reads_whole_log(self) -> bool:
        """Return whether a model reads all that it has observed with every question, so that notes have a place in it."""
        return self.recall is None and self.conversation is None


class Pictures(Protocol):
    """What a seat is shown beside the words, drawn from what it has observed and nothing else: the same gives the same bytes."""

    def __call__(self, request: Request | None, observation: Sequence[Event], /) -> tuple[Picture, ...]:
        """The pictures of this moment. request: what is asked now, None if nothing is."""


class OptionReader(Protocol):
    """Reads what an option of a game names on this machine: a folder of pictures, corpora to search."""

    def __call__(self, given: Any, kept: Path, tell: Callable[[str], None], *, is_typed: bool) -> Any:
        """Return the value of the option. Raises ValueError with a sentence.

        given: the text, or what the rules make of it. kept: a folder for what matches need when the files are gone. tell: is told,
        in a sentence, what is left out. is_typed: whether it is asked for with every key, so that nothing large may be read.
        """


@value
class GamePlayers:
    """Who can play a game, as a package offers it through the entry point group `woozle.players`, named like the game.

    Several packages may offer players of one game: their bots are added, and their services to those that do the same.

    Args:
        bots: the default first.
        prompt: how models and people read the game; None for the words that any game has.
        pictures: how the game is drawn for a seat; None for a game without pictures.
        services: given the configuration, returns the services that a match needs, each with those who can do it, the usual one
            first.
        options: readers of those options of the game that need something of this machine.
        diagnose: given the environment, returns what `woozle doctor` says of files that are fetched apart: what they are, a
            sentence without its full stop, and what to do, empty where all is well.
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
    """Return the bot of that name or level, or the default. Raises UnknownBotError with a sentence that lists what there is."""
    found = bots(game)
    if not name:
        return next(iter(found.values()))
    former = {old: each for each in found.values() for old in each.former_names}
    every = former | opponents(game) | found
    if name not in every:
        raise UnknownBotError(f"There is no bot {name!r} for {game}; {suggest(name, [*opponents(game), *found])}")
    return every[name]


def opponents(game: str) -> dict[str, type[Bot]]:
    """Return the bots that are offered as opponents, by level, the easiest first; empty for a game without levels."""
    levels = {each.level: each for each in bots(game).values()}
    return {level: levels[level] for level in LEVELS if level in levels}


def prompt(game: str) -> Prompt:
    """Return how the game reads as text; plainly, if nobody wrote a prompt for it."""
    return next((kit.prompt for kit in _kits(game) if kit.prompt), _PLAIN)


_PLAIN = Prompt()


def sights(game: str, config: Any) -> Sights:
    """Return what whoever plays has to see."""
    is_described = prompt(game).is_described
    if is_described is None:
        return "none"
    return "told" if is_described(config) else "untold"


def pictures(game: str) -> Pictures | None:
    """Return how the game is drawn for a seat; None for a game without pictures."""
    return next((kit.pictures for kit in _kits(game) if kit.pictures), None)


def agent_pictures(game: str) -> Pictures | None:
    """Return how a game is drawn for agents: None where words say all that there is to see, which a picture would only repeat.

    To draw one can take a hundred times as long as all the rest of a request.
    """
    return pictures(game) if prompt(game).is_described else None


def diagnoses(game: str, environ: Mapping[str, str]) -> list[tuple[str, str, str]]:
    """Return what is known of files that players of a game need, as `GamePlayers.diagnose` does."""
    return [kit.diagnose(environ) for kit in _kits(game) if kit.diagnose]


def option_readers(game: str) -> Mapping[str, OptionReader]:
    """Return what reads the options of a game that need something of this machine, by option."""
    return {name: reader for kit in reversed(_kits(game)) for name, reader in kit.options.items()}


def services(game: str, config: Any) -> tuple[ServiceRole, ...]:
    """Return the services that a match needs, in their order, each with all who can do it."""
    found: dict[Seat, ServiceRole] = {}
    for kit in _kits(game):
        for each in kit.services(config) if kit.services else ():
            known = found.get(each.seat)
            found[each.seat] = replace(known, services=(*known.services, *each.services)) if known else each
    return tuple(found.values())


def _kits(game: str) -> list[GamePlayers]:
    return load(PLAYERS, game, GamePlayers)
