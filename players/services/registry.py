"""The officials of each game: which it needs, who they are by name, and the same again from a header."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any, TypeAlias

from woozle.core.game import Game
from woozle.core.match import Player
from woozle.core.request import Seat
from woozle.core.text import visible_line
from woozle.players.seats import ModelSeat, bot_seed
from woozle.players.services.office import Office, OfficialError, OfficialSpec

__all__ = [
    "Chosen",
    "Office",
    "OfficialError",
    "OfficialSpec",
    "chosen_in",
    "named",
    "offices",
    "officials_from_header",
    "seat_officials",
]

Chosen: TypeAlias = Mapping[Seat, str]
"""Who takes which office, in the words of the command line; where nobody is named, the usual one."""

_OFFICES = {
    "quest": "woozle.players.games.quest.judges:offices",
    "undercover": "woozle.players.games.undercover.illustrators:offices",
    "debate": "woozle.players.games.debate.estimators:offices",
    "self_play": "woozle.players.games.self_play.librarians:offices",
    "pictures": "woozle.players.games.undercover.illustrators:making_offices",
}


def offices(game: Game[Any] | type[Game[Any]], config: Any) -> tuple[Office, ...]:
    """What a game needs officials for, in their order. Raises OfficialError where nobody here can be one of them."""
    if not game.officials:
        return ()
    if game.name not in _OFFICES:
        raise OfficialError(f"Nobody here can be the {game.officials[0]} of {game.name}.")
    module, _, name = _OFFICES[game.name].partition(":")
    found: tuple[Office, ...] = getattr(import_module(module), name)(config)
    return found


def named(chosen: Chosen, game: Game[Any] | type[Game[Any]], config: Any) -> dict[Seat, OfficialSpec]:
    """The officials of a match, the usual ones where nobody is named. Raises OfficialError."""
    needed = offices(game, config)
    for seat, text in chosen.items():
        if text and seat not in {office.seat for office in needed}:
            raise OfficialError(f"{game.name} has no {visible_line(seat)}; leave out --{visible_line(seat)}.")
    return {office.seat: office.named(chosen.get(office.seat, "")) for office in needed}


def seat_officials(game: Game[Any], chosen: Chosen, key: bytes, model: ModelSeat) -> dict[Seat, Player]:
    """The officials that a game needs, by their places. Raises OfficialError."""
    specs = named(chosen, game, game.config)
    return {seat: _player(game, seat, spec, bot_seed(seat, key), model) for seat, spec in specs.items()}


def officials_from_header(game: Game[Any], officials: Mapping[Seat, Mapping[str, Any]], model: ModelSeat) -> dict[Seat, Player]:
    """The officials that a transcript's header describes, in their places again. Raises OfficialError for one that cannot be."""
    specs = _described(game, officials)
    return {seat: _player(game, seat, spec, str(officials[seat].get("seed", "")), model) for seat, spec in specs.items()}


def chosen_in(game: Game[Any], officials: Mapping[Seat, Mapping[str, Any]]) -> dict[Seat, str]:
    """Who took which office, from what a header says of them. Raises OfficialError for one that cannot be."""
    return {seat: str(spec) for seat, spec in _described(game, officials).items()}


def _described(game: Game[Any], officials: Mapping[Seat, Mapping[str, Any]]) -> dict[Seat, OfficialSpec]:
    needed = {office.seat: office for office in offices(game, game.config)}
    for seat in officials:
        if seat not in needed:
            raise OfficialError(f"{game.name} has no {visible_line(seat)}.")
    return {seat: needed[seat].described(who) for seat, who in officials.items()}


def _player(game: Game[Any], seat: Seat, spec: OfficialSpec, seed: str, model: ModelSeat) -> Player:
    return model(game.name, seat, spec.model, seed) if spec.model else spec.player()
