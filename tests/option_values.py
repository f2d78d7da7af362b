"""Every value of each option that has a fixed set of values, so that tests play a new value without being told of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import Enum
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import pytest

from woozle.core import plugins, registry
from woozle.core.game import Game

WITH: Mapping[tuple[str, str, Any], Mapping[str, Any]] = {
    ("debate", "prompts", "paper"): {"names": False},
    ("debate", "topology", "fixed"): {"graph": [[1], [2], [3], [4], [0]]},
    ("quest", "weights", "simpleqa_stated"): {"task": "question"},
    ("quest", "weights", "simpleqa_tables"): {"task": "question"},
    ("self_play", "society", "fixed"): {"graph": [[1], [2], [0]]},
}
"""What else is needed with a value that cannot be chosen alone, by game, option and value, for the game's default seats."""


def own_games() -> list[str]:
    """Return the names of Woozle's own games, whatever else is installed."""
    return [name for name in registry.names() if plugins.module_of(plugins.GAMES, name).startswith("woozle.")]


def fixed_values(annotation: Any) -> tuple[Any, ...]:
    """Return the values of a type that has finitely many: of bool, Literal, Enum, None, and unions of them; else none."""
    origin, parts = get_origin(annotation), get_args(annotation)
    if annotation is bool:
        return (False, True)
    if annotation is NoneType:
        return (None,)
    if isinstance(annotation, type) and issubclass(annotation, Enum):
        return tuple(annotation)
    if origin is Literal:
        return parts
    if origin is Annotated:
        return fixed_values(parts[0])
    if origin in (Union, UnionType):
        each = [fixed_values(part) for part in parts]
        return tuple(value for values in each for value in values) if all(each) else ()
    return ()


def option_values(game: type[Game[Any]]) -> Iterator[dict[str, Any]]:
    """Yield the options to change for each value that is not a default."""
    for name, field in game.config_type.model_fields.items():
        for value in fixed_values(field.annotation):
            if value != field.get_default(call_default_factory=True):
                yield {name: value, **WITH.get((game.name, name, value), {})}


def every_value() -> Iterator[Any]:
    """Yield a parameter with a game and options for every value of every option of Woozle's own games, and for the defaults."""
    for name in own_games():
        for options in ({}, *option_values(registry.game(name))):
            words = " ".join(f"{option}={value}" for option, value in options.items() if not isinstance(value, list))
            yield pytest.param(name, options, id=f"{name} {words or 'defaults'}")
