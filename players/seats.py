"""Who sits where: the seats of the command line, `human,bot*3,ollama:qwen3:8b`, and of a transcript's header."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from itertools import groupby
from typing import Any, Literal

from woozle.core.match import Player
from woozle.core.near import near_or_all
from woozle.core.request import Seat
from woozle.core.value import value
from woozle.players import registry
from woozle.players.models.spec import READERS, ModelSpec, SpecError, described, is_asked, is_model, parse

_SEED_BYTES = 8
_MOST = 26  # no table has more seats

SeatPlayer = Callable[[Seat], Player]
"""Makes the player of a seat."""

ModelSeat = Callable[[str, Seat, ModelSpec, str], Player]
"""Makes the player of a seat that a model takes: of which game, which seat, which model, and its seed."""


class SeatsError(ValueError):
    """Seats that nobody can take, with the sentence a person reads."""


@value
class SeatSpec:
    """Who is to take a seat. name: which bot, model: which model; empty for others."""

    kind: Literal["human", "bot", "model"]
    name: str = ""
    model: ModelSpec | None = None

    def __str__(self) -> str:
        return str(self.model) if self.model else f"bot:{self.name}" if self.name else self.kind


HUMAN = SeatSpec("human")


def parse_seats(text: str, game: str) -> list[SeatSpec]:
    """The seats named in a text, in order: `human`, `bot` (the game's own), `bot:NAME`, or a model as `models.spec` reads it.

    `empty` is dropped, `*4` repeats. Raises SeatsError.
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


def models_of(specs: Iterable[SeatSpec]) -> list[ModelSpec]:
    """The models among those who are to take seats, each once."""
    return list(dict.fromkeys(spec.model for spec in specs if spec.model))


def models_in(players: Iterable[Mapping[str, Any]]) -> list[ModelSpec]:
    """The models among the players that a transcript's header describes, each once. Raises SpecError."""
    return list(dict.fromkeys(described(player) for player in players if is_asked(player)))


def written(specs: Sequence[SeatSpec]) -> str:
    """The text that is read as these seats."""
    groups = ((who, len(list(same))) for who, same in groupby(map(str, specs)))
    return ",".join(who if times == 1 else f"{who}*{times}" for who, times in groups)


def _count(part: str, times: str) -> int:
    if not (times.isascii() and times.isdigit() and len(times) < 4 and int(times)):
        within = " A star in the name of a model is written %2A." if is_model(part) else ""
        raise SeatsError(f"{part!r} does not say how often to repeat a seat; write for example bot*4.{within}")
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
    if is_model(who):
        try:
            return SeatSpec("model", model=parse(who))
        except SpecError as error:
            raise SeatsError(str(error)) from None
    if who.partition("=")[0].strip() in READERS:
        raise SeatsError(f"{who!r} is an option of a model; options follow its name after ? and are joined by &.")
    known = ("human", "bot", *(f"bot:{name}" for name in registry.bots(game)), "empty")
    model = ", or name a model, as in ollama:qwen3:8b or openai:gpt-5-mini"
    raise SeatsError(f"There is no player {who!r}; {near_or_all(who, known, model)}")


def bot_seed(seat: Seat, key: bytes) -> str:
    """The seed of the bot or model at a seat. It tells nothing about the match key, which is secret while the match runs."""
    return hashlib.sha256(b"bot " + seat.encode() + key).digest()[:_SEED_BYTES].hex()


def nobody(game: str, seat: Seat, spec: ModelSpec, seed: str) -> Player:
    """The seating of a match without models."""
    raise SeatsError(f"The seat of {seat} is a model's, and none can be asked here.")


def seat_players(
    game: str, seats: Sequence[Seat], specs: Sequence[SeatSpec], key: bytes, human: SeatPlayer, model: ModelSeat = nobody
) -> dict[Seat, Player]:
    """A player for each seat. Raises SeatsError if there are not as many specs as seats."""
    if len(seats) != len(specs):
        raise SeatsError(f"{len(specs)} players cannot take {len(seats)} seats; name one for each.")

    def player(seat: Seat, spec: SeatSpec) -> Player:
        if spec.kind == "human":
            return human(seat)
        seed = bot_seed(seat, key)
        return model(game, seat, spec.model, seed) if spec.model else registry.bot(game, spec.name)(seed)

    return {seat: player(seat, spec) for seat, spec in zip(seats, specs, strict=True)}


def players_from_header(
    game: str, header: Mapping[Seat, Mapping[str, Any]], human: SeatPlayer, model: ModelSeat = nobody
) -> dict[Seat, Player]:
    """The players that a transcript's header describes, seated again. Raises SeatsError for one that cannot be."""
    return {seat: _described(game, seat, who, human, model) for seat, who in header.items()}


def _described(game: str, seat: Seat, who: Mapping[str, Any], human: SeatPlayer, model: ModelSeat) -> Player:
    match dict(who):
        case {"kind": "human"}:
            return human(seat)
        case {"kind": "bot", "name": str(name), "seed": str(seed)} if name in registry.bots(game):
            return registry.bot(game, name)(seed)
        case {"kind": "model", "seed": str(seed)}:
            with suppress(SpecError):
                return model(game, seat, described(who), seed)
    raise SeatsError(f"Nobody here can play on as {dict(who)!r}; `woozle fork --seats` gives the seat to others.")
