"""Bots, prompts and pictures by the name of their game.

Those of other packages join through the entry point groups `woozle.bots` (a Bot or, the default first, a tuple of them),
`woozle.prompts` (a module like `prompts/ship.py`) and `woozle.pictures` (a function like that of `pictures/ship.py`), each
entry named like its game.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib import import_module
from importlib.metadata import entry_points
from typing import Any, Literal, Protocol, TypeAlias

from woozle.core.attempt import Picture
from woozle.core.game import Event
from woozle.core.near import near_or_all
from woozle.core.request import Request, Seat
from woozle.players.bot import Bot
from woozle.players.random_bot import RandomBot

_BOTS = {
    "ship": "woozle.players.games.ship.bot:ShipBot",
    "quest": "woozle.players.games.quest.bot:BOTS",
    "undercover": "woozle.players.games.undercover.bot:BOTS",
    "debate": "woozle.players.games.debate.bot:BOTS",
    "self_play": "woozle.players.games.self_play.bot:BOTS",
    "urn": "woozle.players.games.urn.bot:BOTS",
}
_PROMPTS = {
    "ship": "woozle.players.games.ship.prompt",
    "quest": "woozle.players.games.quest.prompt",
    "undercover": "woozle.players.games.undercover.prompt",
    "debate": "woozle.players.games.debate.prompt",
    "self_play": "woozle.players.games.self_play.prompt",
    "urn": "woozle.players.games.urn.prompt",
}
_PICTURES = {
    "ship": "woozle.players.games.ship.pictures:pictures",
    "undercover": "woozle.players.games.undercover.pictures:pictures",
}
_ANY_GAME = "woozle.players.generic_prompt"

Sights: TypeAlias = Literal["none", "told", "untold"]
"""What a player has to see: nothing, pictures for which there are words too, or pictures that nobody has put in words."""


class UnknownBotError(ValueError):
    """No bot of that name plays the game."""


class Prompt(Protocol):
    """How one game reads as text. A module with these names will do.

    VERSION: of its words, for transcripts; raised with every change of what a model reads. A module may also have
    `recall(request, observation)`: which part of the observation a model reads again; all of it, if not. A game that is itself a
    conversation has `conversation(request, observation)`: all turns that a model is sent, whole and then ever shorter; and, for
    answers in plain text, `reply(answer)`: one as a model would give it. Where one line of a person means a whole answer,
    `typed(request, observation)` gives what reads it. Where pictures are what a game is about, it has
    `described(request, observation)`: the same in words, for who cannot see, empty if there are none; and `is_described(config)`:
    whether there are words for all of them.
    """

    VERSION: int

    def guide(self, me: Seat, observation: Sequence[Event]) -> Iterator[str]:
        """Who a model is, how it wins and how to go about it. It stays the same while the match goes on."""

    def lines(self, event: Event, me: Seat | None) -> Iterator[str]:
        """An Event in words, to the seat `me` or to somebody who looks on (None). The words of players are passed on unchanged."""

    def question(self, request: Request, observation: Sequence[Event]) -> Iterator[str]:
        """What is asked, with the choices numbered from 1 in the order of `request.choices`."""


class Pictures(Protocol):
    """What a seat is shown beside the words, drawn from what it has observed and nothing else: the same gives the same bytes."""

    def __call__(self, request: Request | None, observation: Sequence[Event], /) -> tuple[Picture, ...]:
        """The pictures of this moment. request: what is asked now, None if nothing is."""


def bots(game: str) -> dict[str, type[Bot]]:
    """All bots that play a game, by name; the first is the default."""
    own = _load("woozle.bots", _BOTS, game) or ()
    found: list[type[Bot]] = [*(own if isinstance(own, tuple) else (own,)), RandomBot]
    return {bot.name: bot for bot in found}


def bot(game: str, name: str = "") -> type[Bot]:
    """The bot of that name, or the default. Raises UnknownBotError with a sentence that lists what there is."""
    found = bots(game)
    if not name:
        return next(iter(found.values()))
    if name not in found:
        raise UnknownBotError(f"There is no bot {name!r} for {game}; {near_or_all(name, found)}")
    return found[name]


def prompt(game: str) -> Prompt:
    """How the game reads as text; plainly, if nobody wrote a prompt for it."""
    own: Prompt = _load("woozle.prompts", _PROMPTS, game) or import_module(_ANY_GAME)
    return own


def sights(game: str, config: Any) -> Sights:
    """What whoever plays has to see."""
    is_described = getattr(prompt(game), "is_described", None)
    if is_described is None:
        return "none"
    return "told" if is_described(config) else "untold"


def pictures(game: str) -> Pictures | None:
    """How the game is drawn for a seat; None for a game without pictures."""
    own: Pictures | None = _load("woozle.pictures", _PICTURES, game)
    return own


def _load(group: str, own: dict[str, str], game: str) -> Any:
    if game in own:
        module, _, attribute = own[game].partition(":")
        found = import_module(module)
        return getattr(found, attribute) if attribute else found
    for entry in entry_points(group=group, name=game):
        return entry.load()
    return None
