"""Models in seats and services, as matches seat them."""

from __future__ import annotations

from typing import Any

from woozle.core.match import Player
from woozle.players.models.client_pool import ClientPool, ModelSeating, seat_model
from woozle.players.models.player import ModelPlayer
from woozle.players.models.spec import ModelSpec
from woozle.players.services.service import ServiceRole


def seated(pool: ClientPool, game: str, seat: str, spec: ModelSpec, seed: str = "seed", **more: Any) -> ModelPlayer:
    """The player of a seat at the table. more: budget, listen."""
    return seat_model(ModelSeating(pool, game, seat, spec, seed, **more))


def serving(pool: ClientPool, role: ServiceRole, name: str, **more: Any) -> Player:
    """The player of a service that is a model, as the command line names it."""
    spec = role.parse(name)
    assert spec.service.model and spec.model
    return spec.service.model(ModelSeating(pool, "quest", role.seat, spec.model, "seed", **more))
