"""The maps that come with the game: package data, read once."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any

import yaml

from woozle.core.datasets import Tell, tell_nobody
from woozle.core.errors import InputError
from woozle.core.suggestions import suggest
from woozle.games.ship.map import ShipMap

NAMES = ("ship", "shuttle", "station", "wheel", "outpost")
"""Those of 10, 6, 16, 11 and 12 rooms."""


def parse(text: str, tell: Tell = tell_nobody) -> Any:
    """Parse a map file without checking it. Raises ValueError, with the end of a sentence, if it is not YAML."""
    try:
        return yaml.safe_load(text)
    except yaml.MarkedYAMLError as error:
        line = f"line {error.problem_mark.line + 1}: " if error.problem_mark else ""
        raise InputError(f"is not YAML: {line}{error.problem}") from error
    except yaml.YAMLError as error:
        raise InputError(f"is not YAML: {' '.join(str(error).split())}") from error


@cache
def load(name: str) -> ShipMap:
    """Load a bundled map. Raises ValueError, with a sentence that lists them, for another name."""
    if name not in NAMES:
        raise InputError(f"There is no map {name!r}; {suggest(name, NAMES, ', or name a .yaml file')}")
    return ShipMap.model_validate(parse(files(__package__).joinpath(f"{name}.yaml").read_text("utf-8")))
