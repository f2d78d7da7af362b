"""Bots and prompts by the name of their game.

Those of other packages join through the entry point groups `woozle.bots` (a Bot) and `woozle.prompts` (a module like
`prompts/ship.py`), each entry named like its game.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib import import_module
from importlib.metadata import entry_points
from typing import Any, Protocol

from woozle.core.game import Event
from woozle.core.request import Request, Seat
from woozle.players.bots.bot import Bot
from woozle.players.bots.random_bot import RandomBot

_BOTS = {"ship": "woozle.players.bots.ship:ShipBot"}
_PROMPTS = {"ship": "woozle.players.prompts.ship"}
_ANY_GAME = "woozle.players.prompts.generic"


class UnknownBotError(ValueError):
    """No bot of that name plays the game."""


class Prompt(Protocol):
    """How one game reads as text. A module with these functions will do."""

    def lines(self, event: Event, me: Seat | None) -> Iterator[str]:
        """An Event in words, to the seat `me` or to somebody who looks on (None). The words of players are passed on unchanged."""

    def question(self, request: Request, observation: Sequence[Event]) -> Iterator[str]:
        """What is asked, with the choices numbered from 1 in the order of `request.choices`."""


def bots(game: str) -> dict[str, type[Bot]]:
    """All bots that play a game, by name; the first is the default."""
    own = _load("woozle.bots", _BOTS, game)
    found: list[type[Bot]] = [own, RandomBot] if own else [RandomBot]
    return {bot.name: bot for bot in found}


def bot(game: str, name: str = "") -> type[Bot]:
    """The bot of that name, or the default. Raises UnknownBotError with a sentence that lists what there is."""
    found = bots(game)
    if not name:
        return next(iter(found.values()))
    if name not in found:
        raise UnknownBotError(f"There is no bot {name!r} for {game}; choose from {', '.join(found)}.")
    return found[name]


def prompt(game: str) -> Prompt:
    """How the game reads as text; plainly, if nobody wrote a prompt for it."""
    own: Prompt = _load("woozle.prompts", _PROMPTS, game) or import_module(_ANY_GAME)
    return own


def _load(group: str, own: dict[str, str], game: str) -> Any:
    if game in own:
        module, _, attribute = own[game].partition(":")
        found = import_module(module)
        return getattr(found, attribute) if attribute else found
    for entry in entry_points(group=group, name=game):
        return entry.load()
    return None
