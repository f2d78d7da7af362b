"""The services of a match, with the defaults that models.toml has for language models."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from woozle.arena.play import models
from woozle.core import registry
from woozle.core.request import Seat
from woozle.players.services.registry import ServiceChoices, parse_services
from woozle.players.services.service import ServiceSpec


def choose_services(chosen: ServiceChoices, game: str, config: Any) -> dict[Seat, ServiceSpec]:
    """Return the chosen services, else the defaults; none in a game without any. Do not try whether a model can answer.

    Raise ValueError, with a sentence, for one that cannot be here.
    """
    return {seat: _check(spec) for seat, spec in parse_services(chosen, registry.game(game), config).items()}


def _check(spec: ServiceSpec) -> ServiceSpec:
    spec.check()
    return replace(spec, model=models.config().with_defaults(spec.model)) if spec.model else spec
