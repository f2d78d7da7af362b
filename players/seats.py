"""Who sits where: the seats of the command line, `human,bot*4,bot:random`, and of a transcript's header."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal

from woozle.core.match import Player
from woozle.core.request import Seat
from woozle.core.value import value
from woozle.players import registry

_SEED_BYTES = 8
_MOST = 26  # no table has more seats

SeatPlayer = Callable[[Seat], Player]
"""Makes the player of a seat."""


class SeatsError(ValueError):
    """Seats that nobody can take, with the sentence a person reads."""


@value
class SeatSpec:
    """Who is to take a seat. name: which bot; empty for a person."""

    kind: Literal["human", "bot"]
    name: str = ""


HUMAN = SeatSpec("human")


def parse_seats(text: str, game: str) -> list[SeatSpec]:
    """The seats named in a text, in order: `human`, `bot` (the game's own), `bot:NAME`; `empty` is dropped, `*4` repeats.

    Raises SeatsError.
    """
    seats: list[SeatSpec] = []
    for part in text.split(","):
        who, star, times = (piece.strip() for piece in part.partition("*"))
        count = _count(part.strip(), times) if star else 1
        if who != "empty":
            seats += [_spec(who, game)] * count
    if len(seats) > _MOST:
        raise SeatsError(f"{len(seats)} seats are more than any table has; there can be at most {_MOST}.")
    return seats


def _count(part: str, times: str) -> int:
    if not (times.isascii() and times.isdigit() and len(times) < 4 and int(times)):
        raise SeatsError(f"{part!r} does not say how often to repeat a seat; write for example bot*4.")
    return int(times)


def _spec(who: str, game: str) -> SeatSpec:
    kind, colon, name = (piece.strip() for piece in who.partition(":"))
    if kind == "human" and not colon:
        return HUMAN
    if kind == "bot":
        try:
            return SeatSpec("bot", registry.bot(game, name).name)
        except registry.UnknownBotError as error:
            raise SeatsError(str(error)) from None
    choices = ", ".join(f"bot:{name}" for name in registry.bots(game))
    raise SeatsError(f"There is no player {who!r}; choose from human, bot, {choices}, empty.")


def bot_seed(seat: Seat, key: bytes) -> str:
    """The seed of the bot at a seat. It tells nothing about the match key, which is secret while the match runs."""
    return hashlib.sha256(b"bot " + seat.encode() + key).digest()[:_SEED_BYTES].hex()


def seat_players(game: str, seats: Sequence[Seat], specs: Sequence[SeatSpec], key: bytes, human: SeatPlayer) -> dict[Seat, Player]:
    """A player for each seat. Raises SeatsError if there are not as many specs as seats."""
    if len(seats) != len(specs):
        raise SeatsError(f"{len(specs)} players cannot take {len(seats)} seats.")
    return {
        seat: human(seat) if spec.kind == "human" else registry.bot(game, spec.name)(bot_seed(seat, key))
        for seat, spec in zip(seats, specs, strict=True)
    }


def players_from_header(game: str, header: Mapping[Seat, Mapping[str, Any]], human: SeatPlayer) -> dict[Seat, Player]:
    """The players that a transcript's header describes, seated again. Raises SeatsError for one that cannot be."""
    return {seat: _described(game, seat, who, human) for seat, who in header.items()}


def _described(game: str, seat: Seat, who: Mapping[str, Any], human: SeatPlayer) -> Player:
    match dict(who):
        case {"kind": "human"}:
            return human(seat)
        case {"kind": "bot", "name": str(name), "seed": str(seed)} if name in registry.bots(game):
            return registry.bot(game, name)(seed)
        case other:
            raise SeatsError(f"Nobody here can take the seat of {seat} again: {other!r}.")
