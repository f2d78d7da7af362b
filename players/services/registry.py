"""The services of each game, by their names on the command line or as a header describes them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

from woozle.core.game import Game
from woozle.core.match import Player
from woozle.core.request import Seat
from woozle.core.text import visible_line
from woozle.players.registry import services
from woozle.players.seats import ModelSeat, bot_seed
from woozle.players.services.service import ServiceError, ServiceRole, ServiceSpec

ServiceChoices: TypeAlias = Mapping[Seat, str]
"""The service for each role, as named on the command line; the default for roles that are left out."""


def service_roles(game: Game[Any] | type[Game[Any]], config: Any) -> tuple[ServiceRole, ...]:
    """Return the services that a game needs, in order. Raise ServiceError for a game whose services are unknown here."""
    if not game.services:
        return ()
    found = services(game.name, config)
    if missing := set(game.services) - {each.seat for each in found}:
        raise ServiceError(f"No service here can be the {min(missing)} of {game.name}.")
    return found


def parse_services(chosen: ServiceChoices, game: Game[Any] | type[Game[Any]], config: Any) -> dict[Seat, ServiceSpec]:
    """Return the services of a match, the default where none is chosen. Raise ServiceError."""
    needed = service_roles(game, config)
    for seat, text in chosen.items():
        if text and seat not in {role.seat for role in needed}:
            raise ServiceError(f"{game.name} has no {visible_line(seat)}; leave out --{visible_line(seat)}.")
    return {role.seat: role.parse(chosen.get(role.seat, "")) for role in needed}


def seat_services(game: Game[Any], chosen: ServiceChoices, key: bytes, model: ModelSeat) -> dict[Seat, Player]:
    """Return the players for the services of a game. Raise ServiceError."""
    specs = parse_services(chosen, game, game.config)
    return {seat: _player(game, seat, spec, bot_seed(seat, key), model) for seat, spec in specs.items()}


def services_from_header(game: Game[Any], services: Mapping[Seat, Mapping[str, Any]], model: ModelSeat) -> dict[Seat, Player]:
    """Return the players for the services that a header describes. Raise ServiceError for one that cannot be here."""
    specs = _specs_from_header(game, services)
    return {seat: _player(game, seat, spec, str(services[seat].get("seed", "")), model) for seat, spec in specs.items()}


def chosen_services(game: Game[Any], services: Mapping[Seat, Mapping[str, Any]]) -> dict[Seat, str]:
    """Return the services that a header describes, as named on the command line. Raise ServiceError for one that cannot be here."""
    return {seat: str(spec) for seat, spec in _specs_from_header(game, services).items()}


def _specs_from_header(game: Game[Any], services: Mapping[Seat, Mapping[str, Any]]) -> dict[Seat, ServiceSpec]:
    needed = {role.seat: role for role in service_roles(game, game.config)}
    for seat in services:
        if seat not in needed:
            raise ServiceError(f"{game.name} has no {visible_line(seat)}.")
    return {seat: needed[seat].parse_description(who) for seat, who in services.items()}


def _player(game: Game[Any], seat: Seat, spec: ServiceSpec, seed: str, model: ModelSeat) -> Player:
    return model(game.name, seat, spec.model, seed, spec.service.model) if spec.model else spec.create_player()
