"""Who judges a match, as a person names them, with what models.toml says of the models that they ask."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from woozle.core import registry
from woozle.players.officials.registry import JudgeSpec, check, named
from woozle.tui import models


def judge(text: str, game: str, config: Any) -> JudgeSpec | None:
    """The judge that is named, or the usual one; None in a game without one. Whether a model can answer is not looked at.

    A model is asked as the defaults of models.toml say where the text says nothing.
    Raises ValueError, with a sentence, for a judge who is not here.
    """
    spec = named(text, registry.game(game), config)
    if spec is None:
        return None
    check(spec)
    return replace(spec, model=models.config().completed(spec.model)) if spec.model else spec
