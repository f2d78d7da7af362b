"""The officials of a match, as a person names them, with what models.toml says of the models that they ask."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from woozle.arena.play import models
from woozle.core import registry
from woozle.core.request import Seat
from woozle.players.services.registry import Chosen, OfficialSpec, named


def officials(chosen: Chosen, game: str, config: Any) -> dict[Seat, OfficialSpec]:
    """Those that are named, or the usual ones; none in a game without any. Whether a model can answer is not looked at.

    A model is asked as the defaults of models.toml say where the text says nothing.
    Raises ValueError, with a sentence, for one who is not here.
    """
    return {seat: _checked(spec) for seat, spec in named(chosen, registry.game(game), config).items()}


def _checked(spec: OfficialSpec) -> OfficialSpec:
    spec.check()
    return replace(spec, model=models.config().completed(spec.model)) if spec.model else spec
