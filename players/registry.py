"""The players of each game: bots, what models read, pictures and services, as kits of installed packages name them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import Any, Literal, Protocol, TypeAlias

from woozle.core import registry
from woozle.core.errors import InputError
from woozle.core.game import Event
from woozle.core.kit import GameKit
from woozle.core.plugins import load_part
from woozle.core.request import Answer, Picture, Request, Seat
from woozle.core.suggestions import suggest
from woozle.core.value import value
from woozle.core.words import Words
from woozle.players.bot import LEVELS, Bot
from woozle.players.generic_prompt import PromptSet, Turn
from woozle.players.random_bot import RandomBot
from woozle.players.services.service import ServiceRole

Sights: TypeAlias = Literal["none", "told", "untold"]
"""The pictures that a player has to see: none, pictures that are also described in words, or pictures without words."""


class UnknownBotError(InputError):
    """A name that no bot of the game has."""


class UnknownPromptsError(InputError):
    """A name of prompts that the game does not have."""


@value
class Prompt:
    """What models read of one game: its words, and the parts of its kit that are for models; None for those that it has not.

    system, plain, again: as in PromptSet.
    """

    words: Words = Words()
    recall: Callable[[Request, Sequence[Event]], Sequence[Event]] | None = None
    digest: Callable[[Sequence[Event], Seat], Iterator[str]] | None = None
    conversation: Callable[[Request, Sequence[Event]], Iterable[Sequence[Turn]]] | None = None
    reply: Callable[[Any], str] | None = None
    line_reader: Callable[[Request, Sequence[Event]], Callable[[str], Answer] | None] | None = None
    describe_picture: Callable[[Request | None, Sequence[Event]], str] | None = None
    is_described: Callable[[Any], bool] | None = None
    system: Callable[[Seat, Sequence[Event]], Iterable[str]] | None = None
    plain: tuple[type[Answer], ...] = ()
    again: Callable[[Request], str] = lambda request: ""

    @property
    def reads_whole_log(self) -> bool:
        """Return whether a model reads its whole observation with every question, so that notes have a place in it."""
        return self.recall is None and self.conversation is None


class Pictures(Protocol):
    """Draws the pictures that a seat is shown beside the text, from its observation alone: equal observations give equal bytes."""

    def __call__(self, request: Request | None, observation: Sequence[Event], /) -> tuple[Picture, ...]:
        """Return the pictures of the moment. request: the open request, or None."""


_OF_PROMPTS = ("recall", "digest", "conversation", "reply", "line_reader", "describe_picture", "is_described")


def bots(game: str) -> dict[str, type[Bot]]:
    """Return all bots that play a game, by name; the first is the default."""
    offered: list[tuple[type[Bot], ...]] = registry.parts_of(game, "bots", tuple)
    found: list[type[Bot]] = [*chain.from_iterable(offered), RandomBot]
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


def prompt(game: str, name: str = "") -> Prompt:
    """Return what models read of a game. Raises UnknownGameError, UnknownPromptsError or PluginError.

    All of it is from one kit, so that another package adds nothing to the prompts of a game that has its own.

    Args:
        game: The game.
        name: Of prompts that its kit offers beside the usual ones.
    """
    words, kits = registry.words_of(game), registry.kits_of(game)
    own = next((kit for kit in kits if any(getattr(kit, part) for part in _OF_PROMPTS)), GameKit())
    named = {part: where for part in _OF_PROMPTS if (where := getattr(own, part))}
    parts: dict[str, Any] = {part: load_part(where, object, f"The {part} of {game}") for part, where in named.items()}
    usual = Prompt(words, **parts)
    if not name:
        return usual
    offered = registry.kit_of(game).prompts
    if not offered and "prompts" in registry.game(game).config_type.model_fields:
        raise UnknownPromptsError(f"All seats of {game} read the same prompts; choose them by the option prompts={name}.")
    if not offered:
        raise UnknownPromptsError(f"{game} has no other prompts; leave out prompts={name}.")
    if name not in offered:
        raise UnknownPromptsError(f"There are no prompts {name!r} for {game}; {suggest(name, [*offered])}")
    other = load_part(offered[name], PromptSet, f"The prompts {name} of {game}")
    words = replace(words, version=other.version)
    changed = {name: getattr(other, name) for name in ("conversation", "system", "plain", "again")}
    return replace(usual, words=words, recall=None, digest=None, **changed)


def sights(game: str, config: Any) -> Sights:
    """Return which pictures the players of a match have to see."""
    is_described = prompt(game).is_described
    if is_described is None:
        return "none"
    return "told" if is_described(config) else "untold"


def pictures(game: str) -> Pictures | None:
    """Return the function that draws a game for a seat; None for a game without pictures."""
    return next(iter(registry.parts_of(game, "pictures")), None)


def agent_pictures(game: str) -> Pictures | None:
    """Return the function that draws a game for agents; None if words already say all that a picture would show.

    Drawing a picture can take a hundred times as long as all the rest of a request.
    """
    return pictures(game) if prompt(game).is_described else None


def diagnoses(game: str, environ: Mapping[str, str]) -> list[tuple[str, str, str]]:
    """Return the state of the files that players of a game need, as `GameKit.diagnose` gives it."""
    return [diagnose(environ) for diagnose in registry.parts_of(game, "diagnose")]


def services(game: str, config: Any) -> tuple[ServiceRole, ...]:
    """Return the services that a match needs, in order, each with all of its providers."""
    found: dict[Seat, ServiceRole] = {}
    for offered in registry.parts_of(game, "services"):
        for each in offered(config):
            known = found.get(each.seat)
            found[each.seat] = replace(known, services=(*known.services, *each.services)) if known else each
    return tuple(found.values())
